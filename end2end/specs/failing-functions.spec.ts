// Functions of an embedder that fail or never end: each is told with a code, nothing that the person wrote
// is lost, and the chat goes on.
import { installClock } from '../fixtures/clock.ts';
import { expect, test } from '../fixtures/errors.ts';

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
  test(`a function headers that ${what}: told with a code, and the message is sent later`, async ({ host, thread, told, answers }) => {
    await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
    const chat = host.chat();
    await expect(chat.composer).toBeVisible();
    const element = host.page.locator('midturn-chat');
    await element.evaluate(set);
    await chat.say('tools');
    await chat.expectOutcomes('failed');
    await chat.expectUsers('tools');
    const codes = (await told()).map(({ code }) => code);
    expect(codes).toEqual(['headers-failed', 'unreachable']);
    expect((await told())[0]?.message).toBe(message);
    await thread.expectPrompts();
    await element.evaluate((chat: any) => (chat.headers = () => ({})));
    await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
    await expect(chat.assistantMessages.last()).toContainText('Found it.');
    await thread.expectPrompts('tools');
    await answers();
  });
}

test('headers that never come: told after a while, and the next request asks again', async ({ page, host, thread, told, answers }) => {
  await installClock(page);
  await host.open();
  await host.clear();
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  const element = page.locator('midturn-chat');
  await element.evaluate((chat: any) => (chat.headers = () => new Promise(() => {})));
  await chat.say('tools');
  await page.clock.fastForward(29_000);
  expect(await told()).toEqual([]);
  await page.clock.fastForward(2_000);
  await chat.expectOutcomes('failed');
  expect((await told())[0]).toEqual({ code: 'headers-failed', message: 'headers: it gave nothing within 30 s' });
  await element.evaluate((chat: any) => (chat.headers = { 'x-good': 'yes' }));
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.assistantMessages.last()).toContainText('Found it.');
  await answers();
});

test('a function that fails in the same way is told again only after it has succeeded', async ({ host, thread, told, answers }) => {
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
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
  test(`a function history that ${what}: told with a code, with a button to try again`, async ({ host, thread, told, answers }) => {
    await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
    const chat = host.chat();
    await expect(chat.composer).toBeVisible();
    const element = host.page.locator('midturn-chat');
    await element.evaluate(set);
    await element.evaluate((chat: any, id) => chat.openThread(id), crypto.randomUUID());
    await expect(chat.root.getByRole('alert')).toHaveText('Earlier messages could not be loaded.');
    expect(await told()).toEqual([{ code: 'history-failed', message }]);
    await element.evaluate((chat: any) => (chat.history = async () => ({ messages: [] })));
    await chat.root.getByTestId('past-again').click();
    await expect(chat.root.getByRole('alert')).toHaveCount(0);
    await answers();
  });
}

test('a function messageLink that throws, and one that gives no text', async ({ host, thread, told, answers }) => {
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
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

test('a renderer that throws and one that never ends are told, and the chat goes on', async ({ page, host, thread, told, answers }) => {
  await installClock(page);
  await host.open();
  await host.clear();
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  const element = page.locator('midturn-chat');
  await element.evaluate((chat: any) => (chat.renderers = { tools: { read_file: () => { throw new Error('not today'); } } }));
  await answers();
  await expect.poll(told).toContainEqual({ code: 'renderer-failed', message: 'read_file: not today' });
  await element.evaluate((chat: any) => (chat.renderers = { tools: { read_file: () => new Promise(() => {}) } }));
  await expect(chat.root.getByTestId('drawn').first()).toBeAttached();
  await page.clock.fastForward(11_000);
  await expect.poll(async () => (await told()).map(({ code }) => code)).toContain('renderer-timeout');
  await answers();
});

test('a method while the element is on no page fails with a code, and works when it is back', async ({ host, thread, answers }) => {
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
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
