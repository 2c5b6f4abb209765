// What some servers send beside the rules of their protocol: ids that come again, results of unknown
// calls, turns that end with half an answer, with reasoning alone, with an error behind a text, or with an
// unanswered call.
import { installClock, passUntil } from '../fixtures/clock.ts';
import { over } from '../fixtures/servers/plain.ts';
import { MuteServer } from '../fixtures/servers/mute.ts';
import { ALL, expect, test, type Run } from '../fixtures/wire.ts';
import { ChatPage } from '../pages/chat.ts';
import { openDetails, openSteps } from '../pages/turn.ts';

function call(run: Run, id: string, name: string, args: string): void {
  run.event({ type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name });
  run.event({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: args });
  run.event({ type: 'TOOL_CALL_END', toolCallId: id });
}

function result(run: Run, id: string, content: string): void {
  run.event({ type: 'TOOL_CALL_RESULT', messageId: `of-${id}-${content}`, toolCallId: id, content });
}

function think(run: Run, id: string, text: string): void {
  run.event({ type: 'REASONING_MESSAGE_START', messageId: id, role: 'reasoning' });
  run.event({ type: 'REASONING_MESSAGE_CONTENT', messageId: id, delta: text });
  run.event({ type: 'REASONING_MESSAGE_END', messageId: id });
}

test('a call id that comes again is a second call, and a result without its call is a step', async ({ wired, wire }) => {
  await wired.start('go');
  const run = await wire.run();
  call(run, 'same', 'search', '{"for":"plums"}');
  result(run, 'same', 'three plums');
  call(run, 'same', 'search', '{"for":"pears"}');
  result(run, 'same', 'four pears');
  result(run, 'unknown', 'a stray result');
  run.text('Done.');
  run.finish();
  await wired.card.expectHidden();
  const steps = await openSteps(wired, 'tool');
  await expect(steps).toHaveCount(3);
  await openDetails(steps.nth(0));
  await expect(steps.nth(0)).toContainText('plums');
  await expect(steps.nth(0)).toContainText('three plums');
  await openDetails(steps.nth(1));
  await expect(steps.nth(1)).toContainText('pears');
  await expect(steps.nth(1)).toContainText('four pears');
  await expect(steps.nth(2)).toContainText('Step without a name');
  await openDetails(steps.nth(2));
  await expect(steps.nth(2)).toContainText('a stray result');

  // The next request has each call with its own result.
  await wired.start('on');
  const next = await wire.run();
  const messages = next.input.messages as { role: string; toolCallId?: string; toolCalls?: { id: string }[] }[];
  const calls = messages.flatMap((message) => message.toolCalls ?? []).map((made) => made.id);
  const results = messages.filter((message) => message.role === 'tool').map((message) => message.toolCallId);
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls).toEqual(results);
  next.finish();
  await wired.card.expectHidden();
});

test('reasoning under an id that comes again is a thought of its own, before and after the step', ALL, async ({ wired, wire }) => {
  await wired.start('go');
  const run = await wire.run();
  think(run, 'r', 'First thought.');
  call(run, 'c', 'search', '{}');
  result(run, 'c', 'found');
  think(run, 'r', 'Second thought.');
  run.text('Done.');
  run.finish();
  await wired.card.expectHidden();
  await wired.streams.last().getByRole('button').first().click();
  await expect(wired.streams.last().getByTestId('activity')).toHaveCount(3);
});

test('an answer that is cut off says why, also after a reload, and can be continued', async ({ wired, wire }) => {
  const limited = (run: Run, reason: string) => run.event({ type: 'CUSTOM', name: 'answer.limited', value: { reason } });
  await wired.start('count');
  const filtered = await wire.run();
  filtered.text('One, two,');
  limited(filtered, 'content-filter');
  filtered.finish();
  await wired.card.expectHidden();
  await expect(wired.outcomeNotes).toContainText('A content filter cut the answer off.');
  const goOn = wired.root.getByTestId('continue-here');
  await expect(wired.root.getByTestId('edit-resend')).toBeVisible();
  await expect(goOn).toHaveCount(0);

  await wired.turns.last().getByRole('button', { name: 'Try again' }).click();
  const cut = await wire.run();
  cut.text('three, f');
  limited(cut, 'length');
  cut.finish();
  await wired.card.expectHidden();
  const words = 'The answer is cut off: the model reached its length limit.';
  await expect(wired.announcer).toContainText(words);
  await expect(wired.turns.last()).toContainText(words);
  await expect(wired.turns.last().getByTestId('activity')).toHaveCount(0);
  await wired.reload();
  await expect(wired.turns.last()).toContainText(words);
  await goOn.click();
  const next = await wire.run();
  next.text('four.');
  next.finish();
  await wired.card.expectHidden();
  await expect(wired.turns.last()).not.toContainText(words);
  await expect(goOn).toHaveCount(0);
});

test('a turn that ends without an answer says so, and one with an error behind its text shows both', async ({ wired, wire }) => {
  await wired.start('think');
  const thought = await wire.run();
  think(thought, 'r', 'Only a thought.');
  thought.finish();
  await wired.card.expectHidden();
  await expect(wired.turns.last()).toContainText('The agent ended without an answer.');

  await wired.start('fail');
  const failed = await wire.run();
  failed.text('Half of the answer.');
  failed.endMessage();
  failed.event({ type: 'RUN_ERROR', message: 'The quota is used up.' });
  failed.finish();
  await wired.card.expectHidden();
  await expect(wired.turns.last()).toContainText('Half of the answer.');
  await expect(wired.turns.last()).toContainText('The quota is used up.');

  await wired.start('call');
  const open = await wire.run();
  call(open, 'c', 'search', '{}');
  open.finish();
  await wired.card.expectHidden();
  await expect(wired.turns.last()).toContainText('A step has no result.');
});

const mute = over(MuteServer);

mute.describe('a stream that goes silent', () => {
  mute.use({ control: true });

  mute('Stop ends the turn by what the server says', async ({ server, thread, page, guard: _ }) => {
    await installClock(page);
    const chat = new ChatPage(page);
    await page.goto(`${server.url}/threads/${thread.id}`);
    await thread.hold();
    await chat.start('slow');
    await thread.step({ count: 3 });
    await expect(chat.turns).toContainText('I will run');
    server.mute();
    await thread.step({ count: 2 });
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await chat.card.expectHidden();
    await chat.expectOutcomes('cancelled');
    await thread.expectStates('cancelled');
    await expect(chat.turns).not.toContainText('I will run the whole');
    // The page asks for what it has not heard.
    await passUntil(page, 1_000, () => server.asked.some((path) => path.includes('events')));
    await expect(chat.turns).toContainText('I will run the whole');
    await expect(chat.card.root).toHaveCount(0);
  });
});
