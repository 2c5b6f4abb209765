// Escape: closes what is open first, then stops the agent. Also the list of keys.
import { ALL, expect, test } from '../fixtures/test.ts';

test('two presses stop the agent, and a hint is shown after the first', async ({ clockChat: chat, thread, page }) => {
  await thread.hold();
  await chat.start('text');
  await thread.step({ until: 'text' });
  await expect(chat.turns.getByRole('paragraph').first()).toBeVisible();
  // The start of the turn is announced.
  await page.clock.runFor(250);
  await chat.composer.press('Escape');
  const hint = chat.root.getByTestId('escape-hint');
  await expect(hint).toHaveText('Press Escape again to stop the agent');
  await page.clock.runFor(250);
  await expect(chat.announcer).toContainText('Press Escape again');
  await chat.card.expectState('running');
  await chat.composer.press('Escape');
  await expect(hint).toHaveCount(0);
  await chat.expectOutcomes('cancelled');
  await thread.expectStates('cancelled');
});

test('the second press must come within four seconds', async ({ clockChat: chat, thread }) => {
  await thread.hold();
  await chat.start('text');
  await chat.composer.press('Escape');
  const hint = chat.root.getByTestId('escape-hint');
  await expect(hint).toBeVisible();
  await chat.page.clock.runFor(3_999);
  await expect(hint).toBeVisible();
  await chat.page.clock.runFor(1);
  await expect(hint).toHaveCount(0);
  await chat.composer.press('Escape');
  await expect(hint).toBeVisible();
  await chat.card.expectState('running');
  await thread.release();
});

test('Escape closes open editors and dialogs first', async ({ clockChat: chat, thread }) => {
  await thread.hold();
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.say('text queued');
  const hint = chat.root.getByTestId('escape-hint');
  // First the editor of a prompt.
  await chat.composer.press('ArrowUp');
  await expect(chat.queue.editor).toBeFocused();
  await chat.queue.editor.press('Escape');
  await expect(chat.queue.editor).toHaveCount(0);
  await expect(hint).toHaveCount(0);
  await chat.card.expectState('running');
  // Then the list of keys.
  await chat.scroll.press('?');
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await chat.page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(hint).toHaveCount(0);
  await expect(chat.scroll).toBeFocused();
  // Now nothing is open, so Escape shows the hint.
  await chat.scroll.press('Escape');
  await expect(hint).toBeVisible();
  await thread.release();
  await chat.card.expectHidden();
});

test('in the card’s editor, Escape dismisses the editor', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await expect(chat.root.getByTestId('escape-hint')).toHaveCount(0);
  await chat.expectOutcomes('cancelled');
  await thread.expectStates('cancelled');
});

test('the editor, its button and the list of keys say that Escape stops the agent', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await expect(chat.card.cancel).toHaveAccessibleName('Stop and send…');
  await chat.card.openCancel();
  await expect(chat.card.input).toHaveAccessibleDescription(
    'Still running. Esc stops it.',
  );
  await expect(chat.card.keep).toHaveAccessibleName('Keep running');
  await expect(chat.card.dismiss).toHaveAccessibleName('Stop');
  await expect(chat.card.dismiss).toHaveAttribute('aria-keyshortcuts', 'Escape');
  // Opening the list of keys does not dismiss the editor.
  await chat.root.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(
    keys.getByText('In “Stop and send…”: stop the agent'),
  ).toBeVisible();
  await chat.page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await chat.card.expectState('cancelling');
  await thread.expectStates('running');
  await chat.card.input.focus();
  await chat.page.keyboard.press('Escape');
  await thread.expectStates('cancelled');
});

test('Escape does nothing without a run or during an IME composition', ALL, async ({
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
  // Beside all controls, where nothing takes the focus.
  await chat.root.getByRole('heading').first().click();
  await chat.page.keyboard.press('?');
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Stop the agent', { exact: true })).toBeVisible();
  // The list is higher than the window: it is read from its beginning.
  await expect(keys.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport();
  await keys.getByLabel('Single-key shortcuts').uncheck();
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
