// Backends of other protocols: stops, and connections that are lost. Checks what the page says of the
// agent, and the backend's log: what really stopped, and what went on.
import { expect, expectWords, needs, once, test, toolsOf } from '../fixtures/protocol.ts';
import type { ProtocolBackend } from '../fixtures/protocols.ts';
import type { ChatPage } from '../pages/chat.ts';
import { callsOf } from '../pages/tools.ts';
import { expectLastOutcome, expectOnce, openDetails, openSteps, startWriting } from '../pages/turn.ts';

test.describe.configure({ timeout: 60_000 });

/** A history of a stopped turn and of a new message. The turn's texts and results are not fixed. */
const AFTER_STOP = /^history: user( assistant)+( tool)* user$/m;

/** What the page says of a stopped turn. */
async function expectStopped(chat: ChatPage, isConfirmed: boolean): Promise<void> {
  await expect(chat.streams.first()).toHaveAttribute('data-outcome', 'cancelled');
  if (isConfirmed) await expect(chat.outcomeNotes).toHaveCount(0);
  else await expect(chat.outcomeNotes).toContainText('the agent may still be working');
}

/** Expects that the card shows the counting tool at work. */
async function expectCounting(chat: ChatPage, backend: ProtocolBackend): Promise<void> {
  if (backend.tools === 'calls') {
    await expect(chat.card.header).toContainText('count');
    return;
  }
  await chat.card.expand();
  await expect(chat.card.activities.filter({ hasText: 'Calling count.' })).toHaveCount(1);
  await expect(chat.card.activities.filter({ hasText: 'Counted 5 of' })).toHaveCount(1);
}

/** The numbered words that an answer has so far. */
async function shown(chat: ChatPage): Promise<number> {
  return ((await chat.turns.first().innerText()).match(/\bword\d+\b/g) ?? []).length;
}

test('a stop while the agent writes: the model stops, and the next request has the text so far', async ({
  chat,
  log,
  backend,
}) => {
  const [slow, after] = [once('steady going'), once('hello after')];
  await startWriting(chat, slow);
  await chat.stop.click();
  await chat.card.expectHidden();
  await expectStopped(chat, backend.confirmsStop);
  await log.says(`model cancelled: ${slow}`);
  const kept = await shown(chat);
  expect(kept).toBeGreaterThan(2);
  expect(kept).toBeLessThan(139);
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await chat.card.expectHidden();
  await chat.expectUsers(slow, after);
  await expectWords(chat.turns.first(), kept);
  await log.says(`model starts: ${after} (2 messages)`, /^history: user assistant user$/m);
  expect(log.text).not.toContain(`model ends: ${slow}`);
});

test('a stop while a tool works: the tool stops, and the next request is valid', async ({
  page,
  chat,
  log,
  backend,
}) => {
  const [count, after] = [once('count 91'), once('hello after')];
  const isPages = backend.runsTools === 'page';
  await chat.start(count);
  if (isPages) await expect.poll(async () => (await callsOf(page)).length).toBe(1);
  else await log.says('tool runs: count 91');
  await expectCounting(chat, backend);
  await chat.stop.click();
  await chat.card.expectHidden();
  if (isPages) {
    // The run at the agent has ended with the call.
    await expectStopped(chat, true);
    expect((await callsOf(page))[0]?.aborted).toBe(true);
  } else {
    await expectStopped(chat, backend.confirmsStop);
    await log.says('tool cancelled: count');
  }
  await expectOnce(chat.turns, 'Let me look.');
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await chat.card.expectHidden();
  await chat.expectUsers(count, after);
  await log.says(`model starts: ${after} (2 messages)`, AFTER_STOP);
  expect(log.text).not.toContain('counted to 91');
});

