// Turns the library's SVG text into nodes, with a strict reader and an allow-list.
//
// The browser's parser is not used. The reader leaves out unknown elements with their content,
// unknown attributes, and attributes whose value does not have the allowed form. Text that is not
// well-formed is an error. A diagram has no script, style sheet, address or handler, because the
// allow-list has none.

import { DiagramError, shown } from './source.js';

const SVG = 'http://www.w3.org/2000/svg';

const ELEMENTS = new Set(
  'circle defs ellipse g line marker path polygon polyline rect text tspan'.split(' '));

/** Elements of the library's drawings that are left out, like unknown elements. */
const SKIPPED = new Set(['style', 'title']);

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:px|em|%)?$/;
const NUMBERS = /^[-+\d.,\seE]*$/;
const COLOUR =
  /^(?:#[\da-f]{3,8}|[a-z]{3,20}|var\(--_?[a-z-]+\)|(?:rgb|hsl)a?\([\d.,%\s/]+\)|context-stroke)$/i;
const WORD = /^[a-z-]{1,24}$/;
const IDENTIFIER = /^[\w.-]{1,80}$/;

const names = (form, text) => text.split(' ').map((name) => [name, form]);

/** The allowed attributes, each with the form that its value must have. */
const ATTRIBUTES = new Map([
  ...names(NUMBER, 'x y x1 x2 y1 y2 cx cy r rx ry dx dy width height refX refY markerWidth'),
  ...names(NUMBER, 'markerHeight stroke-width font-size opacity fill-opacity stroke-opacity'),
  ...names(NUMBERS, 'points stroke-dasharray viewBox'),
  ...names(/^[-+\d.,\seEMmLlHhVvCcSsQqTtAaZz]*$/, 'd'),
  ...names(/^(?:(?:translate|rotate|scale)\([-+\d.,\seE]*\)\s*)*$/, 'transform'),
  ...names(COLOUR, 'fill stroke'),
  ...names(WORD, 'text-anchor dominant-baseline font-style stroke-linejoin stroke-linecap'),
  ...names(WORD, 'text-decoration markerUnits'),
  ...names(/^(?:[1-9]00|bold|normal)$/, 'font-weight'),
  ...names(/^(?:auto|auto-start-reverse|-?\d+)$/, 'orient'),
]);

/** The most elements in a diagram. */
const MOST = 10_000;
const DEEPEST = 30;

const TOKEN = /<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/g;
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7}));/g;
const CHARACTERS = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const text = (raw) =>
  raw.replace(ENTITY, (_, name, code) => name ? CHARACTERS[name] : String.fromCodePoint(code));

let drawn = 0;

class Reader {
  constructor(document) {
    this.document = document;
    // Ids must be unique in the page, but every diagram uses the same ids for its arrow heads.
    this.prefix = `mt-diagram-${drawn += 1}-`;
    this.left = MOST;
  }

  attribute(node, name, raw) {
    const value = text(raw).trim();
    if (name === 'class') {
      if (/(?:^|\s)mono(?:\s|$)/.test(value)) {
        node.style.setProperty('font-family', 'var(--mt-mono, monospace)');
      }
    } else if (name === 'id') {
      if (IDENTIFIER.test(value)) node.setAttribute('id', this.prefix + value);
    } else if (name === 'marker-end' || name === 'marker-start') {
      const found = /^url\(#([\w.-]{1,80})\)$/.exec(value);
      if (found) node.setAttribute(name, `url(#${this.prefix}${found[1]})`);
    } else if (ATTRIBUTES.get(name)?.test(value)) node.setAttribute(name, value);
  }

  element(name, attributes) {
    this.left -= 1;
    if (this.left < 0) throw new DiagramError('This diagram cannot be shown: it is too large');
    const node = this.document.createElementNS(SVG, name);
    for (const [, key, value] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      this.attribute(node, key, value);
    }
    return node;
  }

  read(markup, root) {
    const open = [{ name: '', node: root, skipped: false }];
    for (const [, closing, name, attributes, empty, content, stray] of markup.matchAll(TOKEN)) {
      const top = open.at(-1);
      if (stray) throw new DiagramError('This diagram cannot be shown: its drawing is broken');
      if (content !== undefined) {
        if (!top.skipped && /^(?:text|tspan)$/.test(top.name)) {
          top.node.append(this.document.createTextNode(shown(text(content))));
        }
      } else if (closing) {
        if (open.length < 2 || top.name !== name) {
          throw new DiagramError('This diagram cannot be shown: its drawing is broken');
        }
        open.pop();
      } else {
        if (open.length > DEEPEST) {
          throw new DiagramError('This diagram cannot be shown: it is nested too deeply');
        }
        const outer = name === 'svg' && open.length === 1;
        const skipped = top.skipped || SKIPPED.has(name) || (!ELEMENTS.has(name) && !outer);
        const node = outer ? root : skipped ? top.node : this.element(name, attributes);
        if (outer) {
          for (const [, key, value] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
            if (/^(?:viewBox|width|height)$/.test(key)) this.attribute(root, key, value);
          }
        } else if (!skipped) top.node.append(node);
        if (!empty) open.push({ name, node, skipped });
      }
    }
    if (open.length !== 1) {
      throw new DiagramError('This diagram cannot be shown: its drawing is broken');
    }
  }
}

/** Builds an `<svg>` element from its text. */
export function svgOf(markup, document) {
  const root = document.createElementNS(SVG, 'svg');
  new Reader(document).read(markup, root);
  return root;
}
