// A reload in every state of the card: queue, drafts and finished turns are restored; a running run
// is interrupted, and the queue is paused.
import { ALL, expect, test } from '../fixtures/test.ts';

test('hidden: finished turns with their activities, and the draft, are restored', async ({ chat, thread }) => {
  await chat.say('tools');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await chat.composer.fill('half a thought');
  const before = await chat.turns.innerText();
  await chat.reload();
  await chat.expectUsers('tools');
  await chat.expectOutcomes('completed');
  expect(await chat.turns.innerText()).toBe(before);
  await chat.streams.getByRole('button').click();
  await expect(chat.streams.getByTestId('activity')).toHaveCount(2);
  await chat.streams.getByTestId('activity').first().getByRole('button').click();
  await expect(chat.streams.locator('pre').first()).toContainText('src/retry.rs');
  await expect(chat.composer).toHaveValue('half a thought');
  await thread.expectStates('finished');
});

test('running: the turn is interrupted, and the queue is paused', async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.say('text two');
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).not.toContainText('read_file');
  await chat.composer.fill('a draft');
  await chat.reload();
  await chat.card.expectState('paused');
  await expect(chat.card.header).toContainText('Interrupted after 1 step');
  await expect(chat.outcomeNotes).toContainText('The chat was closed while the agent was working.');
  await chat.queue.expect('text one', 'text two');
  await expect(chat.composer).toHaveValue('a draft');
  await thread.expectStates('cancelled');
  await chat.card.openResume();
  await chat.card.submit.click();
  await chat.expectUsers('tools', 'text one');
  await thread.expectPrompts('tools', 'text one');
});

test('running without a queue: the turn is interrupted, with Try again', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.reload();
  await chat.card.expectHidden();
  await chat.expectOutcomes('interrupted');
  await thread.expectStates('cancelled');
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await chat.expectUsers('tools', 'tools');
  await thread.expectPrompts('tools', 'tools');
});

test('cancelling: the draft of the editor moves to the composer', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.composer.fill('in the composer');
  await chat.card.openCancel();
  await chat.card.input.fill('in the editor');
  await chat.reload();
  await chat.card.expectState('paused');
  await chat.queue.expect('text one');
  await expect(chat.composer).toHaveValue('in the composer\nin the editor');
  await thread.expectStates('cancelled');
});

test('cancelling after the end of the run: the editor is open, and can only send', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.card.openCancel();
  await chat.card.input.fill('text first');
  await thread.finish();
  await expect(chat.card.submit).toHaveText('Send');
  await chat.reload();
  await chat.card.expectState('cancelling');
  await expect(chat.card.input).toHaveValue('text first');
  await expect(chat.card.submit).toHaveText('Send');
  await chat.queue.expect('text one');
  await chat.card.submit.click();
  await chat.expectUsers('tools', 'text first');
  await thread.expectPrompts('tools', 'text first');
});

test('paused: the card is paused, with the reason', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.stop.click();
  await chat.card.expectState('paused');
  await chat.reload();
  await chat.card.expectState('paused');
  await expect(chat.queue.root.getByRole('heading')).toHaveText('Paused: 1 message waits');
  await expect(chat.card.header).toContainText(/Cancelled(?! after)/);
  await chat.queue.expect('text one');
  await thread.expectStates('cancelled');
});

test('resuming: the editor is open with its draft', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.stop.click();
  await chat.card.openResume();
  await chat.card.input.fill('before it goes on');
  await chat.reload();
  await chat.card.expectState('resuming');
  await expect(chat.card.input).toHaveValue('before it goes on');
  await chat.queue.expect('text one');
  await chat.card.submit.click();
  await chat.expectUsers('tools', 'before it goes on');
  await thread.expectPrompts('tools', 'before it goes on');
});

test('a prompt that is being edited keeps the edit', ALL, async ({ heldChat: chat }) => {
  await chat.start('tools');
  await chat.say('text one');
  await chat.queue.item('text one').edit.click();
  await chat.queue.editor.fill('text one, and more');
  await chat.reload();
  await chat.card.expectState('paused');
  await expect(chat.queue.editor).toHaveValue('text one, and more');
});

test('the history is restored in order', ALL, async ({ chat, thread }) => {
  for (const text of ['text one', 'tools two', 'reasoning three']) {
    await chat.say(text);
    await chat.card.expectHidden();
  }
  const before = await chat.turns.allInnerTexts();
  await chat.reload();
  await chat.expectUsers('text one', 'tools two', 'reasoning three');
  expect(await chat.turns.allInnerTexts()).toEqual(before);
  await chat.say('text four');
  await thread.expectPrompts('text one', 'tools two', 'reasoning three', 'text four');
});
