// Other frameworks' backends: the same flows against each. Checks the page, and the backend's log:
// the model's input, what was cancelled, and what continued after the page disconnected.
import { expect, missing, once, openOn, test } from '../fixtures/backend.ts';
import { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

test.skip(missing(), 'there is no Python environment with it: `cargo xtask setup` makes it');
test.describe.configure({ timeout: 60_000 });

const EIGHT = 'word0 word1 word2 word3 word4 word5 word6 word7';

/** Starts a turn and waits for its first words. */
async function startWriting(chat: ChatPage, message: string): Promise<void> {
  await chat.start(message);
  await expect(chat.turns.last()).toContainText('word2');
}

/** Cancels with a message. */
async function cancelWith(chat: ChatPage, message: string): Promise<void> {
  await chat.card.openCancel();
  await chat.card.input.fill(message);
  await chat.card.submit.click();
}

test('a text message is answered', async ({ chat, log }) => {
  const hello = once('hello there');
  await chat.say(hello);
  await expect(chat.turns).toContainText(EIGHT);
  await chat.card.expectHidden();
  await log.says(`model starts: ${hello} (1 messages)`, `model ends: ${hello}`);
});

test('a page of another origin works if the backend allows it', async ({ page, guard, server, backend, log }) => {
  guard.allow(new RegExp(`^request to ${server.address}`));
  const chat = await openOn(page, server.address + backend.path);
  const hello = once('hello there');
  await chat.say(hello);
  await expect(chat.turns).toContainText(EIGHT);
  await chat.card.expectHidden();
  await log.says(`model ends: ${hello}`);
});

test('a tool call shows its arguments and result', async ({ chat, log }) => {
  const message = once('tool in use');
  await chat.say(message);
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  const answer = '21 degrees and sunny in Paris';
  await expect(chat.turns).toContainText('Let me look.');
  await expect(chat.turns).toContainText(`The tool said: ${answer}`);
  await log.says('tool runs: weather Paris', `model reads: ${answer}`, `model ends: ${message}`);
  await chat.unfoldStreams();
  const tool = chat.streams.locator('[data-kind=tool]');
  await expect(tool).toHaveCount(1);
  await expect(tool).toHaveAttribute('data-status', 'done');
  await expect(tool).toContainText('weather');
  await tool.getByRole('button').click();
  await expect(tool).toContainText('"city"');
  await expect(tool).toContainText(answer);
  // The next run has the call and its result once, at their original position.
  await chat.say(once('hello after'));
  await expect(chat.turns.last()).toContainText(EIGHT);
  await log.says(/^history: user( assistant)+ tool assistant user$/m);
});

test('two queued prompts run in order, each with the history before it', async ({ chat, log }) => {
  const [first, second, third] = [once('brief first'), once('then this'), once('and that')];
  await chat.start(first);
  await chat.say(second);
  await chat.say(third);
  await chat.queue.expect(second, third);
  await expect(chat.userMessages).toHaveText([first, second, third]);
  await chat.card.expectHidden();
  await log.says(
    `model ends: ${first}`,
    `model starts: ${second} (2 messages)`,
    `model starts: ${third} (3 messages)`,
    `model ends: ${third}`,
  );
  await expect(chat.turns).toHaveCount(3);
});

test('cancel with a message: the page disconnects from the run and sends the message', async ({ chat, log }) => {
  const [slow, instead] = [once('steady going'), once('tool instead')];
  await startWriting(chat, slow);
  await cancelWith(chat, instead);
  await chat.card.expectHidden();
  await chat.expectUsers(slow, instead);
  await chat.expectOutcomes('cancelled', 'completed');
  await expect(chat.outcomeNotes).toContainText('the agent may still be working');
  await expect(chat.turns.last()).toContainText('The tool said: 21 degrees');
  await log.says(`model starts: ${instead} (2 messages)`, `model ends: ${instead}`);
  await log.left(slow);
});

test('cancel with Escape while a tool runs: the queue waits, and continues after a message', async ({
  chat,
  log,
  backend,
}) => {
  const [count, first, after] = [once('count 91'), once('first this'), once('after it')];
  await chat.start(count);
  await chat.say(after);
  await expect(chat.card.header).toContainText('count');
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
  await log.leftCounting(91);

  await chat.card.openResume();
  await chat.card.input.fill(first);
  await chat.card.submit.click();
  await chat.card.expectHidden();
  await chat.expectUsers(count, first, after);
  await expect(chat.turns.nth(1)).toContainText(EIGHT);
  await expect(chat.turns.nth(2)).toContainText(EIGHT);
  await log.says(`model starts: ${first} (2 messages)`, `model starts: ${after} (3 messages)`);
  await log.says(`model ends: ${after}`);
  // The page adds a result to a call without one, so that the history is valid. What the backend
  // produced after the disconnect is not in the history.
  await log.says(/^history: user( assistant)+ tool user$/m);
  const reads = log.text.includes('model reads: counted to 91');
  expect(reads).toBe(backend.outlives === 'run');
});

test('replace cancels the run and sends the message in one step', async ({ chat, log }) => {
  const [slow, instead] = [once('steady work'), once('hello instead')];
  await startWriting(chat, slow);
  await chat.composer.fill(instead);
  await chat.replace.click();
  await expect(chat.composer).toHaveValue('');
  await chat.card.expectHidden();
  await chat.expectUsers(slow, instead);
  await expect(chat.turns.last()).toContainText(EIGHT);
  await expect(chat.outcomeNotes).toContainText('the agent may still be working');
  await log.says(`model starts: ${instead} (2 messages)`, `model ends: ${instead}`);
  await log.left(slow);
});

test('a disconnected run that ends after the next one deletes nothing, and a third run knows both', async ({
  chat,
  log,
  backend,
}) => {
  const [left, next, third] = [once('steady left'), once('hello next'), once('hello third')];
  await startWriting(chat, left);
  await cancelWith(chat, next);
  await chat.card.expectHidden();
  const kept = await chat.turns.first().innerText();
  await log.left(left);
  if (backend.outlives !== 'nothing') {
    expect(log.at(`model ends: ${next}`)).toBeLessThan(log.at(`model ends: ${left}`));
  }
  await chat.say(third);
  await expect(chat.turns).toHaveCount(3);
  await chat.card.expectHidden();
  await log.says(`model starts: ${third} (3 messages)`, `model ends: ${third}`);
  await expectAll(chat, [left, next, third], kept);
});

test('a disconnected run that ends during the next one deletes nothing', async ({
  chat,
  log,
  backend,
}) => {
  const [left, next] = [once('brief left'), once('steady next')];
  await startWriting(chat, left);
  await cancelWith(chat, next);
  await expect(chat.turns).toHaveCount(2);
  await log.left(left);
  const kept = await chat.turns.first().innerText();
  await chat.card.expectHidden();
  await log.says(`model ends: ${next}`);
  if (backend.outlives !== 'nothing') {
    expect(log.at(`model ends: ${left}`)).toBeLessThan(log.at(`model ends: ${next}`));
  }
  await expect(chat.turns.last()).toContainText('word139');
  await expectAll(chat, [left, next], kept);
});

/** Expects every turn with its answer, the first one unchanged; also after a reload. */
async function expectAll(chat: ChatPage, messages: string[], first: string): Promise<void> {
  for (const again of [false, true]) {
    if (again) await chat.reload();
    await chat.expectUsers(...messages);
    await expect(chat.turns).toHaveCount(messages.length);
    expect(await chat.turns.first().innerText()).toBe(first);
    for (let turn = 1; turn < messages.length; turn += 1) {
      await expect(chat.turns.nth(turn)).toContainText(EIGHT);
    }
  }
}

test('two threads at once: each has its own answer', async ({ chat, context, log }) => {
  const other = await openOn(await context.newPage(), '/backend');
  const [one, two] = [once('brief one'), once('tool two')];
  await startWriting(chat, one);
  await other.say(two);
  await other.card.expectHidden();
  await expect(other.turns).toContainText('The tool said: 21 degrees');
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('word79');
  await expect(chat.turns).not.toContainText('tool');
  await log.says(`model ends: ${one}`, `model ends: ${two}`);
});

test('an error is shown, and the next message is answered', async ({ chat, log }) => {
  const [error, hello] = [once('error please'), once('hello after')];
  await chat.say(error);
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText('The agent reported an error');
  await expect(chat.outcomeNotes).toContainText('the model exploded');
  await expect(chat.turns).toContainText('About to');
  await log.says(`model fails: ${error}`);
  await chat.say(hello);
  await expect(chat.turns).toHaveCount(2);
  await chat.card.expectHidden();
  await expect(chat.turns.last()).toContainText(EIGHT);
  await log.says(`model starts: ${hello} (2 messages)`);
});

test('after a reload the turn is interrupted, and the queue waits and can continue', async ({ chat, log }) => {
  const [slow, after] = [once('steady going'), once('after it')];
  await startWriting(chat, slow);
  await chat.say(after);
  await chat.reload();
  await chat.card.expectState('paused');
  await expect(chat.turns).toContainText('word2');
  await expect(chat.outcomeNotes).toContainText('The chat was closed while the agent was working.');
  await log.left(slow);
  await chat.card.openResume();
  await chat.card.submit.click();
  await chat.expectUsers(slow, after);
  await chat.card.expectHidden();
  await expect(chat.turns.last()).toContainText(EIGHT);
  await log.says(`model starts: ${after} (2 messages)`, `model ends: ${after}`);
});

test('interject while a tool runs: the next request has the result, then the interjection', async ({
  chat,
  log,
}) => {
  const [count, hello] = [once('count 63'), once('hello even')];
  await chat.start(count);
  await expect(chat.card.header).toContainText('count');
  await chat.interjectWith(hello);
  await expect(chat.interjections).toContainText('Waits for the running tool');
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await expect(chat.turns).toContainText(EIGHT);
  await chat.card.expectHidden();
  await chat.expectUsers(count);
  await chat.expectOutcomes('completed');
  await log.says('tool ends: count 63', `model starts: ${hello} (2 messages)`, `model ends: ${hello}`);
  // The result is unchanged, and the interjection comes after it.
  await log.says(/^history: user( assistant)+ tool( tool)? user$/m);
  expect(log.text).not.toContain('[User feedback');
});

test('interject while the agent writes: the text so far is kept, and the interjection comes next', async ({
  chat,
  log,
}) => {
  const [slow, hello] = [once('steady going'), once('hello instead')];
  await startWriting(chat, slow);
  await chat.interjectWith(hello);
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('word2');
  await chat.expectUsers(slow);
  await log.says(`model starts: ${hello} (2 messages)`, `model ends: ${hello}`);
  await log.left(slow);
});

test('a tool of the page runs once, and the model gets its result', async ({
  page,
  guard: _guard,
  log,
}) => {
  const host = new HostPage(page);
  await host.openEmpty();
  await page.evaluate(() => {
    const calls: unknown[] = [];
    const element = document.createElement('midturn-chat');
    const tool = {
      name: 'change_background',
      description: 'Changes the colour behind the page.',
      parameters: {
        type: 'object',
        properties: { color: { type: 'string' } },
        required: ['color'],
      },
      execute: (args: { color: string }) => {
        calls.push(args);
        return `it is ${args.color} now`;
      },
    };
    Object.assign(element, { agentUrl: '/backend', tools: [tool] });
    Object.assign(window, { calls });
    document.querySelector('main')?.append(element);
  });
  const chat = host.chat();
  const message = once('front please');
  await chat.say(message);
  await expect(chat.turns).toContainText('The tool said: it is teal now');
  await chat.card.expectHidden();
  await chat.expectUsers(message);
  await chat.expectOutcomes('completed');
  const calls = await page.evaluate(() => (window as unknown as { calls: unknown[] }).calls);
  expect(calls).toEqual([{ color: 'teal' }]);
  await log.says('model reads: it is teal now', `model ends: ${message}`);
});
