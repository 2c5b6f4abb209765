// The queue: order, edit in place, hold during an edit, reorder, remove with undo, run now.
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

async function queueThree(chat: ChatPage): Promise<void> {
  await chat.start('tools');
  for (const text of ['text one', 'text two', 'text three']) await chat.say(text);
  await chat.queue.expect('text one', 'text two', 'text three');
}

test('prompts start once each, in the order in which they were queued', async ({
  heldChat: chat,
  thread,
}) => {
  await queueThree(chat);
  await expect(chat.queue.root.getByRole('heading')).toHaveText('3 queued');
  await chat.composer.fill('text four');
  await expect(chat.deliveryHint).toHaveText('Sent after 3 others');
  await chat.composer.fill('');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('tools', 'text one', 'text two', 'text three');
  await thread.expectPrompts('tools', 'text one', 'text two', 'text three');
  await thread.expectStates('finished', 'finished', 'finished', 'finished');
});

test('the queue pauses after this turn if asked to, and goes on from its own head', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.say('text two');
  await chat.queue.pause.click();
  await expect(chat.queue.pause).toHaveAttribute('aria-pressed', 'true');
  await thread.finish();
  await chat.card.expectState('paused');
  await expect(chat.queue.root.getByRole('heading')).toHaveText('Paused: 2 messages wait');
  await expect(chat.card.root).toContainText('The queue paused, as you asked.');
  await thread.expectStates('finished');

  await chat.queue.addFirst.click();
  await expect(chat.card.input).toBeFocused();
  await chat.card.input.fill('text before');
  await expect(chat.queue.addFirst).toBeDisabled();
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
  await chat.queue.sendNext.click();
  await chat.expectUsers('tools', 'text one');
  await chat.queue.expect('text two');
  await expect(chat.queue.pause).toHaveAttribute('aria-pressed', 'false');
  // The message that was not sent is kept for later.
  await chat.queue.pause.click();
  await thread.finish();
  await chat.card.openResume();
  await expect(chat.card.input).toHaveValue('text before');
});

test('a held prompt keeps its place, those after it start, and it starts once it is released', async ({
  heldChat: chat,
  thread,
}) => {
  await queueThree(chat);
  const first = chat.queue.item('text one');
  await first.root.hover();
  await first.hold.click();
  await expect(first.hold).toHaveAttribute('aria-pressed', 'true');
  await expect(first.root).toContainText('Held');
  await chat.composer.fill('text four');
  await expect(chat.deliveryHint).toHaveText('Sent after 2 others');
  await chat.composer.fill('');
  await thread.finish();
  await chat.expectUsers('tools', 'text two');
  await chat.queue.expect('text one', 'text three');
  await thread.release();
  await chat.card.expectState('paused');
  await expect(chat.queue.root.getByRole('heading')).toHaveText('1 held');
  await expect(chat.card.root).toContainText('Every message that is left is held back.');
  // What is held keeps no message waiting.
  await chat.say('text four');
  await chat.expectUsers('tools', 'text two', 'text three', 'text four');
  await chat.card.expectState('paused');
  await chat.reload();
  await expect(first.hold).toHaveAttribute('aria-pressed', 'true');
  await first.root.hover();
  await first.hold.click();
  await chat.card.expectHidden();
  await chat.expectUsers('tools', 'text two', 'text three', 'text four', 'text one');
});

test('a prompt is edited in place', ALL, async ({ heldChat: chat, thread }) => {
  await queueThree(chat);
  await chat.queue.item('text two').edit.click();
  await expect(chat.queue.editor).toBeFocused();
  await expect(chat.queue.editor).toHaveValue('text two');
  await chat.queue.editor.fill('text two, better');
  await chat.queue.editor.press('Enter');
  await expect(chat.queue.editor).toHaveCount(0);
  await chat.queue.expect('text one', 'text two, better', 'text three');
  await expect(chat.queue.item('text two, better').edit).toBeFocused();
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('tools', 'text one', 'text two, better', 'text three');
});

test('Escape and "Cancel" leave the prompt as it was', ALL, async ({ heldChat: chat }) => {
  await queueThree(chat);
  for (const leave of ['Escape', 'Cancel'] as const) {
    await chat.queue.item('text two').edit.click();
    await chat.queue.editor.fill('something else');
    if (leave === 'Escape') await chat.queue.editor.press('Escape');
    else await chat.queue.root.getByRole('button', { name: leave }).click();
    await expect(chat.queue.editor).toHaveCount(0);
    await chat.queue.expect('text one', 'text two', 'text three');
    await expect(chat.queue.item('text two').edit).toBeFocused();
  }
});

