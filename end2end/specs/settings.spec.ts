// The settings: theme, language, the agent's address and others, also after a reload.
import { expect, test } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';

// Not in the gate: `cargo xtask test --all` runs these.
const ALL = { tag: '@all' };

async function change(page: Page, act: (dialog: import('@playwright/test').Locator) => Promise<void>) {
  await page.getByTestId('settings-open').click();
  const dialog = page.getByTestId('settings');
  await expect(dialog).toBeVisible();
  await act(dialog);
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toBeHidden();
}

test('theme: dark survives a reload, and auto follows the system', async ({ chat, page }) => {
  const frame = page.locator('.midturn');
  const background = () => frame.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await change(page, async (dialog) => {
    await dialog.getByLabel('Theme').selectOption('dark');
  });
  await expect(frame).toHaveAttribute('data-theme', 'dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await chat.reload();
  await expect(frame).toHaveAttribute('data-theme', 'dark');
  await expect.poll(background).toBe(dark);
  await change(page, async (dialog) => {
    await dialog.getByLabel('Theme').selectOption('auto');
  });
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(dark);
});

test('language: Arabic reads from right to left, and can be changed back', async ({ heldChat: chat, page }) => {
  await chat.start('tools');
  await change(page, async (dialog) => {
    await dialog.getByLabel('Language').selectOption('ar');
  });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('.midturn')).toHaveAttribute('dir', 'rtl');
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
  });
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
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
  await change(page, async (dialog) => {
    await dialog.getByLabel('Agent URL').fill('/elsewhere');
  });
  await chat.say('hello');
  await expect(chat.turns).toContainText('From elsewhere.');
  expect(await thread.runs()).toEqual([]);
  await chat.reload();
  await page.getByTestId('settings-open').click();
  await expect(page.getByLabel('Agent URL')).toHaveValue('/elsewhere');
});

test('closing without saving changes nothing', async ({ chat: _, page }) => {
  await page.getByTestId('settings-open').click();
  const dialog = page.getByTestId('settings');
  await dialog.getByLabel('Theme').selectOption('dark');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.midturn')).toHaveAttribute('data-theme', 'auto');
  await expect(page.getByTestId('settings-open')).toBeFocused();
});

test('a setting opens the steps of a running turn at once', ALL, async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await change(page, async (dialog) => {
    await dialog.getByLabel('Show steps while the agent works').check();
  });
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
  await page.getByTestId('settings-open').click();
  await page.getByLabel('Density').selectOption('Compact');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(size).toBeLessThan(roomy);
  await page.reload();
  await expect.poll(size).toBeLessThan(roomy);
});

test('without a connection the page says so', async ({ chat, context, guard }) => {
  // The page may be asking the server whether it has a tour.
  guard.allow(/ERR_INTERNET_DISCONNECTED.*\/healthz/);
  await context.setOffline(true);
  await expect(chat.root.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(chat.root.getByText('You are offline.')).toHaveCount(0);
});
