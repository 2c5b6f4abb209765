// A release comes in parts: what a first start loads, that the rest is there when it is needed, and
// what happens when it does not come.
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

test('whoever is faster than the rest is served all the same', async ({ host, page }) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // The first request hangs; the one that the call itself makes goes through.
  let first = true;
  await page.route(WORKING, async (route) => {
    if (first) {
      first = false;
      await answered;
    }
    await route.continue();
  });
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('tools');
  await chat.composer.press('Enter');
  await chat.expectUsers('tools');
  expect(await late(page)).toBeGreaterThan(0);
  // What comes after it has been taken in is not taken in again.
  answer();
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
});

test('without the rest there is a notice, and what was typed stays', async ({ host, page, guard }) => {
  guard.allow(/ERR_FAILED/, /midturn_working/, /unreachable/);
  await page.route(WORKING, (route) => route.abort());
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('what I wanted to say', { delay: 20 });
  await expect(chat.composer).toHaveValue('what I wanted to say');
  await chat.composer.press('Enter');
  const notice = chat.root.getByRole('alert').filter({ has: page.getByRole('link') });
  await expect(notice).toHaveCount(1);
  await expect(chat.composer).toHaveValue('what I wanted to say');
});
