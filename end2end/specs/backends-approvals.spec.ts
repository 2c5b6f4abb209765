// Approvals with other frameworks' backends: the same flows against each backend that supports
// them.
import { expect, missing, once, openOn, test } from '../fixtures/backend.ts';
import { Approval } from '../pages/approval.ts';
import type { ChatPage } from '../pages/chat.ts';

test.skip(missing(), 'there is no Python environment with it: `cargo xtask setup` makes it');
test.describe.configure({ timeout: 60_000 });

const EIGHT = 'word0 word1 word2 word3 word4 word5 word6 word7';

/** Makes the agent ask before it deletes a file. */
async function ask(chat: ChatPage, message: string): Promise<Approval> {
  await chat.say(message);
  const approval = new Approval(chat.turns.last().getByTestId('approval'));
  await approval.expectOpen();
  await expect(approval.root).toContainText('old.txt');
  return approval;
}

test.describe('approval', () => {
  test.skip(({ backend }) => !backend.asks, 'its runs cannot end with a question');

  test('approve: the tool runs', async ({ chat, log }) => {
    const message = once('approval please');
    const approval = await ask(chat, message);
    expect(log.text).not.toContain('tool runs');
    await approval.approve.click();
    await expect(chat.turns).toContainText('The tool said: deleted old.txt');
    await chat.card.expectHidden();
    await chat.expectUsers(message);
    await chat.expectOutcomes('completed');
    await log.says('tool runs: delete_file old.txt', 'model reads: deleted old.txt');
    await chat.unfoldStreams();
    await expect(chat.streams.locator('[data-kind=tool]')).toHaveCount(1);
    await expect(chat.streams.locator('[data-kind=tool]')).toHaveAttribute('data-status', 'done');
  });

  test('deny with a reason: the tool does not run, and the model reads why', async ({
    chat,
    log,
  }) => {
    const message = once('approval please');
    const approval = await ask(chat, message);
    await approval.deny.click();
    await approval.reason.fill('that one is needed');
    await approval.reason.press('Enter');
    await expect(chat.turns).toContainText('The tool said: that one is needed');
    await chat.card.expectHidden();
    await log.says('model reads: that one is needed', `model ends: ${message}`);
    expect(log.text).not.toContain('tool runs');
  });

  test('edit: the tool runs with the edited arguments', async ({ chat, log }) => {
    const message = once('approval please');
    const approval = await ask(chat, message);
    await approval.edit.click();
    await approval.argument('path').fill('older.txt');
    await approval.approve.click();
    await expect(chat.turns).toContainText('The tool said: deleted older.txt');
    await chat.card.expectHidden();
    await log.says('tool runs: delete_file older.txt', 'model reads: deleted older.txt');
    expect(log.text).not.toContain('delete_file old.txt');
  });

  test('after a reload the question is still open and can be answered', async ({
    chat,
    log,
  }) => {
    const message = once('approval please');
    const approval = await ask(chat, message);
    await chat.reload();
    await approval.expectOpen();
    await approval.approve.click();
    await expect(chat.turns).toContainText('The tool said: deleted old.txt');
    await log.says(`model ends: ${message}`);
  });

  test('a prompt queued behind the question starts after the answer', async ({
    chat,
    log,
  }) => {
    const [message, queued] = [once('approval please'), once('hello after')];
    const approval = await ask(chat, message);
    await chat.say(queued);
    await chat.queue.expect(queued);
    await approval.refuse();
    await chat.card.expectHidden();
    await chat.expectUsers(message, queued);
    await expect(chat.turns.last()).toContainText(EIGHT);
    await log.says(`model starts: ${queued} (2 messages)`, `model ends: ${queued}`);
    await log.says('history: user assistant tool assistant user');
    expect(log.text).not.toContain('tool runs');
  });

  test('a message in place of the answer: the tool does not run, and the model gets the message', async ({
    chat,
    log,
  }) => {
    const [message, instead] = [once('approval please'), once('hello instead')];
    await ask(chat, message);
    await chat.composer.fill(instead);
    await chat.replace.click();
    await expect(chat.turns.last()).toContainText(EIGHT);
    await chat.card.expectHidden();
    await chat.expectUsers(message, instead);
    await log.says(`model starts: ${instead} (2 messages)`, `model ends: ${instead}`);
    expect(log.count(`model starts: ${instead}`), 'it is heard once').toBe(1);
    // The answer is sent in its own run, and the message in the next.
    await log.says('history: user assistant tool assistant user');
    expect(log.text).not.toContain('tool runs');
  });

  test('an interjection in place of the answer: the agent gets it in the same turn', async ({
    chat,
    log,
  }) => {
    const [message, instead, later] = [
      once('approval please'),
      once('hello instead'),
      once('hello later'),
    ];
    await ask(chat, message);
    await chat.interjectWith(instead);
    await log.says(`model starts: ${instead} (2 messages)`, `model ends: ${instead}`);
    await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
    await expect(chat.turns).toContainText(EIGHT);
    await chat.card.expectHidden();
    await chat.expectUsers(message);
    await chat.expectOutcomes('completed');
    expect(log.count(`model starts: ${instead}`), 'it is heard once').toBe(1);
    const why = 'model reads: User interrupted with new message';
    expect(log.at(why)).toBeLessThan(log.at(`model ends: ${instead}`));
    await log.says('history: user assistant tool assistant user');
    expect(log.text).not.toContain('tool runs');
    // The next run has the interjection in its history once.
    await chat.say(later);
    await chat.card.expectHidden();
    await log.says(`model starts: ${later} (3 messages)`);
    expect(log.count(`model starts: ${instead}`), 'it is not said again').toBe(1);
  });

  test('stopped after an interjection replaced the answer: the next run has the interjection once', async ({
    chat,
    log,
  }) => {
    const [message, instead, later] = [
      once('approval please'),
      once('steady instead'),
      once('hello later'),
    ];
    await ask(chat, message);
    await chat.interjectWith(instead);
    await expect(chat.turns).toContainText('word3');
    await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
    await chat.stop.click();
    await chat.card.expectHidden();
    await chat.expectOutcomes('cancelled');
    await chat.say(later);
    await chat.card.expectHidden();
    await log.says(`model starts: ${later} (3 messages)`, `model ends: ${later}`);
    expect(log.count(`model starts: ${instead}`), 'it is heard once').toBe(1);
  });

  test('a question of LangGraph’s adapter without options can be answered', async ({ page, guard: _guard, backend, log }) => {
    test.skip(backend.name !== 'langgraph', 'only LangGraph has this way');
    const chat = await openOn(page, '/default');
    const message = once('approval please');
    const approval = await ask(chat, message);
    await approval.approve.click();
    await expect(chat.turns).toContainText('The tool said: deleted old.txt');
    await chat.card.expectHidden();
    await chat.expectOutcomes('completed');
    await log.says('tool runs: delete_file old.txt', `model ends: ${message}`);
  });
});
