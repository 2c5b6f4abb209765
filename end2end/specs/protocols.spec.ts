// Backends of other protocols: the same flows against each. Checks the page, and the backend's log:
// the model's input, which tools ran, and how the model ended.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openOn } from '../fixtures/backend.ts';
import { expect, expectWords, needs, once, openIn, test, toolsOf } from '../fixtures/protocol.ts';
import type { ProtocolBackend } from '../fixtures/protocols.ts';
import { ChatPage } from '../pages/chat.ts';
import { change } from '../pages/settings.ts';
import { callsOf } from '../pages/tools.ts';
import { expectLastOutcome, expectOnce, openDetails, openSteps } from '../pages/turn.ts';

test.describe.configure({ timeout: 60_000 });

const WEATHER = '21 degrees and sunny in Paris';

test('a text message is answered, each word once', async ({ chat, log }) => {
  const hello = once('hello there');
  await chat.say(hello);
  await expectWords(chat.turns, 8);
  await chat.card.expectHidden();
  await chat.expectUsers(hello);
  await expect(chat.outcomeNotes).toHaveCount(0);
  await log.says(`model starts: ${hello} (1 messages)`, 'history: user', `model ends: ${hello}`);
});

test('the model gets the history with the second and the third message', async ({ chat, log }) => {
  const messages = [once('hello first'), once('hello second'), once('hello third')];
  for (const message of messages) {
    await chat.say(message);
    await log.says(`model ends: ${message}`);
    await chat.card.expectHidden();
  }
  await chat.expectUsers(...messages);
  for (let turn = 0; turn < 3; turn += 1) await expectWords(chat.turns.nth(turn), 8);
  await log.says(
    `model starts: ${messages[1]} (2 messages)`,
    /^history: user assistant user$/m,
    `model starts: ${messages[2]} (3 messages)`,
    /^history: user assistant user assistant user$/m,
  );
});

/** Expects that the last turn shows the weather tool once, with its result. */
async function expectWeather(chat: ChatPage, backend: ProtocolBackend): Promise<void> {
  if (backend.tools === 'notes') {
    const notes = await openSteps(chat, 'note');
    await expect(notes.filter({ hasText: 'Calling weather.' })).toHaveCount(1);
    await expect(notes.filter({ hasText: `weather says: ${WEATHER}` })).toHaveCount(1);
    return;
  }
  const tool = (await openSteps(chat, 'tool')).filter({ hasText: 'weather' });
  await expect(tool).toHaveCount(1);
  await expect(tool).toHaveAttribute('data-status', 'done');
  await openDetails(tool);
  await expect(tool).toContainText('"city"');
  await expect(tool).toContainText(WEATHER);
}

test('a tool call shows its arguments and its result, and the next request has both', async ({
  page,
  chat,
  log,
  backend,
}) => {
  const message = once('tool in use');
  await chat.say(message);
  await expect(chat.turns).toContainText(`The tool said: ${WEATHER}`);
  await chat.card.expectHidden();
  await chat.expectUsers(message);
  await chat.expectOutcomes('completed');
  await expectOnce(chat.turns, 'Let me look.');
  await expectOnce(chat.turns, 'The tool said:');
  await log.says(`model reads: ${WEATHER}`, `model ends: ${message}`);
  if (backend.runsTools === 'page') expect(await callsOf(page)).toHaveLength(1);
  else expect(log.count('tool runs: weather Paris')).toBe(1);
  await expectWeather(chat, backend);
  const after = once('hello after');
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${after} (2 messages)`, /^history: user( assistant)+ tool assistant user$/m);
});

test('two parallel tools each show their own result', async ({ page, chat, log, backend }) => {
  const message = once('two tools');
  await chat.say(message);
  const both = `counted to 10 and ${WEATHER}`;
  await expect(chat.turns).toContainText(`The tool said: ${both}`);
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await log.says(`model reads: ${both}`, `model ends: ${message}`);
  if (backend.runsTools === 'page') {
    const calls = await callsOf(page);
    expect(calls.map(({ name }) => name).sort()).toEqual(['count', 'weather']);
  }
  if (backend.tools === 'notes') {
    const notes = await openSteps(chat, 'note');
    await expect(notes.filter({ hasText: 'count says: counted to 10' })).toHaveCount(1);
    await expect(notes.filter({ hasText: `weather says: ${WEATHER}` })).toHaveCount(1);
    return;
  }
  const tools = await openSteps(chat, 'tool');
  await expect(tools).toHaveCount(2);
  for (const [name, result, other] of [
    ['count', 'counted to 10', WEATHER],
    ['weather', WEATHER, 'counted to 10'],
  ] as const) {
    const tool = tools.filter({ hasText: name });
    await expect(tool).toHaveAttribute('data-status', 'done');
    await openDetails(tool);
    await expect(tool).toContainText(result);
    await expect(tool).not.toContainText(other);
  }
});

test('reasoning is an activity and no part of the answer', async ({ chat, log, backend }) => {
  needs(backend, 'reasoning');
  const [message, after] = [once('ponder this'), once('hello after')];
  await chat.say(message);
  await expectWords(chat.turns, 8);
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await expect(chat.turns).not.toContainText('thought7');
  await log.says(`model ends: ${message}`);
  const thoughts = await openSteps(chat, 'reasoning');
  await expect(thoughts).toHaveCount(1);
  await expect(thoughts).toHaveAttribute('data-status', 'done');
  await openDetails(thoughts);
  await expectWords(thoughts.locator('pre'), 8, 'thought');
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${after} (2 messages)`, /^history: user assistant user$/m);
});

