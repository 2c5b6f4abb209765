// The colours of a drawing, and its accessible name.

const mix = (share) => `color-mix(in srgb, var(--fg) ${share}%, var(--bg))`;

/** Sets the library's variables from the chat's, with fallbacks for pages without a chat. */
const VARIABLES = {
  '--bg': 'var(--mt-bg, Canvas)',
  '--fg': 'var(--mt-text, CanvasText)',
  '--_text': 'var(--fg)',
  '--_text-sec': `var(--mt-muted, ${mix(70)})`,
  '--_text-muted': `var(--mt-muted, ${mix(70)})`,
  '--_text-faint': `var(--mt-muted, ${mix(70)})`,
  '--_line': mix(55),
  '--_arrow': mix(75),
  '--_node-fill': `var(--mt-sunken, ${mix(4)})`,
  '--_node-stroke': `var(--mt-line-strong, ${mix(30)})`,
  '--_group-fill': 'var(--bg)',
  '--_group-hdr': `var(--mt-hover, ${mix(8)})`,
  '--_inner-stroke': `var(--mt-line, ${mix(15)})`,
  '--_key-badge': mix(12),
};

export function dress(svg) {
  for (const name in VARIABLES) svg.style.setProperty(name, VARIABLES[name]);
  svg.style.setProperty('font-family', 'var(--mt-font, system-ui, sans-serif)');
  svg.style.setProperty('max-width', '100%');
  svg.style.setProperty('height', 'auto');
  svg.style.setProperty('direction', 'ltr');
}

const SVG = 'http://www.w3.org/2000/svg';
const ROW = 18;

/** Writes notes below a drawing, one per line. */
export function annotate(svg, notes, document) {
  if (notes.length === 0) return;
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const rows = notes.map((note) => (note.length > 120 ? `${note.slice(0, 119)}…` : note));
  rows.forEach((note, at) => {
    const text = document.createElementNS(SVG, 'text');
    const place = { x: 12, y: height + ROW * (at + 1), 'font-size': 12, fill: 'var(--_text-muted)' };
    for (const name in place) text.setAttribute(name, String(place[name]));
    text.append(document.createTextNode(note));
    svg.append(text);
  });
  const size = {
    width: Math.max(width, 24 + Math.max(...rows.map((note) => note.length)) * 7),
    height: height + ROW * rows.length + 12,
  };
  for (const name in size) svg.setAttribute(name, String(size[name]));
  svg.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
}

/** The kinds of diagrams. The chat gives their names in its language (`names`). */
const NAMES = {
  flowchart: 'Flowchart', state: 'State diagram', sequence: 'Sequence diagram',
  class: 'Class diagram', er: 'Entity-relationship diagram', pie: 'Pie chart',
};

/**
 * The longest accessible name, in UTF-16 units. The full text of a large diagram is in its source.
 */
const LONGEST = 400;

/** The drawing's texts, sorted from top to bottom. The SVG lists boxes after lines. */
function written(svg) {
  const at = (text, axis) => Math.round(Number(text.getAttribute(axis) ?? 0) / 8);
  const texts = [...svg.querySelectorAll('text')];
  texts.sort((a, b) => at(a, 'y') - at(b, 'y') || at(a, 'x') - at(b, 'x'));
  const words = (text) =>
    [...text.childNodes].map((part) => part.textContent.trim()).join(' ').trim();
  return texts.map(words).filter((text) => text !== '');
}

/** Sets the drawing's accessible name: the kind, and the title or, without one, the texts. */
export function label(svg, kind, about, names) {
  const said = about.title ?? [...new Set(written(svg))].join(', ');
  const called = names?.[kind] ?? NAMES[kind];
  const name = said ? `${called}: ${said}` : called;
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
  if (about.description) svg.setAttribute('aria-description', about.description.slice(0, LONGEST));
}
