// The keys that answer a question, and those that do not.
import { ALL, expect, test } from '../fixtures/test.ts';
import { ask } from '../pages/approval.ts';
import { Files, text } from '../pages/files.ts';
import { choose } from '../pages/settings.ts';

test.use({ control: true });

test('keys answer the question, but not while the person writes', ALL, async ({ chat }) => {
  const approval = await ask(chat);
  await expect(approval.approve).toHaveAttribute('title', 'Ctrl+Enter');
  await expect(approval.deny).toHaveAttribute('title', 'Ctrl+Backspace');
  await chat.composer.fill('half a thought');
  await chat.composer.press('Control+Backspace');
  await expect(chat.composer).toHaveValue('half a ');
  await expect(approval.reason).toHaveCount(0);
  // With nothing written, the composer does not keep the key.
  await chat.composer.fill('');
  await chat.composer.press('Control+Backspace');
  await expect(approval.reason).toBeFocused();
  await approval.reason.press('Control+Enter');
  await expect(approval.reason).toBeFocused();
  await approval.back.click();
  await expect(approval.deny).toBeFocused();
  await chat.composer.press('Control+Enter');
  await expect(chat.turns).toContainText('Done. I wrote the fix to src/retry.rs');
});

test('a key that sends a message does not answer the question too', async ({ chat, page, thread }) => {
  await choose(page, 'Enter while the agent works', 'Steer');
  const approval = await ask(chat);
  await chat.composer.fill('text later');
  await chat.composer.press('Control+Enter');
  await chat.queue.expect('text later');
  // A file alone is a message, although the field is empty.
  const files = new Files(chat);
  await files.choose(text('notes.txt'));
  await files.expectComposed('notes.txt');
  await chat.composer.press('Control+Enter');
  await expect(chat.queue.items).toHaveCount(2);
  await approval.expectOpen();
  expect(await thread.runs()).toHaveLength(1);
  // Nothing is left to send.
  await chat.composer.press('Control+Enter');
  await expect(chat.turns.first()).toContainText('Done. I wrote the fix');
  await chat.card.expectHidden();
});
