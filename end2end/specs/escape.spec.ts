// Escape is a ladder, and the keys are listed.
import { expect, test } from '../fixtures/test.ts';

test('pressed twice it stops the agent, and says so between', async ({ heldChat: chat, thread }) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.composer.press('Escape');
  const hint = chat.root.getByTestId('escape-hint');
  await expect(hint).toHaveText('Press Escape again to stop the agent');
  await expect(chat.announcer).toContainText('Press Escape again');
  await chat.card.expectState('running');
  await chat.composer.press('Escape');
  await expect(hint).toHaveCount(0);
  await chat.expectOutcomes('cancelled');
  await thread.expectStates('cancelled');
});

test('the second press counts for two seconds', async ({ clockChat: chat, thread }) => {
  await thread.hold();
  await chat.start('text');
  await chat.composer.press('Escape');
  const hint = chat.root.getByTestId('escape-hint');
  await expect(hint).toBeVisible();
  await chat.page.clock.runFor(2100);
  await expect(hint).toHaveCount(0);
  await chat.composer.press('Escape');
  await expect(hint).toBeVisible();
  await chat.card.expectState('running');
  await thread.release();
});

test('it closes what is open first', async ({ heldChat: chat, thread }) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.say('text queued');
  const hint = chat.root.getByTestId('escape-hint');
  // The editor of a prompt.
  await chat.composer.press('ArrowUp');
  await expect(chat.queue.editor).toBeFocused();
  await chat.queue.editor.press('Escape');
  await expect(chat.queue.editor).toHaveCount(0);
  await expect(hint).toHaveCount(0);
  await chat.card.expectState('running');
  // The list of keys.
  await chat.scroll.press('?');
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await chat.page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(hint).toHaveCount(0);
  await expect(chat.scroll).toBeFocused();
  // Then it asks.
  await chat.scroll.press('Escape');
  await expect(hint).toBeVisible();
  await thread.release();
  await chat.card.expectHidden();
});

test('the card’s editor has Escape to itself', async ({ heldChat: chat, thread }) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await expect(chat.root.getByTestId('escape-hint')).toHaveCount(0);
  await chat.expectOutcomes('cancelled');
  await thread.expectStates('cancelled');
});

test('the editor, its button and the list of keys say beforehand that it stops the agent', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await expect(chat.card.cancel).toHaveAccessibleName('Stop with a message…');
  await chat.card.openCancel();
  await expect(chat.card.input).toHaveAccessibleDescription(
    /^The agent keeps running until you choose\. Esc, or a click elsewhere, stops it without a message\./,
  );
  await expect(chat.card.keep).toHaveAccessibleName('Keep running');
  await expect(chat.card.dismiss).toHaveAccessibleName('Stop without a message');
  await expect(chat.card.dismiss).toHaveAttribute('aria-keyshortcuts', 'Escape');
  // Looking up the keys is no click elsewhere.
  await chat.root.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(
    keys.getByText('In “Stop with a message…”: stop the agent without one'),
  ).toBeVisible();
  await chat.page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await chat.card.expectState('cancelling');
  await thread.expectStates('running');
  await chat.card.input.focus();
  await chat.page.keyboard.press('Escape');
  await thread.expectStates('cancelled');
});

test('without a run it is nothing, and in a composition it is the input method’s', async ({
  heldChat: chat,
  thread,
}) => {
  const hint = chat.root.getByTestId('escape-hint');
  await chat.composer.press('Escape');
  await expect(hint).toHaveCount(0);
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.composer.evaluate((field) => {
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }),
    );
  });
  await chat.composer.press('a');
  await expect(hint).toHaveCount(0);
  await chat.card.expectState('running');
  await thread.release();
  await chat.card.expectHidden();
});

test('the keys can be switched off, also after a reload', async ({ heldChat: chat, thread }) => {
  await chat.root.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Stop the agent', { exact: true })).toBeVisible();
  await keys.getByLabel('Shortcuts of one key').uncheck();
  await keys.getByRole('button', { name: 'Close' }).click();
  await chat.reload();
  await chat.scroll.press('?');
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.composer.press('Escape');
  await chat.composer.press('Escape');
  await chat.card.expectState('running');
  await expect(keys).toHaveCount(0);
  await thread.release();
  await chat.card.expectHidden();
});