test('a nested agent is an activity, and what it says is no part of the answer', async ({
  chat,
  log,
  backend,
}) => {
  needs(backend, 'nested agents');
  const message = once('nested please');
  await chat.start(message);
  await expect(chat.turns).toContainText('The tool said: the helper has finished');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await expectOnce(chat.turns, 'Let me ask.');
  await expect(chat.turns).not.toContainText('inner');
  const inside = message.replace('nested', 'inside');
  await log.says(`model ends: ${inside}`, 'model reads: the helper has finished');
  const agents = await openSteps(chat, 'subagent');
  await expect(agents).toHaveCount(1);
  await expect(agents).toHaveAttribute('data-status', 'done');
  await openDetails(agents);
  await expectWords(agents.locator('pre').filter({ hasText: 'inner0' }).first(), 40, 'inner');
});

test('an agent that fails in a text: the text is kept, and the next message is answered', async ({
  chat,
  log,
}) => {
  const [error, after] = [once('error please'), once('hello after')];
  await chat.say(error);
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText('The agent reported an error');
  await expect(chat.outcomeNotes).toContainText('the model exploded');
  await expectLastOutcome(chat, 'failed');
  await expectOnce(chat.turns, 'About to');
  await log.says(`model fails: ${error}`);
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await chat.card.expectHidden();
  await chat.expectUsers(error, after);
  await log.says(`model starts: ${after} (2 messages)`);
  expect(log.count(`model starts: ${error}`), 'it is asked once').toBe(1);
});

test('an exception in the agent: the text is kept, and the next message is answered', async ({
  chat,
  log,
  backend,
}) => {
  const [broken, after] = [once('break now'), once('hello after')];
  await chat.say(broken);
  await log.says(`model fails: ${broken}`);
  await expectWords(chat.turns, 4);
  if (backend.breaks === undefined) {
    // The stream breaks off. The task says that it is at work, and its joined stream stays open.
    await chat.card.expectState('running');
    await chat.stop.click();
    await expectLastOutcome(chat, 'cancelled');
  } else {
    await expectLastOutcome(chat, 'failed');
    await expect(chat.outcomeNotes).toContainText('The agent reported an error');
    await expect(chat.outcomeNotes).toContainText(backend.breaks);
  }
  await chat.card.expectHidden();
  await expectWords(chat.turns, 4);
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await chat.card.expectHidden();
  await chat.expectUsers(broken, after);
  await log.says(`model starts: ${after} (2 messages)`);
  expect(log.count(`model starts: ${broken}`), 'it is asked once').toBe(1);
});

