// Draws the chat's calls of `add_to_cart`.

export function drawCall(first, { document }) {
  const node = document.createElement('p');
  node.setAttribute('role', 'note');
  node.setAttribute('aria-label', 'Order');
  const update = ({ input, status, result }) => {
    node.textContent = `${input?.article ?? '…'}: ${result ?? status}`;
  };
  update(first);
  return { node, update };
}
