// Rarely needed parts of the program: loaded on demand, once for all chats of a page, and requested
// again after a failure.
import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import type { MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { installClock } from '../fixtures/clock.ts';
import { holdRequests, refuseRequests } from '../fixtures/requests.ts';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { Approval, approvals } from '../pages/approval.ts';
import { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

const test = base.extend<{ host: HostPage }>({
  host: async ({ page, guard: _guard }, use) => {
    await use(new HostPage(page));
  },
});

test.use({ control: true });

/** Collects the names of the parts that are requested from now on. */
function partsOf(page: Page): string[] {
  const parts: string[] = [];
  page.on('request', (request) => {
    const name = /\/split_(.+)_[0-9a-f]{16}\.wasm$/.exec(request.url())?.[1];
    if (name) parts.push(name);
  });
  return parts;
}

test('a first answer waits for no part; what is likely to be needed comes after it', async ({
  host,
  page,
  thread,
}) => {
  const parts = partsOf(page);
  const go = await holdRequests(page, '**/split_*.wasm');
  await thread.hold();
  const chat = await host.show(thread.id);
  await chat.start('text');
  await thread.step({ until: 'text' });
  await expect(chat.turns).toHaveText(/./);
  // Not before the text: the list of steps, which can be opened from now on.
  await expect.poll(() => parts).toEqual(['turn']);
  go();
  await thread.release();
  await chat.card.expectHidden();
  await expect(chat.root.getByTestId('answer-copy')).toBeVisible();
  await expect.poll(() => [...parts].sort()).toEqual(['answer_actions', 'control', 'details', 'turn']);
});

test('a first message that is sent while its thread is loading waits for no part either', async ({
  host,
  page,
  thread,
}) => {
  const parts = partsOf(page);
  const give = await holdRequests(page, '**/split_*.wasm');
  await host.openEmpty();
  // A page loads a thread once it has the thread's lock.
  await page.evaluate(() => {
    const request = LockManager.prototype.request as (...given: unknown[]) => Promise<unknown>;
    const wait = new Promise<void>((go) => Object.assign(window, { go }));
    LockManager.prototype.request = async function (this: LockManager, ...given: unknown[]) {
      await wait;
      return request.apply(this, given);
    } as typeof LockManager.prototype.request;
  });
  await host.addOn(thread.id);
  const chat = host.chat();
  await chat.composer.fill('text');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await page.evaluate(() => (window as unknown as { go(): void }).go());
  await expect(chat.turns).toContainText('429');
  expect(parts).not.toContain('records');
  give();
});

test('two chats that need a part at once load it once, and each shows its own question', ALL, async ({
  host,
  page,
}) => {
  const parts = partsOf(page);
  const go = await holdRequests(page, '**/split_control_*.wasm');
  await host.openEmpty();
  for (let nth = 0; nth < 2; nth += 1) {
    await host.addOn(randomUUID());
  }
  const chats = [host.chat(0), host.chat(1)];
  for (const chat of chats) {
    await chat.say('approval');
    await chat.card.expectHidden();
    await expect(chat.turns).toHaveCount(1);
  }
  go();
  for (const chat of chats) await new Approval(approvals(chat).first()).expectOpen();
  await new Approval(approvals(chats[0]!).first()).approve.click();
  await expect(chats[0]!.turns).toContainText('Done. I wrote the fix');
  await expect(approvals(chats[0]!)).toHaveCount(0);
  await new Approval(approvals(chats[1]!).first()).expectOpen();
  expect(parts.filter((part) => part === 'control')).toHaveLength(1);
});

/** What is asked for when a part is wanted. */
const ASKED: [what: string, files: string, tag?: typeof ALL][] = [
  ['a part', '**/split_control_*.wasm'],
  ['what parts share', '**/shared_*.wasm', ALL],
];

for (const [what, files, tag] of ASKED) {
  test(`${what} that fails to load shows an error, and can be retried`, tag ?? {}, async ({ guard, host, page }) => {
    guard.allow(/ERR_FAILED/, /Failed to fetch/);
    const allow = await refuseRequests(page, files);
    await host.open();
    const chat = host.chat();
    await chat.say('approval');
    const failed = chat.root.getByTestId('turn').getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(failed).toBeVisible();
    await expect(chat.composer).toBeFocused();
    allow();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await new Approval(approvals(chat).first()).expectOpen();
    await expect(failed).toHaveCount(0);
  });
}

test('after a first turn that could not reach the agent, the tools of the thread come as soon as their part does', ALL, async ({
  guard,
  host,
  page,
}) => {
  guard.allow(/ERR_CONNECTION_REFUSED/, /Failed to fetch/);
  await host.open();
  const chat = host.chat();
  const tools = chat.root.getByTestId('tools');
  await expect(chat.root.getByRole('log')).not.toHaveAttribute('aria-busy', 'true');
  // The agent and the parts of the program come from one server, as in most set-ups.
  let asked = 0;
  const gone = /\/agui$|\/split_[^/]+\.wasm$/;
  const each = (request: Request) => {
    if (/split_answer_actions_/.test(request.url())) asked += 1;
  };
  const allow = await refuseRequests(page, gone, { error: 'connectionrefused', each });
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.expectOutcomes('failed');
  // Again and again, and without a word.
  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
  await expect(tools).toHaveCount(0);
  allow();
  await expect(tools).toBeVisible({ timeout: 20_000 });
  await tools.getByTestId('thread-menu').click();
  await expect(chat.root.getByRole('menuitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  // Now that the part is there, so are the tools as soon as a first turn has failed.
  const before = asked;
  await refuseRequests(page, gone, { error: 'connectionrefused', each });
  await page.locator('midturn-chat').evaluate((element) => (element as MidturnChat).openThread());
  await expect(tools).toHaveCount(0);
  await chat.say('text');
  await expect(tools).toBeVisible();
  expect(asked).toBe(before);
});

test('stored messages wait for the part that reads them, and nothing is lost', async ({
  chat,
  guard,
  page,
}) => {
  guard.allow(/ERR_FAILED/, /Failed to fetch/);
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.composer.fill('a draft');
  const part = '**/split_records_*.wasm';
  const failed = page.waitForEvent('requestfailed', (request) => /split_records_/.test(request.url()));
  const allow = await refuseRequests(page, part);
  await page.reload();
  await failed;
  await expect(chat.composer).toBeEditable();
  await expect(chat.userMessages).toHaveCount(0);
  await chat.composer.pressSequentially('more');
  allow();
  await chat.expectUsers('text');
  await expect(chat.composer).toHaveValue(/a draft[^]*more/);
});

test('a part that is slow to load makes no stored conversation look absent', ALL, async ({ page, thread }) => {
  await installClock(page);
  const chat = new ChatPage(page);
  await chat.open(thread.id);
  await chat.say('text');
  await chat.card.expectHidden();
  const go = await holdRequests(page, '**/split_records_*.wasm');
  const asked = page.waitForEvent('request', (request) => /split_records_/.test(request.url()));
  await page.reload();
  await asked;
  await expect(chat.composer).toBeEditable();
  // Longer than the storage itself may take.
  await page.clock.runFor(30_000);
  go();
  await chat.expectUsers('text');
});

test('the list of threads, which needs a part, is read again once in a while, not once for each failure', ALL, async ({
  page,
  guard,
  thread,
}) => {
  guard.allow(/Failed to (fetch|load)|split_methods/);
  let asked = 0;
  let failed = 0;
  await page.route('**/split_methods_*.wasm', (route) => {
    asked += 1;
    return route.abort();
  });
  page.on('requestfailed', (request) => {
    if (/split_methods_/.test(request.url())) failed += 1;
  });
  await installClock(page);
  const chat = new ChatPage(page);
  await chat.open(thread.id);
  // Readings for the page, for the message, and for the end of its turn.
  await chat.say('text');
  await chat.card.expectHidden();
  await expect.poll(() => asked).toBeGreaterThan(2);
  const begun = asked;
  for (let again = 1; again <= 10; again += 1) {
    await page.clock.runFor(3_000);
    await expect.poll(() => asked >= begun + again && failed === asked).toBe(true);
  }
  // One that was still on its way when they were counted may come on top.
  expect(asked).toBeLessThanOrEqual(begun + 11);
});

test('a chat that is moved while its language loads still waits for the language', ALL, async ({ host, page }) => {
  const go = await holdRequests(page, '**/split_french_*.wasm');
  await host.openEmpty();
  const asked = page.waitForRequest('**/split_french_*.wasm');
  await host.add({ attributes: { 'agent-url': '/agui', locale: 'fr' } });
  await asked;
  await page.evaluate(async () => {
    document.body.append(document.querySelector('midturn-chat') ?? '');
    await Promise.resolve();
  });
  await expect(host.chat(0).composer).toHaveCount(0);
  go();
  await expect(host.chat(0).composer).toHaveAttribute('placeholder', 'Écrire à l’agent…');
});

test('a chat waits for its language, and begins in English if it fails to load', ALL, async ({
  guard,
  host,
  page,
}) => {
  guard.allow(/ERR_FAILED/, /Failed to fetch/);
  const parts = partsOf(page);
  await page.route('**/split_arabic_*.wasm', (route) => route.abort());
  await host.openEmpty();
  await host.add({ attributes: { 'agent-url': '/agui', locale: 'fr' } });
  await expect(host.chat(0).composer).toHaveAttribute('placeholder', 'Écrire à l’agent…');
  await host.add({ attributes: { 'agent-url': '/agui', locale: 'ar' } });
  await expect(host.chat(1).composer).toHaveAttribute('placeholder', 'Message the agent…');
  expect(parts).toEqual(['french', 'arabic']);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 } });

  test('the button that queues is in view, also if the menu beside it cannot be loaded', ALL, async ({ chat, page, thread, guard }) => {
    guard.allow(/Failed to (fetch|load)|split_control/);
    const allow = await refuseRequests(page, '**/split_control_*.wasm');
    await thread.hold();
    await chat.start('slow');
    await chat.composer.fill('text queued');
    await expect(chat.send).toBeInViewport({ ratio: 1 });
    await chat.send.tap();
    await expect(chat.composer).toHaveValue('');
    allow();
    await thread.release();
  });
});
