// Backends of other protocols: questions to the person, and tools of the page.
import { expect, expectWords, needs, once, test } from '../fixtures/protocol.ts';
import type { ProtocolBackend } from '../fixtures/protocols.ts';
import { Approval, approvals } from '../pages/approval.ts';
import type { ChatPage } from '../pages/chat.ts';
import { callsOf, type Offer } from '../pages/tools.ts';
import { expectLastOutcome, expectOnce, openSteps } from '../pages/turn.ts';

test.describe.configure({ timeout: 60_000 });

/** Makes the agent ask before it deletes a file. */
async function ask(chat: ChatPage, backend: ProtocolBackend, message: string): Promise<Approval> {
  await chat.say(message);
  const approval = new Approval(approvals(chat));
  await expectOpen(approval, backend);
  await expect(approval.root).toContainText('old.txt');
  await expectLastOutcome(chat, 'waiting');
  return approval;
}

async function expectOpen(approval: Approval, backend: ProtocolBackend): Promise<void> {
  await expect(approval.root).toHaveCount(1);
  if (backend.asks === 'in words') await expect(approval.reply).toBeEnabled();
  else await approval.expectOpen();
}

async function answer(approval: Approval, backend: ProtocolBackend, yes: boolean): Promise<void> {
  if (backend.asks === 'in words') {
    await approval.reply.fill(yes ? 'yes' : 'no');
    await approval.reply.press('Enter');
  } else {
    await (yes ? approval.approve.click() : approval.refuse());
  }
}

test.describe('a question of the agent', () => {
  test.beforeEach(({ backend }) => needs(backend, 'approvals'));

  test('yes: the tool runs, and the turn goes on', async ({ chat, log, backend }) => {
    const [message, after] = [once('approval please'), once('hello after')];
    const approval = await ask(chat, backend, message);
    expect(log.text).not.toContain('tool runs');
    await answer(approval, backend, true);
    await expect(chat.turns).toContainText('The tool said: deleted old.txt');
    await chat.card.expectHidden();
    await expect(approval.root).toHaveCount(0);
    await chat.expectUsers(message);
    await chat.expectOutcomes('completed');
    await expectOnce(chat.turns, 'Let me look.');
    await log.says('tool runs: delete_file old.txt', 'model reads: deleted old.txt');
    if (backend.tools === 'calls') {
      const tool = (await openSteps(chat, 'tool')).filter({ hasText: 'delete_file' });
      await expect(tool).toHaveCount(1);
      await expect(tool).toHaveAttribute('data-status', 'done');
    }
    await chat.say(after);
    await expectWords(chat.turns.last(), 8);
    await log.says(`model starts: ${after} (2 messages)`, /^history: user( assistant)+ tool assistant user$/m);
    expect(log.count('tool runs: delete_file')).toBe(1);
  });

  test('no: the tool does not run, and the model reads it', async ({ chat, log, backend }) => {
    const message = once('approval please');
    const approval = await ask(chat, backend, message);
    await answer(approval, backend, false);
    await expect(chat.turns).toContainText('The tool said: denied');
    await chat.card.expectHidden();
    await chat.expectUsers(message);
    await log.says('model reads: denied', `model ends: ${message}`);
    expect(log.text).not.toContain('tool runs');
  });

  test('no with a reason: the model reads why', async ({ chat, log, backend }) => {
    const takes = backend.asks === 'with a decision and a reason';
    test.skip(!takes, 'its answers have no field for a reason');
    const message = once('approval please');
    const approval = await ask(chat, backend, message);
    await approval.deny.click();
    await approval.reason.fill('that one is needed');
    await approval.reason.press('Enter');
    await expect(chat.turns).toContainText('The tool said: that one is needed');
    await chat.card.expectHidden();
    await log.says('model reads: that one is needed', `model ends: ${message}`);
    expect(log.text).not.toContain('tool runs');
  });

  test('a message in place of the answer: the tool does not run, and the model gets the message', async ({
    chat,
    log,
    backend,
  }) => {
    const [message, instead] = [once('approval please'), once('hello instead')];
    await ask(chat, backend, message);
    await chat.composer.fill(instead);
    await chat.replace.click();
    await chat.expectUsers(message, instead);
    await expectWords(chat.turns.last(), 8);
    await chat.card.expectHidden();
    await expect(approvals(chat)).toHaveCount(0);
    await log.says(`model starts: ${instead} (2 messages)`, `model ends: ${instead}`);
    expect(log.count(`model starts: ${instead}`), 'it is asked once').toBe(1);
    expect(log.text).not.toContain('tool runs');
  });

  test('a prompt queued behind the question starts after the answer', async ({
    chat,
    log,
    backend,
  }) => {
    const [message, queued] = [once('approval please'), once('hello after')];
    const approval = await ask(chat, backend, message);
    await chat.say(queued);
    await chat.queue.expect(queued);
    await answer(approval, backend, true);
    await chat.expectUsers(message, queued);
    await expectWords(chat.turns.last(), 8);
    await chat.card.expectHidden();
    await log.says('tool runs: delete_file old.txt', `model starts: ${queued} (2 messages)`);
    expect(log.at('model reads: deleted old.txt')).toBeLessThan(
      log.at(`model starts: ${queued} (2 messages)`),
    );
  });

  test('after a reload it is still open and can be answered', async ({
    chat,
    open,
    log,
    backend,
  }) => {
    const message = once('approval please');
    await ask(chat, backend, message);
    const again = await open();
    const approval = new Approval(approvals(again));
    await expectOpen(approval, backend);
    await answer(approval, backend, true);
    await expect(again.turns).toContainText('The tool said: deleted old.txt');
    await again.card.expectHidden();
    await expectOnce(again.turns, 'Let me look.');
    await log.says('tool runs: delete_file old.txt', `model ends: ${message}`);
  });
});

