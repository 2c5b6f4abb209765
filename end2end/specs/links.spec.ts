// Links to messages: copied, and followed.
import { randomUUID } from 'node:crypto';
import { users } from '../fixtures/agent.ts';
import { Guard } from '../fixtures/guard.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a copied link leads to its message, also in a new page', async ({ chat, thread, page }) => {
  for (let turn = 0; turn < 6; turn += 1) {
    await chat.say('text');
    await chat.card.expectHidden();
  }
  const second = chat.userMessages.nth(1);
  await second.hover();
  await chat.root.getByTestId('copy-link').nth(1).click();
  await expect(chat.announcer).toContainText('Link copied');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(address).pathname).toBe(`/threads/${thread.id}`);
  expect(new URL(address).hash).toMatch(/^#m-.{8,}/);

  await page.setViewportSize({ width: 900, height: 420 });
  await page.goto('about:blank');
  await page.goto(address);
  await expect(chat.userMessages).toHaveCount(6);
  await expect(chat.userMessages.nth(1)).toBeInViewport();
  await expect(chat.userMessages.nth(1)).toBeFocused();
  await expect(chat.userMessages.nth(5)).not.toBeInViewport();

  // A link to another message of the same thread only changes the hash.
  await chat.root.getByTestId('copy-link').nth(3).click();
  await expect(chat.announcer).toContainText('Link copied');
  const other = await page.evaluate(() => navigator.clipboard.readText());
  expect(other).not.toBe(address);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(other).hash);
  await expect(chat.userMessages.nth(3)).toBeFocused();
  await expect(chat.userMessages.nth(3)).toBeInViewport();
});

test('a link marks its message for a moment, also with reduced motion', ALL, async ({ clockChat: chat, thread, page }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.userMessages.first().hover();
  await chat.root.getByTestId('copy-link').first().click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(thread.id);
  const address = await copied();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(chat.userMessages.first()).toBeFocused();
  await expect(chat.userMessages.first()).toHaveCSS('outline-style', 'solid');
  await page.clock.runFor(2500);
  await expect(chat.userMessages.first()).toHaveCSS('outline-style', 'none');
});

test('a link that is opened in another browser shows the thread as the agent has it', ALL, async ({
  agent,
  browser,
  chat,
  thread,
  page,
}) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  await chat.say('text two');
  await chat.card.expectHidden();
  await chat.userMessages.first().hover();
  await chat.root.getByTestId('copy-link').first().click();
  await expect(chat.announcer).toContainText('Link copied');
  const address = await page.evaluate(() => navigator.clipboard.readText());

  const context = await browser.newContext({ baseURL: agent.url });
  const guard = await Guard.watch(context, agent.url);
  const other = new ChatPage(await context.newPage());
  await other.page.goto(address);
  await other.expectUsers('text one', 'text two');
  await expect(other.userMessages.first()).toBeFocused();
  await expect(other.root.getByTestId('message-missing')).toHaveCount(0);
  // The thread goes on there with all that was said, also after it is opened without the message.
  await other.say('text three');
  await other.card.expectHidden();
  expect(users(await thread.run(2))).toEqual(['text one', 'text two', 'text three']);
  await other.page.goto('about:blank');
  await other.open(thread.id);
  await other.expectUsers('text one', 'text two', 'text three');
  await context.close();
  expect(guard.unexpected).toEqual([]);
});

test('a link to a message that is nowhere says so', async ({ chat, guard, page }) => {
  // The agent has no such thread.
  guard.allow(/status of 404/);
  const missing = chat.root.getByTestId('message-missing');
  await page.goto(`/threads/${randomUUID()}#m-nowhere`);
  await expect(missing).toContainText('This message is not in this browser.');
  await expect(chat.root.getByRole('heading', { level: 2 })).toHaveCount(0);
  // A conversation can begin here, and then nothing more is said of the message.
  await chat.say('text');
  await chat.card.expectHidden();
  await expect(missing).toHaveCount(0);
});

test('a link to a missing message still opens the thread', ALL, async ({ chat, thread, page }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await page.goto('about:blank');
  await page.goto(`/threads/${thread.id}#m-nowhere`);
  await expect(chat.userMessages).toHaveCount(1);
  await expect(chat.composer).toBeVisible();
  await expect(chat.root.getByTestId('message-missing')).toBeInViewport();
});

test('an element has links only if its host provides addresses', ALL, async ({ long, thread, page }) => {
  await long.openLong(thread.id, 40, 100);
  await expect(long.message(39)).toBeVisible();
  await expect(long.root.getByTestId('copy-link')).toHaveCount(0);
  await page.locator('midturn-chat').evaluate((element) => {
    Object.assign(element, {
      messageLink: ({ threadId, messageId }: { threadId: string; messageId: string }) =>
        `https://host.example/${threadId}/${messageId}`,
    });
  });
  await expect(long.root.getByTestId('copy-link')).toHaveCount(20);
  await long.root.getByTestId('copy-link').last().click();
  await expect(long.announcer).toContainText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `https://host.example/${thread.id}/h38`,
  );
});