test('a prompt that is being edited does not start until the edit is done', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.queue.item('text one').edit.click();
  await chat.queue.editor.fill('text one, edited');
  await expect(chat.queue.root).toContainText('Waits until you save');
  await thread.finish();
  await chat.card.expectState('paused');
  await expect(chat.card.root).toContainText('You are editing the next message.');
  await expect(chat.queue.editor).toHaveValue('text one, edited');
  await thread.expectStates('finished');
  await chat.queue.editor.press('Enter');
  await chat.expectUsers('tools', 'text one, edited');
  await thread.expectPrompts('tools', 'text one, edited');
});

test('reorder with the buttons, by keyboard: the focus stays and the move is announced', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await queueThree(chat);
  await chat.queue.item('text three').up.focus();
  await page.keyboard.press('Enter');
  await chat.queue.expect('text one', 'text three', 'text two');
  await expect(chat.queue.item('text three').up).toBeFocused();
  await expect(chat.announcer).toContainText('2 of 3');
  await page.keyboard.press('Space');
  await chat.queue.expect('text three', 'text one', 'text two');
  // At the top the button is disabled but keeps the focus.
  await expect(chat.queue.item('text three').up).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await chat.queue.expect('text three', 'text one', 'text two');
  await expect(chat.queue.item('text three').up).toBeFocused();
  await chat.queue.item('text one').down.focus();
  await page.keyboard.press('Enter');
  await chat.queue.expect('text three', 'text two', 'text one');
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('tools', 'text three', 'text two', 'text one');
});

test('reorder by dragging', async ({ heldChat: chat, thread, page }) => {
  await queueThree(chat);
  await drag(page, chat, 'text three', 'text one');
  await chat.queue.expect('text three', 'text one', 'text two');
  await drag(page, chat, 'text three', 'text two');
  await chat.queue.expect('text one', 'text two', 'text three');
  await drag(page, chat, 'text one', 'text two');
  await chat.queue.expect('text two', 'text one', 'text three');
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('tools', 'text two', 'text one', 'text three');
});

test('Undo restores each removed prompt at its position', async ({ heldChat: chat, thread }) => {
  await queueThree(chat);
  await chat.queue.item('text two').remove.click();
  await chat.queue.expect('text one', 'text three');
  await expect(chat.toast).toContainText('Message removed');
  await chat.queue.item('text one').remove.click();
  await chat.queue.expect('text three');
  await chat.toast.getByRole('button', { name: 'Undo' }).click();
  await chat.queue.expect('text one', 'text three');
  await chat.toast.getByRole('button', { name: 'Undo' }).click();
  await chat.queue.expect('text one', 'text two', 'text three');
  await expect(chat.toast).toHaveCount(0);
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('tools', 'text one', 'text two', 'text three');
});

test('by keyboard: arrow keys go from prompt to prompt, and Ctrl+Z brings back what was removed or discarded', async ({
  heldChat: chat,
  page,
}) => {
  await queueThree(chat);
  // The first stop is not the button that stops the turn.
  await chat.composer.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(chat.queue.item('text one').edit).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(chat.queue.item('text two').edit).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(chat.queue.item('text three').edit).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await expect(chat.queue.item('text two').remove).toBeFocused();
  await page.keyboard.press('Enter');
  await chat.queue.expect('text one', 'text three');
  await expect(chat.queue.item('text three').remove).toBeFocused();
  await page.keyboard.press('Control+z');
  await chat.queue.expect('text one', 'text two', 'text three');
  await expect(chat.composer).toHaveValue('');

  await chat.queue.item('text two').edit.press('Enter');
  await chat.queue.editor.fill('something else');
  await chat.queue.editor.press('Escape');
  await expect(chat.queue.item('text two').edit).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(chat.queue.editor).toBeFocused();
  await expect(chat.queue.editor).toHaveValue('something else');
});

