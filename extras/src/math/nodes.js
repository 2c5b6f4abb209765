// Turns Temml's tree into nodes, with an allow-list of elements, attributes and styles.
//
// No ids, so that a formula cannot shadow names in the page. No addresses. No `style` attribute,
// because a content security policy refuses it: styles are set through the CSSOM.

import { LOOKS, PROPERTIES } from './looks.js';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

const ELEMENTS = new Set(
  ('math maction menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot ' +
   'mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none')
    .split(' '));

const ATTRIBUTES = new Set(
  ('accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form ' +
   'height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize ' +
   'minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy ' +
   'symmetric voffset width columnspan rowspan')
    .split(' '));

/** The most nodes of a formula; a large matrix has 2,000. */
const MOST = 20_000;
const DEEPEST = 250;

/** A CSS length: a number and a unit. */
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+))(em|ex|pt|px|mu|cm|mm|in|pc)$/;
const IN_EM = { em: 1, ex: 0.5, pt: 0.1, px: 0.0625, mu: 1 / 18, cm: 2.4, mm: 0.24, in: 6, pc: 1 };
/** The longest length, in em. A longer one comes from a Temml bug or an abusive formula. */
const FURTHEST = 60;

function bounded(value) {
  const found = LENGTH.exec(value);
  return !found || Math.abs(Number(found[1])) * IN_EM[found[2]] <= FURTHEST ? value : '0em';
}

function style(node, name, value) {
  const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = String(value);
  if (!PROPERTIES.has(property) || /url|\(|[;{}<>\\]/i.test(text)) return;
  node.style.setProperty(property, bounded(text));
}

function look(node, name) {
  const styles = LOOKS[name];
  // Our own styles may have values that a formula may not.
  for (const property in styles) node.style.setProperty(property, styles[property]);
}

function declarations(text) {
  const pairs = String(text).split(';').map((one) => one.split(':'));
  return pairs.filter((pair) => pair.length === 2).map((pair) => pair.map((part) => part.trim()));
}

class Builder {
  constructor(document) {
    this.document = document;
    this.left = MOST;
  }

  append(parent, tree, depth) {
    this.left -= 1;
    if (this.left < 0 || depth > DEEPEST) {
      throw new Error('This formula cannot be shown: it is too large');
    }
    // A text node of Temml's tree.
    if (typeof tree.text === 'string' && !tree.type) {
      parent.append(this.document.createTextNode(tree.text));
      return;
    }
    const element = this.element(tree);
    // An element that is not allowed (a fragment, a link) is replaced by its children.
    const target = element ?? parent;
    for (const child of tree.children ?? []) this.append(target, child, depth + 1);
    if (element) parent.append(element);
  }

  element(tree) {
    if (!ELEMENTS.has(tree.type)) return null;
    // Show only the first child of `maction`; there is nothing to click.
    const name = tree.type === 'maction' ? 'mrow' : tree.type;
    const node = this.document.createElementNS(MATHML, name);
    for (const [attribute, value] of Object.entries(tree.attributes ?? {})) {
      if (attribute === 'style') {
        for (const [property, set] of declarations(value)) style(node, property, set);
      } else if (ATTRIBUTES.has(attribute)) node.setAttribute(attribute, bounded(String(value)));
    }
    for (const group of tree.classes ?? []) look(node, group);
    for (const [property, value] of Object.entries(tree.style ?? {})) style(node, property, value);
    if (tree.type === 'menclose') look(node, 'menclose');
    if (tree.type === 'maction') tree.children = tree.children.slice(0, 1);
    return node;
  }
}

/** The `<math>` element of a tree, always written from left to right. */
export function nodesOf(tree, document) {
  const holder = document.createElementNS(MATHML, 'mrow');
  new Builder(document).append(holder, tree, 0);
  const [first] = holder.childNodes;
  let math = first;
  if (first?.nodeName.toLowerCase() !== 'math' || holder.childNodes.length > 1) {
    math = document.createElementNS(MATHML, 'math');
    math.append(holder);
  }
  math.setAttribute('dir', 'ltr');
  return math;
}
