// `midturn/vue`, on a page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { appWith, installed, VUE } from './helpers/app.js';
import { fire, place, receive } from './helpers/page.js';

const app = appWith(VUE);
const { createSSRApp, createApp, h, nextTick, reactive, Suspense } = await installed(app, 'vue/index.mjs');
const { renderToString } = await installed(app, '@vue/server-renderer/dist/server-renderer.esm-bundler.js');
const { MidturnChat } = await installed(app, 'midturn/vue.js');

let shown;
const warnings = [];
afterEach(() => {
  shown?.unmount();
  shown = undefined;
  assert.deepEqual(warnings.splice(0), []);
});

/** Shows the component. `props` can be changed. */
async function show(props, slots, wrap = (chat) => chat) {
  const given = reactive(props);
  const page = place();
  let exposed;
  const ref = (instance) => (exposed = instance);
  shown = createApp({ render: () => wrap(h(MidturnChat, { ...given, ref }, slots)) });
  shown.config.warnHandler = (message) => warnings.push(message);
  shown.mount(page);
  await nextTick();
  return { chat: page.querySelector('midturn-chat'), given, exposed: () => exposed };
}

test('the chat begins with all options', async () => {
  const renderers = {};
  const headers = async () => ({});
  const { chat } = await show({ agentUrl: '/a', theme: 'dark', attachmentMaxBytes: 5, debug: '', renderers, headers, protocolOptions: { a: 1 } });
  assert.equal(chat.getAttribute('agent-url'), '/a');
  assert.equal(chat.opened.theme ?? chat.getAttribute('theme'), 'dark');
  assert.equal(chat.getAttribute('attachment-max-bytes'), '5');
  assert(chat.opened.debug ?? chat.hasAttribute('debug'));
  assert.equal(chat.opened.renderers, renderers);
  assert.equal(chat.opened.headers, headers);
  assert.deepEqual(chat.opened.protocolOptions, { a: 1 });
  assert.equal('protocolEvents' in chat.opened, false);
});

test('inside of Suspense too', async () => {
  const tools = [];
  const slow = { async setup() { return () => h('p'); } };
  const { chat } = await show({ tools }, {}, (chat) => h(Suspense, () => h('div', [chat, h(slow)])));
  assert.equal(chat, null);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(document.querySelector('midturn-chat').opened.tools, tools);
});

test('a changed option is set, an unchanged one is not, a removed one is undefined', async () => {
  const { chat, given } = await show({ threadId: 'a', tools: [], links: {} });
  chat.sets.length = 0;
  given.links = { relative: true };
  await nextTick();
  assert.deepEqual(chat.sets, [['links', { relative: true }]]);
  given.threadId = 'b';
  await nextTick();
  assert.equal(chat.threadId, 'b');
  delete given.threadId;
  delete given.tools;
  await nextTick();
  assert.equal(chat.threadId, undefined);
  assert.equal(chat.tools, undefined);
  assert.equal(chat.hasAttribute('thread-id'), false);
});

test('an event is emitted with itself', async () => {
  const told = [];
  const { chat } = await show({ onTurnEnd: ({ detail }) => told.push(detail), onError: ({ detail }) => told.push(detail) });
  fire(chat, 'turn-end', 1);
  fire(chat, 'error', 2);
  assert.deepEqual(told, [1, 2]);
});

test('the events of the protocol are listened to only for a listener', async () => {
  const { chat } = await show({ onState: () => {} });
  assert(!chat.listened.includes('midturn-protocol-event'));
  shown.unmount();
  const told = [];
  const other = await show({ onProtocolEvent: ({ detail }) => told.push(detail) });
  fire(other.chat, 'protocol-event', 'it');
  assert.deepEqual(told, ['it']);
});

test('a template ref has the methods and the element', async () => {
  const { chat, exposed } = await show({});
  const parent = exposed();
  assert.equal(parent.element, chat);
  assert.equal(await parent.send('hello'), 'send is done');
  assert.equal(await parent.openThread(), 'openThread is done');
  assert.deepEqual(chat.calls, [['send', 'hello'], ['openThread']]);
  shown.unmount();
  shown = undefined;
  await assert.rejects(parent.send('late'), { name: 'MidturnError', code: 'disposed' });
});

test('slots become children with the slot’s name', async () => {
  const { chat } = await show({ class: 'tall', id: 'shop' }, {
    header: () => [h('h2', 'Ask'), 'the shop'],
    default: () => h('i', { slot: 'footer' }),
  });
  const children = [...chat.children].map((child) => [child.localName, child.slot, child.textContent]);
  assert.deepEqual(children, [['h2', 'header', 'Ask'], ['span', 'header', 'the shop'], ['i', 'footer', '']]);
  assert.equal(chat.className, 'tall');
  assert.equal(chat.id, 'shop');
});

test('a chat that a server wrote is not started again', async () => {
  const tools = [];
  const props = { threadId: 'a', locale: 'fr', tools };
  const page = place();
  receive(page, await renderToString(createSSRApp({ render: () => h(MidturnChat, props) })));
  const chat = page.firstChild;
  shown = createSSRApp({ render: () => h(MidturnChat, props) });
  shown.config.warnHandler = (message) => warnings.push(message);
  shown.mount(page);
  await nextTick();
  assert.equal(page.firstChild, chat);
  assert.deepEqual(chat.sets, [['tools', tools]]);
});
