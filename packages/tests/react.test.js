// `midturn/react` with the supported versions of React, on a page.

import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { appWith, installed, REACTS } from './helpers/app.js';
import { fire, place, receive } from './helpers/page.js';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

for (const [version, dependencies] of REACTS) {
  const app = appWith(dependencies);
  const { default: React } = await installed(app, 'react/index.js');
  const { default: client } = await installed(app, 'react-dom/client.js');
  const { default: server } = await installed(app, 'react-dom/server.node.js');
  const { MidturnChat } = await installed(app, 'midturn/react.js');
  const { act, createElement: h, createRef, StrictMode } = React;

  let root;
  async function show(props, ...children) {
    if (!root) root = client.createRoot(place());
    await act(async () => root.render(h(MidturnChat, props, ...children)));
    return document.querySelector('midturn-chat');
  }

  suite(version, () => {
    afterEach(async () => {
      await act(async () => root?.unmount());
      root = undefined;
    });

    test('the chat begins with all options', async () => {
      const renderers = {};
      const headers = async () => ({});
      const given = { agentUrl: '/a', theme: 'dark', attachmentMaxBytes: 5, debug: true, protocolEvents: true, renderers, headers };
      const chat = await show({ ...given, protocolOptions: { stream: 'events' } });
      const text = (name) => chat.opened[name] ?? chat.getAttribute(name.replace(/[A-Z]/g, (big) => `-${big.toLowerCase()}`));
      assert.equal(text('agentUrl'), '/a');
      assert.equal(text('theme'), 'dark');
      assert.equal(Number(text('attachmentMaxBytes')), 5);
      assert(chat.opened.debug ?? chat.hasAttribute('debug'));
      assert(chat.opened.protocolEvents ?? chat.hasAttribute('protocol-events'));
      assert.equal(chat.opened.renderers, renderers);
      assert.equal(chat.opened.headers, headers);
      assert.deepEqual(chat.opened.protocolOptions, { stream: 'events' });
    });

    test('a changed option is set, an unchanged one is not, a removed one is undefined', async () => {
      const tools = [];
      const chat = await show({ threadId: 'a', tools, links: { relative: true } });
      chat.sets.length = 0;
      await show({ threadId: 'a', tools, links: { relative: true } });
      assert.deepEqual(chat.sets.map(([name]) => name), ['links']);
      await show({ threadId: 'b', debug: false });
      assert.equal(chat.threadId, 'b');
      assert.equal(chat.debug, false);
      assert.equal(chat.tools, undefined);
      // Ids are often numbers.
      await show({ threadId: 42 });
      assert.equal(chat.threadId, '42');
      await show({});
      assert.equal(chat.threadId, undefined);
      assert.equal(chat.hasAttribute('thread-id'), false);
      assert.equal(chat.hasAttribute('debug'), false);
    });

    test('a handler gets the event, and a changed one adds no listener', async () => {
      const told = [];
      const chat = await show({ onTurnEnd: ({ detail }) => told.push(['first', detail]) });
      fire(chat, 'turn-end', 1);
      await show({ onTurnEnd: ({ detail }) => told.push(['second', detail]) });
      fire(chat, 'turn-end', 2);
      assert.deepEqual(told, [['first', 1], ['second', 2]]);
      assert.deepEqual(chat.listened, ['midturn-turn-end']);
      await show({});
      fire(chat, 'turn-end', 3);
      assert.equal(told.length, 2);
    });

    test('the events of the protocol are listened to only for a handler', async () => {
      const chat = await show({ onState: () => {} });
      assert(!chat.listened.includes('midturn-protocol-event'));
      const told = [];
      await show({ onState: () => {}, onProtocolEvent: ({ detail }) => told.push(detail) });
      fire(chat, 'protocol-event', 'it');
      assert.deepEqual(told, ['it']);
    });

    test('the ref is the element, with its methods', async () => {
      const ref = createRef();
      const chat = await show({ ref });
      assert.equal(ref.current, chat);
      assert.equal(await ref.current.send('hello', { delivery: 'queue' }), 'send is done');
      assert.deepEqual(chat.calls, [['send', 'hello', { delivery: 'queue' }]]);
      await act(async () => root.unmount());
      root = undefined;
      assert.equal(ref.current, null);
    });

    test('children, class, style and other attributes are the tag’s', async () => {
      const props = { className: 'tall', id: 'shop', style: { height: '100%' }, hidden: false, 'aria-label': 'Shop' };
      const chat = await show(props, h('h2', { slot: 'header' }, 'Ask'));
      assert.equal(chat.className, 'tall');
      assert.equal(chat.id, 'shop');
      assert.equal(chat.style.height, '100%');
      assert.equal(chat.hasAttribute('hidden'), false);
      assert.equal(chat.getAttribute('aria-label'), 'Shop');
      assert.equal(chat.querySelector('[slot=header]').textContent, 'Ask');
      await show({ ...props, hidden: true });
      assert.equal(chat.hasAttribute('hidden'), true);
    });

    test('in StrictMode an event is handled once', async () => {
      const told = [];
      root = client.createRoot(place());
      const handle = { onReady: ({ detail }) => told.push(detail), tools: [] };
      await act(async () => root.render(h(StrictMode, null, h(MidturnChat, handle))));
      const chat = document.querySelector('midturn-chat');
      fire(chat, 'ready', 1);
      assert.deepEqual(told, [1]);
      assert.deepEqual(chat.sets.filter(([name]) => name === 'tools').length, 1);
    });

    test('a chat that a server wrote is not started again', async () => {
      const told = [];
      const tools = [];
      const props = { threadId: 'a', locale: 'fr', debug: true, tools, onReady: () => told.push('ready') };
      const page = place();
      receive(page, server.renderToString(h(MidturnChat, props, h('p', { slot: 'empty' }, 'Ask'))));
      const chat = page.firstChild;
      await act(async () => {
        root = client.hydrateRoot(page, h(MidturnChat, props, h('p', { slot: 'empty' }, 'Ask')), {
          onRecoverableError: (error) => told.push(error),
        });
      });
      assert.equal(page.firstChild, chat);
      assert.deepEqual(chat.sets, [['tools', tools]]);
      fire(chat, 'ready');
      assert.deepEqual(told, ['ready']);
      await act(async () => root.render(h(MidturnChat, { ...props, threadId: 'b' })));
      assert.equal(chat.threadId, 'b');
    });
  });
}
