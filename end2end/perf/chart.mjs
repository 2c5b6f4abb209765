// Draws the chart of a comparison: bars as multiples of the reference on a logarithmic scale,
// legible on light and dark pages.

const WIDTH = 860;
const LEFT = 130;
const RIGHT = 70;
const BAR = 11;
const GAP = 3;
const HEAD = 26;

const text = (value) => String(value).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const round = (x) => Math.round(x * 10) / 10;
const times = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2));

/**
 * `groups`: [{ title, bars: [{ app, ratio, ours, failed }] }], ratios to `reference`.
 * A bar without a ratio belongs to an app that did not finish.
 */
export function chart(groups, reference) {
  const ratios = groups.flatMap((group) => group.bars.map((bar) => bar.ratio)).filter(Boolean);
  const low = Math.min(0.1, ...ratios.map((r) => r * 0.8));
  const high = Math.max(10, ...ratios.map((r) => r * 1.2));
  const span = WIDTH - LEFT - RIGHT;
  const x = (ratio) => LEFT + (span * Math.log(ratio / low)) / Math.log(high / low);
  const out = [];
  let y = 54;
  const top = y - 10;
  for (const group of groups) {
    out.push(`<text class="title" x="${LEFT}" y="${y + 14}">${text(group.title)}</text>`);
    y += HEAD;
    for (const bar of group.bars) {
      const kind = bar.ours ? 'ours' : 'peer';
      out.push(`<text class="app ${kind}" x="${LEFT - 8}" y="${y + BAR - 2}" text-anchor="end">${text(bar.app)}</text>`);
      if (bar.ratio == null) {
        out.push(`<text class="value" x="${round(x(1)) + 6}" y="${y + BAR - 2}">did not finish</text>`);
      } else {
        const [from, to] = [Math.min(x(1), x(bar.ratio)), Math.max(x(1), x(bar.ratio))];
        out.push(`<rect class="${kind}" x="${round(from)}" y="${y}" width="${round(Math.max(1, to - from))}" height="${BAR}" rx="2"/>`);
        out.push(`<text class="value" x="${round(to) + 6}" y="${y + BAR - 2}">×${times(bar.ratio)}</text>`);
      }
      y += BAR + GAP;
    }
    y += 10;
  }
  const lines = [0.01, 0.1, 1, 10, 100, 1000].filter((tick) => tick >= low && tick <= high).map((tick) =>
    `<line class="${tick === 1 ? 'one' : 'tick'}" x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${top}" y2="${y}"/>` +
    `<text class="value" x="${round(x(tick))}" y="${top - 6}" text-anchor="middle">×${tick}</text>`);
  const height = y + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Midturn and other chat UIs, as multiples of ${text(reference)}">
<style>
  text { font: 12px system-ui, sans-serif; fill: #57606a; }
  .title { font-weight: 600; fill: #1f2328; }
  text.ours { font-weight: 600; fill: #0b57d0; }
  rect.ours { fill: #0b57d0; }
  rect.peer { fill: #9aa4af; }
  .value { font-size: 11px; }
  .tick { stroke: #8c959f; stroke-opacity: .3; }
  .one { stroke: #57606a; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1; }
    .title { fill: #f0f6fc; }
    text.ours { fill: #8ab4f8; }
    rect.ours { fill: #8ab4f8; }
    rect.peer { fill: #5c656f; }
    .one { stroke: #9198a1; }
  }
</style>
<text x="${LEFT}" y="16">× ${text(reference)}, logarithmic; further left is better</text>
${lines.join('\n')}
${out.join('\n')}
</svg>
`;
}
