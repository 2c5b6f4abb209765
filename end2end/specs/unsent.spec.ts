// A message that is submitted and not sent yet, because its files are still being read.
import { endReading, holdFiles } from '../fixtures/reading.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';
import { Files, text } from '../pages/files.ts';
import { scan } from '../pages/states.ts';

const question = (chat: ChatPage) => chat.card.root.getByTestId('held-back');

test('the card names the file that is being read, and Stop says that nothing was sent', async ({
  chat,
  thread,
  page,
}) => {
  await holdFiles(page);
  const files = new Files(chat);
  await files.choose(text('notes.txt'));
  await chat.say('files please');
  await expect(chat.card.header).toContainText('Reading notes.txt: nothing is sent yet');
  await chat.stop.click();
  await expect(chat.outcomeNotes).toContainText('Nothing was sent.');
  await expect(chat.announcer).toContainText('Nothing was sent.');
  await chat.card.expectHidden();
  await expect(chat.composer).toBeFocused();
  await endReading(page, 'notes.txt', true);
  // What was stopped stays unsent, also with the next message.
  await chat.say('text');
  await thread.expectStates('finished');
  expect((await thread.run(0)).input.messages).toHaveLength(1);
});

test('a message is sent when its file is read', ALL, async ({ chat, thread, page }) => {
  await holdFiles(page);
  await new Files(chat).choose(text('notes.txt'));
  await chat.say('files please');
  await expect(chat.card.header).toContainText('Reading notes.txt');
  await endReading(page, 'notes.txt', true);
  await expect(chat.turns).toContainText('notes.txt: document, text/plain');
  await thread.expectStates('finished');
});

test('a reload keeps the text and names the file as lost before anything is sent', async ({
  chat,
  thread,
  page,
}) => {
  await holdFiles(page);
  const files = new Files(chat);
  await files.choose(text('notes.txt'));
  await chat.say('files please');
  await expect(chat.card.header).toContainText('Reading notes.txt');
  await chat.reload();
  await expect(chat.userMessages).toContainText('files please');
  await expect(question(chat)).toContainText('“notes.txt” could not be read. Nothing has been sent.');
  await question(chat).getByRole('button', { name: 'Keep editing' }).click();
  await expect(chat.composer).toHaveValue('files please');
  await expect(chat.composer).toBeFocused();
  await expect(files.composed).toHaveCount(0);
  await expect(chat.outcomeNotes).toContainText('Nothing was sent.');
  await chat.composer.press('Enter');
  await thread.expectStates('finished');
  expect((await thread.run(0)).input.messages).toHaveLength(1);
});

test('a file that cannot be read holds the message, which is sent without it on demand', ALL, async ({
  chat,
  thread,
  page,
}) => {
  await holdFiles(page);
  const files = new Files(chat);
  await files.choose(text('gone.txt'), text('notes.txt'));
  await chat.say('files please');
  await endReading(page, 'gone.txt', false);
  await expect(question(chat)).toContainText('“gone.txt” could not be read.');
  await expect(chat.announcer).toContainText('“gone.txt” could not be read. Nothing has been sent.');
  await expect(files.refused).toHaveCount(0);
  await endReading(page, 'notes.txt', true);
  await expect(chat.card.header).toContainText('Not sent yet');
  await question(chat).getByRole('button', { name: 'Send anyway' }).press('Enter');
  await expect(question(chat)).toHaveCount(0);
  await thread.expectStates('finished');
  const said = (await thread.run(0)).input.messages[0]?.content;
  expect(said).toHaveLength(2);
  expect(JSON.stringify(said)).not.toContain('gone.txt');
  await expect(files.said(0)).toHaveCount(1);
});

for (const [name, use] of Object.entries({
  light: { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1100, height: 760 } },
  dark: { colorScheme: 'dark', locale: 'en-GB', viewport: { width: 1100, height: 760 } },
  narrow: { colorScheme: 'light', locale: 'en-GB', viewport: { width: 390, height: 740 } },
  arabic: { colorScheme: 'light', locale: 'ar', viewport: { width: 1100, height: 760 } },
} as const)) {
  test.describe(name, () => {
    test.use(use);

    test('axe finds nothing in the question, and the page does not scroll sideways', ALL, async ({
      chat,
      page,
    }, info) => {
      await holdFiles(page);
      await new Files(chat).choose(
        text('the notes of a rather long meeting with many words in its name.txt'),
        text('data.csv'),
      );
      await chat.say('files please');
      await page.screenshot({ path: info.outputPath('reading.png') });
      await endReading(page, 'the notes of a rather long meeting with many words in its name.txt', false);
      await expect(question(chat)).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await scan(page);
      await page.screenshot({ path: info.outputPath('lost.png') });
      await chat.stop.click();
      await expect(chat.outcomeNotes).toBeVisible();
      await page.screenshot({ path: info.outputPath('unsent.png') });
    });
  });
}
