// A message is sent again, edited or not, and the conversation goes on from there.
import { users } from '../fixtures/agent.ts';
import { expect, test } from '../fixtures/test.ts';
import { Answer } from '../pages/answer.ts';
import type { ChatPage } from '../pages/chat.ts';

// Not in the gate: `cargo xtask test --all` runs these.
const ALL = { tag: '@all' };

/** Sends these messages, each after the answer to the last. */
async function converse(chat: ChatPage, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    await chat.say(message);
    await chat.card.expectHidden();
  }
}

test('Try again sends the message of an answer again', ALL, async ({ chat, thread }) => {
  await converse(chat, 'text one', 'text two');
  const answer = new Answer(chat, 0);
  await answer.retry.click();
  await chat.card.expectHidden();
  await chat.expectUsers('text one');
  await expect(chat.root.getByTestId('left-out')).toContainText('4 earlier messages');
  expect(users(await thread.run(2))).toEqual(['text one']);
});
