// An embedder's own texts and languages.
import { readFileSync } from 'node:fs';
import type { MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { ALL, expect, test } from '../fixtures/errors.ts';
import { refuseRequests } from '../fixtures/requests.ts';
import type { HostPage } from '../pages/host.ts';

type Strings = NonNullable<MidturnChat['strings']>;

/** Every key with its placeholders, from the documentation that is written from the catalogue. */
function everyText(): Record<string, string> {
  const page = readFileSync(new URL('../../docs/strings.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w.]+)` \| (.*) \| .* \|$/gm)];
  return Object.fromEntries(
    rows.map(([, key = '', english = '']) => {
      const names = new Set([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => `{${name}}`));
      // A plain text may have braces of its own.
      if (key === 'backend.optionsHelp') names.clear();
      return [key, `«${key}${[...names].map((name) => ` ${name}`).join('')}»`];
    }),
  );
}

async function add(host: HostPage, thread: string, strings: Strings, attributes: Record<string, string> = {}): Promise<void> {
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread, ...attributes }, properties: { strings } });
  await expect(host.chat().composer).toBeVisible();
}

/** The texts on screen and for assistive technology that are not the embedder's. */
function foreign(host: HostPage): Promise<string[]> {
  return host.page.locator('midturn-chat').evaluate((chat) => {
    const root = chat.shadowRoot?.querySelector('.midturn');
    if (!root) throw new Error('there is no chat');
    const said: string[] = [];
    // What people, agents and tools say, and the names of keys.
    const others = '[data-testid="user-message"], .mt-answer, pre, code, kbd, [data-testid="queue-item"] .mt-prompt-text';
    for (const element of root.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt']) {
        const value = element.getAttribute(name);
        if (value) said.push(value);
      }
      if (element.closest(others)) continue;
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) said.push(node.textContent.trim());
      }
    }
    return [...new Set(said)].filter((text) => /\p{L}/u.test(text) && !text.includes('«') && !text.includes('»'));
  });
}

test('every text on screen is the embedder’s, in many states', async ({ host, thread, told }) => {
  const en = everyText();
  expect(Object.keys(en).length).toBeGreaterThan(300);
  await thread.hold();
  await add(host, thread.id, { en });
  const chat = host.chat();
  await host.page.locator('midturn-chat').evaluate((chat: any) => (chat.messageLink = () => '/'));
  await expect(chat.root.getByRole('heading', { name: '«emptyTitle»' })).toBeVisible();
  expect(await foreign(host)).toEqual([]);

  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.composer.fill('later');
  await expect(chat.deliveryHint).toContainText('«hintQueue 0»');
  await chat.composer.press('Enter');
  await expect(chat.queue.root).toContainText('«queueTitle 1»');
  await chat.card.expand();
  const names = ['read_file', 'src/retry.rs', 'later', 'tools'];
  const unknown = async () => (await foreign(host)).filter((text) => !names.some((name) => text.includes(name)));
  expect(await unknown()).toEqual([]);

  await chat.card.openCancel();
  expect(await unknown()).toEqual([]);
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
  expect(await unknown()).toEqual([]);
  await expect(chat.announcer).toContainText('«announcePaused 1»');

  await chat.root.getByRole('button', { name: '«history.title»' }).click();
  await expect(chat.root.getByLabel('«history.search»')).toBeVisible();
  // The browser writes times.
  expect((await unknown()).filter((text) => !/\d:\d/.test(text))).toEqual([]);
  expect(await told()).toEqual([]);

  // The check finds texts that are not the embedder's.
  await host.page.locator('midturn-chat').evaluate((chat: any) => (chat.strings = undefined));
  await expect(chat.root.getByRole('log', { name: 'Conversation' })).toBeVisible();
  expect(await unknown()).toContain('Conversation');
});

test('every text of a question, of the shortcuts and of the debug panel is the embedder’s', ALL, async ({ host, thread }) => {
  await add(host, thread.id, { en: everyText() }, { debug: '' });
  const chat = host.chat();
  await chat.say('approval');
  await expect(chat.root.getByRole('button', { name: '«control.approve»' })).toBeVisible();
  await expect(chat.root.getByRole('region', { name: '«debug.title»' })).toBeVisible();
  await chat.root.getByRole('button', { name: '«keys.shortcuts»' }).click();
  await expect(chat.root.getByRole('dialog')).toContainText('«keys.shortcutEnter»');
  // What the agent and the person say, and the names of keys.
  const agents = ['write_file', 'Allow write_file on src/retry.rs?', 'src/retry.rs', 'approval', 'Ctrl+Enter', 'Ctrl+Backspace'];
  expect((await foreign(host)).filter((text) => !agents.includes(text))).toEqual([]);
});

