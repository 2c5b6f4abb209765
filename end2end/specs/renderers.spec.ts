// An embedder's renderers of tool calls and activities.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ActivityValue, CodeContext, HostContext, MidturnChat, ToolCallValue } from '../../packages/midturn/midturn.d.ts';
import { refuseRequests } from '../fixtures/requests.ts';
import { ALL, expect, test as base } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

const test = base.extend<{ chat: ChatPage }>({
  chat: async ({ page, wire, guard: _guard }, use) => {
    const host = new HostPage(page, wire.url);
    await host.show(randomUUID());
    await page.locator('midturn-chat').evaluate((element) => {
      const chat = element as MidturnChat;
      const said: object[] = [];
      Object.assign(window, { said });
      chat.addEventListener('midturn-error', ({ detail }) => said.push(detail));
      const log = (what: string) => said.push({ what });
      chat.renderers = {
        tools: {
          weather(first: ToolCallValue, { document: made, send, signal, name }: HostContext) {
            const node = made.createElement('section');
            node.setAttribute('aria-label', `The ${name}`);
            const [place, more] = [made.createElement('b'), made.createElement('button')];
            more.textContent = 'And tomorrow?';
            more.addEventListener('click', () => void send('tomorrow'));
            node.append(place, more);
            signal.addEventListener('abort', () => log('aborted'));
            const update = ({ input, status, result }: ToolCallValue) => {
              place.textContent = `${input?.place ?? '…'}: ${result ?? status}`;
            };
            update(first);
            return { node, update, dispose: () => log('disposed') };
          },
          broken() {
            throw new Error('not today');
          },
        },
        activities: {
          async plan({ data }: ActivityValue, { document: made }: HostContext) {
            const node = made.createElement('ol');
            for (const step of data?.steps ?? []) {
              node.append(Object.assign(made.createElement('li'), { textContent: step }));
            }
            return node;
          },
        },
      };
    });
    await use(host.chat());
  },
});

test('a tool call is drawn while its arguments stream, with its result, and disposed of', async ({ chat, wire, page }) => {
  await chat.say('weather');
  const run = await wire.run();
  const call = { toolCallId: 'call-1' };
  run.event({ type: 'TOOL_CALL_START', ...call, toolCallName: 'weather' });
  const drawn = chat.root.getByRole('region', { name: 'The weather' });
  await expect(drawn).toContainText('…: running');
  const node = await drawn.elementHandle();
  run.event({ type: 'TOOL_CALL_ARGS', ...call, delta: '{"place":' });
  run.event({ type: 'TOOL_CALL_ARGS', ...call, delta: '"Lyon"}' });
  run.event({ type: 'TOOL_CALL_END', ...call });
  await expect(drawn).toContainText('Lyon: running');
  // Another object with the same renderer changes nothing.
  await page.locator('midturn-chat').evaluate((element) => {
    const chat = element as MidturnChat;
    chat.renderers = { tools: { ...chat.renderers?.tools }, code: { vega: () => null } };
  });
  run.event({ type: 'TOOL_CALL_RESULT', ...call, messageId: 'result-1', content: '18 °C' });
  run.text('It is mild.');
  run.finish();
  await expect(drawn).toContainText('Lyon: 18 °C');
  expect(await drawn.evaluate((now, before) => now === before, node)).toBe(true);
  await drawn.getByRole('button', { name: 'And tomorrow?' }).click();
  await chat.expectUsers('weather', 'tomorrow');
  (await wire.run()).finish();
  await chat.card.expectHidden();
  await page.evaluate(() => document.querySelector('midturn-chat')?.remove());
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: object[] }).said)).toEqual([
    { what: 'aborted' },
    { what: 'disposed' },
  ]);
});

