// What an embedder's renderer draws, with nodes that are only as much as is needed here.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { load } from '../helpers/bundle.js';

const { attach } = await load('renderers');

/** What the page has: the colour of its text, and who waits for a change of its attributes or of the system's theme. */
const page = { color: 'rgb(20, 20, 20)', observers: new Set(), system: new Set(), observed: [] };

globalThis.getComputedStyle = () => ({ color: page.color });
globalThis.matchMedia = () => ({
  addEventListener: (_, call) => page.system.add(call),
  removeEventListener: (_, call) => page.system.delete(call),
});
globalThis.MutationObserver = class {
  constructor(call) {
    this.call = call;
  }

  observe(element) {
    page.observers.add(this.call);
    page.observed.push(element.name);
  }

  disconnect() {
    page.observers.delete(this.call);
  }
};

/** The page becomes light or dark, and tells those who wait. */
function turn(color, told = [...page.observers, ...page.system]) {
  page.color = color;
  for (const call of told) call();
}

/** A place in the chat: the chat's root is in the element's shadow root, and the element in a page. */
function place() {
  const html = { name: 'html', parentElement: null, getRootNode: () => ({}) };
  const host = { name: 'midturn-chat', parentElement: html };
  const shadow = Object.assign(new EventTarget(), { host });
  const root = { name: 'midturn', parentElement: null, getRootNode: () => shadow };
  return { closest: () => root, getRootNode: () => shadow };
}

/** A node that knows its text and its box. */
function node(text) {
  return {
    nodeType: 1,
    text,
    box: null,
    remove() {
      if (this.box) this.box.nodes = [];
      this.box = null;
    },
  };
}

/** A renderer at work. */
function drawing(renderer, first = { name: 'weather', arguments: '{"at":' }, at = place()) {
  const box = { nodes: [], said: [] };
  const failures = [];
  const show = (node, message) => {
    box.nodes = node ? [node] : [];
    box.said.push(message);
    if (node) node.box = box;
  };
  const held = attach(at, renderer, first, { name: 'weather' }, show, (code, message) => failures.push([code, message]));
  return { box, failures, held };
}

const settled = () => new Promise((done) => setImmediate(done));

test('a node is put into the box, and drawn anew for each new value', async () => {
  const signals = [];
  const { box, held } = drawing((value, { signal }) => {
    signals.push(signal);
    return node(JSON.stringify(value.input));
  });
  await settled();
  assert.equal(box.nodes[0].text, 'null', 'the arguments are not complete');
  held.update({ name: 'weather', arguments: '{"at":"here"}' });
  await settled();
  assert.equal(box.nodes[0].text, '{"at":"here"}');
  assert.deepEqual(signals.map((signal) => signal.aborted), [true, false]);
});

test('a renderer with an update keeps its node and is disposed of', async () => {
  const calls = [];
  const own = node('own');
  const { box, held } = drawing(() => ({
    node: own,
    update: (value) => calls.push(value.arguments),
    dispose: () => calls.push('disposed'),
  }));
  await settled();
  held.update({ arguments: '1' });
  held.update({ arguments: '2' });
  assert.deepEqual([calls, box.nodes], [['1', '2'], [own]]);
  held.end();
  assert.deepEqual([calls.at(-1), box.nodes], ['disposed', []]);
});

test('what changes while a promise is pending is drawn once it is settled', async () => {
  const given = [];
  let first;
  const { box, held } = drawing((value) => {
    given.push(value.arguments);
    return given.length === 1 ? new Promise((resolve) => { first = resolve; }) : node(value.arguments);
  });
  await settled();
  held.update({ arguments: '2' });
  held.update({ arguments: '3' });
  assert.equal(given.length, 1);
  first(node('late'));
  await settled();
  assert.deepEqual([given.at(-1), box.nodes[0].text], ['3', '3']);
  assert.equal(given.length, 2);
});

test('a renderer that throws is reported once, and may do better with the next value', async () => {
  const { box, failures, held } = drawing((value) => {
    if (!value.input) throw new Error('no place');
    return node('drawn');
  });
  await settled();
  held.update({ arguments: '{"at"' });
  await settled();
  assert.deepEqual(failures, [['renderer-failed', 'weather: no place']]);
  held.update({ arguments: '{}' });
  await settled();
  assert.equal(box.nodes[0].text, 'drawn');
});