test('a page without texts of its own does not load what they need', ALL, async ({ host, thread, page, answers }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const parts = () => asked.filter((url) => /split_strings/.test(url)).length;
  await host.addOn(thread.id);
  await answers();
  expect(parts()).toBe(0);
  await page.locator('midturn-chat').evaluate((chat: any) => (chat.strings = { en: { send: 'Go' } }));
  await expect(host.chat().send).toHaveText('Go');
  expect(parts()).toBe(1);
});

test('an embedder replaces some texts, and the others stay', ALL, async ({ host, thread, answers }) => {
  await add(host, thread.id, {
    en: { composerPlaceholder: 'Ask the shop…', steps: { one: 'a single look-up', other: '{count} look-ups' } },
  });
  const chat = host.chat();
  await expect(chat.composer).toHaveAttribute('placeholder', 'Ask the shop…');
  await expect(chat.send).toHaveText('Send');
  await answers();
  await expect(chat.streams).toContainText(/a single look-up|\d look-ups/);
});

const GERMAN: Strings = {
  de: {
    composerPlaceholder: 'Nachricht an den Agenten…',
    send: 'Senden',
    queueTitle: { one: '{count} wartet', other: '{count} warten' },
    hintQueue: { '=0': 'Kommt als Nächstes', other: 'Wartet: {ahead} vorher' },
    'answer.outputMore': { one: '{count} weitere Zeile', other: '{count} weitere Zeilen' },
  },
};

test('an added language has its plural forms, and English where a text is missing', ALL, async ({ host, thread }) => {
  await thread.hold();
  await add(host, thread.id, GERMAN, { locale: 'de-AT' });
  const chat = host.chat();
  const root = chat.root.locator('.midturn');
  await expect(root).toHaveAttribute('lang', 'de');
  await expect(root).toHaveAttribute('dir', 'ltr');
  await expect(chat.send).toHaveText('Senden');
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.stop).toHaveText('Stop');
  await chat.composer.fill('eins');
  await expect(chat.deliveryHint).toContainText('Kommt als Nächstes');
  await chat.composer.press('Enter');
  await expect(chat.queue.root).toContainText('1 wartet');
  await chat.composer.fill('zwei');
  await expect(chat.deliveryHint).toContainText('Wartet: 1 vorher');
  await chat.composer.press('Enter');
  await expect(chat.queue.root).toContainText('2 warten');
});

test('numbers and plural forms are those of the language', ALL, async ({ host, thread }) => {
  const queueTitle = { one: '{count} сообщение', few: '{count} сообщения', many: '{count} сообщений', other: '{count} сообщения' };
  await thread.hold();
  await add(host, thread.id, { ru: { queueTitle }, fa: { queueTitle: '{count} پیام' } }, { locale: 'ru' });
  const chat = host.chat();
  await chat.start('tools');
  const said = ['1 сообщение', '2 сообщения', '3 сообщения', '4 сообщения', '5 сообщений'];
  for (const [index, title] of said.entries()) {
    await chat.say(`text ${index}`);
    await expect(chat.queue.root).toContainText(title);
  }
  await host.page.locator('midturn-chat').evaluate((chat) => chat.setAttribute('locale', 'fa'));
  await expect(chat.queue.root).toContainText('۵ پیام');
});

test('a language from right to left, by its script and by `dir`', async ({ host, thread }) => {
  const he: Strings = { he: { send: 'שליחה', 'speak.targetChip': 'אל {agent}' } };
  await add(host, thread.id, he, { locale: 'he' });
  const chat = host.chat();
  const root = chat.root.locator('.midturn');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(root).toHaveAttribute('lang', 'he');
  const isSendAtLeft = async () => {
    const [send, bar] = [await chat.send.boundingBox(), await chat.composer.boundingBox()];
    return send && bar && send.x + send.width / 2 < bar.x + bar.width / 2;
  };
  await expect.poll(isSendAtLeft).toBe(true);
  await host.page.locator('midturn-chat').evaluate((chat: any) => (chat.strings = { he: { dir: 'ltr', send: 'שליחה' } }));
  await expect(root).toHaveAttribute('dir', 'ltr');
  await expect(chat.send).toHaveText('שליחה');
});

test('the language around the element chooses an added one; the more specific texts win', ALL, async ({ host, thread }) => {
  await host.page.locator('main').evaluate((main) => main.setAttribute('lang', 'pt-BR'));
  await add(host, thread.id, { 'pt-BR': { send: 'Enviar já' }, pt: { send: 'Enviar', stop: 'Parar' } });
  const chat = host.chat();
  await expect(chat.root.locator('.midturn')).toHaveAttribute('lang', 'pt-BR');
  await expect(chat.send).toHaveText('Enviar já');
  await host.page.locator('midturn-chat').evaluate((chat) => chat.setAttribute('locale', 'pt-PT'));
  await expect(chat.send).toHaveText('Enviar');
  await host.page.locator('midturn-chat').evaluate((chat) => chat.setAttribute('locale', 'fr'));
  await expect(chat.send).toHaveText('Envoyer');
});

