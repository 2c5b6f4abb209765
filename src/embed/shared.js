// Small files of the program that several parts share are one WebAssembly file without code, in which each
// is a custom section under its name (`xtask/src/build/shared.rs`).

/**
 * Requests that file once, when the first of the small files is wanted. After an error, the next one
 * requests it again.
 *
 * @param {() => Promise<Response>} request
 * @returns {(name: string) => Promise<Response>} a small file, as a server would answer with it
 */
export function sectionsOf(request) {
  let file;
  return async (name) => {
    const asked = (file ??= WebAssembly.compileStreaming(request()));
    try {
      const [bytes] = WebAssembly.Module.customSections(await asked, name);
      return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
    } catch (error) {
      if (file === asked) file = undefined;
      throw error;
    }
  };
}
