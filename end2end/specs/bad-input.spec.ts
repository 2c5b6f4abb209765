// Attributes and properties with wrong values: each is told once with a code, the default is used, and
// the chat goes on.
import { ALL, expect, test } from '../fixtures/errors.ts';

/** An attribute with a wrong value: its property, the value, and what the message says. */
const ATTRIBUTES: [attribute: string, value: string, name: string, message: string][] = [
  ['theme', 'blue', 'theme', 'theme must be light or dark'],
  ['density', 'tight', 'density', 'density must be comfortable or compact'],
  ['enter', 'send', 'enter', 'enter must be queue, interject or replace'],
  ['interject', 'never', 'interject', 'interject must be boundary or after-response'],
  ['images', 'some', 'images', 'images must be ask, never or always'],
  ['attachments', 'none', 'attachments', 'attachments must be on or off'],
  ['attachment-max-bytes', '5 MB', 'attachmentMaxBytes', 'attachmentMaxBytes must be a whole number of bytes above zero'],
  ['attachment-max-bytes', '0', 'attachmentMaxBytes', 'attachmentMaxBytes must be a whole number of bytes above zero'],
  ['protocol', 'graphql', 'protocol', 'protocol must be ag-ui, ai-sdk, openai-chat, openai-responses, langgraph or a2a'],
  ['protocol-options', '{"model"', 'protocolOptions', 'protocolOptions must be a JSON object'],
  ['protocol-options', '[1]', 'protocolOptions', 'protocolOptions must be a JSON object'],
  ['locale', 'tlh', 'locale', 'locale must be en, fr or ar'],
];

for (const [attribute, value, name, message] of ATTRIBUTES) {
  test(`the attribute ${attribute}="${value}" is told, and the default is used`, ALL, async ({ host, thread, told, answers }) => {
    await host.addOn(thread.id, { [attribute]: value });
    await expect(host.chat().composer).toBeVisible();
    // Other options are applied again, which tells nothing again.
    await host.page.locator('midturn-chat').evaluate((chat) => chat.setAttribute('attachment-types', 'image/*'));
    await answers();
    expect(await told()).toEqual([{ code: 'invalid-property', name, value, message }]);
    const root = host.chat().root.locator('.midturn');
    await expect(root).toHaveAttribute('data-theme', 'auto');
    await expect(root).toHaveAttribute('data-density', 'comfortable');
    await expect(root).toHaveAttribute('lang', 'en');
  });
}