test('after the turn, Undo of the last removed prompt does not start it: the queue is paused', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.queue.item('text one').remove.click();
  await expect(chat.queue.root).toHaveCount(0);
  await thread.finish();
  await chat.card.expectHidden();
  await chat.toast.getByRole('button', { name: 'Undo' }).click();
  await chat.queue.expect('text one');
  await chat.card.expectState('paused');
  await thread.expectStates('finished');
});

test('Undo is offered for a fixed time', ALL, async ({ clockChat: chat, thread, page }) => {
  await thread.hold();
  await chat.start('tools');
  await chat.say('text one');
  await chat.queue.item('text one').remove.click();
  await expect(chat.toast).toBeVisible();
  await page.clock.runFor(19_999);
  await expect(chat.toast).toBeVisible();
  await page.clock.runFor(1);
  await expect(chat.toast).toHaveCount(0);
});

test('each removal has its own Undo time, and a closed toast stays closed', ALL, async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  await chat.start('tools');
  await chat.say('text one');
  await chat.say('text two');
  await chat.queue.item('text one').remove.click();
  await page.clock.runFor(10_000);
  await chat.toast.getByRole('button', { name: 'Undo' }).click();
  await chat.queue.item('text one').remove.click();
  // The time of the first removal is over; the second has eight seconds left.
  await page.clock.runFor(12_000);
  await expect(chat.toast).toBeVisible();
  await chat.queue.item('text two').remove.click();
  await chat.toast.getByRole('button', { name: 'Close' }).click();
  await expect(chat.toast).toHaveCount(0);
  await page.clock.runFor(9_000);
  await expect(chat.toast).toHaveCount(0);
});

test('dragging a prompt down does not remove other prompts from the document', ALL, async ({
  heldChat: chat,
  page,
}) => {
  await queueThree(chat);
  await chat.say('text four');
  const list = chat.queue.root.getByRole('list');
  await list.evaluate((list) => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new MutationObserver((records) => {
      for (const node of records.flatMap((record) => [...record.removedNodes])) {
        moved.push(node.textContent ?? '');
      }
    }).observe(list, { childList: true });
  });
  await drag(page, chat, 'text one', 'text four');
  await chat.queue.expect('text two', 'text three', 'text four', 'text one');
  const moved = await page.evaluate(
    () => (globalThis as unknown as { moved: string[] }).moved,
  );
  expect(moved.filter((text) => !text.includes('text one'))).toEqual([]);
});

test('run now during a turn: the turn is cancelled, and the prompt starts', async ({
  heldChat: chat,
  thread,
}) => {
  await queueThree(chat);
  await chat.queue.item('text two').runNow.click();
  await chat.expectUsers('tools', 'text two');
  await chat.card.expectState('running');
  await chat.expectOutcomes('cancelled');
  await chat.queue.expect('text one', 'text three');
  await thread.expectStates('cancelled', 'running');
  await thread.finish();
  await chat.expectUsers('tools', 'text two', 'text one');
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('tools', 'text two', 'text one', 'text three');
});

test('run now while paused: the prompt starts, and the queue continues after it', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await queueThree(chat);
  await chat.stop.click();
  await chat.card.expectState('paused');
  await chat.queue.item('text three').runNow.click();
  await chat.expectUsers('tools', 'text three');
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('tools', 'text three', 'text one', 'text two');
});

test('Arrow Up in an empty composer edits the last prompt', ALL, async ({ heldChat: chat, page }) => {
  await queueThree(chat);
  await chat.composer.fill('not empty');
  await chat.composer.press('ArrowUp');
  await expect(chat.queue.editor).toHaveCount(0);
  await chat.composer.fill('');
  await chat.composer.press('ArrowUp');
  await expect(chat.queue.editor).toBeFocused();
  await expect(chat.queue.editor).toHaveValue('text three');
  await page.keyboard.press('End');
  await page.keyboard.type(', more');
  await page.keyboard.press('Enter');
  await chat.queue.expect('text one', 'text two', 'text three, more');
  // The person came from the composer, and goes on there.
  await expect(chat.composer).toBeFocused();
  await chat.composer.press('ArrowUp');
  await expect(chat.queue.editor).toBeFocused();
  await chat.queue.editor.press('Escape');
  await expect(chat.composer).toBeFocused();
});

async function drag(page: Page, chat: ChatPage, from: string, to: string): Promise<void> {
  await chat.queue.item(from).root.dragTo(chat.queue.item(to).root);
  await page.mouse.move(0, 0);
}
