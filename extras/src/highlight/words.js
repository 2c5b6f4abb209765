// A list of words, in the form in which the modes for languages with braces ask for it.

/** Whether a word is one of the text's. */
export function words(text) {
  const set = new Set(text.split(' '));
  return (word) => set.has(word);
}
