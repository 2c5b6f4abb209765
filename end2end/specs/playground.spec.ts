// The playground: what is set arrives at the live element, and the code to copy says the same.
import { installClock } from '../fixtures/clock.ts';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
import { Playground } from '../pages/playground.ts';
import { scan } from '../pages/states.ts';

const TABS = ['Options', 'Theme', 'Parts and slots', 'Renderers and tools', 'Methods', 'Events', 'Code'];

const test = base.extend<{ held: boolean; playground: Playground }>({
  /** Whether time stands still. */
  held: [false, { option: true }],
  playground: async ({ page, guard: _guard, held }, use) => {
    if (held) await installClock(page);
    const playground = new Playground(page);
    await playground.open();
    await use(playground);
  },
});

test.use({ viewport: { width: 1440, height: 900 }, control: true });

test('the first thread loads nothing of the playground', ALL, async ({ page, chat }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await chat.reload();
  await chat.say('text');
  await chat.card.expectHidden();
  expect(requested.filter((url) => /split_playground|samples|midturn\.js/.test(url))).toEqual([]);
});

test('options arrive at the element and in the code, and go back', async ({ playground, page }) => {
  const { element, code } = playground;
  await playground.field('theme').selectOption('dark');
  await expect(element).toHaveAttribute('theme', 'dark');
  await expect(element.locator('.midturn')).toHaveAttribute('data-theme', 'dark');
  await playground.field('debug').check();
  await expect(element).toHaveAttribute('debug', '');
  await playground.type('attachment-max-bytes', '5000');
  await expect(element).toHaveAttribute('attachment-max-bytes', '5000');
  await playground.type('headers', '{"x-tenant": "acme"}');
  await expect.poll(() => playground.property('headers')).toEqual({ 'x-tenant': 'acme' });
  await playground.field('credentials').selectOption('omit');
  await expect.poll(() => playground.property('credentials')).toBe('omit');
  await playground.tab('Code');
  await expect(code).toContainText('<midturn-chat theme="dark" attachment-max-bytes="5000" debug></midturn-chat>');
  await expect(code).toContainText(`chat.headers = {"x-tenant": "acme"};`);
  await expect(code).toContainText(`chat.credentials = 'omit';`);
  // A reload keeps the settings.
  await page.reload();
  await expect(element).toHaveAttribute('theme', 'dark');
  await expect.poll(() => playground.property('headers')).toEqual({ 'x-tenant': 'acme' });
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(element).not.toHaveAttribute('theme');
  await expect(element).not.toHaveAttribute('debug');
  await expect.poll(() => playground.property('headers')).toBeUndefined();
  await playground.tab('Code');
  await expect(code).toHaveText(
    '<script type="module" src="/midturn.js"></script>\n\n<midturn-chat></midturn-chat>\n',
  );
});

test('text that is no JSON is refused, and the last value stays', ALL, async ({ playground }) => {
  await playground.type('links', '{"relative": true}');
  await expect.poll(() => playground.property('links')).toEqual({ relative: true });
  await playground.type('links', '{relative');
  await expect(playground.field('links')).toHaveAttribute('aria-invalid', 'true');
  await expect(playground.panel.getByRole('alert')).toHaveText(/not valid JSON/);
  await expect(playground.field('links')).toHaveValue('{relative');
  expect(await playground.property('links')).toEqual({ relative: true });
  await playground.type('links', '');
  await expect(playground.field('links')).toHaveAttribute('aria-invalid', 'false');
  await expect.poll(() => playground.property('links')).toBeUndefined();
});

test('a language starts the chat again', ALL, async ({ playground }) => {
  await playground.field('locale').selectOption('fr');
  await expect(playground.chat.composer).toHaveAttribute('placeholder', 'Écrire à l’agent…');
});

