// In a narrow window, the list of threads is over the chat: opened by a button, and closed in several ways.
import { ALL, expect, test } from '../fixtures/test.ts';
import { List } from '../pages/list.ts';

test('on a narrow screen the list can be opened and closed', async ({ chat, page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await chat.say('text one');
  await chat.card.expectHidden();
  const list = page.getByTestId('threads');
  await expect(list).not.toBeInViewport();
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await expect(list).toBeInViewport();
  // This Escape is a key of an input method.
  await page.getByTestId('thread-search').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  await expect(page.getByRole('button', { name: 'Hide conversations' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).not.toBeInViewport();
});

test('on a narrow screen the list closes when the focus leaves it, and as the browser closes things', ALL, async ({ chat, page }) => {
  for (const text of ['text one', 'text two']) {
    await page.getByTestId('thread-new').click();
    await expect(chat.userMessages).toHaveCount(0);
    await chat.say(text);
    await chat.card.expectHidden();
  }
  await page.setViewportSize({ width: 360, height: 700 });
  const list = new List(page);
  const open = page.getByRole('button', { name: 'Show conversations' });
  const close = page.getByRole('button', { name: 'Hide conversations' });
  await open.press('Enter');
  await expect(close).toBeFocused();
  // To the search field, and to the rows.
  await page.keyboard.press('Tab');
  await expect(list.search).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.link('text two')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(close).toBeVisible();
  await list.link('text two').focus();
  await page.keyboard.press('Tab');
  await expect(open).toBeFocused();
  await expect(close).toBeHidden();
  // What is above the list belongs to it.
  await open.press('Enter');
  await expect(close).toBeFocused();
  await list.press('Delete', list.item('text one'));
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expect(close).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(list.link('text one')).toBeVisible();
  await expect(page.getByTestId('thread-new')).toBeFocused();
  await list.press('Delete', list.item('text one'));
  await page.getByRole('button', { name: 'Undo' }).focus();
  await open.focus();
  await expect(close).toBeHidden();
  await expect(open).toBeFocused();
  await open.press('Enter');
  await expect(close).toBeFocused();
  // Beside the chat, it is not open over it.
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(list.search).toBeVisible();
  await page.setViewportSize({ width: 360, height: 700 });
  await expect(close).toBeHidden();
  await open.press('Enter');
  await expect(close).toBeFocused();
  // Escape where nobody listens is what Back is on Android.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect(close).toBeHidden();
  await expect(open).toBeFocused();
});
