// What an embedder's renderer draws, with nodes that are only as much as is needed here.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { load } from '../helpers/bundle.js';

const { attach } = await load('renderers');

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

function boxed() {
  return {
    nodes: [],
    replaceChildren(...nodes) {
      this.nodes = nodes;
      for (const node of nodes) node.box = this;
    },
  };
}

/** A renderer at work. */
function drawing(renderer, first = { name: 'weather', arguments: '{"at":' }) {
  const box = boxed();
  const failures = [];
  const held = attach(box, renderer, first, { name: 'weather' }, (code, message) => failures.push([code, message]));
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

test('a node that comes after the end is disposed of', async () => {
  let resolve;
  let disposed = 0;
  const { box, held } = drawing(() => new Promise((done) => { resolve = done; }));
  await settled();
  held.end();
  resolve({ node: node('late'), dispose: () => (disposed += 1) });
  await settled();
  assert.deepEqual([disposed, box.nodes], [1, []]);
});

test('the content of an activity is read', async () => {
  const { box } = drawing((value) => node(value.data.steps[0]), { name: 'plan', content: '{"steps":["one"]}' });
  await settled();
  assert.equal(box.nodes[0].text, 'one');
});
