// An embedder's renderers of tool calls and activities.
import { randomUUID } from 'node:crypto';
import type { ActivityValue, HostContext, MidturnChat, ToolCallValue } from '../../packages/midturn/midturn.d.ts';
import { expect, test as base } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

// Not in the gate: `cargo xtask test --all` runs these.
const ALL = { tag: '@all' };

const test = base.extend<{ chat: ChatPage }>({
  chat: async ({ page, wire, guard: _guard }, use) => {
    const host = new HostPage(page);
    await page.goto(`${wire.url}/embed.html`);
    await host.clear();
    await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': randomUUID() } });
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
