// A language but English is a part of its own: it comes for whoever reads it, before it is shown.
import type { Page, Route } from '@playwright/test';
import { expect } from '../fixtures/test.ts';
import { IN_PARTS, WORKING, hold, late, parts, test } from '../fixtures/parts.ts';
import type { HostPage } from '../pages/host.ts';

const ARABIC = '**/midturn_ar.wasm*';

test.skip(!IN_PARTS, 'skipped: this build is not in parts, which `cargo xtask build --release` makes');

/** The languages that were loaded only when a text of theirs was asked for. */
const lateLanguages = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const marks = performance.getEntriesByName('midturn:late') as PerformanceMark[];
    return marks.map(({ detail }) => String(detail)).filter((part) => /[a-z]/.test(part));
  });

/** The frame of the chat, which names its language. */
const shown = (host: HostPage) => host.chat().root.locator('.midturn');

const setLocale = (page: Page, locale: string) =>
  page.evaluate((tag) => document.querySelector('midturn-chat')?.setAttribute('locale', tag), locale);

test('a French page gets French with the start, and nothing late', async ({ host, page }) => {
  await page.route('**/embed.html', async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('lang="en"', 'lang="fr-CA"') });
  });
  const asked = parts(page);
  const rest = page.waitForResponse(WORKING);
  await host.open();
  await expect(shown(host)).toHaveAttribute('lang', 'fr');
  const chat = host.chat();
  await expect(chat.composer).toHaveAttribute('placeholder', 'Écrire à l’agent…');
  await rest;
  await chat.composer.fill('tools');
  await chat.composer.press('Enter');
  await chat.expectUsers('tools');
  await chat.card.expectHidden();
  await expect(chat.root.getByText(/étapes/).first()).toBeVisible();
  // Beside the first part, before that is there.
  expect(asked.slice(0, 2)).toEqual(['bg', 'fr']);
  expect([...asked].sort()).toEqual(['bg', 'fr', 'reading', 'working']);
  expect(await late(page)).toBe(0);
});

test('an English page gets no other language', async ({ host, page }) => {
  const asked = parts(page);
  const rest = page.waitForResponse(WORKING);
  await host.open();
  const chat = host.chat();
  await rest;
  await chat.composer.fill('tools');
  await chat.composer.press('Enter');
  await chat.expectUsers('tools');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  expect([...asked].sort()).toEqual(['bg', 'reading', 'working']);
});

test('an element that is given another language waits for it', async ({ host, page }) => {
  await host.open();
  await expect(shown(host)).toHaveAttribute('lang', 'en');
  const go = await hold(page, ARABIC);
  const asked = page.waitForRequest(ARABIC);
  await setLocale(page, 'ar');
  await asked;
  await expect(shown(host)).toHaveCount(0);
  // What it is given meanwhile counts.
  await page.evaluate(() => document.querySelector('midturn-chat')?.setAttribute('theme', 'dark'));
  go();
  await expect(shown(host)).toHaveAttribute('lang', 'ar');
  await expect(shown(host)).toHaveAttribute('data-theme', 'dark');
  expect(await lateLanguages(page)).toEqual([]);

  // It is there now: nobody waits for it again.
  const again = parts(page);
  await setLocale(page, 'en');
  await expect(shown(host)).toHaveAttribute('lang', 'en');
  await setLocale(page, 'ar');
  await expect(shown(host)).toHaveAttribute('lang', 'ar');
  expect(again.filter((part) => part === 'ar')).toEqual([]);
});

