// Pie charts, drawn here without the library.

import { DiagramError } from './source.js';

const SVG = 'http://www.w3.org/2000/svg';
const RADIUS = 110;
const ROW = 24;
const MOST = 24;

function slices(lines) {
  const found = [];
  let title;
  const head = /^pie(?:\s+showData)?(?:\s+title\s+(.+))?$/i.exec(lines[0]);
  if (!head) throw new DiagramError('This diagram cannot be shown: its first line is not understood');
  title = head[1];
  for (const line of lines.slice(1)) {
    const slice = /^"([^"]+)"\s*:\s*(\d+(?:\.\d+)?)$/.exec(line);
    const named = /^title\s+(.+)$/i.exec(line);
    if (slice) found.push({ name: slice[1], value: Number(slice[2]) });
    else if (named) title = named[1];
    else if (!/^showData$/i.test(line)) {
      throw new DiagramError(
        `This diagram cannot be shown: “${line.slice(0, 80)}” is not understood`);
    }
  }
  const sum = found.reduce((total, { value }) => total + value, 0);
  if (sum <= 0 || found.length > MOST) {
    throw new DiagramError(`This diagram cannot be shown: it has no slices, or more than ${MOST}`);
  }
  return { title, all: found.map((slice) => ({ ...slice, share: slice.value / sum })) };
}

function path(from, to) {
  const at = (share) => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${(RADIUS * Math.cos(angle)).toFixed(2)} ${(RADIUS * Math.sin(angle)).toFixed(2)}`;
  };
  // Stop a full circle short: an arc that ends where it begins is not drawn.
  const end = Math.min(to, from + 0.9999);
  return `M0 0L${at(from)}A${RADIUS} ${RADIUS} 0 ${end - from > 0.5 ? 1 : 0} 1 ${at(end)}Z`;
}

/** Draws a pie with its legend. */
export function drawPie(lines, document) {
  const { title, all } = slices(lines);
  const make = (parent, name, attributes, text) => {
    const node = document.createElementNS(SVG, name);
    for (const key in attributes) node.setAttribute(key, String(attributes[key]));
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  };
  const top = title ? 40 : 12;
  const longest = Math.max(...all.map(({ name }) => name.length));
  const width = 2 * RADIUS + 64 + 20 + (Math.min(longest, 60) + 7) * 7.5;
  const height = top + Math.max(2 * RADIUS, all.length * ROW) + 12;
  const svg = document.createElementNS(SVG, 'svg');
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
    svg.setAttribute(key, String(value));
  }
  if (title) {
    make(svg, 'text', { x: 12, y: 24, 'font-size': 15, 'font-weight': 600, fill: 'var(--_text)' },
      title.slice(0, 100));
  }
  const middle = top + (height - top - 12) / 2;
  const pie = make(svg, 'g', { transform: `translate(${RADIUS + 12} ${middle})` });
  const first = middle - (all.length * ROW) / 2;
  let from = 0;
  all.forEach(({ name, share }, index) => {
    const slice = make(pie, 'path', { d: path(from, from + share) });
    const x = 2 * RADIUS + 40;
    const y = first + index * ROW;
    const box = make(svg, 'rect', { x, y: y + 5, width: 14, height: 14, rx: 3 });
    // Neighbours differ in hue; the light and dark themes differ in lightness.
    const hue = Math.round((index * 137.5 + 168) % 360);
    for (const shape of [slice, box]) {
      shape.style.setProperty('fill', `light-dark(hsl(${hue} 45% 58%), hsl(${hue} 38% 52%))`);
      shape.style.setProperty('stroke', 'var(--bg)');
    }
    make(svg, 'text', { x: x + 22, y: y + 17, 'font-size': 13, fill: 'var(--_text)' },
      `${name.slice(0, 60)} · ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`);
    from += share;
  });
  return svg;
}
