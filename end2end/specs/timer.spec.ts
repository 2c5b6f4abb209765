// The timer counts the time of the turn, not of its card. Real time also passes during a test, so
// the timer may be some seconds ahead. A restarted timer would be behind.
import { expect, test } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';

test('the timer counts, and does not restart when the card is drawn again', async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  await chat.start('tools');
  await expect(chat.card.timer).toHaveText(/^\d s$/);
  await page.clock.fastForward(5_000);
  await expect(chat.card.timer).toHaveText(/^([5-9]|1\d) s$/);
  await chat.card.expand();
  await page.clock.fastForward(60_000);
  await expect(chat.card.timer).toHaveText(/^1 min ([5-9]|[12]\d) s$/);

  // To another thread and back, which creates a new card.
  await page.getByTestId('thread-new').click();
  await chat.card.expectHidden();
  await page.goBack();
  await expect(chat.card.timer).toHaveText(/^1 min ([5-9]|[123]\d) s$/);

  // A change of the language creates a new card too.
  const before = await seconds(chat.card.timer.innerText());
  await chooseLanguage(page, 'fr');
  await expect(chat.card.timer).toBeVisible();
  expect(await seconds(chat.card.timer.innerText())).toBeGreaterThanOrEqual(before);
});

test('the stream of a finished turn says how long the turn took', async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await page.clock.fastForward(12_000);
  await thread.finish();
  await chat.card.expectHidden();
  await expect(chat.streams).toContainText('2 steps');
  await expect(chat.streams).toContainText(/(1[2-9]|2\d) s/);
});

async function chooseLanguage(page: Page, tag: string): Promise<void> {
  await page.getByTestId('settings-open').click();
  const dialog = page.getByTestId('settings');
  await dialog.locator('select[name=locale]').selectOption(tag);
  await dialog.locator('button[type=submit]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
}

/** The seconds of a displayed duration. */
async function seconds(text: Promise<string>): Promise<number> {
  const numbers = (await text).match(/\d+/g)?.map(Number) ?? [];
  return numbers.reduce((sum, part) => sum * 60 + part, 0);
}