/** Code that sets a property to a wrong value, and what is told. */
const PROPERTIES: [what: string, set: (chat: any) => void, messages: string[]][] = [
  ['agentName', (chat) => (chat.agentName = 5), ['agentName must be a text']],
  ['agentUrl', (chat) => (chat.agentUrl = 5), ['agentUrl must be an http or https address']],
  ['stopUrl', (chat) => (chat.stopUrl = 'javascript:alert(1)'), ['stopUrl must be an http or https address']],
  ['debug', (chat) => (chat.debug = 'false'), ['debug must be true or false']],
  ['protocolOptions', (chat) => (chat.protocolOptions = () => {}), ['protocolOptions must be a JSON object']],
  ['attachmentMaxBytes', (chat) => (chat.attachmentMaxBytes = -1), ['attachmentMaxBytes must be a whole number of bytes above zero']],
  [
    'starters of which two are wrong, and one is too many',
    (chat) => {
      const good = { title: 'Tides', text: 'tools' };
      chat.starters = [good, { title: 'No text' }, good, { ...good, about: 5 }, good, good, good];
    },
    ['starters[1] must have a text', 'starters[3]["about"] must be a text', 'starters has more than four; the first four are used'],
  ],
  [
    'a menu with entries of which two are wrong',
    (chat) => (chat.menu = [{ id: 'a', title: 'A' }, { id: 'b' }, { id: 'c', title: 'C', icon: 'boat' }]),
    ['menu[1] must have a title', 'menu[2]["icon"] must be edit, trash, copy, download, link, file or settings'],
  ],
  ['shortcuts', (chat) => (chat.shortcuts = true), ['shortcuts must be on or off']],
  ['expandSteps', (chat) => (chat.expandSteps = 'yes'), ['expandSteps must be true or false']],
  ['credentials', (chat) => (chat.credentials = 'yes'), ['credentials must be omit, same-origin or include']],
  ['headers that are a text', (chat) => (chat.headers = 'a: b'), ['headers must be an object of headers']],
  [
    'headers of which two are wrong',
    (chat) => (chat.headers = { 'x-number': 5, 'not a name': 'x', 'x-good': 'yes' }),
    ['x-number', 'not a name'].map((name) => `headers["${name}"] must be a header that HTTP allows, with a text as its value`),
  ],
  ['tools that are no list', (chat) => (chat.tools = { name: 'one' }), ['tools must be a list']],
  [
    'tools of which some are wrong',
    (chat) => {
      const good = { name: 'one', execute() {} };
      const wrong = [{ timeout: '5000' }, { confirm: 'yes' }, { parameters: 'x' }].map((more) => ({ ...good, ...more }));
      chat.tools = [good, { name: 'two' }, { execute() {} }, ...wrong, good];
    },
    [
      'tools[1] must have a function execute',
      'tools[2] must have a name',
      'tools[3]["timeout"] must be a number of milliseconds',
      'tools[4]["confirm"] must be true or false',
      'tools[5]["parameters"] must be a JSON Schema',
      'tools has two tools with the name one; the first is used',
    ],
  ],
  ['renderers that are a function', (chat) => (chat.renderers = () => null), ['renderers must be an object with tools, activities or code']],
  [
    'renderers of which three are wrong',
    (chat) => (chat.renderers = { tools: { search: 'draw' }, activities: [], code: { mermaid: null }, tool: {} }),
    [
      'renderers["tools"]["search"] must be a function',
      'renderers["activities"] must be an object',
      'renderers["tool"] is unknown; the members are tools, activities or code',
    ],
  ],
  [
    'links',
    (chat) => (chat.links = { schemes: ['https', 5], relative: 'yes' }),
    ['links["schemes"][1] must be a text', 'links["relative"] must be true or false'],
  ],
  [
    'links that are not safe',
    (chat) => (chat.links = { schemes: ['https', 'JavaScript:', 'data'] }),
    ['links["schemes"][1] is not safe in an answer', 'links["schemes"][2] is not safe in an answer'],
  ],
  [
    'attachmentTypes',
    (chat) => (chat.attachmentTypes = 'image/*, pdf, .txt, ***'),
    ['pdf', '***'].map((item) => `attachmentTypes has ${item}, which is no media type and no extension such as .pdf`),
  ],
  ['messageLink', (chat) => (chat.messageLink = '/m'), ['messageLink must be a function']],
  ['history', (chat) => (chat.history = []), ['history must be a function']],
  [
    'agentState with a circle',
    (chat) => {
      const state: { own?: object } = {};
      state.own = state;
      chat.agentState = state;
    },
    ['agentState must be a value of JSON'],
  ],
  ['control', (chat) => (chat.control = { url: 5 }), ['control["url"] must be an http or https address']],
  [
    'a member that throws',
    (chat) => {
      chat.links = {
        get schemes() {
          throw new Error('not today');
        },
      };
    },
    ['links cannot be read: Error: not today'],
  ],
  ['strings', (chat) => (chat.strings = 'de'), ['strings must be an object of texts by language']],
  [
    'strings of which three languages are wrong',
    (chat) => (chat.strings = { en_GB: {}, de: 'Senden', fr: { dir: 'left' } }),
    [
      'strings["en_GB"] is no BCP 47 tag',
      'strings["de"] must be an object of texts',
      'strings["fr"]["dir"] must be ltr or rtl',
    ],
  ],
];

/** The wrong values for one element: each property at most once. */
interface Wrong {
  names: Set<string>;
  attributes: [attribute: string, value: string][];
  sets: ((chat: any) => void)[];
  messages: string[];
}

/** All wrong values, for as few elements as they need. */
function everything(): Wrong[] {
  const all: Wrong[] = [];
  const without = (name: string): Wrong => {
    let found = all.find(({ names }) => !names.has(name));
    if (!found) all.push((found = { names: new Set(), attributes: [], sets: [], messages: [] }));
    found.names.add(name);
    return found;
  };
  for (const [attribute, value, name, message] of ATTRIBUTES) {
    const { attributes, messages } = without(name);
    attributes.push([attribute, value]);
    messages.push(message);
  }
  for (const [, set, said] of PROPERTIES) {
    const { sets, messages } = without(/^\w+/.exec(said[0] ?? '')?.[0] ?? '');
    sets.push(set);
    messages.push(...said);
  }
  return all;
}

