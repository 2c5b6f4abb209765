// A long text that is pasted becomes a file, and text again; what was sent comes back with the arrow
// keys.
import { ALL, expect, test } from '../fixtures/test.ts';
import { Files } from '../pages/files.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

test('a paste of more than 200 lines is a file, which becomes text with one press', ALL, async ({ chat }) => {
  const files = new Files(chat);
  await chat.composer.fill('Look at this:');
  await files.fire(chat.composer, 'paste', [], { 'text/plain': lines(200) });
  await expect(files.composed).toHaveCount(0);
  await files.fire(chat.composer, 'paste', [], { 'text/plain': lines(201) });
  await files.expectComposed('pasted.txt');
  await expect(chat.announcer).toContainText('A long text was pasted as a file.');
  await files.composed.getByRole('button', { name: 'Make it text' }).click();
  await expect(files.composed).toHaveCount(0);
  await expect(chat.composer).toHaveValue(`Look at this:\n${lines(201)}`);
  await expect(chat.composer).toBeFocused();
});

test('the arrow keys bring back what was sent, and never overwrite a draft', ALL, async ({ chat }) => {
  for (const said of ['hello one', 'hello two']) {
    await chat.say(said);
    await chat.card.expectHidden();
  }
  await expect(chat.assistantMessages).toHaveCount(2);
  await chat.composer.press('ArrowUp');
  await expect(chat.composer).toHaveValue('hello two');
  await chat.composer.press('ArrowUp');
  await expect(chat.composer).toHaveValue('hello one');
  await chat.composer.press('ArrowDown');
  await expect(chat.composer).toHaveValue('hello two');
  await chat.composer.press('Escape');
  await expect(chat.composer).toHaveValue('');
  await chat.composer.press('ArrowUp');
  await chat.composer.pressSequentially('!');
  await chat.composer.press('ArrowUp');
  await expect(chat.composer).toHaveValue('hello two!');
});
