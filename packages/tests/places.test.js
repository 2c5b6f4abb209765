// Where the program's files come from: another place (`baseUrl`), or the module itself.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { PACKAGE } from './helpers/app.js';

const open = (file) => import(pathToFileURL(join(PACKAGE, file)));
const inline = readFileSync(join(PACKAGE, 'inline.js'), 'utf8');

test('a server can import the file that has everything', async () => {
  const { defineMidturnChat, MidturnChat, MidturnError } = await open('inline.js');
  assert.equal(defineMidturnChat(), undefined);
  assert.equal(typeof MidturnChat, 'function');
  assert.equal(new MidturnError('disposed', 'gone').code, 'disposed');
});

test('the file that has everything names no other file', () => {
  assert.doesNotMatch(inline, /new URL\("[^"]*",\s*import\.meta\.url\)/);
  assert.doesNotMatch(inline, /\bimport\("/);
  assert.doesNotMatch(inline, /^import\b|\bfrom"\.\//m);
  assert.doesNotMatch(inline, /\bfetch\((?:fileAt|new URL)/);
});

test('it has every part that the element can load', () => {
  const program = readFileSync(join(PACKAGE, 'program.js'), 'utf8');
  const parts = readdirSync(PACKAGE).filter((file) => /^split_.*\.wasm$/.test(file));
  assert(parts.length > 5);
  for (const part of ['midturn_bg.wasm', ...parts]) {
    const stem = part.replace('.wasm', '');
    assert(program.includes(`${stem}.wasm`), part);
    assert(inline.includes(`${stem}:"H4sI`) || inline.includes(`"${stem}":"H4sI`), part);
  }
});

test('a part is unpacked as a server would answer with it', async () => {
  const [, text] = /midturn_bg:"(H4sI[^"]+)"/.exec(inline);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const found = Buffer.from(await new Response(unpacked).arrayBuffer());
  assert(found.equals(readFileSync(join(PACKAGE, 'midturn_bg.wasm'))));
});

test('the program is requested from where its first element says', async (context) => {
  GlobalRegistrator.register({ url: 'https://page.example/shop/' });
  context.after(() => GlobalRegistrator.unregister());
  const asked = [];
  context.mock.method(globalThis, 'fetch', async (address) => {
    asked.push(`${address}`);
    throw new TypeError('there is no network');
  });
  const { defineMidturnChat } = await open('define.js');
  defineMidturnChat({ baseUrl: '/files' });

  /** Shows an element until it says that the program could not be loaded. */
  const show = async (given) => {
    const chat = Object.assign(document.createElement('midturn-chat'), given);
    const failed = new Promise((resolve) => chat.addEventListener('midturn-error', ({ detail }) => resolve(detail)));
    document.body.append(chat);
    const { code, message } = await failed;
    chat.remove();
    assert.equal(code, 'load-failed');
    return message;
  };
  const attribute = (url) => {
    const box = document.createElement('div');
    box.append(document.createElement('midturn-chat'));
    box.firstChild.setAttribute('base-url', url);
    const chat = box.firstChild;
    const failed = new Promise((resolve) => chat.addEventListener('midturn-error', resolve, { once: true }));
    document.body.append(box);
    return failed.then(() => box.remove());
  };

  await show({});
  await show({ baseUrl: 'https://files.example/a/' });
  await attribute('../b');
  assert.deepEqual(asked, [
    'https://page.example/files/midturn_bg.wasm',
    'https://files.example/a/midturn_bg.wasm',
    'https://page.example/b/midturn_bg.wasm',
  ]);
  const said = await show({ baseUrl: 'https://[' });
  assert.match(said, /URL/i);
  assert.equal(asked.length, 3);
});