test('a text that cannot be used is told once, and the built-in one stays', ALL, async ({ host, thread, told, answers }) => {
  const strings = {
    fr: {
      send: 'Vas-y',
      sned: 'x',
      stop: 5,
      steps: 'étapes',
      jumpNew: { one: '{n} nouveau', other: '{count} nouveaux' },
      'control.stopTask': 'Arrêter',
    },
  };
  await add(host, thread.id, strings as unknown as Strings, { locale: 'fr' });
  const chat = host.chat();
  await expect(chat.send).toHaveText('Vas-y');
  const expected = [
    ['sned', 'there is no text with this key'],
    ['stop', 'it must be a text'],
    ['steps', '{count} is missing in "étapes"'],
    ['jumpNew', '{n} is unknown; it has {count}'],
    ['control.stopTask', 'it must have {task} once'],
  ].map(([key, why]) => `strings["fr"]["${key}"]: ${why}`);
  const messages = async () => (await told()).map(({ message }) => message).sort();
  await expect.poll(messages).toEqual(expected.sort());
  for (const { code, name, value } of await told()) expect([code, name, value]).toEqual(['invalid-property', 'strings', 'object']);
  // The chat is mounted anew.
  await host.page.locator('midturn-chat').evaluate((chat: any) => chat.openThread());
  await answers();
  await expect(chat.streams).toContainText(/étapes?/);
  expect(await messages()).toEqual(expected.sort());
});

test('a change is shown at once and keeps the thread; an equal object changes nothing', async ({ host, thread, answers }) => {
  await add(host, thread.id, GERMAN, { locale: 'de' });
  const chat = host.chat();
  await answers();
  const element = host.page.locator('midturn-chat');
  const composer = await chat.composer.elementHandle();
  await element.evaluate((chat: any, strings) => (chat.strings = strings), GERMAN);
  await chat.composer.fill('half a');
  expect(await chat.composer.evaluate((now, before) => now === before, composer)).toBe(true);
  await element.evaluate((chat: any) => (chat.strings = { de: { send: 'Los' } }));
  await expect(chat.send).toHaveText('Los');
  await expect(chat.composer).toHaveValue('half a');
  await chat.expectUsers('tools');
  await element.evaluate((chat: any) => (chat.strings = undefined));
  await expect(chat.send).toHaveText('Send');
  await expect(chat.root.locator('.midturn')).toHaveAttribute('lang', 'en');
});

test('after a reload, a stored thread is shown in the added language', ALL, async ({ host, thread, answers, page }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const chat of document.querySelectorAll('midturn-chat')) {
        Object.assign(chat, { strings: { nl: { steps: '{count} stap(pen)', send: 'Versturen' } }, locale: 'nl' });
      }
    });
  });
  await add(host, thread.id, { nl: { steps: '{count} stap(pen)', send: 'Versturen' } }, { locale: 'nl' });
  await answers();
  await expect(host.chat().streams).toContainText('stap(pen)');
  await page.reload();
  await page.locator('midturn-chat').evaluate((chat, id) => chat.setAttribute('thread-id', id), thread.id);
  await expect(host.chat().send).toHaveText('Versturen');
  await expect(host.chat().streams).toContainText('stap(pen)');
});

test('two elements have texts of their own', ALL, async ({ host, agent }) => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  void agent;
  await add(host, one, { en: { send: 'Order' } });
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': two }, properties: { strings: { en: { send: 'Ask' } } } });
  await expect(host.chat(0).send).toHaveText('Order');
  await expect(host.chat(1).send).toHaveText('Ask');
});

test('if the part that texts need cannot be loaded, the chat says so with a code, in its own texts', ALL, async ({ host, thread, told, page, guard, answers }) => {
  await host.addOn(thread.id);
  await answers();
  guard.allow(/Failed to (fetch|load)|split_strings/);
  await page.route(/split_strings/, (route) => route.abort());
  await page.locator('midturn-chat').evaluate((chat: any) => (chat.strings = { en: { send: 'Go' } }));
  await expect.poll(told).toEqual([{ code: 'load-failed', message: 'the strings for en could not be loaded' }]);
  await expect(host.chat().send).toHaveText('Send');
  await answers();
});

test('if the program cannot be loaded, the element says so in the embedder’s texts', async ({ host, thread, page, guard }) => {
  guard.allow(/./);
  const allow = await refuseRequests(page, /\.wasm$/);
  await host.openEmpty();
  await host.add({
    attributes: { 'agent-url': '/agui', 'thread-id': thread.id, locale: 'de' },
    properties: { strings: { de: { loadFailed: 'Der Chat fehlt.', tryAgain: 'Noch einmal', send: 'Los' } } },
  });
  const failed = page.locator('midturn-chat').getByRole('alert');
  await expect(failed).toContainText('Der Chat fehlt.');
  await expect(failed).toHaveAttribute('lang', 'de');
  allow();
  await failed.getByRole('button', { name: 'Noch einmal' }).click();
  await expect(host.chat().send).toHaveText('Los');
});
