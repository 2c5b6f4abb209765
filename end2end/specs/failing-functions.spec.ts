// Functions of an embedder that fail or never end: each is told with a code, nothing that the person wrote
// is lost, and the chat goes on.
import { installClock, passUntil } from '../fixtures/clock.ts';
import { ALL, expect, test } from '../fixtures/errors.ts';

/** A function `headers` that fails, and what is told. */
const HEADERS: [what: string, set: (chat: any) => void, message: string][] = [
  ['throws', (chat) => (chat.headers = () => { throw new Error('no token'); }), 'headers: no token'],
  ['rejects', (chat) => (chat.headers = () => Promise.reject('no token')), 'headers: no token'],
  ['gives nothing', (chat) => (chat.headers = () => undefined), 'headers: the headers must be an object of headers'],
  [
    'gives a number',
    (chat) => (chat.headers = async () => ({ authorization: 5 })),
    'headers: the headers["authorization"] must be a header that HTTP allows, with a text as its value',
  ],
];

for (const [what, set, message] of HEADERS) {
  const one = what === 'throws' ? {} : ALL;
  test(`a function headers that ${what}: told with a code, and the message is sent later`, one, async ({ host, thread, told, answers }) => {
    await host.addOn(thread.id);
    const chat = host.chat();
    await expect(chat.composer).toBeVisible();
    const element = host.page.locator('midturn-chat');
    await element.evaluate(set);
    await chat.say('tools');
    await chat.expectOutcomes('failed');
    await chat.expectUsers('tools');
    await expect.poll(async () => (await told()).map(({ code }) => code)).toEqual(['headers-failed', 'unreachable']);
    expect((await told())[0]?.message).toBe(message);
    await thread.expectPrompts();
    await element.evaluate((chat: any) => (chat.headers = () => ({})));
    await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
    await expect(chat.turns.last()).toContainText('Found it.');
    await thread.expectPrompts('tools');
    await answers();
  });
}

test('headers that fail for an agent of another origin: nothing is said of CORS', ALL, async ({ host, thread, told }) => {
  await host.add({ attributes: { 'agent-url': 'http://elsewhere.test/agui', 'thread-id': thread.id } });
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  await host.page.locator('midturn-chat').evaluate((chat: any) => {
    chat.headers = () => Promise.reject(new Error('no token'));
  });
  await chat.say('tools');
  await chat.expectOutcomes('failed');
  await expect(chat.outcomeNotes).toContainText('headers: no token');
  await expect(chat.outcomeNotes).not.toContainText('CORS');
  expect((await told()).map(({ code }) => code)).toEqual(['headers-failed', 'unreachable']);
});

test('headers that never come: told after a while, and the next request asks again', async ({ page, host, thread, told, answers }) => {
  await installClock(page);
  const chat = await host.show(thread.id);
  await expect(chat.composer).toBeVisible();
  const element = page.locator('midturn-chat');
  await element.evaluate((chat: any) => {
    chat.headers = () => {
      Object.assign(window, { asked: true });
      return new Promise(() => {});
    };
  });
  await chat.say('tools');
  // The limit counts from now on.
  await expect.poll(() => page.evaluate(() => 'asked' in window)).toBe(true);
  await page.clock.runFor(29_999);
  expect(await told()).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(told).toHaveLength(1);
  // The request fails a moment after that, and nothing shows when that moment begins.
  await passUntil(page, 100, async () => (await chat.outcomeNotes.count()) > 0);
  await chat.expectOutcomes('failed');
  expect((await told())[0]).toEqual({ code: 'headers-failed', message: 'headers: it gave nothing within 30 s' });
  await element.evaluate((chat: any) => (chat.headers = { 'x-good': 'yes' }));
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.turns.last()).toContainText('Found it.');
  await answers();
});

test('a function that fails in the same way is told again only after it has succeeded', ALL, async ({ host, thread, told, answers }) => {
  await host.addOn(thread.id);
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  await host.page.locator('midturn-chat').evaluate((chat: any) => {
    Object.assign(window, { good: false });
    chat.headers = () => {
      if (!(window as unknown as { good: boolean }).good) throw new Error('no token');
      return {};
    };
  });
  const become = (good: boolean) => host.page.evaluate((good) => void Object.assign(window, { good }), good);
  const failures = async () => (await told()).filter(({ code }) => code === 'headers-failed').length;
  await chat.say('tools');
  await chat.expectOutcomes('failed');
  const again = chat.outcomeNotes.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.poll(async () => (await told()).filter(({ code }) => code === 'unreachable').length).toBe(2);
  expect(await failures()).toBe(1);
  await become(true);
  await answers();
  await become(false);
  await chat.say('text');
  await expect.poll(failures).toBe(2);
});