test('ready themes and custom properties, for both themes', ALL, async ({ playground, page }) => {
  const { element } = playground;
  const ground = element.locator('.midturn');
  await playground.tab('Theme');
  await page.getByRole('radio', { name: 'ocean' }).check();
  await expect(ground).toHaveCSS('background-color', 'rgb(247, 250, 253)');
  // The colours of the ready theme are what an own colour begins with.
  await expect(playground.field('--midturn-accent, light')).toHaveValue('#0b5cad');
  await playground.field('--midturn-background, dark').fill('#010203');
  await expect(ground).toHaveCSS('background-color', 'rgb(247, 250, 253)');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(ground).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(element).toHaveAttribute('theme', 'dark');
  await playground.field('--midturn-font-size').fill('20');
  await expect(ground).toHaveCSS('font-size', '20px');
  await playground.tab('Code');
  await expect(playground.code).toContainText('<link rel="stylesheet" href="/themes/ocean.css">');
  await expect(playground.code).toContainText('--midturn-background: light-dark(#f7fafd, #010203);');
  await expect(playground.code).toContainText('--midturn-font-size: 20px;');
  await playground.tab('Theme');
  await page.getByRole('button', { name: 'Reset --midturn-font-size' }).click();
  await expect(ground).toHaveCSS('font-size', '16px');
});

test('a part is outlined, and takes declarations', ALL, async ({ playground, page }) => {
  const composer = playground.element.locator('[part~=composer]');
  await playground.tab('Parts and slots');
  const part = page.getByRole('button', { name: 'composer', exact: true });
  await part.click();
  await expect(part).toHaveAttribute('aria-pressed', 'true');
  await expect(composer).toHaveCSS('outline-style', 'solid');
  await playground.type('::part(composer)', 'border-radius: 3px');
  await expect(composer).toHaveCSS('border-top-left-radius', '3px');
  await part.click();
  await expect(composer).not.toHaveCSS('outline-style', 'solid');
  await expect(composer).toHaveCSS('border-top-left-radius', '3px');
  await playground.tab('Code');
  await expect(playground.code).toContainText('midturn-chat::part(composer) { border-radius: 3px }');
});

test('slots get content, which can be changed', ALL, async ({ playground }) => {
  await playground.tab('Parts and slots');
  await playground.field('header').check();
  await expect(playground.element.getByText('Ask the harbour office')).toBeVisible();
  await playground.field('Content of header').fill('The <harbour>');
  await expect(playground.element.getByText('The <harbour>')).toBeVisible();
  await playground.tab('Code');
  await expect(playground.code).toContainText('<span slot="header">The &lt;harbour></span>');
  await playground.tab('Parts and slots');
  await playground.field('header').uncheck();
  await expect(playground.element.getByText('The <harbour>')).toHaveCount(0);
});

test('renderers draw a tool call, an activity and a code block', ALL, async ({ playground }) => {
  const { chat } = playground;
  await playground.tab('Renderers and tools');
  await playground.field('drawReadFile').check();
  await playground.panel.getByRole('button', { name: 'Send “tools”' }).click();
  await expect(chat.root.getByRole('region', { name: 'read_file' })).toContainText('src/retry.rs · done');
  await chat.card.expectHidden();
  await playground.field('drawTide').check();
  await playground.panel.getByRole('button', { name: 'Send “tide”' }).click();
  await expect(chat.root.getByRole('img', { name: '1.2, 2.9, 4.6, 5.1, 4, 2.2 m' })).toBeVisible();
  await chat.card.expectHidden();
  await playground.field('drawCsv').check();
  await playground.panel.getByRole('button', { name: 'Send “rich”' }).click();
  await expect(chat.root.getByRole('cell', { name: '8020' })).toBeVisible();
  await playground.field('drawReadFile').uncheck();
  await expect(chat.root.getByRole('region', { name: 'read_file' })).toHaveCount(0);
  await expect(chat.root.getByRole('img', { name: /5\.1/ })).toBeVisible();
});

test('the agent calls the sample tool, with consent', ALL, async ({ playground }) => {
  const { chat } = playground;
  await playground.tab('Renderers and tools');
  await playground.field('pickColour').check();
  await playground.panel.getByRole('button', { name: 'Send “page”' }).click();
  await chat.root.getByTestId('approval-approve').click();
  await expect(chat.turns).toContainText('Your client says: The colour is teal.');
});

