// The three flows of cancel and the one of resume, each with the pointer and with the keyboard
// only, against a stepped agent. Also checks the agent's inputs and states.
import { users } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { finishFirstTool } from '../pages/states.ts';

test.describe('Cancel → type message → submit', () => {
  test('the old turn becomes a cancelled activity stream, and the message starts a turn', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools first');
    await finishFirstTool(chat, thread);
    await chat.card.openCancel();
    await chat.card.input.fill('text instead');
    await chat.card.submit.click();

    await chat.expectUsers('tools first', 'text instead');
    await chat.card.expectState('running');
    await chat.expectOutcomes('cancelled');
    await expect(chat.streams).toContainText('Cancelled after 1 step');
    await thread.expectStates('cancelled', 'running');
    await thread.expectPrompts('tools first', 'text instead');
    expect(users(await thread.run(1))).toEqual(['tools first', 'text instead']);

    await thread.finish();
    await chat.card.expectHidden();
    const first = await thread.run(0);
    expect(first.modelCalls).toBe(2);
    await thread.expectStates('cancelled', 'finished');
  });

  test('with the keyboard only', async ({ heldChat: chat, thread, page }) => {
    await chat.composer.focus();
    await page.keyboard.type('tools first');
    await page.keyboard.press('Enter');
    await thread.step({ until: 'tool_started' });
    await tabTo(page, 'agent-running-cancel');
    await page.keyboard.press('Enter');
    await expect(chat.card.input).toBeFocused();
    await page.keyboard.type('text');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('instead');
    await page.keyboard.press('Enter');

    await expect(chat.userMessages).toHaveCount(2);
    await chat.expectOutcomes('cancelled');
    await expect(chat.composer).toBeFocused();
    await thread.expectStates('cancelled', 'running');
    await thread.expectPrompts('tools first', 'text\ninstead');
  });
});

test.describe('Cancel → Escape with queued prompts', ALL, () => {
  test('the card pauses and shows Resume', async ({ heldChat: chat, thread }) => {
    await chat.start('slow work');
    await chat.say('text second');
    await chat.say('text third');
    await thread.step({ until: 'tool_started' });
    await chat.card.openCancel();
    await chat.card.input.press('Escape');

    await chat.card.expectState('paused');
    await expect(chat.card.resume).toBeVisible();
    await expect(chat.card.cancel).toHaveCount(0);
    await expect(chat.card.input).toHaveCount(0);
    await expect(chat.card.header).toContainText(/Cancelled(?! after)/);
    await expect(chat.queue.root.getByRole('heading')).toHaveText('Paused: 2 messages wait');
    await chat.queue.expect('text second', 'text third');
    await thread.expectStates('cancelled');
    await thread.expectNothingToStep();
    await chat.card.expectState('paused');
  });

  test('with the keyboard only', async ({ heldChat: chat, thread, page }) => {
    await chat.composer.focus();
    for (const text of ['slow work', 'text second']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await chat.queue.expect('text second');
    await tabTo(page, 'agent-running-cancel');
    await page.keyboard.press('Space');
    await expect(chat.card.input).toBeFocused();
    await page.keyboard.press('Escape');

    await chat.card.expectState('paused');
    await expect(chat.card.resume).toBeFocused();
    await thread.expectStates('cancelled');
  });
});

test.describe('Cancel → Escape without queued prompts', ALL, () => {
  test('the card is removed and the cancelled stream stays', async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await finishFirstTool(chat, thread);
    await chat.card.openCancel();
    await chat.card.input.press('Escape');

    await chat.card.expectHidden();
    await chat.expectOutcomes('cancelled');
    await expect(chat.streams).toContainText('Cancelled after 1 step');
    await expect(chat.composer).toBeFocused();
    await expect(chat.turns).toContainText('I will look at the retry code');
    await thread.expectStates('cancelled');
    await thread.expectNothingToStep();
  });

  test('with the keyboard only', async ({ heldChat: chat, thread, page }) => {
    await chat.composer.focus();
    await page.keyboard.type('tools');
    await page.keyboard.press('Enter');
    await thread.step({ until: 'tool_started' });
    await tabTo(page, 'agent-running-cancel');
    await page.keyboard.press('Enter');
    await expect(chat.card.input).toBeFocused();
    await page.keyboard.press('Escape');

    await chat.card.expectHidden();
    await chat.expectOutcomes('cancelled');
    await expect(chat.streams).toContainText(/Cancelled( after \d+ s)?$/);
    await expect(chat.composer).toBeFocused();
    await thread.expectStates('cancelled');
  });
});

test.describe('Resume', () => {
  test('a message is sent first, and the queue continues after it', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('slow work');
    await chat.say('text queued');
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await chat.card.openResume();
    await expect(chat.card.submit).toHaveText('Send next');
    await chat.card.input.fill('text before it');
    await expect(chat.card.submit).toHaveText('Send and resume');
    await chat.card.submit.click();

    await chat.card.expectState('running');
    await chat.expectUsers('slow work', 'text before it');
    await chat.queue.expect('text queued');
    await thread.expectStates('cancelled', 'running');
    await thread.finish();
    await chat.expectUsers('slow work', 'text before it', 'text queued');
    await expect(chat.queue.root).toHaveCount(0);
    await thread.finish();
    await chat.card.expectHidden();
    await thread.expectPrompts('slow work', 'text before it', 'text queued');
    await thread.expectStates('cancelled', 'finished', 'finished');
  });

  test('with the keyboard only, left empty: the next prompt runs', async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    await chat.composer.focus();
    for (const text of ['slow work', 'text queued']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await tabTo(page, 'agent-running-cancel');
    await page.keyboard.press('Enter');
    await expect(chat.card.input).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chat.card.resume).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat.card.input).toBeFocused();
    await page.keyboard.press('Enter');

    await chat.card.expectState('running');
    await chat.expectUsers('slow work', 'text queued');
    await expect(chat.composer).toBeFocused();
    await thread.expectPrompts('slow work', 'text queued');
  });
});

/** Presses Shift+Tab until the element has the focus. */
async function tabTo(page: import('@playwright/test').Page, testId: string): Promise<void> {
  const target = page.getByTestId(testId);
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === inside.focused())) return;
    await page.keyboard.press('Shift+Tab');
  }
  throw new Error(`the focus does not get to ${testId}`);
}
