// The entry of `dist/extras/highlight.js`: splits code into tokens, one line at a time.
//
// It creates no nodes and no markup, and keeps nothing of its input.

import { find, NAMES } from './languages.js';
import { tokenizer } from './tokenizer.js';

export { KINDS } from './kinds.js';
export { NAMES as LANGUAGES };

const made = new Map();

/**
 * The tokenizer of a language, by any name that a code block may give it; `null` when there is
 * none. A language is loaded once; one that could not be loaded is tried again the next time.
 *
 * - `start()`: the state before the first line
 * - `copy(state)`: a copy to keep, for reading from here again
 * - `equal(a, b)`: whether the same lines give the same tokens from both; `false` when unsure
 * - `line(text, state)`: reads a line, given without its line break, changes the state, and returns
 *   [length, kind, length, kind, …]: lengths in UTF-16 units, which sum up to that of the line, and
 *   indices into `KINDS`. It never throws: a line that cannot be read is plain.
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