test('past messages come from the sample function', ALL, async ({ playground, page }) => {
  await playground.tab('Renderers and tools');
  await playground.field('pastMessages').check();
  await page.reload();
  await expect(playground.chat.turns).toContainText('It reads Retry-After');
});

test('methods return a value, or an error with its code', async ({ playground }) => {
  await playground.tab('Methods');
  const rename = await playground.call('renameThread');
  await expect(rename.getByText(/^Error: (not-found|invalid-argument)$/)).toBeVisible();
  const stop = await playground.call('stop');
  await expect(stop).toContainText('await chat.stop()');
  await expect(stop).toContainText('Error: not-running');
  await playground.method('send').getByLabel('text').fill('text');
  await playground.method('send').getByLabel('delivery').selectOption('queue');
  const sent = await playground.call('send');
  await expect(sent).toContainText('await chat.send({"text":"text"}, {"delivery":"queue"})');
  await expect(sent.getByText('Result')).toBeVisible();
  await playground.chat.expectUsers('text');
  await playground.method('respond').getByLabel('answer').fill('{');
  await expect(await playground.call('respond')).toContainText('Error: answer');
  await playground.method('setDraft').getByLabel('text').fill('a draft');
  await expect(await playground.call('setDraft')).toContainText('Done, without a value');
  await expect(playground.chat.composer).toHaveValue('a draft');
});

test('ids of the queue are offered', ALL, async ({ playground, thread }) => {
  const { chat } = playground;
  await playground.type('thread-id', thread.id);
  await thread.hold();
  await expect.poll(() => playground.property('state')).toMatchObject({ threadId: thread.id, status: 'idle' });
  await chat.start('slow');
  await chat.say('text later');
  await playground.tab('Methods');
  const prompt = playground.method('editPrompt').locator('datalist option');
  await expect(prompt).toHaveCount(1);
  const id = (await prompt.getAttribute('value')) ?? '';
  await playground.method('editPrompt').getByLabel('promptId').fill(id);
  await playground.method('editPrompt').getByLabel('text').fill('text sooner');
  await expect(await playground.call('editPrompt')).toContainText('Done');
  await chat.queue.expect('text sooner');
  const held = playground.method('holdPrompt');
  await held.getByLabel('promptId').fill(id);
  await held.getByLabel('held').check();
  await expect(await playground.call('holdPrompt')).toContainText('Done');
  await held.getByLabel('held').uncheck();
  await expect(await playground.call('holdPrompt')).toContainText(`await chat.holdPrompt("${id}", false)`);
  await expect.poll(() => playground.property('state')).toMatchObject({ queue: [{ held: false }] });
});

test('events are logged, filtered, paused and cleared', ALL, async ({ playground, page }) => {
  const { events, chat } = playground;
  await playground.tab('Events');
  await expect(events.filter({ hasText: 'midturn-ready' })).toHaveCount(1);
  await page.getByRole('button', { name: 'state', exact: true }).click();
  await expect(events.filter({ hasText: 'midturn-state' })).toHaveCount(0);
  await page.getByRole('group', { name: 'Send' }).getByRole('button', { name: 'tools' }).click();
  const end = events.filter({ hasText: 'midturn-turn-end' });
  await expect(end).toContainText('"outcome": "completed"');
  await end.getByRole('button').click();
  await expect(end.locator('pre')).toContainText('"stop": null');
  await expect(events.filter({ hasText: 'midturn-protocol-event' })).toHaveCount(0);
  await page.getByLabel('Search the events').fill('Found it');
  await expect(events).toHaveCount(1);
  await page.getByLabel('Search the events').fill('');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(events).toHaveCount(0);
  await chat.say('text');
  await chat.card.expectHidden();
  await expect(events).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await playground.tab('Options');
  await playground.field('protocol-events').check();
  await chat.say('text');
  await playground.tab('Events');
  await expect(events.filter({ hasText: 'RUN_FINISHED' })).toHaveCount(1);
});