test('an activity is drawn anew with each change', ALL, async ({ chat, wire }) => {
  await chat.say('plan');
  const run = await wire.run();
  const plan = { type: 'ACTIVITY_SNAPSHOT', messageId: 'plan-1', activityType: 'plan' };
  run.event({ ...plan, content: { steps: ['look'] } });
  const drawn = chat.root.getByTestId('drawn').getByRole('listitem');
  await expect(drawn).toHaveText(['look']);
  run.event({
    type: 'ACTIVITY_DELTA',
    messageId: 'plan-1',
    activityType: 'plan',
    patch: [{ op: 'add', path: '/steps/-', value: 'leap' }],
  });
  await expect(drawn).toHaveText(['look', 'leap']);
  run.finish();
  await chat.card.expectHidden();
  await expect(drawn).toHaveText(['look', 'leap']);
});

test('a renderer that throws is reported with a code, and the chat goes on', async ({ chat, wire, page }) => {
  await chat.say('break');
  const run = await wire.run();
  const call = { toolCallId: 'call-1' };
  run.event({ type: 'TOOL_CALL_START', ...call, toolCallName: 'broken' });
  run.event({ type: 'TOOL_CALL_END', ...call });
  run.event({ type: 'TOOL_CALL_RESULT', ...call, messageId: 'result-1', content: 'done' });
  run.text('It goes on.');
  run.finish();
  await chat.expectOutcomes('completed');
  await expect(chat.turns).toContainText('It goes on.');
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: object[] }).said)).toEqual([
    { code: 'renderer-failed', message: 'broken: not today' },
  ]);
});

test('renderers that are set later draw what is there, and without them nothing is drawn', ALL, async ({ chat, wire, page }) => {
  await chat.say('weather');
  const run = await wire.run();
  run.event({ type: 'TOOL_CALL_START', toolCallId: 'call-1', toolCallName: 'toString' });
  run.event({ type: 'TOOL_CALL_END', toolCallId: 'call-1' });
  run.event({ type: 'TOOL_CALL_RESULT', toolCallId: 'call-1', messageId: 'result-1', content: 'x' });
  run.finish();
  await chat.expectOutcomes('completed');
  await expect(chat.root.getByTestId('drawn')).toHaveCount(0);
  await page.locator('midturn-chat').evaluate((element) => {
    const draw = ({ result }: ToolCallValue, { document: made }: HostContext) => made.createTextNode(`drawn ${result}`);
    (element as MidturnChat).renderers = { tools: { toString: draw } };
  });
  await expect(chat.root.getByTestId('drawn')).toHaveText('drawn x');
  await page.locator('midturn-chat').evaluate((element) => {
    (element as MidturnChat).renderers = {};
  });
  await expect(chat.root.getByTestId('drawn')).toHaveCount(0);
});

/** What the page was told, and what renderers have logged. */
const said = (page: Page): Promise<object[]> => page.evaluate(() => (window as unknown as { said: object[] }).said);

test('a block of code is drawn by a renderer that is set later, with the chat at hand, and without it the source is back', async ({
  chat,
  wire,
  page,
}) => {
  await chat.say('code');
  const run = await wire.run();
  run.text('```vega\nbars\n```\n\nand $x$.');
  run.finish();
  await chat.card.expectHidden();
  const block = page.locator('.mt-code');
  await expect(block.locator('code')).toHaveText('bars');
  const element = page.locator('midturn-chat');
  await element.evaluate((element) => {
    const chat = element as MidturnChat;
    const { said } = window as unknown as { said: object[] };
    const draw = (source: string, { document: made, kind, name, turnId, threadId, send, respond, signal }: CodeContext) => {
      signal.addEventListener('abort', () => said.push({ aborted: name }));
      const node = made.createElement('button');
      const known = threadId === chat.state.threadId && turnId !== '' && typeof respond === 'function';
      const text = made.createElement('pre');
      text.textContent = `${kind} ${name} ${source.trim()} ${known}`;
      node.append(text);
      node.addEventListener('click', () => void send('more'));
      return { node, dispose: () => said.push({ disposed: name }) };
    };
    chat.renderers = { code: { vega: draw, math: draw } };
  });
  const drawn = block.getByRole('button', { name: 'code vega bars true' });
  await expect(drawn).toBeVisible();
  await expect(block.locator('code')).toBeHidden();
  await expect(page.locator('.mt-math')).toHaveText('math math x true');
  await drawn.click();
  await chat.expectUsers('code', 'more');
  (await wire.run()).finish();
  await chat.card.expectHidden();
  expect(await said(page)).toEqual([]);
  // The renderer of formulas stays as it is.
  await element.evaluate((element) => {
    const chat = element as MidturnChat;
    chat.renderers = { code: { math: chat.renderers?.code?.math ?? null } };
  });
  await expect(block.locator('code')).toBeVisible();
  await expect(drawn).toHaveCount(0);
  await expect(page.locator('.mt-math')).toHaveText('math math x true');
  expect(await said(page)).toEqual([{ aborted: 'vega' }, { disposed: 'vega' }]);
  // Without one of the page's own, formulas are drawn by Midturn.
  await element.evaluate((element) => ((element as MidturnChat).renderers = { code: {} }));
  await expect(page.locator('.mt-math math')).toHaveText('x');
  // Not drawn, a formula is its source, whatever was drawn before.
  await element.evaluate((element) => ((element as MidturnChat).renderers = { code: { math: null } }));
  await expect(page.locator('.mt-math > code')).toHaveText('x');
  await element.evaluate((element) => {
    const math = () => {
      throw new Error('no formulas');
    };
    (element as MidturnChat).renderers = { code: { math } };
  });
  await expect(page.locator('.mt-math[data-undrawn] > code')).toHaveText('x');
});

