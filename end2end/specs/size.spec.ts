// A release comes in parts: what a first start loads, that the rest is there when it is needed, and
// what happens when it does not come.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

const DIST = process.env.MIDTURN_DIST ?? resolve(import.meta.dirname, '..', '..', 'dist');
const WORKING = '**/midturn_working.wasm*';

const test = base.extend<{ host: HostPage }>({
  host: async ({ page, guard: _guard }, use) => {
    await use(new HostPage(page));
  },
});

test.skip(
  !existsSync(resolve(DIST, 'midturn_working.wasm')),
  'skipped: this build is not in parts, which `cargo xtask build --release` makes',
);

/** The parts that were asked for, in order. */
function parts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const part = /midturn_(\w+)\.wasm/.exec(request.url());
    if (part?.[1]) asked.push(part[1]);
  });
  return asked;
}

/** How many parts were loaded only when a function of theirs was called. */
const late = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('midturn:late').length);

test('a first start loads what it needs, and the rest when nothing else is to be done', async ({ host, page }) => {
  const asked = parts(page);
  await host.open();
  await expect(host.chat().composer).toBeVisible();
  // The rest comes by itself, before anybody has done anything.
  await expect.poll(() => [...asked].sort()).toEqual(['bg', 'reading', 'working']);
  expect(await late(page)).toBe(0);
  // By the page's own clock: not while the first part was still on its way.
  const begun = await page.evaluate(() =>
    ['bg', 'reading'].map((part) => {
      const entries = performance.getEntriesByType('resource');
      return entries.find(({ name }) => name.includes(`midturn_${part}.wasm`))?.startTime ?? 0;
    }),
  );
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(900);
});

test('a sign of a person loads the rest, and nothing comes late', async ({ host, page }) => {
  const asked = parts(page);
  await host.open();
  const chat = host.chat();
  const rest = page.waitForResponse(WORKING);
  await chat.composer.pressSequentially('tools', { delay: 40 });
  await rest;
  await chat.composer.press('Enter');
  await chat.expectUsers('tools');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  expect(asked).toEqual(['bg', 'reading', 'working']);
  expect(await late(page)).toBe(0);

  // Who comes back gets all of it at once.
  asked.length = 0;
  await page.reload();
  await expect(host.chat().composer).toBeVisible();
  await expect.poll(() => [...asked].sort()).toEqual(['bg', 'reading', 'working']);
  expect(await late(page)).toBe(0);
});

/** Lets the rest wait until `go` is called. */
async function slow(page: Page): Promise<() => void> {
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(WORKING, async (route) => {
    await gone;
    await route.continue();
  });
  return go;
}

test('what a person sends before the rest is there waits for it, and the page does not', async ({ host, page }) => {
  const go = await slow(page);
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('tools');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveAttribute('aria-busy', 'true');
  await expect(chat.composer).toHaveValue('tools');
  // Once is enough.
  await chat.composer.press('Enter');
  go();
  await chat.expectUsers('tools');
  await expect(chat.composer).toHaveValue('');
  await expect(chat.composer).toBeEditable();
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  expect(await late(page)).toBe(0);
});

test('what is typed before the rest is there is a draft like any other', async ({ host, page }) => {
  const go = await slow(page);
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('first');
  await chat.composer.press('Shift+Enter');
  await chat.composer.pressSequentially('second');
  go();
  await expect(chat.send).toBeEnabled();
  await expect(chat.composer).toHaveValue('first\nsecond');
  await expect(chat.composer).toBeFocused();
  await chat.send.click();
  await chat.expectUsers('first\nsecond');
  expect(await late(page)).toBe(0);
});

test('a button that is pressed before the rest is there does its work then', async ({ host, page }) => {
  const go = await slow(page);
  await host.open();
  const chat = host.chat();
  await chat.composer.click();
  const shortcuts = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await chat.root.getByRole('button', { name: 'Shortcuts' }).click();
  await expect(shortcuts).toHaveCount(0);
  go();
  await expect(shortcuts).toBeVisible();
  expect(await late(page)).toBe(0);
});

test('who comes back is shown the conversation when all is there, and can write before', async ({ host, page }) => {
  const attributes = { 'agent-url': '/agui', 'thread-id': randomUUID() };
  const chat = host.chat();
  const open = async () => {
    await host.open();
    await host.clear();
    await host.add({ attributes });
  };
  await open();
  await chat.say('text');
  await chat.card.expectHidden();
  const go = await slow(page);
  await open();
  await chat.composer.pressSequentially('more');
  await expect(chat.userMessages).toHaveCount(0);
  go();
  await chat.expectUsers('text');
  await expect(chat.composer).toHaveValue('more');
  expect(await late(page)).toBe(0);
});

test('without the rest there is a notice, what was typed stays, and it goes on when the rest comes', async ({
  host,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await page.route(WORKING, (route) => route.abort());
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('what I wanted to say');
  await expect(chat.composer).toHaveValue('what I wanted to say');
  await chat.composer.press('Enter');
  const notice = chat.root.getByRole('alert').filter({ has: page.getByRole('link') });
  await expect(notice).toHaveCount(1);
  await expect(chat.composer).toHaveValue('what I wanted to say');
  await expect(chat.composer).toBeEditable();

  await page.unroute(WORKING);
  await expect(notice).toHaveCount(0);
  await chat.composer.press('Enter');
  await chat.expectUsers('what I wanted to say');
  expect(await late(page)).toBe(0);
});
