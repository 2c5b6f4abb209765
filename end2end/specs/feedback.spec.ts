// The person rates an answer, by its buttons or by code.
import type { Locator, Page } from '@playwright/test';
import type { EventDetails, MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';
import { scan } from '../pages/states.ts';

type Feedback = EventDetails['midturn-feedback'];

/** Opens the host page with one element that asks for feedback. */
async function open(page: Page, threadId: string, attributes: Record<string, string> = {}): Promise<ChatPage> {
  const host = new HostPage(page);
  await host.openEmpty();
  await page.evaluate(() => {
    const told: object[] = [];
    Object.assign(window, { told });
    addEventListener('midturn-feedback', (event) => told.push((event as CustomEvent).detail));
  });
  await host.addOn(threadId, { feedback: '', ...attributes });
  return host.chat();
}

const test = base.extend<{ element: ChatPage }>({
  element: async ({ page, thread, guard: _guard }, use) => {
    await use(await open(page, thread.id));
  },
});

const good = (chat: ChatPage): Locator => chat.root.getByRole('button', { name: 'Good answer' });
const bad = (chat: ChatPage): Locator => chat.root.getByRole('button', { name: 'Bad answer' });

async function expectRating(chat: ChatPage, rating: 'good' | 'bad' | null): Promise<void> {
  await expect(good(chat)).toHaveAttribute('aria-pressed', String(rating === 'good'));
  await expect(bad(chat)).toHaveAttribute('aria-pressed', String(rating === 'bad'));
}

const told = (page: Page): Promise<Feedback[]> =>
  page.evaluate(() => (window as unknown as { told: Feedback[] }).told);

/** The code of the error with which a rating fails; `none` if it does not fail. */
function rate(page: Page, ...given: unknown[]): Promise<string> {
  return page.locator('midturn-chat').evaluate(
    (chat, given) =>
      (chat as MidturnChat).rate(...(given as [string, 'good'])).then(
        () => 'none',
        (error) => error.code,
      ),
    given,
  );
}

test('a press rates the answer, a second one takes it back, and each is told', async ({ element, page, thread }) => {
  await element.say('text');
  await element.card.expectHidden();
  await expectRating(element, null);
  await good(element).click();
  await expectRating(element, 'good');
  await bad(element).click();
  await expectRating(element, 'bad');
  await expect(bad(element)).toBeFocused();
  await bad(element).click();
  await expectRating(element, null);
  await expect.poll(async () => (await told(page)).map(({ rating }) => rating)).toEqual(['good', 'bad', null]);
  const all = await told(page);
  const messages = await page.locator('midturn-chat').evaluate((chat) => (chat as MidturnChat).messages());
  for (const detail of all) {
    expect(detail.threadId).toBe(thread.id);
    expect([detail.turnId, detail.messageId]).toEqual(messages.map(({ id }) => id));
  }
});

test('a rating stays after a reload, and is in other tabs', ALL, async ({ element, page, context, thread }) => {
  await element.say('text');
  await element.card.expectHidden();
  const other = await context.newPage();
  const mirror = await open(other, thread.id);
  await expectRating(mirror, null);
  await good(element).click();
  await expectRating(mirror, 'good');
  // The page that does not drive the thread rates too, and both are told.
  await bad(mirror).click();
  await expectRating(element, 'bad');
  for (const of of [page, other]) {
    await expect.poll(async () => (await told(of)).map(({ rating }) => rating)).toEqual(['good', 'bad']);
  }
  await other.close();
  const again = await open(page, thread.id);
  await expectRating(again, 'bad');
});

test('code rates an answer as a button does', ALL, async ({ element, page }) => {
  const turn = await page.locator('midturn-chat').evaluate((chat) => (chat as MidturnChat).send('text'));
  await element.card.expectHidden();
  await expect(good(element)).toBeVisible();
  expect(await rate(page, turn, 'good')).toBe('none');
  await expectRating(element, 'good');
  expect(await rate(page, turn, null)).toBe('none');
  await expectRating(element, null);
  await expect.poll(async () => (await told(page)).map(({ turnId, rating }) => [turnId, rating])).toEqual([
    [turn, 'good'],
    [turn, null],
  ]);
  expect(await rate(page, 'nowhere', 'good')).toBe('not-found');
  for (const given of [[turn, 'great'], [turn], ['', 'good'], [7, 'bad']]) {
    expect(await rate(page, ...given), JSON.stringify(given)).toBe('invalid-argument');
  }
});

test('a turn that runs has no buttons, and cannot be rated', ALL, async ({ element, page, thread }) => {
  await thread.hold();
  const turn = await page.locator('midturn-chat').evaluate((chat) => (chat as MidturnChat).send('tools'));
  await element.card.expectState('running');
  await expect(good(element)).toHaveCount(0);
  expect(await rate(page, turn, 'good')).toBe('not-now');
  await thread.finish();
  await element.card.expectHidden();
  await expect(good(element)).toBeVisible();
  expect(await told(page)).toEqual([]);
});

test('without the attribute there are no buttons, and code can still rate', ALL, async ({ element, page }) => {
  await element.say('text');
  await element.card.expectHidden();
  await good(element).click();
  await expect.poll(() => told(page)).toHaveLength(1);
  const host = page.locator('midturn-chat');
  await host.evaluate((chat) => chat.removeAttribute('feedback'));
  await expect(good(element)).toHaveCount(0);
  const turn = (await told(page)).at(0)?.turnId;
  expect(await rate(page, turn, 'bad')).toBe('none');
  await host.evaluate((chat) => {
    (chat as MidturnChat).feedback = true;
  });
  await expectRating(element, 'bad');
});

const looks = [
  { name: 'light', theme: 'light', locale: 'en', width: 900 },
  { name: 'dark', theme: 'dark', locale: 'en', width: 900 },
  { name: 'narrow', theme: 'light', locale: 'fr', width: 340 },
  { name: 'arabic', theme: 'dark', locale: 'ar', width: 600 },
] as const;

for (const { name, theme, locale, width } of looks) {
  base.describe(name, ALL, () => {
    base.use({ colorScheme: theme, viewport: { width, height: 700 } });

    base(`axe finds nothing, ${name}`, async ({ page, thread, guard: _guard }) => {
      const chat = await open(page, thread.id, { locale });
      await chat.say('tools');
      await chat.card.expectHidden();
      const button = chat.root.getByTestId('answer-feedback-up');
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await scan(page);
      await page.screenshot({ path: `shots/feedback-${name}.png` });
    });
  });
}
