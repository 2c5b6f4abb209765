// The loader of a program in parts, over a page, a network and WebAssembly that are made up: what
// happens while a part does not come.
import test from 'node:test';
import assert from 'node:assert/strict';

const PLACE = 'midturn:/threads/t:-1';

class Field extends EventTarget {
  tagName = 'TEXTAREA';
  value = '';
  placeholder = 'Write';
  isConnected = true;
  ariaBusy = null;
}

/** What the loader has told the program. */
const told = [];
/** What was asked for. */
const asked = [];
const kept = new Map();
const page = new EventTarget();
const network = { online: true, has: (_url) => true };

Object.assign(globalThis, {
  location: { pathname: '/threads/t' },
  document: { querySelectorAll: () => [] },
  indexedDB: { databases: async () => [] },
  addEventListener: page.addEventListener.bind(page),
  InputEvent: Event,
  fetch: async (url) => {
    asked.push(url);
    if (!network.has(url)) throw new TypeError('Failed to fetch');
    return { ok: true, headers: new Map(), arrayBuffer: async () => new ArrayBuffer(1) };
  },
  WebAssembly: {
    compile: async () => ({}),
    Instance: class {
      exports = {};
    },
    instantiate: async () => ({
      exports: {
        partsAreComing() {},
        partsAreThere: (all) => told.push(all ? 'whole' : 'enough'),
        partIsMissing: (said) => told.push(said ? 'missing' : 'missing, not said'),
      },
    }),
  },
});
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  },
});
Object.defineProperty(globalThis, 'navigator', { value: { get onLine() { return network.online; } } });

const { program } = await import('../../src/embed/parts.js');

/** Lets everything happen that needs no more than a turn of the event loop or two. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setTimeout(next));
};

/** A page with a field, of which only the first part has come. */
async function begun() {
  network.has = (url) => url === 'first';
  const field = new Field();
  const root = Object.assign(new EventTarget(), { querySelector: () => field });
  const press = (type, about) => {
    const event = Object.assign(new Event(type, { cancelable: true }), about);
    Object.defineProperty(event, 'target', { value: field });
    Object.defineProperty(event, 'isTrusted', { value: true });
    root.dispatchEvent(event);
  };
  const loads = program(['first', 'reading', 'working', 'debug'], {}, { imports: () => ({}), finalize() {} });
  loads.guard(root);
  await loads.start();
  const sent = [];
  // As the program does: it takes the text and empties the field.
  field.addEventListener('keydown', () => {
    sent.push(field.value);
    field.value = '';
  });
  const say = (text) => {
    field.value = text;
    press('input');
    press('keydown', { key: 'Enter' });
  };
  return { field, sent, say };
}

function connect(online) {
  network.online = online;
  page.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

test('without a connection nothing is said twice, what was sent waits, and goes when it is back', async () => {
  told.length = 0;
  const { field, sent, say } = await begun();
  connect(false);
  say('hello');
  await settle();
  assert.equal(field.placeholder, 'hello');
  assert.equal(kept.get(PLACE), 'hello');
  assert.ok(!told.includes('missing'));
  network.has = () => true;
  connect(true);
  await settle();
  assert.deepEqual(sent, ['hello']);
  assert.equal(told.at(-1), 'whole');
  assert.equal(field.placeholder, 'Write');
  assert.equal(kept.size, 0);
});

test('a part that does not come is said, and no longer once the connection is gone', async () => {
  told.length = 0;
  const { sent, say } = await begun();
  say('hello');
  await settle();
  assert.equal(told.at(-1), 'missing');
  connect(false);
  assert.equal(told.at(-1), 'missing, not said');
  assert.deepEqual(sent, []);
  network.has = () => true;
  connect(true);
  await settle();
  assert.deepEqual(sent, ['hello']);
});

test('what was written before a reload is given back, and not sent', async () => {
  kept.set(PLACE, 'from before');
  const { field, sent, say } = await begun();
  say('hello');
  await settle();
  assert.equal(kept.get(PLACE), 'from before\n\nhello');
  network.has = () => true;
  connect(true);
  await settle();
  assert.deepEqual(sent, ['hello']);
  assert.equal(field.value, 'from before');
  assert.equal(kept.size, 0);
});