test('an element that is gone before its language came is not mounted', async ({ host, page }) => {
  await host.open();
  await expect(shown(host)).toHaveAttribute('lang', 'en');
  const go = await hold(page, ARABIC);
  const [asked, answered] = [page.waitForRequest(ARABIC), page.waitForResponse(ARABIC)];
  await setLocale(page, 'ar');
  await asked;
  await page.evaluate(() => {
    const element = document.querySelector('midturn-chat');
    let ready = 0;
    element?.addEventListener('midturn-ready', () => ready++);
    Object.assign(window, { gone: element, ready: () => ready });
    element?.remove();
  });
  go();
  await (await answered).finished();
  // Another that waits for the same language is there: then this one was passed over.
  await host.add({ attributes: { 'agent-url': '/agui', locale: 'ar' } });
  await expect(shown(host)).toHaveAttribute('lang', 'ar');
  expect(await page.evaluate(() => (window as unknown as { ready: () => number }).ready())).toBe(0);

  // Back on the page, it is mounted once.
  await host.clear();
  await page.evaluate(() => {
    const { gone } = window as unknown as { gone: Element };
    document.querySelector('main')?.append(gone);
  });
  await expect(shown(host)).toHaveAttribute('lang', 'ar');
  expect(await page.evaluate(() => (window as unknown as { ready: () => number }).ready())).toBe(1);
});

test('of two changes in a row, the last is shown', async ({ host, page }) => {
  await host.open();
  await expect(shown(host)).toHaveAttribute('lang', 'en');
  const go = await hold(page, ARABIC);
  const asked = page.waitForRequest(ARABIC);
  await setLocale(page, 'ar');
  await asked;
  await setLocale(page, 'fr');
  go();
  await expect(shown(host)).toHaveAttribute('lang', 'fr');
  await expect(shown(host)).toHaveCount(1);
  expect(await lateLanguages(page)).toEqual([]);
});

test('a language that does not come is English', async ({ host, page, guard }) => {
  guard.allow(/ERR_FAILED/, /midturn_ar/);
  await page.route(ARABIC, (route) => route.abort());
  await host.open();
  await expect(shown(host)).toHaveAttribute('lang', 'en');
  await host.clear();
  await host.add({ attributes: { 'agent-url': '/agui', locale: 'ar' } });
  await expect(shown(host)).toHaveAttribute('lang', 'en');
  await expect(host.chat().composer).toBeVisible();
  expect(await lateLanguages(page)).toEqual([]);
  // It is asked for again when it is wanted again.
  await page.unroute(ARABIC);
  await setLocale(page, 'ar-EG');
  await expect(shown(host)).toHaveAttribute('lang', 'ar');
});

/** The standalone page's parts of languages that were asked for. */
function languagesOfPage(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const tag = /page_(fr|ar)\.wasm/.exec(request.url());
    if (tag?.[1]) asked.push(tag[1]);
  });
  return asked;
}

async function choose(page: Page, locale: string): Promise<void> {
  await page.getByTestId('settings-open').click();
  const dialog = page.getByTestId('settings');
  await dialog.locator('select[name=locale]').selectOption(locale);
  await dialog.locator('button[type=submit]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

test('the page gets a language when it is chosen, and keeps it', async ({ chat, page }) => {
  const asked = languagesOfPage(page);
  await choose(page, 'fr');
  await expect(chat.composer).toHaveAttribute('placeholder', 'Écrire à l’agent…');
  expect(asked).toEqual(['fr']);
  await choose(page, 'en');
  await choose(page, 'fr');
  expect(asked).toEqual(['fr']);
  expect(await lateLanguages(page)).toEqual([]);

  await page.reload();
  await expect(chat.composer).toHaveAttribute('placeholder', 'Écrire à l’agent…');
  expect(asked).toEqual(['fr', 'fr']);
  expect(await lateLanguages(page)).toEqual([]);
});

test.describe('in an Arabic browser', () => {
  test.use({ locale: 'ar' });

  test('the page gets it with the start', async ({ guard: _guard, page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const part = /page_(\w+)\.wasm/.exec(request.url());
      if (part?.[1]) asked.push(part[1]);
    });
    await page.goto('/');
    await expect(page.locator('.midturn')).toHaveAttribute('lang', 'ar');
    expect(asked.slice(0, 2)).toEqual(['bg', 'ar']);
    expect(asked).not.toContain('fr');
    expect(await late(page)).toBe(0);
  });
});
