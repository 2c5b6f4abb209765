// Bundles one entry of the program with esbuild: `node bundle.mjs ASKED.json`, in the directory that
// has esbuild. What is asked for:
//
// - `options`: those of esbuild
// - `base`: the path of `src/embed/base.js`, which says where the program's files are
// - `without`: the program's files, by their names without extension, that this module never loads. They
//   are not named in it, so that no bundler asks for them
// - `whole`, for a module that contains everything: `files`, the program's files by their names
//   without extension; `extras`, the directory of the extras; `inlined`, the path of
//   `src/embed/inlined.js`

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const { build } = createRequire(join(process.cwd(), 'package.json'))('esbuild');

const { options, base, without, whole } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

/** What takes a small file out of the one that has them all (`shared.rs`). */
const shared = join(dirname(base), 'shared.js');

/** How the module that loads the parts requests a file. */
const REQUEST = /fetch\((new URL\("\.\/([^"]+)\.wasm", import\.meta\.url\))\)/g;

/** How wasm-bindgen's module names the program's first file. */
const FIRST = "module_or_path = new URL('midturn_bg.wasm', import.meta.url);";

/** What stands for the request of a file that is never loaded. */
const ABSENT = "Promise.reject(new Error('this part is not in this build'))";

/** Replaces every match, and fails if there is none. */
function rewritten(text, pattern, by) {
  if (text.replace(pattern, '') === text) throw new Error(`the program has no ${pattern}`);
  return text.replaceAll(pattern, by);
}

/** Lets the parts come from another place than the module's directory. */
const parts = {
  name: 'parts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]__wasm_split\.js$/ }, ({ path }) => {
      const request = (_, address, stem) => {
        if (without.includes(stem)) return ABSENT;
        return whole ? `fileAt("${stem}")` : `fetch(fileAt("${stem}") ?? ${address})`;
      };
      const text = rewritten(readFileSync(path, 'utf8'), REQUEST, request);
      const imports = `import { fileAt } from ${JSON.stringify(base)};\nimport { sectionsOf } from ${JSON.stringify(shared)};\n`;
      return { contents: imports + text, loader: 'js' };
    });
  },
};

/** Puts the program's files and the extras into the module. */
const inside = {
  name: 'inside',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /[\\/]base\.js$/ }, () => ({ path: whole.inlined }));
    onResolve({ filter: /^\.\/extras\// }, ({ path }) => ({ path: join(whole.extras, path.slice('./extras/'.length)) }));
    onResolve({ filter: /^midturn:files$/ }, ({ path }) => ({ path, namespace: 'midturn' }));
    onLoad({ filter: /.*/, namespace: 'midturn' }, () => {
      const packed = Object.entries(whole.files).map(([stem, file]) => [stem, gzipSync(readFileSync(file), { level: 9 }).toString('base64')]);
      return { contents: JSON.stringify(Object.fromEntries(packed)), loader: 'json' };
    });
    // A bundler would find the address and add the file once more.
    onLoad({ filter: /[\\/]midturn\.js$/ }, ({ path }) => ({
      contents: rewritten(readFileSync(path, 'utf8'), FIRST, "throw new Error('the program is inside');"),
      loader: 'js',
    }));
  },
};

await build({ ...options, plugins: whole ? [parts, inside] : [parts] });
