// Word lists, in the form that the modes for languages with braces need.

/** A function that tells whether a word is in the text. */
export function words(text) {
  const set = new Set(text.split(' '));
  return (word) => set.has(word);
}
