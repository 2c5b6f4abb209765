// Runs a mode over a line and a state, and returns tokens. Knows neither the language nor how
// tokens look.

import { StringStream } from '@codemirror/streamparser';
import { copy } from './copy.js';
import { kindOf } from './kinds.js';

/** The limit of a line in UTF-16 units. The rest of a longer line is one plain token. */
export const LONGEST = 4096;

/** The width of a tab, and of an indentation, in columns. Some modes compare indentations. */
const TAB = 4;
const INDENT = 2;

/** How many times in a row a mode may return without reading anything; CodeMirror's own limit. */
const PATIENCE = 10;

/** The depth to which two states are compared; deeper ones count as different. */
const DEPTH = 40;

/** How many values of two states are compared; larger states count as different. */
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
    // Accept only progress: a mode that moves backwards could loop for ever.
    if (stream.pos > stream.start) return style;
  }
  throw new Error('the mode reads nothing');
}

/** Adds a token. Extends the last one if it has the same kind. */
function add(tokens, length, kind) {
  if (length <= 0) return;
  const last = tokens.length - 1;
  if (last > 0 && tokens[last] === kind) tokens[last - 1] += length;
  else tokens.push(length, kind);
}

function tokensOf(mode, text, state) {
  const tokens = [];
  const stream = new StringStream(text, TAB, INDENT);
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
    start: () => ({ mode: mode.startState ? mode.startState(INDENT) : true }),
    copy: (state) => ({ mode: copy(mode, state.mode) }),
    equal: (a, b) => same(a.mode, b.mode, 0, { values: VALUES }),
    line(text, state) {
      const head = text.length > LONGEST ? text.slice(0, LONGEST) : text;
      let before;
      try {
        before = copy(mode, state.mode);
        if (head === '') {
          mode.blankLine?.(state.mode, INDENT);
          return [];
        }
        const tokens = tokensOf(mode, head, state.mode);
        add(tokens, text.length - head.length, 0);
        return tokens;
      } catch {
        // A failed mode leaves its state undefined: treat the line as plain, and restore the state.
        state.mode = before ?? (mode.startState ? mode.startState(INDENT) : true);
        return text === '' ? [] : [text.length, 0];
      }
    },
  };
}
