// Tools of the host page: offered to the agent, called on request (some only with consent), stopped
// with the turn. Their results are sent in the turn's next run.
import type { Page } from '@playwright/test';
import type { AgentThread } from '../fixtures/agent.ts';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { Approval } from '../pages/approval.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

/** The behaviour of a tool as data, because functions cannot be passed to a page. */
interface Tool {
  /** The result; without it, the tool never returns, unless it `waits`. */
  answer?: unknown;
  /** The tool returns what the test gives to `answerWith`. */
  waits?: boolean;
  fails?: string;
  confirm?: boolean;
  timeout?: number;
  parameters?: object;
}

interface Call {
  args: unknown;
  aborted: boolean;
}

const COLOUR = {
  type: 'object',
  properties: { about: { type: 'string' }, many: { type: 'boolean' } },
};

async function offer(page: Page, thread: AgentThread, tool: Tool): Promise<void> {
  const parameters = tool.parameters ?? COLOUR;
  await page.evaluate(
    ({ threadId, tool }) => {
      const calls: Call[] = [];
      const element = document.createElement('midturn-chat');
      const execute = (args: unknown, { signal }: { signal: AbortSignal }) => {
        const call = { args, aborted: false };
        calls.push(call);
        signal.addEventListener('abort', () => (call.aborted = true));
        if (tool.fails) throw new Error(tool.fails);
        if (tool.waits) return new Promise((answer) => Object.assign(window, { answer }));
        return 'answer' in tool ? tool.answer : new Promise(() => {});
      };
      const { confirm, timeout, parameters } = tool;
      const description = 'Asks the person for a colour';
      const offered = { name: 'pick_colour', description, parameters, confirm, timeout, execute };
      Object.assign(element, { agentUrl: '/agui', threadId, tools: [offered] });
      Object.assign(window, { calls });
      document.querySelector('main')?.append(element);
    },
    { threadId: thread.id, tool: { ...tool, parameters } },
  );
}

const callsOf = (page: Page): Promise<Call[]> =>
  page.evaluate(() => (window as unknown as { calls: Call[] }).calls);

const answerWith = (page: Page, value: string): Promise<void> =>
  page.evaluate((value) => (window as unknown as { answer(value: string): void }).answer(value), value);

const test = base.extend<{ withTool: (tool: Tool) => Promise<ChatPage> }>({
  withTool: async ({ page, thread, guard: _guard }, use) => {
    await use(async (tool) => {
      const host = new HostPage(page);
      await host.openEmpty();
      await offer(page, thread, tool);
      return host.chat();
    });
  },
});

/** The text of the tool result in a run's input. */
async function resultOf(thread: AgentThread, index: number): Promise<string | undefined> {
  await expect.poll(async () => (await thread.runs()).length).toBeGreaterThan(index);
  const { input } = await thread.run(index);
  return input.messages.filter(({ role }) => role === 'tool').at(-1)?.content;
}

test('a tool is offered and called once, and the turn continues with its result', async ({
  page,
  thread,
  withTool,
}) => {
  const chat = await withTool({ answer: { name: 'red' } });
  await chat.say('page');
  await expect(chat.turns).toContainText('Your client says: {"name":"red"}');
  await chat.card.expectHidden();
  await chat.expectUsers('page');
  await chat.expectOutcomes('completed');
  expect(await callsOf(page)).toEqual([{ args: { about: 'tidepool', many: true }, aborted: false }]);
  const runs = await thread.runs();
  expect(runs).toHaveLength(2);
  const offered = runs.map(({ input }) => input.tools);
  const expected = [
    { name: 'pick_colour', description: 'Asks the person for a colour', parameters: COLOUR },
  ];
  expect(offered).toEqual([expected, expected]);
  await chat.streams.getByRole('button').first().click();
  const row = chat.streams.getByTestId('activity').filter({ hasText: 'pick_colour' });
  await expect(row).toHaveAttribute('data-status', 'done');
});

test('a tool whose module cannot be loaded: the agent is told no address, the page is told a code', async ({
  page,
  thread,
  withTool,
  guard,
}) => {
  guard.allow(/ERR_FAILED/, /extras/);
  await page.route('**/extras/tools.js*', (route) => route.abort());
  const chat = await withTool({ answer: { name: 'red' } });
  await page.evaluate(() => {
    addEventListener('midturn-error', ({ detail }: CustomEventInit) => Object.assign(window, { told: detail }));
  });
  await chat.say('page');
  await chat.expectOutcomes('completed');
  expect(await resultOf(thread, 1)).toBe('The tool could not be loaded.');
  expect(await callsOf(page)).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { told: unknown }).told)).toEqual({
    code: 'load-failed',
    message: expect.stringMatching(/^http.*\/extras\/tools\.js could not be loaded/),
  });
});

test('the card is shown while a tool runs, and a cancel stops the tool', async ({ page, thread, withTool }) => {
  const chat = await withTool({});
  await chat.start('page');
  await expect.poll(async () => (await callsOf(page)).length).toBe(1);
  await expect(chat.card.header).toContainText('pick_colour');
  await chat.card.openCancel();
  await chat.card.input.fill('text instead');
  await chat.card.submit.click();
  await chat.card.expectHidden();
  await chat.expectUsers('page', 'text instead');
  // For the backend, the run ends when it calls a page tool, so no note says that the agent may still be working.
  await expect(chat.outcomeNotes).toHaveCount(0);
  expect((await callsOf(page))[0]?.aborted).toBe(true);
  expect(await resultOf(thread, 1)).toContain('stopped before it finished');
});

