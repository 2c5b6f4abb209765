// A deleted conversation is also deleted at its agent, once Undo is no longer possible.
import { ALL, expect, test } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';
import type { ChatPage } from '../pages/chat.ts';
import { List } from '../pages/list.ts';

// With the control extension, the agent tells the page the address of its threads.
test.use({ control: true });

/** Deletes the one conversation in the list. */
async function remove(page: Page): Promise<void> {
  const items = page.getByTestId('threads').getByRole('listitem');
  await new List(page).choose('Delete');
  await expect(items).toHaveCount(0);
}

function toast(page: Page) {
  return page.getByRole('main').locator('.mt-toast');
}

async function talk(chat: ChatPage): Promise<void> {
  await chat.say('text one');
  await chat.card.expectHidden();
  await chat.expectUsers('text one');
}

test('the agent is told when Undo expires, and not before', async ({ clockChat: chat, thread, agent, page }) => {
  const status = async () => (await fetch(`${agent.url}/threads/${thread.id}`)).status;
  await talk(chat);
  await remove(page);
  await page.clock.runFor(19_999);
  await expect(toast(page)).toContainText('Conversation deleted');
  expect(await status()).toBe(200);
  await page.clock.runFor(1);
  await expect(toast(page)).toHaveCount(0);
  await expect.poll(status).toBe(404);
});

test('a deletion is said, and Ctrl+Z takes it back', async ({ chat, page }) => {
  await talk(chat);
  await remove(page);
  const said = page.getByTestId('page-announcer');
  await expect(said).toContainText('Conversation deleted. Undo: Ctrl+Z.');
  await page.getByTestId('thread-new').focus();
  await page.keyboard.press('Control+z');
  await expect(said).toContainText('Restored.');
  await expect(toast(page)).toHaveCount(0);
  await chat.expectUsers('text one');
});

test('Undo does not go away under the pointer or the focus', ALL, async ({ clockChat: chat, page }) => {
  await talk(chat);
  await remove(page);
  const undo = toast(page).getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.clock.runFor(20_000);
  await expect(undo).toBeFocused();
  await undo.hover();
  await page.getByTestId('thread-new').focus();
  await page.clock.runFor(20_000);
  await expect(undo).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expect(toast(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 } });

  test('Undo is over the open list', ALL, async ({ chat, page, guard }) => {
    // Nothing takes it on a touch screen: a field would open the keyboard.
    guard.allow(/the focus fell to the page/);
    await talk(chat);
    await page.getByRole('button', { name: 'Show conversations' }).tap();
    await page.getByTestId('thread-new').tap();
    await chat.say('text two');
    await chat.card.expectHidden();
    const list = new List(page);
    await page.getByRole('button', { name: 'Show conversations' }).tap();
    await list.item('text one').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await expect(list.items).toHaveCount(1);
    await toast(page).getByRole('button', { name: 'Undo' }).tap();
    await expect(list.items).toHaveCount(2);
  });
});

test('the agent is told at once when Undo is closed, and keeps a restored thread', async ({
  chat,
  thread,
  agent,
  page,
}) => {
  const status = async () => (await fetch(`${agent.url}/threads/${thread.id}`)).status;
  const first = page.url();
  await talk(chat);
  await remove(page);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(first);
  await chat.expectUsers('text one');
  await chat.reload();
  await chat.expectUsers('text one');
  expect(await status()).toBe(200);
  await remove(page);
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(status).toBe(404);
  // The page has deleted the thread too.
  await page.goto(first);
  await expect(chat.composer).toBeEditable();
  await expect(chat.userMessages).toHaveCount(0);
});

test('if the page is closed while Undo is possible, the next page tells the agent', ALL, async ({
  clockChat: chat,
  thread,
  agent,
  page,
}) => {
  const status = async () => (await fetch(`${agent.url}/threads/${thread.id}`)).status;
  await talk(chat);
  await remove(page);
  // Within a minute, another page may still undo the deletion.
  await page.goto('/');
  await talk(chat);
  expect(await status()).toBe(200);
  // The minute passes while no page is open.
  await page.goto('about:blank');
  await page.clock.runFor(61_000);
  await page.goto('/');
  await expect.poll(status).toBe(404);
});

test('the deletion is retried while the agent cannot answer', ALL, async ({ chat, thread, agent, page, guard }) => {
  const status = async () => (await fetch(`${agent.url}/threads/${thread.id}`)).status;
  guard.allow(/Failed to load resource/);
  await talk(chat);
  let asked = 0;
  await page.route('**/threads/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    asked += 1;
    if (asked === 1) return route.fulfill({ status: 503 });
    return route.fallback();
  });
  await remove(page);
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(status).toBe(404);
  expect(asked).toBe(2);
});

test('the person is told when the agent refuses', ALL, async ({ chat, page, guard }) => {
  guard.allow(/Failed to load resource/);
  await talk(chat);
  await page.route('**/threads/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 403 }) : route.fallback(),
  );
  await remove(page);
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('may still be kept by the agent')).toBeVisible();
});
