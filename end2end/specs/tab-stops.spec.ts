// The Tab key: long lists and rows of buttons are one stop each, and arrow keys move inside.
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';

/** The stops of the page with a list of threads, a running turn after others, and a queue. */
const MOST = 12;

/** What the Tab key reaches from the page's first link on, once around. */
async function stops(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Skip to message field' }).focus();
  const seen: string[] = [];
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const active = inside.focused();
      if (!active || active === document.body || active.matches('.mt-skip')) return null;
      return active.getAttribute('data-testid') ?? active.getAttribute('aria-label') ?? active.textContent ?? '';
    });
    if (stop === null) break;
    seen.push(stop);
  }
  return seen;
}

test.describe('with a queue', () => {
  test.use({ control: true });

  test('turns before the last and queued prompts after the first are no stops of the Tab key', async ({ chat, page, thread }) => {
    for (const text of ['text one', 'text two', 'text three']) {
      await chat.say(text);
      await chat.card.expectHidden();
    }
    await thread.hold();
    await chat.start('tools');
    await chat.say('text a');
    await expect(chat.queue.items).toHaveCount(1);
    const few = await stops(page);
    expect(few.length).toBeLessThanOrEqual(MOST);
    for (const text of ['text b', 'text c']) await chat.say(text);
    await expect(chat.queue.items).toHaveCount(3);
    expect(await stops(page)).toHaveLength(few.length);
  });
});

test('Alt and an arrow key go from turn to turn, and Tab through the controls of that turn', async ({ chat, page }) => {
  for (const text of ['text one', 'text two', 'text three']) {
    await chat.say(text);
    await chat.card.expectHidden();
  }
  await chat.root.getByTestId('chat-scroll-container').focus();
  const turn = (name: string) => chat.root.getByRole('group', { name });
  await page.keyboard.press('Tab');
  await expect(turn('text three').getByTestId('message-edit')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(turn('text two')).toBeFocused();
  await expect(turn('text two')).toBeInViewport();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(turn('text one')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(turn('text one').getByTestId('message-edit')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(turn('text two')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(chat.root.getByTestId('chat-scroll-container')).toBeFocused();
});

test('the buttons below an answer are one stop, with arrow keys', ALL, async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  const answer = chat.root.getByRole('toolbar').filter({ has: page.getByTestId('answer-copy') }).last();
  const [copy, more] = [answer.getByTestId('answer-copy'), answer.getByRole('button').last()];
  // The buttons come with a part of the program.
  await expect(copy).toBeVisible();
  await chat.composer.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(copy).toBeFocused();
  await page.keyboard.press('End');
  await expect(more).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(more).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Home');
  await expect(copy).toBeFocused();
});
