// Takes the place of `base.js` in the build that is one file: the program's files are in the module.

import files from 'midturn:files';

/** Nothing is loaded from anywhere. */
export function serveFrom() {}

/** A WebAssembly file, by its name without extension, as a server would answer with it. */
export async function fileAt(stem) {
  const text = files[stem];
  if (!text) throw new Error(`${stem}.wasm is not in this build`);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked, { headers: { 'content-type': 'application/wasm' } });
}
