import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../helpers/bundle.js';

const { answer } = await load('tools');

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 2 }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
  additionalProperties: false,
};

const context = (signal = new AbortController().signal) => ({
  threadId: 't', runId: 'r', toolCallId: 'c', signal,
});

const tool = (execute, more = {}) => ({ name: 'weather', parameters: SCHEMA, execute, ...more });
const call = (execute, text, more) => answer(tool(execute, more), text, context());

test('the arguments are read, and the function is called once, with what it may need', async () => {
  const calls = [];
  const given = await call((...all) => calls.push(all) && 'sunny', '{"city":"Paris","days":2}');
  assert.deepEqual(given, { content: 'sunny', failed: false });
  assert.equal(calls.length, 1);
  const [args, { threadId, runId, toolCallId, signal }] = calls[0];
  assert.deepEqual(args, { city: 'Paris', days: 2 });
  assert.deepEqual([threadId, runId, toolCallId], ['t', 'r', 'c']);
  assert.equal(signal.aborted, false);
});

test('arguments that are no JSON, or do not fit, are told and nothing is called', async () => {
  const never = () => assert.fail('it was called');
  for (const [text, said] of [
    ['{"city":', /not valid JSON/],
    ['', /schema.*city/],
    ['{}', /schema.*city/],
    ['[]', /schema/],
    ['{"city":"P"}', /city: /],
    ['{"city":"Paris","days":0.5}', /days: /],
    ['{"city":"Paris","more":1}', /more/],
  ]) {
    const { content, failed } = await call(never, text);
    assert.equal(failed, true, text);
    assert.match(content, said, text);
  }
});

test('a schema that cannot be used is told, and nothing is called', async () => {
  const never = () => assert.fail('it was called');
  const phone = { type: 'string', pattern: '^\\d{3}\\-\\d{4}$' };
  for (const properties of [{ phone }, { phone: { $ref: '#/$defs/none' } }]) {
    const told = [];
    const parameters = { type: 'object', properties };
    const how = { ...context(), failed: (...all) => told.push(all) };
    const { content, failed } = await answer(tool(never, { parameters }), '{"phone":"555-1234"}', how);
    assert.equal(failed, true);
    assert.match(content, /schema of the tool cannot be used: /);
    assert.deepEqual(told, []);
  }
});

test('without a schema anything goes, and no arguments are none', async () => {
  const given = await call((args) => args, '  ', { parameters: undefined });
  assert.deepEqual(given, { content: '{}', failed: false });
});

test('a schema may refer to its own definitions', async () => {
  const parameters = {
    type: 'object',
    properties: { at: { $ref: '#/$defs/point' } },
    $defs: { point: { type: 'object', required: ['x'] } },
  };
  const bad = await call(() => '', '{"at":{}}', { parameters });
  assert.equal(bad.failed, true);
  const good = await call(() => 'ok', '{"at":{"x":1}}', { parameters });
  assert.deepEqual(good, { content: 'ok', failed: false });
});

test('results become text', async () => {
  for (const [value, text] of [
    ['x', 'x'],
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [7, '7'],
    [null, 'null'],
    [undefined, 'Done.'],
  ]) {
    assert.equal((await call(async () => value, '{"city":"Paris"}')).content, text);
  }
});

test('what a function throws is a result too, whatever it is', async () => {
  const boom = (thrown) => call(() => { throw thrown; }, '{"city":"Paris"}');
  assert.deepEqual(await boom(new Error('no network')), { content: 'no network', failed: true });
  assert.deepEqual(await boom('text'), { content: 'text', failed: true });
  const later = await call(async () => { throw new TypeError(''); }, '{"city":"Paris"}');
  assert.deepEqual(later, { content: 'TypeError', failed: true });
  const circle = {};
  circle.self = circle;
  assert.equal((await call(() => circle, '{"city":"Paris"}')).failed, true);
});

test('one that takes too long is let go of, and told so', async () => {
  let signal;
  const given = await call(
    (_, context) => {
      ({ signal } = context);
      return new Promise(() => {});
    },
    '{"city":"Paris"}',
    { timeout: 20 },
  );
  assert.equal(given.failed, true);
  assert.match(given.content, /within 0\.02 s/);
  assert.equal(signal.aborted, true);
});

test('it is called as the method that it is', async () => {
  const given = await call(function () { return this.name; }, '{"city":"Paris"}');
  assert.equal(given.content, 'weather');
});

test('no timeout is none', async () => {
  for (const timeout of [0, Infinity]) {
    const slow = () => new Promise((done) => setTimeout(done, 30, 'late'));
    assert.equal((await call(slow, '{"city":"Paris"}', { timeout })).content, 'late');
  }
});

/** How many timers are set. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('stopped from outside it stops the function, also before it began', async () => {
  const set = timers();
  const outside = new AbortController();
  let inside;
  const given = answer(
    tool((_, { signal }) => {
      inside = signal;
      queueMicrotask(() => outside.abort());
      return new Promise(() => {});
    }),
    '{"city":"Paris"}',
    context(outside.signal),
  );
  assert.equal((await given).failed, true);
  assert.equal(inside.aborted, true);
  assert.equal(timers(), set, 'its time limit is over too');
  const before = await answer(tool(() => assert.fail('it was called')), '{"city":"Paris"}', context(outside.signal));
  assert.equal(before.failed, true);
});

test('a module of a tool that cannot be loaded is told to the page, and the agent is told no address', async () => {
  const said = [
    'Failed to fetch dynamically imported module: https://shop.example/tools/cart.js',
    'error loading dynamically imported module: https://shop.example/tools/cart.js',
    'Importing a module script failed.',
    'Loading chunk 12 failed.\n(error: https://shop.example/12.js)',
    'Loading CSS chunk 3 failed.\n(https://shop.example/3.css)',
    'Unable to preload CSS for /assets/cart.css',
  ];
  for (const message of said) {
    const told = [];
    const context = { threadId: 't', runId: 'r', toolCallId: 'c', signal: new AbortController().signal };
    const execute = async (_, given) => {
      assert.equal('failed' in given, false, 'the tool gets what is documented');
      throw new TypeError(message);
    };
    const given = await answer(tool(execute), '{"city":"Paris"}', {
      ...context,
      failed: (...all) => told.push(all),
    });
    assert.deepEqual(given, { content: 'The tool could not be loaded.', failed: true });
    assert.deepEqual(told, [['load-failed', `the tool weather: ${message}`]]);
  }
  const own = await call(() => Promise.reject(new Error('Loading the cart failed: it is empty')), '{"city":"Paris"}');
  assert.deepEqual(own, { content: 'Loading the cart failed: it is empty', failed: true });
});
