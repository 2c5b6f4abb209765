// Checks and repairs of a parsed diagram before it is drawn.

import { DiagramError, shown } from './source.js';

/** The limits for boxes and lines. A larger diagram takes seconds to lay out and is unreadable. */
const BOXES = 150;
const LINES = 200;

/** Refuses a diagram that is too large or empty. */
export function limit(boxes, lines) {
  if (boxes > BOXES || lines > LINES) {
    throw new DiagramError(
      `This diagram cannot be shown: it has more than ${BOXES} boxes or ${LINES} lines`);
  }
  if (boxes === 0) throw new DiagramError('This diagram cannot be shown: it is empty');
}

/** The limits for groups and for their nesting depth. Each level multiplies the layers of the layout. */
const GROUPS = 40;
const DEEPEST = 6;

function count(groups, depth) {
  if (depth > DEEPEST) return groups.length > 0 ? Infinity : 0;
  return groups.reduce((sum, { children }) => sum + 1 + count(children, depth + 1), 0);
}

/** Refuses too many groups, or groups nested too deep. */
export function limitGroups(groups) {
  if (groups.length > 0 && count(groups, 1) > GROUPS) {
    throw new DiagramError(
      `This diagram cannot be shown: it has more than ${GROUPS} groups, or ${DEEPEST} in one another`);
  }
}

const INSIDE = /"[^"]*"|\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|\|[^|]*\||:.*$/g;
const DIRECTIVE = /^(?:classDef|class|style|linkStyle|subgraph|direction|end|note)\b/;
const ARROW = /--|==|-\.|\.\./;

const looksLikeOne = (line) =>
  !DIRECTIVE.test(line) && ARROW.test(line.replace(INSIDE, '')) ? 1 : 0;

function flat(groups) {
  return groups.flatMap((group) => [...flat(group.children), group]);
}

/** Keeps each node only in the last group that lists it: there the source has the node's label. */
export function settleGroups(groups) {
  const owners = new Map();
  for (const group of flat(groups)) for (const id of group.nodeIds) owners.set(id, group);
  for (const group of flat(groups)) {
    group.nodeIds = group.nodeIds.filter((id) => owners.get(id) === group);
  }
}

/** Refuses a diagram if the library finds fewer edges in a line than the line has arrows. */
export function complete(lines, edgesIn, arrowsIn = looksLikeOne) {
  for (const line of lines.slice(1)) {
    const arrows = arrowsIn(line);
    if (arrows > 0 && edgesIn(line) < arrows) {
      throw new DiagramError(
        `This diagram cannot be shown: “${shown(line).slice(0, 80)}” is not understood`);
    }
  }
}

const DARK = new Set(
  ('black navy blue darkblue mediumblue green darkgreen maroon purple indigo teal brown ' +
   'midnightblue darkred darkslategray darkslategrey dimgray dimgrey gray grey red crimson')
    .split(' '));

function isDark(colour) {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return DARK.has(colour.toLowerCase());
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 < 140;
}

/**
 * Sets a text colour for boxes with their own fill colour. A fill does not change with the theme, so
 * the text must not either.
 */
export function readable(graph) {
  for (const style of [...graph.classDefs.values(), ...graph.nodeStyles.values()]) {
    if (style.fill && style.fill !== 'none' && !style.color) {
      style.color = isDark(style.fill) ? '#ffffff' : '#1e1d1b';
    }
  }
}
