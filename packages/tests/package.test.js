// The package as it is packed: what importing it does on a server, and what a bundler finds in it.
// `cargo xtask test --filter package` says where it is, in `MIDTURN_PACKAGE`.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';

const place = process.env.MIDTURN_PACKAGE;
assert(place, 'MIDTURN_PACKAGE names no directory');
const description = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
const open = (entry) => import(pathToFileURL(join(place, description.exports[entry].default)));
const program = readFileSync(join(place, 'program.js'), 'utf8');
const found = (pattern) => [...program.matchAll(pattern)].map(([, path]) => path);

test('a server can import both entries, and gets the same class', async () => {
  const [registering, plain] = [await open('.'), await open('./define')];
  assert.equal(registering.MidturnChat, plain.MidturnChat);
  assert.equal(plain.defineMidturnChat(), undefined);
  assert.equal(new plain.MidturnError('disposed', 'gone').code, 'disposed');
});

test('only the registering entry defines the element', async () => {
  const defined = [];
  globalThis.customElements = { get: () => undefined, define: (...args) => defined.push(args) };
  try {
    const { MidturnChat, defineMidturnChat } = await open('./define');
    assert.deepEqual(defined, []);
    await import(`${pathToFileURL(join(place, 'index.js'))}?again`);
    assert.deepEqual(defined, [['midturn-chat', MidturnChat]]);
    defineMidturnChat();
    assert.equal(defined.length, 2);
  } finally {
    delete globalThis.customElements;
  }
});

test('every entry has its types first, and each file is there', () => {
  for (const [entry, files] of Object.entries(description.exports)) {
    if (typeof files === 'string') continue;
    assert.equal(Object.keys(files)[0], 'types', entry);
    for (const file of Object.values(files)) assert(existsSync(join(place, file)), file);
  }
});

test('a bundler finds the program, its parts and the extras', () => {
  // Without the mark, Vite copies small files into the module as `data:` addresses.
  const binaries = found(/new URL\("(\.\/[^"?]+\.wasm)\?no-inline", ?import\.meta\.url\)/g);
  assert.equal(binaries.length, found(/("[^"`]*\.wasm(?:\?[^"`]*)?")/g).length);
  assert(binaries.includes('./midturn_bg.wasm'));
  assert(binaries.length > 10, `${binaries.length} files`);
  const modules = found(/import\("(\.\/extras\/[^"]+)"\)/g).sort();
  assert.deepEqual(modules, ['diagram', 'highlight', 'math', 'renderers', 'tools'].map((name) => `./extras/${name}.js`));
  // The package has these files and no others: not those of the standalone page, which an element never loads.
  const packed = readdirSync(place).filter((file) => file.endsWith('.wasm'));
  assert.deepEqual(packed.map((file) => `./${file}`).sort(), [...binaries].sort());
  assert.deepEqual(packed.filter((file) => /^split_(page|playground)_/.test(file)), []);
  for (const path of [...binaries, ...modules]) assert(existsSync(join(place, path)), path);
  const highlight = readFileSync(join(place, 'extras/highlight.js'), 'utf8');
  assert(highlight.includes('import("./chunks/'));
});
