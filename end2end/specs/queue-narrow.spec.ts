// The queue in little width: a prompt is one line with one menu.
import { ALL, expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 390, height: 760 } });

test('a prompt is one line with one menu', ALL, async ({ heldChat: chat, page, thread }) => {
  await chat.start('tools');
  const long = `text ${'and a line that is much too long for a phone '.repeat(4)}`.trim();
  for (const text of ['text one', long, 'text three']) await chat.say(text);
  for (const item of await chat.queue.items.all()) {
    const box = await item.boundingBox();
    expect(box?.height, 'one line').toBeLessThan(50);
    await expect(item.getByRole('button')).toHaveCount(1);
  }
  const first = chat.queue.item('text one');
  await first.more.click();
  const menu = page.getByRole('menu', { name: 'More “text one”' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Run now', 'Move down', 'Hold', 'Edit', 'Remove']);
  for (const entry of await menu.getByRole('menuitem').all()) await expect(entry).toBeInViewport({ ratio: 1 });
  await menu.getByRole('menuitem', { name: 'Hold' }).press('Enter');
  await expect(first.root).toContainText('Held');
  await expect(first.more).toBeFocused();
  await first.more.press('Alt+ArrowDown');
  await expect(chat.queue.item('text and').more).toBeFocused();
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowUp');
  await first.more.press('ArrowDown');
  await menu.getByRole('menuitem', { name: 'Release' }).click();
  await expect(first.root).not.toContainText('Held');
  await first.more.click();
  await menu.getByRole('menuitem', { name: 'Move down' }).click();
  await chat.queue.expect('text and', 'text one', 'text three');
  await chat.queue.item('text three').more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(chat.queue.editor).toBeFocused();
  await chat.queue.editor.press('Escape');
  await expect(chat.queue.item('text three').more).toBeFocused();
  await chat.queue.item('text and').more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await chat.queue.expect('text one', 'text three');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('tools', 'text one', 'text three');
});

test('the menu of a prompt lies over "Jump to latest"', ALL, async ({ heldChat: chat, page, thread }) => {
  await chat.start('long 2000');
  await thread.step({ count: 600 });
  await chat.say('text one');
  await expect(async () => {
    await chat.scroll.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(chat.jump).toBeVisible({ timeout: 500 });
  }).toPass();
  await chat.queue.item('text one').more.click();
  const entries = page.getByRole('menuitem');
  await expect(entries.first()).toBeFocused();
  for (const entry of await entries.all()) await entry.click({ trial: true });
  await expect(chat.jump).toBeVisible();
});
