// The React and the Vue component on a server, which has no document.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appWith, installed, REACTS, VUE } from './helpers/app.js';

const props = {
  agentUrl: '/agui?a=1&b=2',
  threadId: 'a"b',
  attachmentMaxBytes: 5,
  debug: true,
  protocolEvents: false,
  protocolOptions: { stream: 'events' },
  tools: [{ name: 'x', execute() {} }],
  headers: () => ({}),
  onReady: () => assert.fail('no event is fired on a server'),
};

function check(html) {
  const [tag] = html.match(/^<midturn-chat [^>]*>/);
  const names = [...tag.matchAll(/ ([\w-]+)=/g)].map(([, name]) => name).sort();
  assert.deepEqual(names, ['agent-url', 'attachment-max-bytes', 'class', 'debug', 'thread-id']);
  assert(tag.includes('agent-url="/agui?a=1&amp;b=2"'), tag);
  assert(tag.includes('thread-id="a&quot;b"'), tag);
  assert(tag.includes('class="tall"'), tag);
  assert.match(html, /<p slot="empty">Ask<\/p>/);
  assert(html.endsWith('</midturn-chat>'), html);
}

for (const [version, dependencies] of REACTS) {
  test(`${version} writes the tag`, async (context) => {
    const app = appWith(dependencies);
    const { default: React } = await installed(app, 'react/index.js');
    const { default: server } = await installed(app, 'react-dom/server.node.js');
    const { MidturnChat } = await installed(app, 'midturn/react.js');
    const warned = context.mock.method(console, 'error', () => {});
    const child = React.createElement('p', { slot: 'empty' }, 'Ask');
    check(server.renderToString(React.createElement(MidturnChat, { ...props, className: 'tall' }, child)));
    assert.deepEqual(warned.mock.calls.map((call) => call.arguments), []);
  });
}

test('Vue writes the tag', async () => {
  const app = appWith(VUE);
  const { createSSRApp, h } = await installed(app, 'vue/index.mjs');
  const { renderToString } = await installed(app, '@vue/server-renderer/dist/server-renderer.esm-bundler.js');
  const { MidturnChat } = await installed(app, 'midturn/vue.js');
  const slots = { empty: () => h('p', 'Ask') };
  check(await renderToString(createSSRApp({ render: () => h(MidturnChat, { ...props, class: 'tall' }, slots) })));
});