test('an update that throws is reported, and the node is removed', async () => {
  const { box, failures, held } = drawing(() => ({
    node: node('x'),
    update() {
      throw new Error('cannot change');
    },
  }));
  await settled();
  held.update({ arguments: '1' });
  assert.deepEqual([failures, box.nodes], [[['renderer-failed', 'weather: cannot change']], []]);
});

test('what is no node is reported; nothing at all is not', async () => {
  const wrong = drawing(() => ({ html: '<b>' }));
  const none = drawing(() => null);
  await settled();
  assert.deepEqual(wrong.failures, [['renderer-failed', 'weather: the renderer gave no node']]);
  assert.deepEqual([none.failures, none.box.nodes], [[], []]);
});

test('a renderer that never ends is reported, and its signal is aborted', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let signal;
  const { failures, held } = drawing((_, context) => {
    ({ signal } = context);
    return new Promise(() => {});
  });
  mock.timers.tick(10_000);
  mock.timers.reset();
  await settled();
  assert.deepEqual([failures, signal.aborted], [[['renderer-timeout', 'weather: no node after 10 s']], true]);
  held.end();
});

test('a node that comes after the end is disposed of, and its signal is aborted at the end', async () => {
  let resolve;
  let signal;
  let disposed = 0;
  const { box, held } = drawing((_, context) => {
    signal = context.signal;
    return new Promise((done) => { resolve = done; });
  });
  await settled();
  assert.equal(signal.aborted, false);
  held.end();
  assert.equal(signal.aborted, true);
  resolve({ node: node('late'), dispose: () => (disposed += 1) });
  await settled();
  assert.deepEqual([disposed, box.nodes], [1, []]);
});

test('a node that comes too late is disposed of', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let resolve;
  let disposed = 0;
  const { box, failures, held } = drawing(() => new Promise((done) => { resolve = done; }));
  await settled();
  t.mock.timers.tick(10_000);
  await settled();
  resolve({ node: node('late'), dispose: () => (disposed += 1) });
  await settled();
  assert.deepEqual([disposed, box.nodes], [1, []]);
  // The person is not told in English what concerns the embedder alone.
  assert.deepEqual([failures[0][0], box.said], ['renderer-timeout', ['']]);
  // Otherwise a later test makes the page dark, and this one draws again and waits for it.
  held.end();
});

test('the nodes of a fragment are in an element, which leaves as a whole', async () => {
  const made = [];
  const ownerDocument = {
    createElement: () => {
      const box = node('box');
      Object.assign(box, { style: {}, held: [], append: (one) => box.held.push(one) });
      made.push(box);
      return box;
    },
  };
  const fragment = { nodeType: 11, ownerDocument };
  const { box, held } = drawing(() => fragment);
  await settled();
  assert.deepEqual([box.nodes, made[0].held], [[made[0]], [fragment]]);
  held.end();
  assert.deepEqual(box.nodes, []);
});

test('a failure that comes again after a success is told again, and so is one of an async update', async () => {
  let fails = true;
  const { failures, held } = drawing(() => {
    if (fails) throw new Error('no');
    return { node: node('x'), update: async () => { throw new Error('not now'); } };
  });
  await settled();
  fails = false;
  held.update({ name: 'weather', arguments: '1' });
  await settled();
  held.update({ name: 'weather', arguments: '2' });
  await settled();
  assert.deepEqual(failures.map(([, message]) => message), ['weather: no', 'weather: not now']);
});

test('the content of an activity is read', async () => {
  const { box } = drawing((value) => node(value.data.steps[0]), { name: 'plan', content: '{"steps":["one"]}' });
  await settled();
  assert.equal(box.nodes[0].text, 'one');
});

