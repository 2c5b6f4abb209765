// The playground's renderer of a tool call: `read_file`, which the scene `tools` uses.

export function drawReadFile(first, { document }) {
  const card = document.createElement('section');
  card.setAttribute('aria-label', 'read_file');
  card.style.cssText =
    'display: grid; gap: 6px; padding: 10px 12px; border: 1px solid var(--mt-line); border-radius: 10px; background: var(--mt-sunken)';
  const head = document.createElement('strong');
  const lines = document.createElement('pre');
  lines.dir = 'ltr';
  lines.tabIndex = 0;
  lines.style.cssText = 'margin: 0; max-height: 9em; overflow: auto; font: .87em/1.5 var(--mt-mono)';
  card.append(head, lines);
  const update = ({ input, status, result }) => {
    head.textContent = `${input?.path ?? '…'} · ${status}`;
    lines.textContent = result ?? '';
    lines.hidden = !result;
  };
  update(first);
  return { node: card, update };
}
