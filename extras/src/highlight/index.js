// The entry of `dist/extras/highlight.js`: splits code into tokens, one line at a time.
//
// It creates no nodes and no markup, and keeps nothing of its input.

import { find, NAMES } from './languages.js';
import { tokenizer } from './tokenizer.js';

export { KINDS } from './kinds.js';
export { NAMES as LANGUAGES };

const made = new Map();

/**
 * Returns the tokenizer of a language, or `null` if there is none. `language` is any name that a
 * code block may give the language. A language is loaded once. If loading fails, the next call
 * tries again.
 *
 * The tokenizer has these functions:
 *
 * - `start()`: the state before the first line
 * - `copy(state)`: a copy of the state, to read again from the same line later
 * - `equal(a, b)`: whether both states give the same tokens for the same lines; `false` when unsure
 * - `line(text, state)`: reads a line without its line break, changes the state, and returns
 *   [length, kind, length, kind, …]. The lengths are in UTF-16 units and sum up to the length of
 *   the line. The kinds are indices into `KINDS`. A line that cannot be read is plain; `line`
 *   never throws.
 */
export async function highlighter(language) {
  const found = find(language);
  if (!found) return null;
  if (!made.has(found.name)) {
    const loading = found.load().then((family) => tokenizer(found.name, family[found.name]));
    made.set(found.name, loading);
    loading.catch(() => made.delete(found.name));
  }
  return made.get(found.name);
}