test('a renderer of code that throws or rejects is reported with a code, and the source stays', async ({ chat, wire, page }) => {
  await page.locator('midturn-chat').evaluate((element) => {
    const vega = () => {
      throw new Error('No bars.');
    };
    const dot = async () => Promise.reject(new Error('No edges.'));
    (element as MidturnChat).renderers = { code: { vega, dot } };
  });
  await chat.say('code');
  const run = await wire.run();
  run.text('```vega\nbars\n```\n\n```dot\nedges\n```\n\nIt goes on.');
  run.finish();
  await chat.card.expectHidden();
  await expect(page.locator('.mt-code code')).toHaveText(['bars', 'edges']);
  await expect(page.locator('.mt-code').first()).toHaveAttribute('data-undrawn', /No bars\.$/);
  await expect(page.locator('.mt-code').last()).toHaveAttribute('data-undrawn', /No edges\.$/);
  // Which of them fails first is not promised.
  const messages = async () => (await said(page)).map((one) => JSON.stringify(one)).sort();
  await expect.poll(messages).toEqual([
    '{"code":"renderer-failed","message":"dot: No edges."}',
    '{"code":"renderer-failed","message":"vega: No bars."}',
  ]);
  await expect(chat.turns).toContainText('It goes on.');
});

test('a renderer knows the open question about its call, answers it, and knows that it was denied', async ({ chat, wire, page }) => {
  await page.locator('midturn-chat').evaluate((element) => {
    const book = (first: ToolCallValue, context: HostContext) => {
      const node = context.document.createElement('section');
      const [state, no] = [context.document.createElement('b'), context.document.createElement('button')];
      no.textContent = 'Rather not';
      // What the context says is so now, not when the button was made.
      no.addEventListener('click', () => void context.respond(context.interruptId!, false));
      node.append(state, no);
      const update = ({ status, interruptId }: ToolCallValue) => {
        state.textContent = `${status} ${context.state} ${interruptId} ${context.interruptId}`;
      };
      update(first);
      return { node, update };
    };
    (element as MidturnChat).renderers = { tools: { book } };
  });
  await chat.say('book');
  const run = await wire.run();
  const call = { toolCallId: 'call-1' };
  run.event({ type: 'TOOL_CALL_START', ...call, toolCallName: 'book' });
  run.event({ type: 'TOOL_CALL_ARGS', ...call, delta: '{}' });
  run.event({ type: 'TOOL_CALL_END', ...call });
  const drawn = chat.root.getByTestId('drawn');
  await expect(drawn.locator('b')).toHaveText('running running null null');
  run.ask([{ id: 'q-1', reason: 'tool_call', message: 'Book it?', ...call }]);
  await expect(drawn.locator('b')).toHaveText('waiting waiting q-1 q-1');
  await drawn.getByRole('button', { name: 'Rather not' }).click();
  const next = await wire.run();
  await expect(drawn.locator('b')).toHaveText('running running null null');
  next.event({ type: 'TOOL_CALL_RESULT', ...call, messageId: 'result-1', content: 'denied' });
  next.text('As you wish.');
  next.finish();
  await expect(drawn.locator('b')).toHaveText('denied denied null null');
  expect(await said(page)).toEqual([]);
});