test.describe('while time stands still', () => {
  // That the code was copied is said for a few seconds.
  test.use({ held: true });

  test('the code for React and Vue names the package, and is copied', ALL, async ({ playground, page, context }) => {
    await playground.field('density').selectOption('compact');
    await playground.tab('Renderers and tools');
    await playground.field('drawCsv').check();
    await playground.tab('Code');
    await page.getByRole('radio', { name: 'React' }).check();
    await expect(playground.code).toContainText("import { MidturnChat } from 'midturn/react';");
    await expect(playground.code).toContainText('<MidturnChat density="compact" renderers={renderers} />');
    await page.getByRole('radio', { name: 'Vue' }).check();
    await expect(playground.code).toContainText('<MidturnChat density="compact" :renderers="renderers"></MidturnChat>');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const text = await playground.code.textContent();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  });
});

test('the HTML to copy works in a page', async ({ playground, page }) => {
  await playground.field('theme').selectOption('dark');
  await playground.tab('Theme');
  await page.getByRole('radio', { name: 'paper' }).check();
  await playground.field('--midturn-radius').fill('3');
  await playground.tab('Parts and slots');
  await playground.field('footer').check();
  await playground.tab('Renderers and tools');
  await playground.field('drawReadFile').check();
  await playground.tab('Code');
  const code = (await playground.code.textContent()) ?? '';
  await page.route('**/copied.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="en"><title>A page</title>${code}</html>` }),
  );
  await page.goto('/copied.html');
  const element = page.locator('midturn-chat');
  const chat = new ChatPage(page, element);
  await expect(element.locator('.midturn')).toHaveCSS('background-color', 'rgb(29, 26, 21)');
  await expect(element).toHaveCSS('--midturn-radius', '3px');
  await expect(element.getByText('Answers can be wrong.')).toBeVisible();
  await chat.say('tools');
  await expect(chat.root.getByRole('region', { name: 'read_file' })).toContainText('done');
});

test('the tabs work by keyboard', async ({ playground, page }) => {
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Options').focus();
  await page.keyboard.press('ArrowDown');
  await expect(tab('Theme')).toBeFocused();
  await expect(tab('Theme')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(tab('Code')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Options')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(playground.field('theme')).toBeFocused();
});

test('the settings lead here, and a link leads back', ALL, async ({ chat, page, guard }) => {
  // While the part of the program is loaded, there is nothing that could have the focus.
  guard.allow(/the focus fell to the page: <a/);
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings').getByRole('link', { name: 'Playground' }).click();
  await expect(page).toHaveURL('/playground');
  await expect(page).toHaveTitle(/Playground/);
  await expect(page.getByRole('heading', { name: 'Playground' })).toBeFocused();
  await page.getByRole('link', { name: 'Open the chat' }).click();
  await expect(page).toHaveURL(/\/threads\//);
  await expect(chat.composer).toBeFocused();
});

for (const [name, use] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 } }],
] as const) {
  test.describe(`axe finds nothing, ${name}`, ALL, () => {
    test.use(use);
    test('in any tab', async ({ playground, page }) => {
      test.slow();
      await playground.chat.say('tools');
      await playground.chat.card.expectHidden();
      for (const tab of TABS) {
        await playground.tab(tab);
        await expect(playground.panel).toBeVisible();
        await scan(page);
      }
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    });
  });
}

test.describe('in Arabic', ALL, () => {
  test.use({ locale: 'ar' });

  test('the panel is at the left, and axe finds nothing', async ({ playground, page }) => {
    test.slow();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ساحة التجربة');
    const isPanelAtLeft = async () => {
      const [chat, panel] = [await playground.element.boundingBox(), await playground.panel.boundingBox()];
      return chat && panel && panel.x < chat.x;
    };
    await expect.poll(isPanelAtLeft).toBe(true);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await scan(page);
    }
    await page.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab').nth(1)).toBeFocused();
  });
});
