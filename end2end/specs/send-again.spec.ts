// A message is sent again, edited or not, and the conversation goes on from there.
import { users } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { Answer } from '../pages/answer.ts';
import { Message } from '../pages/message.ts';
import type { ChatPage } from '../pages/chat.ts';

/** Sends these messages, each after the answer to the last. */
async function converse(chat: ChatPage, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    await chat.say(message);
    await chat.card.expectHidden();
  }
}

test('an edited message is sent again, and what followed it is left out', async ({ chat, thread }) => {
  await converse(chat, 'text one', 'text two', 'text three');
  const second = new Message(chat, 1);
  await second.edit('text two, better', 'Enter');
  await expect(chat.userMessages.last()).toHaveText('text two, better');
  await chat.card.expectHidden();
  expect(users(await thread.run(3))).toEqual(['text one', 'text two, better']);
  await chat.expectUsers('text one', 'text two, better');
  const line = chat.root.getByTestId('left-out');
  await expect(line).toContainText('4 earlier messages, no longer part of the conversation');

  // They are kept, also over a reload.
  await chat.reload();
  await chat.expectUsers('text one', 'text two, better');
  await line.getByRole('button', { name: 'Show' }).click();
  await chat.expectUsers('text one', 'text two', 'text three', 'text two, better');
  await expect(line.getByRole('button', { name: 'Hide' })).toBeFocused();
  await line.getByRole('button', { name: 'Hide' }).click();
  await chat.expectUsers('text one', 'text two, better');
  await converse(chat, 'text four');
  expect(users(await thread.run(4))).toEqual(['text one', 'text two, better', 'text four']);
});

test('what is written in the editor of a message is there after a reload, and is not lost by Try again', ALL, async ({
  chat,
  thread,
}) => {
  await converse(chat, 'text one');
  const message = new Message(chat, 0);
  await message.pencil.click();
  await message.input.fill('text one, better');
  await chat.reload();
  await expect(message.input).toHaveValue('text one, better');
  await thread.hold();
  await new Answer(chat, 0).retry.click();
  await expect(message.input).toHaveCount(0);
  await expect(chat.composer).toHaveValue('text one, better');
  await expect(chat.announcer).toContainText('What you were writing is in the message field.');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('text one');
});

test('Try again sends the message of an answer again', ALL, async ({ chat, thread }) => {
  await converse(chat, 'text one', 'text two');
  const answer = new Answer(chat, 0);
  await answer.retry.click();
  await chat.card.expectHidden();
  await chat.expectUsers('text one');
  await expect(chat.root.getByTestId('left-out')).toContainText('4 earlier messages');
  expect(users(await thread.run(2))).toEqual(['text one']);
});

test('while the agent works it is stopped, and the queue goes on after the message', ALL, async ({ chat, thread }) => {
  await converse(chat, 'text one');
  await thread.hold();
  await chat.start('tools');
  await chat.say('text queued');
  const first = new Message(chat, 0);
  await first.pencil.click();
  await expect(first.send).toHaveText('Stop and send again from here');
  await first.input.fill('text other');
  await first.send.click();
  await expect(chat.userMessages).toHaveText(['text other']);
  await expect(chat.queue.items).toHaveCount(1);
  await thread.finish();
  await chat.expectUsers('text other', 'text queued');
});

test('another tab shows the same', ALL, async ({ chat, context, thread }) => {
  await converse(chat, 'text one', 'text two');
  const { ChatPage } = await import('../pages/chat.ts');
  const other = new ChatPage(await context.newPage());
  await other.open(thread.id);
  await other.expectUsers('text one', 'text two');
  await new Message(other, 1).edit('text three', 'Enter');
  await other.card.expectHidden();
  await chat.expectUsers('text one', 'text three');
  await expect(chat.root.getByTestId('left-out')).toContainText('2 earlier messages');
  expect(users(await thread.run(2))).toEqual(['text one', 'text three']);
});

test('the search finds what is left out, and shows it', ALL, async ({ chat, page }) => {
  await converse(chat, 'text needle', 'text two');
  await new Message(chat, 0).edit('text other', 'Enter');
  await chat.card.expectHidden();
  await chat.expectUsers('text other');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await chat.expectUsers('text needle', 'text two', 'text other');
  await expect(chat.userMessages.first()).toBeInViewport();
});

test('Escape and Cancel leave the message as it was, and the focus returns', ALL, async ({ chat }) => {
  await converse(chat, 'text one');
  const message = new Message(chat, 0);
  const place = (await message.root.boundingBox())?.y;
  for (const leave of [() => message.input.press('Escape'), () => message.cancel.click()]) {
    await message.pencil.click();
    await expect(message.input).toBeFocused();
    await expect(message.input).toHaveValue('text one');
    await message.input.fill('other');
    await leave();
    await expect(message.root).toHaveText('text one');
    await expect(message.pencil).toBeFocused();
  }
  expect((await message.root.boundingBox())?.y).toBe(place);
  const toast = chat.root.getByRole('group').filter({ hasText: 'Changes discarded' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(message.input).toBeFocused();
  await expect(message.input).toHaveValue('other');
  await expect(toast).toHaveCount(0);
  await message.input.fill(' ');
  await expect(message.send).toBeDisabled();
  await message.input.press('Shift+Enter');
  await expect(message.input).toHaveValue(/\n/);
});

test('what is written stays while another thread is shown', ALL, async ({ chat, page, thread }) => {
  await converse(chat, 'text one');
  const message = new Message(chat, 0);
  await message.pencil.click();
  await message.input.fill('half a thought');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(chat.userMessages).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(thread.id));
  await expect(message.input).toHaveValue('half a thought');
});