const BACKGROUND: Offer = { tools: ['change_background'] };
const CAREFUL: Offer = { ...BACKGROUND, confirm: true };
const TEAL = [{ name: 'change_background', args: { color: 'teal' }, aborted: false }];

test.describe('a tool of the page', () => {
  test.beforeEach(({ backend }) => needs(backend, 'page tools'));

  test('runs once, and the model gets its result, also with the next message', async ({
    page,
    open,
    log,
  }) => {
    const [message, after] = [once('front please'), once('hello after')];
    const chat = await open(BACKGROUND);
    await chat.say(message);
    await expect(chat.turns).toContainText('The tool said: it is teal now');
    await chat.card.expectHidden();
    await chat.expectUsers(message);
    await chat.expectOutcomes('completed');
    await expectOnce(chat.turns, 'Let me look.');
    expect(await callsOf(page)).toEqual(TEAL);
    await log.says('model reads: it is teal now', `model ends: ${message}`);
    const tool = await openSteps(chat, 'tool');
    await expect(tool).toHaveCount(1);
    await expect(tool).toHaveAttribute('data-status', 'done');
    await chat.say(after);
    await expectWords(chat.turns.last(), 8);
    await log.says(`model starts: ${after} (2 messages)`, /^history: user( assistant)+ tool assistant user$/m);
  });

  test('waits for consent, and runs after a yes', async ({ page, open, log }) => {
    const message = once('front please');
    const chat = await open(CAREFUL);
    await chat.say(message);
    const approval = new Approval(approvals(chat));
    await approval.expectOpen();
    expect(await callsOf(page)).toEqual([]);
    await approval.approve.click();
    await expect(chat.turns).toContainText('The tool said: it is teal now');
    await chat.card.expectHidden();
    expect(await callsOf(page)).toEqual(TEAL);
    await log.says('model reads: it is teal now', `model ends: ${message}`);
  });

  test('does not run after a no, and the model reads it', async ({ page, open, log }) => {
    const message = once('front please');
    const chat = await open(CAREFUL);
    await chat.say(message);
    const approval = new Approval(approvals(chat));
    await approval.expectOpen();
    await approval.refuse();
    await expect(chat.turns).toContainText('The tool said: The user denied this call.');
    await chat.card.expectHidden();
    expect(await callsOf(page)).toEqual([]);
    await log.says(/^model reads: The user denied this call\./m, `model ends: ${message}`);
  });

  test('does not run if a message takes the place of the consent, and the history is valid', async ({
    page,
    open,
    log,
  }) => {
    const [message, instead] = [once('front please'), once('hello instead')];
    const chat = await open(CAREFUL);
    await chat.say(message);
    await new Approval(approvals(chat)).expectOpen();
    await chat.composer.fill(instead);
    await chat.replace.click();
    await chat.expectUsers(message, instead);
    await expectWords(chat.turns.last(), 8);
    await chat.card.expectHidden();
    expect(await callsOf(page)).toEqual([]);
    await log.says(`model starts: ${instead} (2 messages)`, /^history: user assistant tool( assistant)? user$/m);
    expect(log.count(`model starts: ${instead}`), 'it is asked once').toBe(1);
  });
});