test('all wrong values together: each is told once with a message of its own, and the chat goes on', async ({ host, told, answers }) => {
  const expected: string[] = [];
  const messages = async () => (await told()).map(({ message }) => message).sort();
  for (const wrong of everything()) {
    await host.clear();
    await host.page.evaluate(`{
      const chat = document.createElement('midturn-chat');
      chat.setAttribute('agent-url', '/agui');
      for (const [name, value] of ${JSON.stringify(wrong.attributes)}) chat.setAttribute(name, value);
      for (const set of [${wrong.sets.join(', ')}]) set(chat);
      document.querySelector('main').append(chat);
    }`);
    await expect(host.chat().composer).toBeVisible();
    await answers();
    expected.push(...wrong.messages);
    await expect.poll(messages).toEqual(expected.sort());
    const root = host.chat().root.locator('.midturn');
    await expect(root).toHaveAttribute('data-theme', 'auto');
    await expect(root).toHaveAttribute('data-density', 'comfortable');
    await expect(root).toHaveAttribute('lang', 'en');
  }
  expect(expected.length).toBeGreaterThan(ATTRIBUTES.length + PROPERTIES.length);
  expect(new Set((await told()).map(({ code }) => code))).toEqual(new Set(['invalid-property']));
});

for (const [what, set, messages] of PROPERTIES) {
  test(`a wrong property is told, and what is wrong is left out: ${what}`, ALL, async ({ host, thread, told, answers }) => {
    const element = host.page.locator('midturn-chat');
    await host.addOn(thread.id);
    await expect(host.chat().composer).toBeVisible();
    await element.evaluate(set);
    await expect.poll(async () => (await told()).map(({ message }) => message)).toEqual(messages);
    // Frameworks set an equal value anew with every drawing.
    await element.evaluate(set);
    await element.evaluate((chat) => chat.setAttribute('theme', 'dark'));
    await expect(host.chat().root.locator('.midturn')).toHaveAttribute('data-theme', 'dark');
    await answers();
    const all = await told();
    expect(all.map(({ message }) => message)).toEqual(messages);
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['invalid-property']));
  });
}

test('a child in a slot that does not exist is told', ALL, async ({ host, thread, told }) => {
  await host.page.evaluate((thread) => {
    const chat = document.createElement('midturn-chat');
    chat.setAttribute('thread-id', thread);
    chat.innerText = 'shown where there is no script';
    for (const slot of ['header', 'heading', 'heading']) chat.append(Object.assign(document.createElement('p'), { slot }));
    document.querySelector('main')?.append(chat);
  }, thread.id);
  const message = 'slot="heading" is unknown; the slots are header, bar, empty, composer-start, composer-end, footer';
  await expect.poll(told).toEqual([{ code: 'invalid-property', name: 'slot', value: 'heading', message }]);
});

test('a value that is wrong in another way is told again, and a right one is used', ALL, async ({ host, thread, told }) => {
  await host.addOn(thread.id, { theme: 'blue' });
  const element = host.page.locator('midturn-chat');
  const root = host.chat().root.locator('.midturn');
  await expect(root).toHaveAttribute('data-theme', 'auto');
  for (const theme of ['green', 'dark', 'blue']) {
    await element.evaluate((chat, theme) => chat.setAttribute('theme', theme), theme);
    await expect(root).toHaveAttribute('data-theme', theme === 'dark' ? 'dark' : 'auto');
  }
  await expect.poll(async () => (await told()).map(({ value }) => value)).toEqual(['blue', 'green', 'blue']);
});

test('headers that are right are sent beside wrong ones, and a Headers object is taken', async ({ host, thread, told, answers }) => {
  await host.addOn(thread.id);
  const element = host.page.locator('midturn-chat');
  const sent = async (): Promise<Record<string, string>> => {
    const request = host.page.waitForRequest((asked) => asked.method() === 'POST');
    await answers();
    return (await request).headers();
  };
  await element.evaluate((chat: any) => (chat.headers = { 'x-number': 5, 'x-good': 'yes' }));
  const first = await sent();
  expect([first['x-good'], first['x-number']]).toEqual(['yes', undefined]);
  await element.evaluate((chat: any) => (chat.headers = new Headers({ 'x-good': 'again' })));
  expect((await sent())['x-good']).toBe('again');
  await element.evaluate((chat: any) => (chat.headers = async () => new Headers({ 'x-good': 'asked' })));
  expect((await sent())['x-good']).toBe('asked');
  expect(await told()).toHaveLength(1);
});