test('a tool can be stopped alone, and the turn continues', ALL, async ({ page, thread, withTool }) => {
  const chat = await withTool({});
  await chat.start('page');
  await expect.poll(async () => (await callsOf(page)).length).toBe(1);
  await chat.card.expand();
  const row = chat.card.activities.filter({ hasText: 'pick_colour' });
  await row.getByRole('button', { name: /Stop/ }).click();
  await expect(chat.turns).toContainText('I will do without it');
  expect((await callsOf(page))[0]?.aborted).toBe(true);
  expect(await resultOf(thread, 1)).toContain('stopped before it finished');
});

test('an interjection during a tool is sent with the result', ALL, async ({ page, thread, withTool }) => {
  const chat = await withTool({ waits: true });
  await chat.start('page');
  await expect.poll(async () => (await callsOf(page)).length).toBe(1);
  await chat.interjectWith('any colour will do');
  await answerWith(page, 'blue');
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.card.expectHidden();
  await chat.expectUsers('page');
  expect(await resultOf(thread, 1)).toBe('blue');
  const { input } = await thread.run(1);
  expect(input.messages.at(-1)).toMatchObject({ role: 'user', content: 'any colour will do' });
});

test('a tool that does not answer in time is stopped, and the agent gets the reason', ALL, async ({
  page,
  thread,
  withTool,
}) => {
  const chat = await withTool({ timeout: 1000 });
  await chat.say('page');
  await expect(chat.turns).toContainText('I will do without it');
  expect(await resultOf(thread, 1)).toContain('did not answer within 1 s');
  expect((await callsOf(page))[0]?.aborted).toBe(true);
});

test('a prompt queued during a tool starts after the whole turn', ALL, async ({ page, thread, withTool }) => {
  const chat = await withTool({ waits: true });
  await chat.start('page');
  await expect.poll(async () => (await callsOf(page)).length).toBe(1);
  await chat.say('text next');
  await expect(chat.queue.items).toHaveCount(1);
  await answerWith(page, 'blue');
  await chat.card.expectHidden();
  await chat.expectUsers('page', 'text next');
  await thread.expectPrompts('page', 'page', 'text next');
});

test('a call whose arguments do not match the schema is not run, and the agent gets the reason', ALL, async ({
  page,
  thread,
  withTool,
}) => {
  const parameters = {
    type: 'object',
    properties: { about: { type: 'string', pattern: '^#[0-9a-f]{6}$' } },
  };
  const chat = await withTool({ answer: 'never', parameters });
  await chat.say('page');
  await expect(chat.turns).toContainText('I will do without it');
  expect(await callsOf(page)).toEqual([]);
  expect(await resultOf(thread, 1)).toMatch(/do not fit the tool's schema: about: /);
});

test('an error that a tool throws is its result', ALL, async ({ thread, withTool }) => {
  const chat = await withTool({ fails: 'The palette is locked.' });
  await chat.say('page');
  await expect(chat.turns).toContainText('I will do without it');
  expect(await resultOf(thread, 1)).toBe('The palette is locked.');
  await chat.streams.getByRole('button').first().click();
  const row = chat.streams.getByTestId('activity').filter({ hasText: 'pick_colour' });
  await expect(row).toHaveAttribute('data-status', 'failed');
});

test.describe('a tool that needs consent', () => {
  const asked = (chat: ChatPage) =>
    new Approval(chat.turns.last().getByTestId('approval').first());

  test('waits for consent, and runs with the edited arguments', async ({
    page,
    thread,
    withTool,
  }) => {
    const chat = await withTool({ answer: 'red', confirm: true });
    await chat.say('page');
    const approval = asked(chat);
    await approval.expectOpen();
    await expect(approval.root).toContainText('pick_colour');
    expect(await callsOf(page)).toEqual([]);
    await approval.edit.click();
    await approval.asJson.click();
    await approval.json.fill('{"about":"the sea"}');
    await approval.approve.click();
    await expect(chat.turns).toContainText('Your client says: red');
    expect(await callsOf(page)).toEqual([{ args: { about: 'the sea' }, aborted: false }]);
    // The page asked for consent, not the agent: the next run has no `resume`, and the agent gets only the result.
    expect((await thread.run(1)).input.resume).toBeUndefined();
  });

  test('does not run when denied, and the agent gets the reason', ALL, async ({ page, thread, withTool }) => {
    const chat = await withTool({ answer: 'red', confirm: true });
    await chat.say('page');
    const approval = asked(chat);
    await approval.refuse('colours are mine');
    await expect(chat.turns).toContainText('I will do without it');
    expect(await resultOf(thread, 1)).toBe('The user denied this call. colours are mine');
    expect(await callsOf(page)).toEqual([]);
  });

  test('is still asked about after a reload', ALL, async ({ page, thread, withTool }) => {
    const chat = await withTool({ answer: 'red', confirm: true });
    await chat.say('page');
    await asked(chat).expectOpen();
    const again = await withTool({ answer: 'blue', confirm: true });
    await asked(again).approve.click();
    await expect(again.turns).toContainText('Your client says: blue');
    expect(await callsOf(page)).toHaveLength(1);
    expect(await thread.runs()).toHaveLength(2);
  });
});

test('a reload during a tool: it does not run again, and the turn says it was interrupted', async ({
  page,
  withTool,
}) => {
  const chat = await withTool({});
  await chat.start('page');
  await expect.poll(async () => (await callsOf(page)).length).toBe(1);
  const again = await withTool({ answer: 'red' });
  await again.expectOutcomes('interrupted');
  expect(await callsOf(page)).toEqual([]);
  await again.root.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(again.turns.last()).toContainText('Your client says: red');
});