test('a stop while a nested agent writes: its model stops too', async ({ chat, log, backend }) => {
  needs(backend, 'nested agents');
  const [message, after] = [once('nested please'), once('hello after')];
  await chat.start(message);
  const inside = message.replace('nested', 'inside');
  await log.says(`model starts: ${inside} (1 messages)`);
  await chat.stop.click();
  await chat.card.expectHidden();
  await expectStopped(chat, backend.confirmsStop);
  await log.says(`model cancelled: ${inside}`);
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${after} (2 messages)`, AFTER_STOP);
});

test('cancel with a message: the run stops, and the message is answered', async ({
  chat,
  log,
  backend,
}) => {
  const [slow, instead] = [once('steady going'), once('tool instead')];
  await startWriting(chat, slow);
  await chat.card.openCancel();
  await chat.card.input.fill(instead);
  // The button moves while the agent writes.
  await chat.card.input.press('Enter');
  await expect(chat.turns.last()).toContainText('The tool said: 21 degrees');
  await chat.card.expectHidden();
  await chat.expectUsers(slow, instead);
  await chat.expectOutcomes('cancelled', 'completed');
  await expectStopped(chat, backend.confirmsStop);
  await log.says(`model cancelled: ${slow}`, `model starts: ${instead} (2 messages)`);
});

test('replace stops the run and sends the message in one step', async ({ chat, log, backend }) => {
  const [slow, instead] = [once('steady work'), once('hello instead')];
  await startWriting(chat, slow);
  await chat.composer.fill(instead);
  await chat.replace.click();
  await expect(chat.composer).toHaveValue('');
  await chat.expectUsers(slow, instead);
  await expectWords(chat.turns.last(), 8);
  await chat.card.expectHidden();
  await expectStopped(chat, backend.confirmsStop);
  await log.says(
    `model cancelled: ${slow}`,
    `model starts: ${instead} (2 messages)`,
    `model ends: ${instead}`,
  );
  expect(log.count(`model starts: ${instead}`), 'it is asked once').toBe(1);
});

test('a stop keeps the queue, which goes on after a message', async ({ chat, log }) => {
  const [slow, first, after] = [once('steady work'), once('hello first'), once('after it')];
  await startWriting(chat, slow);
  await chat.say(after);
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
  await log.says(`model cancelled: ${slow}`);
  await chat.card.openResume();
  await chat.card.input.fill(first);
  await chat.card.submit.click();
  await chat.expectUsers(slow, first, after);
  await chat.card.expectHidden();
  await expectWords(chat.turns.nth(1), 8);
  await expectWords(chat.turns.nth(2), 8);
  await log.says(`model starts: ${first} (2 messages)`, `model starts: ${after} (3 messages)`);
});

/** Expects that a run whose connection is gone is over, with its text. */
async function expectInterrupted(chat: ChatPage, note: string): Promise<void> {
  await chat.card.expectHidden();
  await expectLastOutcome(chat, 'interrupted');
  await expect(chat.outcomeNotes).toContainText(note);
  const kept = await shown(chat);
  expect(kept).toBeGreaterThan(2);
  await expectWords(chat.turns.first(), kept);
}

const rejoins = (backend: ProtocolBackend) => backend.lacks.rejoin === undefined;

test('a connection that breaks off is joined again; else the text is kept', async ({
  chat,
  guard,
  log,
  backend,
}) => {
  guard.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION/);
  const [message, after] = [once('snap now'), once('hello after')];
  await chat.say(message);
  if (rejoins(backend)) {
    await expectWords(chat.turns, 40);
    await chat.card.expectHidden();
    await expect(chat.outcomeNotes).toHaveCount(0);
    await log.says(`model ends: ${message}`);
  } else {
    await expectInterrupted(chat, 'The connection');
    await log.says(`model cancelled: ${message}`);
  }
  await chat.expectUsers(message);
  await chat.say(after);
  await expectWords(chat.turns.last(), 8);
  await log.says(`model starts: ${after} (2 messages)`, /^history: user assistant user$/m);
  expect(log.count(`model starts: ${message}`), 'it is asked once').toBe(1);
});

test('a reload while the agent writes: the turn goes on; else it is interrupted', async ({
  chat,
  open,
  log,
  backend,
}) => {
  const [slow, after] = [once('brief going'), once('hello after')];
  await startWriting(chat, slow);
  const again = await open(toolsOf(backend));
  await again.expectUsers(slow);
  if (rejoins(backend)) {
    await expectWords(again.turns, 80);
    await again.card.expectHidden();
    await expect(again.outcomeNotes).toHaveCount(0);
    await log.says(`model ends: ${slow}`);
  } else {
    await expectInterrupted(again, 'The chat was closed while the agent was working.');
    await log.says(`model cancelled: ${slow}`);
  }
  await again.say(after);
  await expectWords(again.turns.last(), 8);
  await again.expectUsers(slow, after);
  await log.says(`model starts: ${after} (2 messages)`, /^history: user assistant user$/m);
  expect(log.count(`model starts: ${slow}`), 'it is asked once').toBe(1);
});

test('a reload while a tool works: the turn goes on with its result', async ({
  chat,
  open,
  log,
  backend,
}) => {
  needs(backend, 'rejoin');
  const count = once('count 61');
  await chat.start(count);
  await log.says('tool runs: count 61');
  await expectCounting(chat, backend);
  const again = await open(toolsOf(backend));
  await again.card.expectState('running');
  await expect(again.turns).toContainText('The tool said: counted to 61');
  await again.card.expectHidden();
  await expectOnce(again.turns, 'Let me look.');
  await expectOnce(again.turns, 'The tool said:');
  await again.expectOutcomes('completed');
  if (backend.tools === 'calls') {
    const tool = await openSteps(again, 'tool');
    await expect(tool).toHaveCount(1);
    await expect(tool).toHaveAttribute('data-status', 'done');
  }
  expect(log.count('tool runs: count 61')).toBe(1);
});

test('a stop after a reload still reaches the agent', async ({ chat, open, log, backend }) => {
  needs(backend, 'rejoin');
  const slow = once('steady going');
  await startWriting(chat, slow);
  const again = await open(toolsOf(backend));
  await again.card.expectState('running');
  await again.stop.click();
  await again.card.expectHidden();
  await expectStopped(again, backend.confirmsStop);
  await log.says(`model cancelled: ${slow}`);
});

test('a reload while a nested agent writes: it goes on, and nothing shows twice', async ({
  chat,
  open,
  log,
  backend,
}) => {
  needs(backend, 'nested agents');
  needs(backend, 'rejoin');
  const message = once('nested please');
  await chat.start(message);
  const inside = message.replace('nested', 'inside');
  await log.says(`model starts: ${inside} (1 messages)`);
  const again = await open(toolsOf(backend));
  await expect(again.turns).toContainText('The tool said: the helper has finished');
  await again.card.expectHidden();
  await again.expectOutcomes('completed');
  await expectOnce(again.turns, 'Let me ask.');
  const agents = await openSteps(again, 'subagent');
  await expect(agents).toHaveCount(1);
  await expect(agents).toHaveAttribute('data-status', 'done');
  await openDetails(agents);
  await expectWords(agents.locator('pre').filter({ hasText: 'inner0' }).first(), 40, 'inner');
  expect(log.count(`model starts: ${inside}`), 'it is asked once').toBe(1);
});
