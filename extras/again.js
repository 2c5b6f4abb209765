// Rewrites the imports of a bundled module so that a failed import can be repeated. Some browsers never
// request a failed URL again, so an import that failed is repeated with another URL.
//
// The number of failures of each URL is shared with the program (`src/extra/load.js`). Import statements
// become calls, because a statement cannot choose its URL.
//
// Each module is imported once, also if several need it at the same time: WebKit answers a second import
// of a module that awaits others before that module has run.

/** The code at the start of every module that imports others. */
const LOADER = `const midturnFailed = (globalThis[Symbol.for('midturn.failed')] ??= new Map());
const midturnLoading = (globalThis[Symbol.for('midturn.loading')] ??= new Map());
const midturnImport = (path) => {
  const address = new URL(path, import.meta.url.replace(/\\?.*/, '')).href;
  if (!midturnLoading.has(address)) {
    const times = midturnFailed.get(address) ?? 0;
    const loading = import(times ? address + '?again=' + times : address);
    midturnLoading.set(address, loading.catch((error) => {
      midturnLoading.delete(address);
      midturnFailed.set(address, times + 1);
      throw error;
    }));
  }
  return midturnLoading.get(address);
};
`;

/** The loader, minified if the rest of the module is. */
export const loader = (transform, minify) =>
  transform(LOADER, { minifyWhitespace: minify, minifySyntax: minify, format: 'esm', target: 'es2022' }).code;

const STATEMENT = /\bimport\s*\{([^{}"]*)\}\s*from\s*"(\.{1,2}\/[^"]+\.js)";?/g;
const CALL = /\bimport\("(\.{1,2}\/[^"]+\.js)"\)/g;

/**
 * Returns the text of a module with rewritten imports. Throws if it does not find all imports.
 *
 * @param {string} text the module's text, as the bundler wrote it
 * @param {number} statements the number of modules that the text imports by a statement
 * @param {number} calls the number of modules that it imports by a call
 * @param {string} loader the code to put at the start
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