test('two queued prompts run in order, each with the history before it', async ({ chat, log }) => {
  const [first, second, third] = [once('brief first'), once('then this'), once('and that')];
  await chat.start(first);
  await chat.say(second);
  await chat.say(third);
  await chat.queue.expect(second, third);
  await chat.expectUsers(first, second, third);
  await chat.card.expectHidden();
  await expect(chat.turns).toHaveCount(3);
  await expectWords(chat.turns.nth(0), 80);
  await expectWords(chat.turns.nth(1), 8);
  await expectWords(chat.turns.nth(2), 8);
  await log.says(
    `model starts: ${second} (2 messages)`,
    `model starts: ${third} (3 messages)`,
    `model ends: ${third}`,
  );
  expect(log.at(`model ends: ${first}`)).toBeLessThan(log.at(`model starts: ${second} (2 messages)`));
  expect(log.at(`model ends: ${second}`)).toBeLessThan(log.at(`model starts: ${third} (3 messages)`));
});

test('an answer that is a lone message has no task, and is shown', async ({ chat, log, backend }) => {
  test.skip(backend.protocol !== 'a2a', 'only A2A has such answers');
  const [direct, after] = [once('direct answer'), once('hello after')];
  await chat.say(direct);
  await expectWords(chat.turns, 8);
  await chat.card.expectHidden();
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${after} (2 messages)`);
});

test('the next page shows the conversation, and the model still has it', async ({
  open,
  log,
  backend,
}) => {
  const [message, after] = [once('tool in use'), once('hello after')];
  const chat = await open(toolsOf(backend));
  await chat.say(message);
  await expect(chat.turns).toContainText(`The tool said: ${WEATHER}`);
  await chat.card.expectHidden();
  const again = await open(toolsOf(backend));
  await again.expectUsers(message);
  await expectOnce(again.turns, 'The tool said:');
  await again.say(after);
  await expectWords(again.turns.last(), 8);
  await log.says(`model starts: ${after} (2 messages)`, /^history: user( assistant)+ tool assistant user$/m);
});

/** Opens the standalone page on a new thread, and sets the agent in the settings dialog. */
async function openWithSettings(page: Page, backend: ProtocolBackend): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open(randomUUID());
  await change(page, async (dialog) => {
    await dialog.getByLabel('Agent URL').fill('/backend');
    await dialog.getByRole('combobox', { name: 'Protocol' }).selectOption(backend.protocol);
    const options = dialog.getByLabel('Protocol options');
    await options.fill(backend.options ? JSON.stringify(backend.options) : '');
  });
  return chat;
}

test('the settings dialog sets the protocol, and the next page keeps it', async ({
  page,
  guard: _guard,
  backend,
  log,
}) => {
  const chat = await openWithSettings(page, backend);
  const [first, second] = [once('hello first'), once('hello second')];
  await chat.say(first);
  await expectWords(chat.turns, 8);
  await chat.card.expectHidden();
  await chat.reload();
  await chat.say(second);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${second} (2 messages)`, `model ends: ${second}`);
});

test('another browser shows a thread that the backend keeps', async ({
  browser,
  site,
  backend,
  thread,
  chat,
}) => {
  needs(backend, 'threads');
  const message = once('tool in use');
  await chat.say(message);
  await expect(chat.turns).toContainText(`The tool said: ${WEATHER}`);
  await chat.card.expectHidden();
  const context = await browser.newContext({ baseURL: site.url });
  const other = await openIn(await context.newPage(), backend, thread);
  await other.expectUsers(message);
  await expectOnce(other.turns, 'Let me look.');
  await expectOnce(other.turns, 'The tool said:');
  await expectWeather(other, backend);
  await context.close();
});

test('without a protocol, the page finds the right one by itself', async ({
  page,
  guard,
  backend,
  log,
}) => {
  needs(backend, 'detection');
  // The request in AG-UI, and the probes.
  guard.allow(/status of 4\d\d/);
  const chat = await openOn(page, '/backend');
  const [first, second] = [once('hello first'), once('hello second')];
  await chat.say(first);
  await expectWords(chat.turns, 8);
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toHaveCount(0);
  await chat.expectUsers(first);
  await chat.reload();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await chat.say(second);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${second} (2 messages)`);
  expect(log.count(`model starts: ${first}`), 'it is asked once').toBe(1);
  const again = asked.filter((path) => /\/info$|\/models$/.test(path));
  expect(again, 'it is not asked again').toEqual([]);
});
