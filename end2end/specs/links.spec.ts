// Links to messages: copied, and followed.
import { expect, test as base } from '../fixtures/test.ts';
import { LongPage } from '../pages/long.ts';

// Not in the gate: `cargo xtask test --all` runs these.
const ALL = { tag: '@all' };

const test = base.extend<{ long: LongPage }>({
  long: async ({ page, guard: _guard }, use) => {
    await use(new LongPage(page));
  },
});

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

test('a link to a missing message still opens the thread', ALL, async ({ chat, thread, page }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await page.goto('about:blank');
  await page.goto(`/threads/${thread.id}#m-nowhere`);
  await expect(chat.userMessages).toHaveCount(1);
  await expect(chat.composer).toBeVisible();
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
