// The timer counts the time of the turn, not of its card. A restarted timer would be behind.
import { ALL, expect, test } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';
import { change } from '../pages/settings.ts';

test('the timer counts, and does not restart when the card is drawn again', async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  await chat.start('tools');
  await expect(chat.card.timer).toHaveText('0 s');
  await page.clock.runFor(5_000);
  await expect(chat.card.timer).toHaveText('5 s');
  await chat.card.expand();
  await page.clock.runFor(60_000);
  await expect(chat.card.timer).toHaveText('1 min 5 s');

  // To another thread and back, which creates a new card.
  await page.getByTestId('thread-new').click();
  await chat.card.expectHidden();
  await page.goBack();
  await expect(chat.card.timer).toHaveText('1 min 5 s');

  // A change of the language creates a new card too.
  await page.clock.runFor(1_000);
  await chooseLanguage(page, 'fr');
  await expect(chat.card.timer).toHaveText(/^1\smin\s6\ss$/);
});

test('the stream of a finished turn says how long the turn took', ALL, async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  // The page has to know of the call before time moves, or the call would begin later.
  await expect(chat.card.header).toContainText('read_file');
  await page.clock.runFor(12_000);
  await thread.finish();
  await chat.card.expectHidden();
  await expect(chat.streams).toContainText('2 steps');
  await expect(chat.streams).toContainText('12 s');
});

async function chooseLanguage(page: Page, tag: string): Promise<void> {
  await change(page, async (dialog) => {
    await dialog.locator('select[name=locale]').selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
  });
}
