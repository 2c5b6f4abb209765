// Bundles the extras. `node build.js OUT [--minify]` writes the modules into OUT, and prints a JSON
// list of them: each file with its size, and the files that it imports.
//
// `cargo xtask build` checks the content and the sizes of the files.

import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { again, loader } from './again.js';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The modules whose names a page may rely on. */
const ENTRIES = {
  highlight: 'src/highlight/index.js',
  math: 'src/math/index.js',
  diagram: 'src/diagram/index.js',
  tools: 'src/tools/index.js',
  renderers: 'src/renderers/index.js',
};

/**
 * Replaces ELK, with which the diagram library lays out diagrams, by our own layout: ELK is 1.6 MB of
 * JavaScript compiled from Java. Uses the library's sources, because its bundle contains ELK.
 */
const layout = {
  name: 'layout',
  setup(build) {
    build.onResolve({ filter: /\/elk-instance\.ts$/ }, () => ({
      path: join(HERE, 'src/diagram/layered.js'),
    }));
    build.onResolve({ filter: /^beautiful-mermaid\// }, ({ path }) => ({
      path: join(HERE, 'node_modules', path),
    }));
  },
};

/**
 * Removes the library's changes to the finished layout. One aligns the nodes of a layer: in our layout
 * they are aligned, except in groups with their own direction. The other reroutes the edges of a node,
 * even through other nodes.
 */
const AFTERWARDS = [
  ['  alignLayerNodes(nodes, edges, graph.direction)\n', ''],
  ['  if (mergeEdges) {\n', '  if (false) {\n'],
];

const afterwards = {
  name: 'afterwards',
  setup(build) {
    build.onLoad({ filter: /beautiful-mermaid[\\/]src[\\/]layout-engine\.ts$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const [call, instead] of AFTERWARDS) {
        if (!contents.includes(call)) throw new Error('the diagrams’ library has changed');
        contents = contents.replace(call, instead);
      }
      return { contents, loader: 'ts' };
    });
  },
};

/** The text of the MIT licence after the copyright line. */
const MIT = `\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Gives the chemistry macros an object in place of the global `temml`, with which they define macros. */
const chemistry = {
  name: 'chemistry',
  setup(build) {
    build.onLoad({ filter: /mhchem\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents =
        `import define from 'temml/src/defineMacro.js';\nconst temml = { __defineMacro: define };\n${text}`;
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Writes the modules into a directory, and returns esbuild's metafile. `plain` keeps import statements,
 * which bundlers understand; a failed one is then not repeated.
 */
export async function build(out, minify, plain = false) {
  rmSync(out, { recursive: true, force: true });
  const result = await esbuild.build({
    absWorkingDir: HERE,
    entryPoints: ENTRIES,
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify,
    charset: 'utf8',
    chunkNames: 'chunks/[name]-[hash]',
    // `LICENSES.txt` has all of them instead.
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [layout, afterwards, chemistry],
  });
  if (!plain) askAgain(result.metafile, loader(esbuild.transformSync, minify));
  writeFileSync(join(out, 'LICENSES.txt'), licenses(result.metafile));
  return result.metafile;
}

/** Rewrites the imports of the modules so that a failed import can be repeated. */
function askAgain(metafile, loader) {
  for (const [path, { imports }] of Object.entries(metafile.outputs)) {
    const file = resolve(HERE, path);
    const count = (kind) => imports.filter((one) => one.kind === kind).length;
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, again(text, count('import-statement'), count('dynamic-import'), loader));
  }
}

/** Returns the licence of the chemistry macros: they have their own, at the start of their file. */
function notice() {
  const text = readFileSync(join(HERE, 'node_modules/temml/contrib/mhchem/mhchem.js'), 'utf8');
  const found = /Copyright \(c\)[^]*?limitations under the License\./.exec(text);
  if (!found) throw new Error('the macros for chemistry come without their licence');
  return `temml/contrib/mhchem\n\n${found[0].replace(/^ \* ?/gm, '').trim()}\n`;
}

/** The licence of a package that has no licence file and only names the licence. */
function named(directory) {
  const { name, license, author } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  if (license !== 'MIT' || !author) throw new Error(`${name} comes without its licence`);
  return `Copyright (c) ${author.name ?? author}\n\n${MIT}`;
}

/** The licences of all packages with code in the modules. */
function licenses(metafile) {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0));
  const names = used.map(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter(Boolean))].sort().map((name) => {
    const directory = join(HERE, 'node_modules', name);
    const file = readdirSync(directory).find((one) => /^licen[cs]e/i.test(one));
    const text = file ? readFileSync(join(directory, file), 'utf8').trim() : named(directory);
    return `${name}\n\n${text}\n`;
  }).concat(notice()).join('\n\n');
}

/** Describes each output file: its size, the files that it imports at once, and those imported later. */
function describe(metafile, out) {
  const name = (path) => relative(out, resolve(HERE, path)).replaceAll('\\', '/');
  const files = {};
  for (const [path, { imports, entryPoint }] of Object.entries(metafile.outputs)) {
    if (!path.endsWith('.js')) continue;
    const bytes = readFileSync(resolve(HERE, path));
    const of = (kind) => imports.filter((one) => one.kind === kind).map((one) => name(one.path));
    files[name(path)] = {
      source: entryPoint ? basename(entryPoint, '.js') : null,
      raw: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      imports: of('import-statement'),
      later: of('dynamic-import'),
    };
  }
  return files;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [out, ...flags] = process.argv.slice(2);
  if (!out) throw new Error('usage: node build.js OUT [--minify] [--plain]');
  const place = resolve(out);
  const metafile = await build(place, flags.includes('--minify'), flags.includes('--plain'));
  const files = describe(metafile, place);
  console.log(JSON.stringify({ files }));
}
