// The code in the documents.

import { readFileSync } from 'node:fs';

const ROOT = new URL('../../..', import.meta.url);

/** The text of a file, by its path from the root of the repository. */
const document = (path) => readFileSync(new URL(path, ROOT), 'utf8');

/**
 * The fenced blocks of a document, in order: the language, the text, and the heading above.
 *
 * @param {string} path
 */
export function blocks(path) {
  const found = [];
  let heading = '';
  let open;
  for (const line of document(path).split('\n')) {
    if (open && line === '```') {
      found.push({ ...open, text: `${open.lines.join('\n')}\n` });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else if (line.startsWith('```')) {
      open = { language: line.slice(3), heading, lines: [] };
    } else if (line.startsWith('#')) {
      heading = line.replace(/^#+ /, '');
    }
  }
  return found;
}

/** The blocks of these languages. */
export const written = (path, ...languages) => blocks(path).filter(({ language }) => languages.includes(language));

/** The JavaScript of a document, one block after the other, as a reader has it who follows the document. */
export function script(path) {
  const inline = (text) => [...text.matchAll(/<script type="module">(.+?)<\/script>/gs)].map(([, code]) => code);
  const code = written(path, 'js', 'html');
  return code.flatMap(({ language, text }) => (language === 'js' ? [text] : inline(text))).join('\n');
}
