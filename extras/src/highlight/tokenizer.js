// A mode, a line and a state: tokens. What the language is, and how tokens look, is not known here.

import { copy } from './copy.js';
import { kindOf } from './kinds.js';
import { LineStream } from './stream.js';

/** What follows on a longer line is one plain token, in UTF-16 units. */
export const LONGEST = 4096;

/** How often a mode may look without reading anything; CodeMirror's own number. */
const PATIENCE = 10;

/** How deep two states are compared; deeper ones count as different. */
const DEPTH = 40;

/** How many values of two states are compared; larger ones count as different. */
const VALUES = 2000;

function same(a, b, depth, left) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (depth > DEPTH || (left.values -= 1) < 0) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], depth + 1, left));
}

function read(mode, stream, state) {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const style = mode.token(stream, state);
    // Backwards would be for ever.
    if (stream.pos > stream.start) return style;
  }
  throw new Error('the mode reads nothing');
}

/** Adds a token, to the last one if that is of the same kind. */
function add(tokens, length, kind) {
  if (length <= 0) return;
  const last = tokens.length - 1;
  if (last > 0 && tokens[last] === kind) tokens[last - 1] += length;
  else tokens.push(length, kind);
}

function tokensOf(mode, text, state) {
  const tokens = [];
  const stream = new LineStream(text);
  while (!stream.eol()) {
    const style = read(mode, stream, state);
    const end = Math.min(stream.pos, text.length);
    let next = end;
    while (text[next] === ' ') next += 1;
    add(tokens, end - stream.start, kindOf(style, text[next]));
    stream.start = stream.pos = end;
  }
  return tokens;
}

/** The tokenizer of a mode; see `highlighter`. */
export function tokenizer(name, mode) {
  return {
    name,
    start: () => ({ mode: mode.startState ? mode.startState(2) : true }),
    copy: (state) => ({ mode: copy(mode, state.mode) }),
    equal: (a, b) => same(a.mode, b.mode, 0, { values: VALUES }),
    line(text, state) {
      const head = text.length > LONGEST ? text.slice(0, LONGEST) : text;
      let before;
      try {
        before = copy(mode, state.mode);
        if (head === '') {
          mode.blankLine?.(state.mode, 2);
          return [];
        }
        const tokens = tokensOf(mode, head, state.mode);
        add(tokens, text.length - head.length, 0);
        return tokens;
      } catch {
        // A mode that fails leaves its state anyhow: the line is as if it were not there.
        state.mode = before ?? (mode.startState ? mode.startState(2) : true);
        return text === '' ? [] : [text.length, 0];
      }
    },
  };
}
