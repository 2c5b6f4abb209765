// The element's types, as a page without a framework uses them. Lines after `@ts-expect-error` must
// not compile.

import { defineMidturnChat, MidturnChat, MidturnError } from 'midturn';
import type {
  ActivityStatus,
  ChatState,
  CodeRenderer,
  Delivery,
  HostContext,
  MidturnEvents,
  Options,
  Renderer,
  Tool,
  ToolCallValue,
} from 'midturn/define';

defineMidturnChat();
defineMidturnChat({ baseUrl: '/midturn/' });
// @ts-expect-error the place is a text
defineMidturnChat({ baseUrl: 5 });

const chat = document.querySelector('midturn-chat')!;
chat satisfies MidturnChat;
chat.agentUrl = '/agui';
chat.theme = 'dark';
chat.theme = undefined;
// @ts-expect-error there are two themes
chat.theme = 'blue';
chat.threadId = localStorage.getItem('thread');
// @ts-expect-error the address is a text
chat.agentUrl = new URL('https://example.org');
chat.headers = { authorization: 'x' };
chat.headers = async () => ({ authorization: 'x' });
// @ts-expect-error the value of a header is a text
chat.headers = () => ({ authorization: 1 });
chat.history = async ({ threadId, before, limit }) => {
  const asked: [string, string | undefined, number] = [threadId, before, limit];
  return { messages: [{ id: '1', role: 'user', content: `${asked}` }], more: false };
};
// @ts-expect-error a message has an id
chat.history = async () => ({ messages: [{ role: 'user' }] });

chat.menu = [{ id: 'share', title: 'Share', icon: 'link' }];
// @ts-expect-error there is no such icon
chat.menu = [{ id: 'share', title: 'Share', icon: 'boat' }];
chat.shortcuts = 'off';
// @ts-expect-error they are on or off
chat.shortcuts = false;
void chat.focus({ on: 'menu', preventScroll: true });
void chat.searchThreads('tide').then(([first]) => first?.messageId satisfies string | undefined);
chat.addEventListener('midturn-menu', ({ detail }) => detail.id satisfies string);
chat.addEventListener('keydown', ({ key }) => key satisfies string);
chat.addEventListener('midturn-error', ({ detail }) => detail.name === 'slot');

const tool: Tool<{ article: string }> = {
  name: 'add_to_cart',
  parameters: { type: 'object' },
  execute: async ({ article }, { signal }) => fetch(article, { signal }),
};
// @ts-expect-error a tool has a name
const nameless: Tool = { execute: () => null };
chat.tools = [tool, nameless];

const renderer: Renderer<ToolCallValue<{ article: string }>, { document: Document }> = ({ input }, { document }) => {
  const node = document.createElement('p');
  node.textContent = input?.article ?? '';
  return { node, update: (value) => (node.textContent = value.status), dispose() {} };
};
chat.renderers = { tools: { add_to_cart: renderer }, code: { mermaid: null } };
const asks: Renderer<ToolCallValue, HostContext> = ({ interruptId, status }, context) => {
  interruptId satisfies string | null;
  status satisfies ActivityStatus;
  const node = context.document.createElement('button');
  node.addEventListener('click', () => {
    if (context.state === 'waiting' && context.interruptId) void context.respond(context.interruptId, { approved: true });
    // @ts-expect-error there is no such state
    if (context.state === 'over') node.remove();
    // @ts-expect-error what the context says cannot be changed
    context.dark = true;
  });
  return node;
};
const draws: CodeRenderer = (source, { display, language, name, turnId, send }) => {
  source satisfies string;
  display satisfies boolean;
  void send(`${language} ${name} ${turnId}`);
  return null;
};
chat.renderers = { tools: { book: asks }, code: { vega: draws } };
// @ts-expect-error a block of code has no question
const wrong: CodeRenderer = (_, { interruptId }) => interruptId;
// @ts-expect-error a text is no node
chat.renderers = { tools: { add_to_cart: () => 'text' } };

chat.addEventListener('midturn-turn-end', function (event) {
  this satisfies MidturnChat;
  const outcome: 'completed' | 'cancelled' | 'failed' | 'interrupted' | 'waiting' = event.detail.outcome;
  // @ts-expect-error what an event says cannot be changed
  event.detail.outcome = outcome;
});
document.addEventListener('midturn-error', ({ detail: { code, message } }) => {
  if (code === 'load-failed') console.error(message);
  // @ts-expect-error there is no such code
  if (code === 'unknown') console.error(message);
});

export async function drive(delivery: Delivery): Promise<string> {
  const id: string = await chat.send({ text: 'x', attachments: [new Blob([])] }, { delivery, target: ['a'] });
  // @ts-expect-error there is no such delivery
  await chat.send('x', { delivery: 'later' });
  const { stop } = await chat.stop({ message: 'instead' });
  const said: 'requested' | 'confirmed' | 'unsent' | 'unknown' | null = stop;
  await chat.respond('id', { approved: true, arguments: {} });
  await chat.focus({ preventScroll: true });
  const ids: string[] = await chat.addDraftFiles([new Blob([])]);
  await chat.addDraftFiles(new Blob([]));
  // @ts-expect-error a file is a blob
  await chat.addDraftFiles(['file']);
  await chat.removeDraftFile(ids[0]!);
  const found: number = await chat.find('text', { back: true });
  await chat.find(null);
  const text: string = await chat.exportThread('markdown');
  // @ts-expect-error there are two formats
  await chat.exportThread('html');
  while (await chat.loadOlder()) console.info(found, text);
  await chat.alwaysAllow(chat.state.waitingFor[0]!.interruptId);
  for (const tool of chat.state.alwaysAllowed) await chat.askAgain(tool);
  if (chat.state.awaitedFiles.unreadable.length > 0) await chat.sendWithoutFiles();
  // @ts-expect-error the place is a number
  await chat.movePrompt('id', 'first');
  try {
    await chat.openThread();
  } catch (error) {
    if (error instanceof MidturnError && error.code === 'disposed') return `${said}`;
    // @ts-expect-error there is no such code
    if (error instanceof MidturnError && error.code === 'lost') return '';
  }
  return id;
}

const state: ChatState = chat.state;
state.queue.map(({ text }) => text);
state.activities.map(({ name, status }) => (status === 'stopping' ? name : null));
state.subagents.filter(({ listens }) => listens).map(({ activityId }) => activityId satisfies string);
state.interjections.find(({ changeable }) => changeable)?.messageId satisfies string | undefined;
state.draftFiles.map(({ fileId, size }) => [fileId satisfies string, size satisfies number]);
state.pausesAfterTurn satisfies boolean;
// @ts-expect-error an activity has no such status
state.activities.some(({ status }) => status === 'paused');
// @ts-expect-error the state cannot be changed
state.queue.push({ id: '', text: '', attachments: 0 });
// @ts-expect-error the state cannot be set
chat.state = state;

export const options: Options = { density: 'compact', control: { threads: '/threads' } };
export type Ready = MidturnEvents['midturn-ready'];
// @ts-expect-error there is no such event
export type Missing = MidturnEvents['midturn-missing'];