/** A function `history` that fails, and what is told. */
const HISTORIES: [what: string, set: (chat: any) => void, message: string][] = [
  ['rejects', (chat) => (chat.history = async () => { throw new Error('no past'); }), 'history: no past'],
  ['gives a list', (chat) => (chat.history = async () => []), 'history: it must give { messages, more }'],
];

for (const [what, set, message] of HISTORIES) {
  const one = what === 'rejects' ? {} : ALL;
  test(`a function history that ${what}: told with a code, with a button to try again`, one, async ({ host, thread, told, answers }) => {
    await host.addOn(thread.id);
    const chat = host.chat();
    await expect(chat.composer).toBeVisible();
    const element = host.page.locator('midturn-chat');
    await element.evaluate(set);
    await element.evaluate((chat: any, id) => chat.openThread(id), crypto.randomUUID());
    await expect(chat.root.getByRole('alert')).toHaveText('Earlier messages could not be loaded.');
    await expect.poll(told).toEqual([{ code: 'history-failed', message }]);
    await element.evaluate((chat: any) => (chat.history = async () => ({ messages: [] })));
    await chat.root.getByTestId('past-again').click();
    await expect(chat.root.getByRole('alert')).toHaveCount(0);
    await answers();
  });
}

test('a function messageLink that throws, and one that gives no text', ALL, async ({ host, thread, told, answers }) => {
  await host.addOn(thread.id);
  const chat = host.chat();
  await answers();
  const element = host.page.locator('midturn-chat');
  const press = () => chat.root.getByTestId('copy-link').first().click();
  await element.evaluate((chat: any) => (chat.messageLink = () => { throw new Error('no link'); }));
  await press();
  await element.evaluate((chat: any) => (chat.messageLink = () => new URL('https://example.test/')));
  await press();
  await expect.poll(told).toEqual([
    { code: 'message-link-failed', message: 'messageLink: no link' },
    { code: 'message-link-failed', message: 'messageLink: it must give a URL as text' },
  ]);
  await answers();
});

test('a renderer that throws and one that never ends are told, and the chat goes on', ALL, async ({ page, host, thread, told, answers }) => {
  await installClock(page);
  const chat = await host.show(thread.id);
  await expect(chat.composer).toBeVisible();
  const element = page.locator('midturn-chat');
  await element.evaluate((chat: any) => (chat.renderers = { tools: { read_file: () => { throw new Error('not today'); } } }));
  await answers();
  await expect.poll(told).toContainEqual({ code: 'renderer-failed', message: 'read_file: not today' });
  await element.evaluate((chat: any) => {
    const read_file = () => {
      Object.assign(window, { asked: true });
      return new Promise(() => {});
    };
    chat.renderers = { tools: { read_file } };
  });
  await expect.poll(() => page.evaluate(() => 'asked' in window)).toBe(true);
  await expect(chat.root.getByTestId('drawn').first()).toBeAttached();
  const isLate = async () => (await told()).some(({ code }) => code === 'renderer-timeout');
  await page.clock.runFor(9_000);
  expect(await isLate()).toBe(false);
  await page.clock.runFor(1_000);
  await expect.poll(isLate).toBe(true);
  await answers();
});

test('a renderer of code that never ends is told, and the source stays', ALL, async ({ page, host, thread, told, answers }) => {
  await installClock(page);
  const chat = await host.show(thread.id);
  await expect(chat.composer).toBeVisible();
  await page.locator('midturn-chat').evaluate((chat: any) => {
    const rust = (_: string, { signal }: { signal: AbortSignal }) => {
      Object.assign(window, { signal });
      return new Promise(() => {});
    };
    chat.renderers = { code: { rust } };
  });
  await chat.say('rich');
  await chat.card.expectHidden();
  const state = () => page.evaluate(() => (window as unknown as { signal?: AbortSignal }).signal?.aborted);
  await expect.poll(state).toBe(false);
  await page.clock.runFor(9_000);
  expect(await told()).toEqual([]);
  await page.clock.runFor(1_000);
  await expect.poll(told).toEqual([{ code: 'renderer-timeout', message: 'rust: no node after 10 s' }]);
  expect(await state()).toBe(true);
  await expect(chat.root.locator('.mt-code[data-language="rust"] code').first()).toBeVisible();
  await answers();
});

test('a method while the element is on no page fails with a code, and works when it is back', ALL, async ({ host, thread, answers }) => {
  await host.addOn(thread.id);
  await answers();
  const codes = await host.page.locator('midturn-chat').evaluate(async (chat: any) => {
    const parent = chat.parentElement;
    chat.remove();
    await Promise.resolve();
    const code = await chat.send('tools').then(() => 'none', (error: { code: string }) => error.code);
    parent.append(chat);
    return code;
  });
  expect(codes).toBe('disposed');
  await answers();
});
