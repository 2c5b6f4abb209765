// Backends of other protocols: interjections. None of them takes a message in the middle of a run, so
// the page ends the run and sends the message with another run of the same turn.
import { expect, expectWords, once, test } from '../fixtures/protocol.ts';
import { callsOf } from '../pages/tools.ts';
import { startWriting } from '../pages/turn.ts';

test.describe.configure({ timeout: 60_000 });

test('interject while the agent writes: the text so far is kept, and the interjection comes next', async ({
  chat,
  log,
}) => {
  const [slow, hello] = [once('steady going'), once('hello instead')];
  await startWriting(chat, slow);
  await chat.interjectWith(hello);
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await log.says(`model ends: ${hello}`);
  await chat.card.expectHidden();
  await expect(chat.turns.first()).toContainText('word2');
  await chat.expectUsers(slow);
  await chat.expectOutcomes('completed');
  await log.says(`model cancelled: ${slow}`, /^history: user assistant user$/m);
  expect(log.count(`model starts: ${hello}`), 'it is asked once').toBe(1);
});

test('interject while a tool works: its result is kept, and the interjection comes next', async ({
  page,
  chat,
  log,
  backend,
}) => {
  const [count, hello] = [once('count 63'), once('hello even')];
  await chat.start(count);
  if (backend.runsTools === 'page') await expect.poll(() => callsOf(page)).toHaveLength(1);
  else await log.says('tool runs: count 63');
  await chat.interjectWith(hello);
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered', { timeout: 30_000 });
  await log.says(`model ends: ${hello}`);
  await expectWords(chat.turns.last(), 8);
  await chat.card.expectHidden();
  await chat.expectUsers(count);
  await chat.expectOutcomes('completed');
  expect(log.count(`model starts: ${hello}`), 'it is asked once').toBe(1);
});