test('a source is given as it is, and the reason why it is not drawn is told to both sides', async () => {
  const drawn = drawing((source, context) => node(`${source} ${'state' in context}`), 'a,b');
  const broken = drawing(() => {
    throw new Error('no rows');
  }, 'a,b');
  const late = drawing(async () => {
    throw 'no rows';
  }, 'a,b');
  await settled();
  assert.equal(drawn.box.nodes[0].text, 'a,b false');
  for (const { box, failures } of [broken, late]) {
    assert.deepEqual([box.nodes, box.said, failures], [[], ['no rows'], [['renderer-failed', 'weather: no rows']]]);
  }
});

test('the context says what is so now: the question about the call, and how far it is', async () => {
  let context;
  const { held } = drawing((_, given) => {
    context = given;
    return { node: node('x'), update() {} };
  }, { status: 'running', interruptId: null, arguments: '' });
  await settled();
  assert.deepEqual([context.state, context.interruptId], ['running', null]);
  held.update({ status: 'waiting', interruptId: 'q-1', arguments: '' });
  assert.deepEqual([context.state, context.interruptId], ['waiting', 'q-1']);
  held.update({ status: 'denied', interruptId: null, arguments: '' });
  assert.deepEqual([context.state, context.interruptId], ['denied', null]);
  held.end();
});

test('a drawing is updated, or drawn anew, when the page becomes dark', async () => {
  page.observed = [];
  const calls = [];
  let context;
  const updated = drawing((_, given) => {
    context = given;
    return { node: node('x'), update: (value) => calls.push([value.arguments, given.dark]) };
  }, { arguments: '1' });
  const anew = drawing((source, { dark }) => node(`${source} ${dark}`), 'code');
  await settled();
  assert.deepEqual([context.dark, anew.box.nodes[0].text], [false, 'code false']);
  assert.deepEqual(new Set(page.observed), new Set(['midturn', 'midturn-chat', 'html']));
  turn('rgb(240, 240, 240)', [...page.observers]);
  await settled();
  assert.deepEqual([calls, context.dark, anew.box.nodes[0].text], [[['1', true]], true, 'code true']);
  // The same again is no news.
  turn('rgb(230, 230, 230)');
  await settled();
  assert.equal(calls.length, 1);
  turn('rgb(20, 20, 20)', [...page.system]);
  await settled();
  assert.deepEqual([calls.at(-1), anew.box.nodes[0].text], [['1', false], 'code false']);
  updated.held.end();
  turn('rgb(240, 240, 240)');
  assert.equal(calls.length, 2, 'a drawing that has ended hears nothing');
  page.color = 'rgb(20, 20, 20)';
});

test('a chat that is moved within the page has the colours of its new place, and what is around it there is watched', async () => {
  const at = place();
  const shadow = at.getRootNode();
  const { box, held } = drawing((source, { dark }) => node(`${source} ${dark}`), 'code', at);
  await settled();
  page.observed = [];
  shadow.host.parentElement = { name: 'aside', parentElement: shadow.host.parentElement };
  page.color = 'rgb(240, 240, 240)';
  shadow.dispatchEvent(new Event('midturn-moved'));
  await settled();
  assert.equal(box.nodes[0].text, 'code true');
  assert.ok(page.observed.includes('aside'));
  turn('rgb(20, 20, 20)', [...page.observers]);
  await settled();
  assert.equal(box.nodes[0].text, 'code false');
  held.end();
  page.observed = [];
  shadow.dispatchEvent(new Event('midturn-moved'));
  assert.deepEqual(page.observed, [], 'a chat without drawings is not listened to');
});

test('colours of every kind are known as light or dark', async () => {
  for (const [color, dark] of [
    ['rgb(230, 230, 240)', true],
    ['rgba(255, 255, 255, 0.5)', true],
    ['oklch(0.93 0.01 250)', true],
    ['lab(92 0 0)', true],
    ['color(display-p3 0.9 0.9 0.9)', true],
    ['rgb(20, 20, 30)', false],
    ['oklab(0.2 0.1 0.1)', false],
    ['color(srgb 0.1 0.1 0.1)', false],
    ['', false],
  ]) {
    page.color = color;
    let said;
    const { held } = drawing((_, context) => ((said = context.dark), null));
    await settled();
    assert.equal(said, dark, color);
    held.end();
  }
});
