// Where the program's files are, if they are not beside its module: `base-url` of the element. The
// program is loaded once a page, so there is one place for all elements.

/** `src/extra/load.js`, which is a module of its own in development, reads the same. */
const BASE = Symbol.for('midturn.base');

/**
 * Says where the files are.
 *
 * @param {string | undefined} url a directory, absolute or relative to the page; without one, the
 *   files are beside the module
 * @throws {TypeError} if it is no URL
 */
export function serveFrom(url) {
  globalThis[BASE] = url ? new URL(`${url}`.replace(/\/*$/, '/'), document.baseURI).href : undefined;
}

/** The address of a WebAssembly file, by its name without extension; undefined if it is beside the module. */
export function fileAt(stem) {
  const base = globalThis[BASE];
  return base && `${base}${stem}.wasm`;
}
