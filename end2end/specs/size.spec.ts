// A release comes in parts: what a first start loads, that what a person does waits for the rest, that
// a language comes for whoever reads it, and what happens when something does not come.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expect, test as base } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

const DIST = process.env.MIDTURN_DIST ?? resolve(import.meta.dirname, '..', '..', 'dist');
const WORKING = '**/midturn_working.wasm*';
const ARABIC = '**/midturn_ar.wasm*';

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

/** The languages among those. */
const lateLanguages = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const marks = performance.getEntriesByName('midturn:late') as PerformanceMark[];
    return marks.map(({ detail }) => String(detail)).filter((part) => /[a-z]/.test(part));
  });

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

/** Lets requests of a part wait until `go` is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return go;
}

test('what a person sends before the rest is there waits for it, and the page does not', async ({ host, page }) => {
  const go = await hold(page, WORKING);
  await host.open();
  const chat = host.chat();
  const placeholder = await chat.composer.getAttribute('placeholder');
  await chat.composer.pressSequentially('tools');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveAttribute('aria-busy', 'true');
  await expect(chat.composer).toHaveAttribute('placeholder', 'tools');
  // Once is enough, and what comes next is written meanwhile.
  await chat.composer.press('Enter');
  await chat.composer.pressSequentially('text then');
  await chat.composer.press('Enter');
  await chat.composer.pressSequentially('not sent yet');
  go();
  await chat.expectUsers('tools', 'text then');
  await expect(chat.composer).toHaveValue('not sent yet');
  await expect(chat.composer).not.toHaveAttribute('aria-busy');
  await expect(chat.send).toBeEnabled();
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await expect(chat.composer).toHaveAttribute('placeholder', placeholder ?? '');
  expect(await late(page)).toBe(0);
});

test('what is typed while the chat itself is drawn and loaded stays', async ({ host, page }) => {
  const go = await hold(page, WORKING);
  // The moment the field is there.
  await page.addInitScript(() => {
    addEventListener('midturn-ready', (event) => {
      const root = (event.target as Element).shadowRoot;
      const field = root?.querySelector<HTMLTextAreaElement>('[data-testid=composer-input]');
      field?.focus();
      document.execCommand('insertText', false, 'early');
    });
  });
  await host.open();
  const chat = host.chat();
  // Loaded, and what it has replaced nothing.
  await expect(chat.root.getByRole('log')).not.toHaveAttribute('aria-busy', 'true');
  await expect(chat.composer).toHaveValue('early');
  go();
  await expect(chat.send).toBeEnabled();
  await expect(chat.composer).toHaveValue('early');
  expect(await late(page)).toBe(0);
});

test('what is typed before the rest is there is a draft like any other', async ({ host, page }) => {
  const go = await hold(page, WORKING);
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
  const go = await hold(page, WORKING);
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

test('a key that is pressed before the rest is there does its work then', async ({ host, page }) => {
  const go = await hold(page, WORKING);
  await host.open();
  const chat = host.chat();
  await chat.scroll.press('?');
  go();
  await expect(chat.root.getByTestId('shortcuts')).toBeVisible();
  expect(await late(page)).toBe(0);
});

test('without the rest it is said when there is no connection, and a host may change all', async ({
  host,
  page,
  context,
}) => {
  const go = await hold(page, WORKING);
  await host.open();
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  await context.setOffline(true);
  await expect(chat.root.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(chat.root.getByText('You are offline.')).toHaveCount(0);
  await page.locator('midturn-chat').evaluate((element) => {
    Object.assign(element, {
      theme: 'dark',
      density: 'compact',
      enter: 'replace',
      images: 'always',
      links: { schemes: ['https'] },
      renderers: {},
      headers: { a: 'b' },
      messageLink: () => '#m',
      history: () => Promise.resolve({ messages: [{ id: 'h', role: 'user', content: 'long ago' }], more: false }),
    });
  });
  await expect(chat.root.locator('.midturn')).toHaveAttribute('data-theme', 'dark');
  await expect(chat.userMessages).toHaveCount(0);
  go();
  await chat.expectUsers('long ago');
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
  const go = await hold(page, WORKING);
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

test('a part of another build is refused, and said', async ({ host, page, guard }) => {
  guard.allow(/midturn_working/);
  await page.route(WORKING, async (route) => {
    const answer = await route.fetch();
    const bytes = (await answer.body()).toString('latin1');
    // The build's own number, in the name of what it imports.
    const other = bytes.replace(/2-[0-9a-f]{8,}/, (name) => name.replaceAll(/[0-9a-f]/g, '7'));
    expect(other).not.toBe(bytes);
    await route.fulfill({ response: answer, body: Buffer.from(other, 'latin1') });
  });
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('hello');
  await chat.composer.press('Enter');
  await expect(chat.root.getByRole('alert').filter({ has: page.getByRole('link') })).toHaveCount(1);
  await expect(chat.composer).toHaveValue('hello');
  await expect(chat.composer).toBeEditable();
  await page.unroute(WORKING);
  await expect(chat.send).toBeEnabled();
  await chat.send.click();
  await chat.expectUsers('hello');
});

test.describe('languages', () => {
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
});
