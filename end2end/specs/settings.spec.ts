// The settings: theme, language, the agent's address and others, at once and after a reload.
import { ALL, expect, test } from '../fixtures/test.ts';
import { change, choose, setAgent } from '../pages/settings.ts';

test('theme: dark survives a reload, and auto follows the system', async ({ chat, page }) => {
  const frame = page.locator('midturn-chat .midturn');
  const background = () => frame.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await change(page, async (dialog) => {
    await dialog.getByLabel('Theme').selectOption('dark');
    // At once: the dialog is open still, and the focus where it was.
    await expect(frame).toHaveAttribute('data-theme', 'dark');
  });
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await chat.reload();
  await expect(frame).toHaveAttribute('data-theme', 'dark');
  await expect.poll(background).toBe(dark);
  await choose(page, 'Theme', 'auto');
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(dark);
});

test('language: Arabic reads from right to left, and can be changed back', async ({ heldChat: chat, page }) => {
  await chat.start('tools');
  await change(page, async (dialog) => {
    const language = dialog.locator('select[name=locale]');
    await language.focus();
    await language.selectOption('ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    // The settings are drawn anew in the other language, where they were.
    await expect(dialog.getByRole('heading', { name: 'الإعدادات' })).toBeVisible();
    await expect(language).toBeFocused();
    await expect(language).toHaveValue('ar');
  });
  await expect(page.getByTestId('settings-open')).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('midturn-chat .midturn')).toHaveAttribute('dir', 'rtl');
  // The running run and its card are kept.
  await chat.card.expectState('running');
  const isCancelAtLeft = async () => {
    const [cancel, header] = [await chat.card.cancel.boundingBox(), await chat.card.header.boundingBox()];
    return cancel && header && cancel.x + cancel.width / 2 < header.x + header.width / 2;
  };
  await expect.poll(isCancelAtLeft).toBe(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await change(page, async (dialog) => {
    await dialog.locator('select[name=locale]').selectOption('fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(chat.send).toHaveText('Envoyer');
});

test('the address of the agent can be changed', ALL, async ({ chat, page, thread }) => {
  await page.route('**/elsewhere', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: [
        { type: 'RUN_STARTED', threadId: thread.id, runId: 'r' },
        { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'From elsewhere.' },
        { type: 'TEXT_MESSAGE_END', messageId: 'm' },
        { type: 'RUN_FINISHED', threadId: thread.id, runId: 'r' },
      ]
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .join(''),
    }),
  );
  await setAgent(page, '/elsewhere');
  await chat.say('hello');
  await expect(chat.turns).toContainText('From elsewhere.');
  expect(await thread.runs()).toEqual([]);
  await chat.reload();
  await page.getByTestId('settings-open').click();
  await expect(page.getByLabel('Agent URL')).toHaveValue('/elsewhere');
});

test('each group has its settings, and nothing is to be saved', ALL, async ({ chat: _, page }) => {
  await change(page, async (dialog) => {
    for (const [group, names] of [
      ['Look', ['theme', 'density', 'locale', 'expand-steps']],
      ['Keys', ['on-enter', 'shortcuts']],
      ['Agent', ['agent-url', 'protocol', 'after-response', 'notify']],
    ] as const) {
      await expect(dialog.getByRole('heading', { name: group, level: 3 })).toBeVisible();
      const controls = dialog.getByRole('group', { name: group }).locator('input, select');
      expect(await controls.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual(names);
    }
    await expect(dialog.getByRole('button')).toHaveText(['Close']);
  });
  await expect(page.getByTestId('settings-open')).toBeFocused();
});

test('notifications that the browser refuses are switched off again, and the dialog says so', ALL, async ({ chat, page }) => {
  await page.addInitScript(() => {
    class Refusing {
      static permission = 'default';
      static requestPermission(): Promise<string> {
        Refusing.permission = 'denied';
        return Promise.resolve('denied');
      }
    }
    Object.assign(globalThis, { Notification: Refusing });
  });
  await chat.reload();
  await change(page, async (dialog) => {
    const notify = dialog.getByLabel('Notify me when a turn ends in the background');
    await notify.click();
    const why = dialog.getByRole('alert');
    await expect(why).toContainText('does not let the page show notifications');
    // Above the bar, which stays at the end of the dialog.
    const close = dialog.getByRole('button', { name: 'Close' });
    const end = async (): Promise<number> => why.evaluate((text) => text.getBoundingClientRect().bottom);
    const bar = async (): Promise<number> => close.evaluate((button) => button.getBoundingClientRect().top);
    await expect.poll(async () => (await bar()) - (await end())).toBeGreaterThan(0);
    await expect(notify).not.toBeChecked();
  });
});

test('an address is applied when its field is left, never a letter earlier, and only a valid one', async ({
  chat,
  page,
}) => {
  const asked: string[] = [];
  await page.route('**/agent-*', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'text/event-stream', body: '' });
  });
  const field = page.getByLabel('Agent URL');
  const stored = async () => {
    await chat.reload();
    await page.getByTestId('settings-open').click();
    return field.inputValue();
  };
  await page.getByTestId('settings-open').click();
  await field.pressSequentially('/agent-one');
  // The page goes: nothing was applied, because the field was not left.
  expect(await stored()).toBe('');
  await field.fill('/agent-two');
  await field.press('Enter');
  await expect(page.getByTestId('settings')).toBeVisible();
  expect(await stored()).toBe('/agent-two');

  await field.fill('localhost:8000');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await field.press('Tab');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^Begin with https:/);
  // The button is where it was when the pointer came, and the text stays to be mended.
  await page.getByTestId('settings').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByTestId('settings')).toBeHidden();
  await chat.say('hello');
  await expect.poll(() => asked).toContain('/agent-two');
  await page.getByTestId('settings-open').click();
  await expect(field).toHaveValue('localhost:8000');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('/agent-three');
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await page.getByTestId('settings').getByRole('button', { name: 'Close' }).click();
  expect(await stored()).toBe('/agent-three');
});

