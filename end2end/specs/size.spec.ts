// A release comes in parts: what a first start loads, that what a person does waits for the rest, and
// what happens when something does not come.
import { randomUUID } from 'node:crypto';
import { expect } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';
import { Files, copy, png } from '../pages/files.ts';
import { IN_PARTS, WORKING, hold, late, parts, test } from '../fixtures/parts.ts';

test.skip(!IN_PARTS, 'skipped: this build is not in parts, which `cargo xtask build --release` makes');

/**
 * Waits for a part that failed before. By itself it is asked for after twice as long each time, which a
 * slow machine may not get to the end of within the time of a test; a key asks for it at once.
 */
async function comes(chat: ChatPage, there: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await chat.composer.press('Shift');
      return there();
    })
    .toBe(true);
}

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

test('a picture that is pasted before the rest is there is attached then', async ({ host, page }) => {
  const go = await hold(page, WORKING);
  await host.open();
  const chat = host.chat();
  await copy(page, png('image.png'));
  await chat.composer.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await chat.composer.pressSequentially('look');
  go();
  await new Files(chat).expectComposed('image.png');
  await expect(chat.composer).toHaveValue('look');
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
      attachments: 'off',
      attachmentTypes: 'image/*',
      attachmentMaxBytes: 1_000,
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

test('without the rest there is a notice, what was sent waits, and it goes when the rest comes', async ({
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
  await expect(notice).toContainText('It is tried again by itself');
  await expect(chat.composer).toHaveAttribute('placeholder', 'what I wanted to say');
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toBeEditable();

  await page.unroute(WORKING);
  await comes(chat, async () => (await notice.count()) === 0);
  await chat.expectUsers('what I wanted to say');
  expect(await late(page)).toBe(0);
});

test('offline before the rest is there: one banner, what was sent waits, and goes with the connection', async ({
  host,
  page,
  context,
  guard,
}) => {
  guard.allow(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  await page.route(WORKING, (route) => route.abort());
  await host.open();
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  await context.setOffline(true);
  await chat.composer.pressSequentially('what I wanted to say');
  await chat.composer.press('Enter');
  await expect(chat.root.getByText('You are offline.')).toHaveCount(1);
  await expect(chat.root.getByRole('alert').filter({ has: page.getByRole('link') })).toHaveCount(0);
  await expect(chat.composer).toHaveAttribute('placeholder', 'what I wanted to say');
  await expect(chat.composer).toBeFocused();
  await page.unroute(WORKING);
  await context.setOffline(false);
  await chat.expectUsers('what I wanted to say');
  expect(await late(page)).toBe(0);
});

test('what waits for the rest is there again after a reload', async ({ host, page, guard }) => {
  guard.allow(/ERR_FAILED/);
  await page.route(WORKING, (route) => route.abort());
  await host.open();
  const chat = host.chat();
  await chat.composer.pressSequentially('what I wanted to say');
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveAttribute('placeholder', 'what I wanted to say');
  await page.unroute(WORKING);
  await page.reload();
  await chat.composer.click();
  await expect(chat.composer).toHaveValue('what I wanted to say');
  await chat.send.click();
  await chat.expectUsers('what I wanted to say');
  await page.reload();
  await chat.composer.click();
  await expect(chat.composer).toHaveValue('');
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
  await expect(chat.composer).toHaveAttribute('placeholder', 'hello');
  await expect(chat.composer).toBeEditable();
  await page.unroute(WORKING);
  await comes(chat, async () => (await chat.userMessages.count()) > 0);
  await chat.expectUsers('hello');
});
