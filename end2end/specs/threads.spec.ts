// The list of threads: new, open, rename, delete with undo; runs continue in the background.
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
import { List } from '../pages/list.ts';

test('a thread is listed by its first message once it has one', ALL, async ({ chat, page }) => {
  const items = page.getByTestId('threads').getByRole('listitem');
  await expect(items).toHaveCount(0);
  await chat.say('text about retries');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('text about retries');
  await expect(items.getByRole('link')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('text about retries');
});

test('/ begins a new thread', ALL, async ({ page, guard: _ }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/threads\/[^/]+$/);
  const first = page.url();
  await page.goto('/');
  await expect(page).toHaveURL(/\/threads\/[^/]+$/);
  expect(page.url()).not.toBe(first);
  // An unknown path begins a new thread too.
  await page.goto('/nothing/here');
  await expect(page).toHaveURL(/\/threads\/[^/]+$/);
});

test('a new thread begins, and the list leads back', ALL, async ({ chat, page }) => {
  const first = page.url();
  await chat.say('text one');
  await chat.card.expectHidden();
  await page.getByTestId('thread-new').click();
  await expect(chat.userMessages).toHaveCount(0);
  expect(page.url()).not.toBe(first);
  await chat.say('text two');
  await chat.expectUsers('text two');
  const items = page.getByTestId('threads').getByRole('listitem');
  await expect(items).toHaveCount(2);
  await items.filter({ hasText: 'text one' }).getByRole('link').click();
  await expect(page).toHaveURL(first);
  await chat.expectUsers('text one');
});

test('what is written in a new thread is found again, also once its tab is closed', async ({ chat, page, context }) => {
  const list = new List(page);
  const begin = page.getByTestId('thread-new');
  await chat.say('text one');
  await chat.card.expectHidden();
  await begin.click();
  await expect(chat.userMessages).toHaveCount(0);
  await chat.composer.fill('text that is not sent yet');
  const begun = page.url();
  await begin.click();
  await expect(chat.composer).toBeFocused();
  await list.link('text one').click();
  await chat.expectUsers('text one');
  await begin.click();
  await expect(chat.composer).toHaveValue('text that is not sent yet');
  await list.link('text one').click();
  await chat.expectUsers('text one');
  // As long as this tab has it, another one begins a thread of its own.
  const other = new ChatPage(await context.newPage());
  await other.page.goto('/');
  await expect(other.composer).toBeEditable();
  expect(other.page.url()).not.toBe(begun);
  await other.page.close();
  await page.goto('about:blank');
  await page.goto('/');
  await expect(page).toHaveURL(begun);
  await expect(chat.composer).toHaveValue('text that is not sent yet');
  await chat.composer.press('Enter');
  await chat.expectUsers('text that is not sent yet');
  await begin.click();
  await expect(chat.userMessages).toHaveCount(0);
  await expect(list.items).toHaveCount(2);
});

test('a thread can be renamed', async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  const item = page.getByTestId('threads').getByRole('listitem');
  await new List(page).choose('Rename');
  const field = item.getByRole('textbox', { name: 'Conversation title' });
  await expect(field).toBeFocused();
  await field.fill('About retries');
  await field.press('Enter');
  await expect(item.getByRole('link')).toHaveText('About retries');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About retries');
  await chat.reload();
  await expect(item.getByRole('link')).toHaveText('About retries');
});

test('the bar’s menu renames and deletes, by keyboard', async ({ chat, page }) => {
  await expect(page.getByTestId('tools')).toHaveCount(0);
  await chat.say('text one');
  await chat.card.expectHidden();
  const opener = page.getByRole('button', { name: 'More about this conversation' });
  await opener.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  const field = page.getByRole('main').getByRole('textbox', { name: 'Conversation title' });
  await expect(field).toBeFocused();
  await field.fill('About retries');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About retries');
  await expect(opener).toBeFocused();
  await opener.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(chat.userMessages).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  // The key that was announced, in the empty field and beside it.
  await page.keyboard.press('Control+z');
  await chat.expectUsers('text one');
  await opener.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(chat.composer).toBeFocused();
  await chat.scroll.focus();
  await page.keyboard.press('Control+z');
  await chat.expectUsers('text one');
});

// While time stands still, Undo stays as long as the test needs it.
test('a deleted thread can be restored with Undo', async ({ clockChat: chat, page }) => {
  const first = page.url();
  await chat.say('text one');
  await chat.card.expectHidden();
  await chat.composer.fill('a draft');
  const items = page.getByTestId('threads').getByRole('listitem');
  await new List(page).choose('Delete');
  await expect(items).toHaveCount(0);
  await expect(chat.userMessages).toHaveCount(0);
  const toast = page.getByRole('main').locator('.mt-toast');
  await expect(toast).toContainText('Conversation deleted');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(first);
  await chat.expectUsers('text one');
  await expect(chat.composer).toHaveValue('a draft');
  await chat.reload();
  await chat.expectUsers('text one');
});

test('each deleted thread can be restored, and only one that was on screen is shown again', ALL, async ({ clockChat: chat, page }) => {
  const items = page.getByTestId('threads').getByRole('listitem');
  for (const said of ['text one', 'text two', 'text three']) {
    if (said !== 'text one') await page.getByRole('button', { name: 'New conversation' }).click();
    await chat.say(said);
    await chat.card.expectHidden();
  }
  const here = page.url();
  const list = new List(page);
  for (const said of ['text one', 'text two']) await list.choose('Delete', list.item(said));
  await expect(items).toHaveText([/text three/]);
  const undo = page.getByRole('main').locator('.mt-toast').getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(list.item('text two')).toBeVisible();
  await expect(items).toHaveCount(2);
  await undo.click();
  await expect(list.item('text one')).toBeVisible();
  await expect(items).toHaveCount(3);
  await expect(undo).toHaveCount(0);
  await expect(page).toHaveURL(here);
  await chat.expectUsers('text three');
});