test('drawings follow the theme: updated, or drawn anew', async ({ chat, wire, page }) => {
  const element = page.locator('midturn-chat');
  await element.evaluate((element) => {
    const shade = (_: ToolCallValue, context: HostContext) => {
      const node = context.document.createTextNode('');
      const update = () => void (node.data = context.dark ? 'night' : 'day');
      update();
      return { node, update };
    };
    const vega = (_: string, context: CodeContext) => context.document.createTextNode(context.dark ? 'dark' : 'light');
    (element as MidturnChat).renderers = { tools: { shade }, code: { vega } };
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await chat.say('go');
  const run = await wire.run();
  run.event({ type: 'TOOL_CALL_START', toolCallId: 'call-1', toolCallName: 'shade' });
  run.event({ type: 'TOOL_CALL_END', toolCallId: 'call-1' });
  run.event({ type: 'TOOL_CALL_RESULT', toolCallId: 'call-1', messageId: 'result-1', content: 'x' });
  run.text('```vega\nbars\n```\n');
  run.finish();
  await chat.expectOutcomes('completed');
  const [call, code] = [chat.root.getByTestId('drawn'), page.locator('.mt-code__drawing')];
  const follows = async (dark: boolean) => {
    await expect(call).toHaveText(dark ? 'night' : 'day');
    await expect(code).toHaveText(dark ? 'dark' : 'light');
  };
  await follows(false);
  await element.evaluate((element) => element.setAttribute('theme', 'dark'));
  await follows(true);
  await element.evaluate((element) => element.removeAttribute('theme'));
  await follows(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await follows(true);
  // Another place on the page, and what changes there later.
  await element.evaluate((element) => {
    const around = document.createElement('section');
    around.style.setProperty('--midturn-text', 'black');
    document.body.append(around);
    around.append(element);
  });
  await follows(false);
  await element.evaluate((element) => {
    element.parentElement!.style.setProperty('--midturn-text', 'white');
  });
  await follows(true);
});

test('without the module that calls renderers, the page is told once and the default is drawn', async ({ chat, wire, page, guard }) => {
  guard.allow(/ERR_FAILED/, /extras/);
  const allow = await refuseRequests(page, '**/extras/renderers.js*');
  await page.locator('midturn-chat').evaluate((element) => {
    const plan = () => document.createTextNode('mine');
    (element as MidturnChat).renderers = { tools: { weather: plan }, activities: { plan }, code: { vega: plan } };
  });
  await chat.say('go');
  const run = await wire.run();
  run.event({ type: 'TOOL_CALL_START', toolCallId: 'call-1', toolCallName: 'weather' });
  run.event({ type: 'TOOL_CALL_END', toolCallId: 'call-1' });
  run.event({ type: 'TOOL_CALL_RESULT', toolCallId: 'call-1', messageId: 'result-1', content: 'x' });
  const content = { steps: [{ title: 'Look', status: 'completed' }] };
  run.event({ type: 'ACTIVITY_SNAPSHOT', messageId: 'plan-1', activityType: 'plan', content });
  run.text('```vega\nbars\n```\n');
  run.finish();
  await chat.expectOutcomes('completed');
  await expect(chat.root.getByTestId('plan').getByRole('listitem')).toContainText('Look');
  await expect(page.locator('.mt-code code')).toHaveText('bars');
  await expect.poll(() => said(page)).toEqual([
    { code: 'load-failed', message: expect.stringContaining('/extras/renderers.js could not be loaded') },
  ]);
  // Once it can be loaded, what comes is drawn.
  allow();
  await chat.say('again');
  const next = await wire.run();
  next.text('```vega\nbars\n```\n');
  next.finish();
  await expect(page.locator('.mt-code__drawing')).toHaveText('mine');
  expect(await said(page)).toHaveLength(1);
});
