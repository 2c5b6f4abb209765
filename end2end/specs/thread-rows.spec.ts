// The rows of the list of threads: their order and groups, the keyboard, the focus, and how many are drawn.
import { ALL, expect, test } from '../fixtures/test.ts';
import { List } from '../pages/list.ts';

test('a row does not move while the mouse points at the list, or while its menu is open', ALL, async ({ heldChat: chat, thread, page }) => {
  const list = new List(page);
  await chat.start('tools');
  for (const queued of ['text three', 'text four']) await chat.say(queued);
  await page.getByTestId('thread-new').click();
  await expect(chat.userMessages).toHaveCount(0);
  await chat.say('text two');
  await chat.card.expectHidden();
  const [two, tools] = [list.item('text two'), list.item('tools')];
  await expect(list.items).toHaveText([/text two/, /tools/]);
  await tools.hover();
  await thread.finish();
  await thread.expectStates('finished', 'running');
  const first = async () => (await (document.querySelector('midturn-chat') as any).threads())[0].title;
  await expect.poll(() => page.evaluate(first)).toBe('tools');
  await expect(list.items).toHaveText([/text two/, /tools/]);
  await chat.composer.hover();
  await expect(list.items).toHaveText([/tools/, /text two/]);
  await chat.say('text two again');
  await chat.card.expectHidden();
  await expect(list.items).toHaveText([/text two/, /tools/]);
  await two.getByRole('link').press('ArrowRight');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await thread.finish();
  await thread.expectStates('finished', 'finished', 'running');
  await thread.finish();
  await expect(tools).not.toContainText('Agent is working');
  await expect(list.items).toHaveText([/text two/, /tools/]);
  await page.keyboard.press('Escape');
  await expect(list.items).toHaveText([/tools/, /text two/]);
});

test('the list is one stop of the Tab key, with arrow keys, and its menu opens by keyboard', ALL, async ({ chat, page }) => {
  const list = new List(page);
  for (const text of ['text one', 'text two', 'text three']) {
    if (text !== 'text one') await page.getByTestId('thread-new').click();
    await expect(chat.userMessages).toHaveCount(0);
    await chat.say(text);
    await chat.card.expectHidden();
  }
  await expect(list.items).toHaveCount(3);
  await list.search.focus();
  await page.keyboard.press('Tab');
  await expect(list.link('text three')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.link('text two')).toBeFocused();
  await page.keyboard.press('End');
  await expect(list.link('text one')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.link('text one')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'More “text one”' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(list.link('text one')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('find-open')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(list.link('text one')).toBeFocused();
  await list.press('Delete', list.item('text one'));
  await expect(list.items).toHaveCount(2);
  await expect(list.link('text two')).toBeFocused();
});

test('a row with the focus that another tab deletes gives it to the row at its place', ALL, async ({ chat, page, context }) => {
  const list = new List(page);
  for (const text of ['text one', 'text two', 'text three', 'text four']) {
    if (text !== 'text one') await page.getByTestId('thread-new').click();
    await expect(chat.userMessages).toHaveCount(0);
    await chat.say(text);
    await chat.card.expectHidden();
  }
  const there = await context.newPage();
  const elsewhere = new List(there);
  await there.goto('/');
  await expect(elsewhere.items).toHaveCount(4);
  // The list: four, which is on screen, three, two, one.
  await list.link('text three').focus();
  await elsewhere.choose('Delete', elsewhere.item('text three'));
  await expect(list.items).toHaveCount(3);
  await expect(list.link('text two')).toBeFocused();
  await page.keyboard.press('End');
  await expect(list.link('text one')).toBeFocused();
  // The last: the one before it. The same for an open menu.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await elsewhere.choose('Delete', elsewhere.item('text one'));
  await expect(list.items).toHaveCount(2);
  await expect(list.link('text two')).toBeFocused();
  // The thread on screen too.
  await page.keyboard.press('Home');
  await expect(list.link('text four')).toBeFocused();
  await elsewhere.choose('Delete', elsewhere.item('text four'));
  await expect(list.items).toHaveCount(1);
  await expect(list.link('text two')).toBeFocused();
  await elsewhere.choose('Delete', elsewhere.item('text two'));
  await expect(list.items).toHaveCount(0);
  await expect(page.getByTestId('thread-new')).toBeFocused();
});

test('a focus outside the list stays when another tab deletes a row', ALL, async ({ chat, page, context }) => {
  const list = new List(page);
  await chat.say('text one');
  await chat.card.expectHidden();
  await page.getByTestId('thread-new').click();
  await chat.say('text two');
  await chat.card.expectHidden();
  await list.link('text one').focus();
  await chat.composer.focus();
  const there = await context.newPage();
  await there.goto('/');
  await new List(there).choose('Delete', new List(there).item('text one'));
  await expect(list.items).toHaveCount(1);
  await expect(chat.composer).toBeFocused();
});

test('threads are grouped by the day of their last turn', ALL, async ({ clockChat: chat, page }) => {
  const list = new List(page);
  await chat.say('text one');
  await chat.card.expectHidden();
  await expect(list.root.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveCount(1);
  for (const [days, group] of [[1, 'Yesterday'], [1, 'Previous 7 days'], [6, 'Older']] as const) {
    await page.clock.fastForward(days * 24 * 60 * 60 * 1000);
    await expect(list.root.getByRole('list', { name: group }).getByRole('listitem')).toHaveCount(1);
  }
  await expect(list.root.getByRole('list')).toHaveCount(1);
});

test('of many conversations, the older ones are drawn at the end of the others', async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  await chat.reload();
  await page.evaluate(async () => {
    const opened = indexedDB.open('midturn');
    const database = await new Promise<IDBDatabase>((done) => {
      opened.onsuccess = () => done(opened.result);
    });
    const table = database.transaction('threads', 'readwrite').objectStore('threads');
    const found = table.getAll();
    await new Promise((done) => {
      found.onsuccess = done;
    });
    const record = new TextDecoder().decode(found.result[0]);
    const { id } = JSON.parse(record).value;
    for (let number = 0; number < 249; number += 1) {
      const copy = record.replaceAll('text one', `text ${number} of many`).replaceAll(id, `${id}-${number}`);
      table.put(new TextEncoder().encode(copy), `${id}-${number}`);
    }
    await new Promise((done) => {
      table.transaction.oncomplete = done;
    });
    database.close();
  });
  await chat.reload();
  const list = new List(page);
  await expect(list.items).toHaveCount(100);
  // By keyboard, by scrolling, and by a search.
  await list.items.first().getByRole('link').focus();
  await page.keyboard.press('End');
  await expect(list.items).toHaveCount(200);
  await list.items.last().scrollIntoViewIfNeeded();
  await expect(list.items).toHaveCount(250);
  // The menu of the lowest is seen whole.
  await list.items.last().hover();
  await list.items.last().getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (const entry of ['Rename', 'Delete']) {
    await expect(page.getByRole('menuitem', { name: entry })).toBeInViewport({ ratio: 1 });
  }
  await chat.reload();
  await expect(list.items).toHaveCount(100);
  await list.search.fill('248 of many');
  await expect(list.items).toHaveText(['text 248 of many']);
});