test('the options of a protocol are a JSON object', ALL, async ({ chat, page }) => {
  const options = page.getByLabel('Protocol options');
  await change(page, async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Protocol' }).selectOption('openai-responses');
    await options.fill('[1]');
    await options.press('Enter');
    await expect(options).toHaveAttribute('aria-invalid', 'true');
    await expect(options).toHaveAccessibleDescription(/^This is not a JSON object/);
    await options.fill('{"model": "m"}');
    await expect(options).toHaveAttribute('aria-invalid', 'false');
  });
  await chat.reload();
  await page.getByTestId('settings-open').click();
  await expect(options).toHaveValue('{"model": "m"}');
});

test('the switch for single keys is the same in the list of keys', ALL, async ({ chat, page }) => {
  const off = page.locator('input[name=shortcuts]');
  await change(page, () => off.uncheck());
  await change(page, () => off.check());
  await chat.scroll.press('?');
  await page.getByTestId('shortcuts').getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await change(page, () => expect(off).not.toBeChecked());
});

test('a setting opens the steps of a running turn at once', ALL, async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await change(page, (dialog) => dialog.getByLabel('Show steps while the agent works').check());
  await chat.reload();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.history).toBeVisible();
  await expect(chat.card.activities).toHaveCount(1);
});

test('compact: more fits on a screen, also after a reload', ALL, async ({ chat, page }) => {
  await chat.say('text');
  await expect(chat.turns).toBeVisible();
  const size = () => chat.composer.evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  const roomy = await size();
  await choose(page, 'Density', 'Compact');
  await expect.poll(size).toBeLessThan(roomy);
  await page.reload();
  await expect.poll(size).toBeLessThan(roomy);
});

test('without a connection the page says so', async ({ chat, context }) => {
  // The last that the page loads.
  await expect(chat.root.getByTestId('tour')).toBeVisible();
  await context.setOffline(true);
  await expect(chat.root.locator('.mt-offline')).toBeVisible();
  await context.setOffline(false);
  await expect(chat.root.locator('.mt-offline')).toHaveCount(0);
});