test('a thread that is deleted again has the whole time for Undo', ALL, async ({ clockChat: chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  await new List(page).choose('Delete');
  await expect(chat.userMessages).toHaveCount(0);
  // It comes back without Undo.
  await page.goBack();
  await chat.expectUsers('text one');
  await page.clock.runFor(15_000);
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(chat.userMessages).toHaveCount(0);
  // The time of the first deletion is over.
  await page.clock.runFor(6_000);
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await chat.expectUsers('text one');
});

test('after a reload the list says which thread waits for an answer', async ({ chat, page }) => {
  await chat.say('approval');
  await expect(chat.root.getByRole('button', { name: 'Approve' })).toBeVisible();
  const items = page.getByTestId('threads').getByRole('listitem');
  await expect(items.first()).toContainText('approval');
  await page.goto('/');
  await expect(chat.composer).toBeEditable();
  await expect(items.first().locator('[data-state="waiting"]')).toBeVisible();
});

test('a deleted thread stays deleted after a reload', ALL, async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  const items = page.getByTestId('threads').getByRole('listitem');
  await new List(page).choose('Delete');
  await expect(items).toHaveCount(0);
  await page.goto('/');
  await expect(chat.composer).toBeVisible();
  await expect(items).toHaveCount(0);
});

test('an agent that has not given the address of its threads gets no delete request', ALL, async ({ chat, thread, agent, page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await chat.say('text one');
  await chat.card.expectHidden();
  await new List(page).choose('Delete');
  const toast = page.getByRole('main').locator('.mt-toast');
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
  await page.goto('/');
  await expect(chat.composer).toBeEditable();
  expect(sent).not.toContain('DELETE');
  expect((await fetch(`${agent.url}/threads/${thread.id}`)).status).toBe(200);
});

test('deleting a running thread stops its run', ALL, async ({ heldChat: chat, thread, page }) => {
  await chat.start('tools');
  await new List(page).choose('Delete');
  await thread.expectStates('cancelled');
});

test('a run continues while another thread is shown', async ({ heldChat: chat, thread, page }) => {
  await chat.start('tools');
  await chat.say('text queued');
  await page.getByTestId('thread-new').click();
  await chat.card.expectHidden();
  const item = page.getByTestId('threads').getByRole('listitem').filter({ hasText: 'tools' });
  await expect(item).toContainText('Agent is working');
  await thread.finish();
  await thread.expectStates('finished', 'running');
  await thread.finish();
  await expect(item).not.toContainText('Agent is working');
  await item.getByRole('link').click();
  await chat.expectUsers('tools', 'text queued');
  await chat.expectOutcomes('completed');
});

test('the search finds titles and messages of all threads, also of those that are only stored', async ({ chat, page }) => {
  const list = new List(page);
  await chat.say('text one');
  await chat.card.expectHidden();
  await page.getByTestId('thread-new').click();
  await expect(chat.userMessages).toHaveCount(0);
  await chat.say('plain two');
  await chat.card.expectHidden();
  await list.choose('Rename', list.item('text one'));
  await list.root.getByRole('textbox').fill('Alpha');
  await page.keyboard.press('Enter');
  await chat.reload();
  await list.search.fill('ALPHA');
  await expect(list.items).toHaveCount(1);
  await expect(page.getByTestId('thread-found')).toHaveCount(0);
  await list.search.fill('text one');
  await expect(list.items).toHaveText(/Alpha/);
  await expect(page.getByTestId('thread-found').locator('mark')).toHaveText('text one');
  await list.search.press('ArrowDown');
  await page.keyboard.press('Enter');
  await chat.expectUsers('text one');
  // The result leads to the message, and once more from the thread itself.
  await expect(page).toHaveURL(/#m-/);
  const found = page.getByRole('article').filter({ hasText: 'text one' }).first();
  await expect(found).toBeFocused();
  await list.search.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(found).toBeFocused();
  await expect(list.search).toHaveValue('text one');
  await list.search.fill('no such words');
  await expect(page.getByText('No conversation matches.')).toBeVisible();
  await expect(list.items).toHaveCount(0);
  await list.search.press('Escape');
  await expect(list.items).toHaveCount(2);
  // The message is not looked for in another thread.
  await list.link('plain two').click();
  await chat.expectUsers('plain two');
  await expect(page).not.toHaveURL(/#m-/);
  await expect(page.getByTestId('message-missing')).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test('the list can be folded, and stays so after a reload', ALL, async ({ chat, page }) => {
  const list = new List(page);
  await chat.say('text one');
  await chat.card.expectHidden();
  await expect(list.items).toBeVisible();
  const fold = page.getByRole('button', { name: 'Fold the list of conversations' });
  const open = page.getByRole('button', { name: 'Show conversations' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.press('Enter');
  await expect(list.root).toBeHidden();
  await expect(open).toBeFocused();
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await chat.reload();
  await expect(open).toBeVisible();
  await expect(list.root).toBeHidden();
  await open.press('Enter');
  await expect(fold).toBeFocused();
  await expect(list.items).toBeVisible();
});
