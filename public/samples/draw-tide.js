// The playground's renderer of an activity: `tide`, which the scene `tide` sends.

export function drawTide(first, { document }) {
  const figure = document.createElement('figure');
  figure.style.cssText = 'display: grid; gap: 8px; margin: 0';
  const caption = document.createElement('figcaption');
  const bars = document.createElement('div');
  bars.setAttribute('role', 'img');
  bars.style.cssText = 'display: flex; align-items: end; gap: 4px; height: 72px';
  figure.append(caption, bars);
  const update = ({ data }) => {
    const heights = data?.heights ?? [];
    caption.textContent = `${data?.place ?? '…'}: ${heights.at(-1) ?? '–'} m`;
    bars.setAttribute('aria-label', `${heights.join(', ')} m`);
    bars.replaceChildren(
      ...heights.map((height) => {
        const bar = document.createElement('span');
        bar.style.cssText = 'flex: 1; max-width: 28px; border-radius: 4px 4px 0 0; background: var(--mt-accent)';
        bar.style.height = `${(100 * height) / 6}%`;
        return bar;
      }),
    );
  };
  update(first);
  return { node: figure, update };
}
