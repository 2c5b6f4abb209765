// Find in a thread: in drawn and undrawn messages, by keyboard and by screen reader.
import { AxeBuilder } from '@axe-core/playwright';
import { holdFrames } from '../fixtures/frames.ts';
import { marked } from '../fixtures/marked.ts';
import { ALL, expect, test } from '../fixtures/test.ts';

test('message 3 of 5,000 is found, and closing restores the place', async ({ long, thread, page }) => {
  await long.openLong(thread.id, 5000, 5000);
  await expect(long.message(4999)).toBeVisible();
  const input = long.root.getByTestId('find-input');
  const count = long.root.getByTestId('find-count');
  await long.composer.focus();
  await page.keyboard.press('Control+f');
  await expect(input).toBeFocused();
  await input.fill('message 3:');
  await expect(count).toHaveText('1 of 1');
  await expect(long.message(3)).toBeInViewport();
  await expect.poll(() => marked(long)).toBe('Message 3:');
  // Announcements made within a short time are joined, so only the end is compared.
  await expect(long.announcer).toHaveText(/1 of 1$/);

  await input.fill('MESSAGE 49');
  await expect(count).toHaveText(/ of 111$/);
  await input.press('Enter');
  await input.press('Shift+Enter');
  await input.press('Shift+Enter');
  await expect(count).toHaveText('111 of 111');
  await expect(long.message(4999)).toBeInViewport();
  await page.keyboard.press('F3');
  await expect(count).toHaveText('1 of 111');
  await expect(long.message(49)).toBeInViewport();
  await expect.poll(() => marked(long)).toBe('Message 49');
  // These are keys of an input method.
  for (const key of ['Enter', 'Escape']) await input.dispatchEvent('keydown', { key, isComposing: true });
  await expect(count).toHaveText('1 of 111');

  await input.press('Escape');
  await expect(input).toHaveCount(0);
  await expect(long.composer).toBeFocused();
  await expect.poll(() => marked(long)).toBe('');
});

test('a match at the end of a long answer that was not drawn is marked', ALL, async ({ long, thread }) => {
  await long.openLong(thread.id, 100, 100, 3);
  await expect(long.message(99)).toBeVisible();
  await expect(long.message(3)).toHaveCount(0);
  await long.root.getByTestId('find-open').click();
  await long.root.getByTestId('find-input').fill('needle');
  await expect(long.root.getByTestId('find-count')).toHaveText('1 of 1');
  await expect.poll(() => marked(long)).toBe('needle');
  await expect(long.message(3).getByText('A needle.')).toBeInViewport();
});

test('Shift+Enter before the search has run goes to the last match', ALL, async ({ long, thread, page }) => {
  await long.openLong(thread.id, 20, 20);
  await long.composer.focus();
  await page.keyboard.press('Control+f');
  const input = long.root.getByTestId('find-input');
  await expect(input).toBeFocused();
  // The search waits for a pause in the typing. Both events are in one task, so it has not run yet.
  await input.evaluate((field) => {
    (field as HTMLInputElement).value = 'message';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const enter = { key: 'Enter', shiftKey: true, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
  await expect(long.root.getByTestId('find-count')).toHaveText(/^(\d+) of \1$/);
});

test('Ctrl and the key in the place of F open the search on an Arabic keyboard', ALL, async ({ chat }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.composer.dispatchEvent('keydown', { key: 'ب', code: 'KeyF', ctrlKey: true });
  await expect(chat.root.getByTestId('find-input')).toBeFocused();
});

test('the error of a failed turn is found', ALL, async ({ chat }) => {
  await chat.say('fail');
  await chat.expectOutcomes('failed');
  await chat.root.getByTestId('find-open').click();
  await chat.root.getByTestId('find-input').fill('overloaded at');
  await expect(chat.root.getByTestId('find-count')).toHaveText('1 of 1');
  await expect.poll(() => marked(chat)).toBe('overloaded at');
});

test('pages of the host’s history are fetched and searched', ALL, async ({ long, thread }) => {
  await long.openLong(thread.id, 600, 100);
  await expect(long.message(599)).toBeVisible();
  await long.root.getByTestId('find-open').click();
  const input = long.root.getByTestId('find-input');
  await input.fill('message 3:');
  await expect(long.root.getByTestId('find-count')).toHaveText(/1$/);
  await expect(long.message(3)).toBeInViewport();
});

test('a match in a page of history that is not drawn yet is shown when it is', ALL, async ({ long, thread, page }) => {
  await long.openLong(thread.id, 150, 100);
  await expect(long.message(149)).toBeVisible();
  await long.host({ hold: true });
  await long.root.getByTestId('find-open').click();
  const input = long.root.getByTestId('find-input');
  await input.fill('message 3:');
  await expect(long.root.getByTestId('find-count')).toHaveText('No matches');
  // The turns of a page are drawn in the next frame. Until then, only the search knows them.
  const draw = await holdFrames(page);
  await long.release();
  await expect(async () => {
    await input.fill('message 3');
    await input.fill('message 3:');
    await expect(long.root.getByTestId('find-count')).toHaveText('1 of 1', { timeout: 500 });
  }).toPass();
  await draw();
  await expect(long.message(3)).toBeInViewport();
});

test('a missing word is reported, and a second Ctrl+F is left to the browser', async ({
  long,
  thread,
  page,
}) => {
  await long.openLong(thread.id, 40, 100);
  await expect(long.message(39)).toBeVisible();
  await long.scroll.focus();
  await page.keyboard.press('Control+f');
  const input = long.root.getByTestId('find-input');
  await input.fill('no such words');
  await expect(long.root.getByTestId('find-count')).toHaveText('No matches');
  await expect(long.announcer).toContainText('No matches');
  const taken = await long.root.locator('.mt-chat').evaluate((chat) => {
    const field = chat.querySelector('[data-testid=find-input]');
    const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
    field?.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(taken).toBe(false);
  await long.root.getByTestId('find-close').click();
  await expect(long.scroll).toBeFocused();
});

test('a word of a markdown answer is found in either case', ALL, async ({ chat, page }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await page.keyboard.press('Control+f');
  const word = ((await chat.assistantMessages.locator('.mt-text').innerText()).match(/\w{4,}/) ?? [''])[0];
  await chat.root.getByTestId('find-input').fill(word.toUpperCase());
  await expect(chat.root.getByTestId('find-count')).toHaveText(/^1 of \d+$/);
});

for (const locale of ['en', 'ar'] as const) {
  test(`axe finds nothing, ${locale}`, ALL, async ({ long, thread, page }) => {
    await long.openLong(thread.id, 40, 100);
    await page.locator('midturn-chat').evaluate((element, locale) => {
      element.setAttribute('locale', locale);
    }, locale);
    await expect(long.message(39)).toBeVisible();
    const open = async () => new AxeBuilder({ page }).include('midturn-chat').analyze();
    expect((await open()).violations).toEqual([]);
    await long.root.getByTestId('find-open').click();
    await long.root.getByTestId('find-input').fill('message 3');
    await expect(long.root.getByTestId('find-count')).toHaveText(/\d/);
    expect((await open()).violations).toEqual([]);
  });
}
