// Rewrites what a bundled module loads, so that it can be asked for again: some browsers remember that
// an address failed, and never ask for it again. What has failed is asked for under another address.
//
// The count of failures of each address is shared with the program (`src/extra/load.js`). A module that
// is imported by a statement is imported by a call too, because a statement cannot name another
// address.

/** Stands in front of a module that loads others. */
const LOADER = `const midturnFailed = (globalThis[Symbol.for('midturn.failed')] ??= new Map());
const midturnImport = async (path) => {
  const address = new URL(path, import.meta.url.replace(/\\?.*/, '')).href;
  const times = midturnFailed.get(address) ?? 0;
  try {
    return await import(times ? address + '?again=' + times : address);
  } catch (error) {
    midturnFailed.set(address, times + 1);
    throw error;
  }
};
`;

/** The loader, as short as the rest of the module. */
export const loader = (transform, minify) =>
  transform(LOADER, { minifyWhitespace: minify, minifySyntax: minify, format: 'esm', target: 'es2022' }).code;

const STATEMENT = /\bimport\s*\{([^{}"]*)\}\s*from\s*"(\.{1,2}\/[^"]+\.js)";?/g;
const CALL = /\bimport\("(\.{1,2}\/[^"]+\.js)"\)/g;

/**
 * The text of a module, whose imports are known.
 *
 * @param {string} text as the bundler wrote it
 * @param {number} statements how many modules it imports by a statement
 * @param {number} calls how many by a call
 * @param {string} loader what stands in front
 */
export function again(text, statements, calls, loader) {
  if (statements + calls === 0) return text;
  const names = [];
  const paths = [];
  let rest = text.replace(STATEMENT, (_, list, path) => {
    names.push(`{${list.replaceAll(/\s+as\s+/g, ':')}}`);
    paths.push(`midturnImport("${path}")`);
    return '';
  });
  let found = 0;
  rest = rest.replace(CALL, (_, path) => {
    found++;
    return `midturnImport("${path}")`;
  });
  if (paths.length !== statements || found !== calls) {
    throw new Error('the bundler writes imports in another way than extras/again.js knows');
  }
  const first = paths.length > 0 ? `const [${names}]=await Promise.all([${paths}]);\n` : '';
  return loader + first + rest;
}
