// The page while the program loads: its notices, and that early input is not lost.
import { randomUUID } from 'node:crypto';
import { holdRequests, refuseRequests } from '../fixtures/requests.ts';
import { ALL, test as base, expect } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

const PROGRAM = '**/midturn_bg.wasm';

const test = base.extend<{ host: HostPage }>({
  host: async ({ page, guard: _guard }, use) => {
    await use(new HostPage(page));
  },
});

test('the page says that it is loading, and then the composer can be used', async ({ guard: _guard, page }) => {
  const go = await holdRequests(page, PROGRAM);
  const chat = new ChatPage(page);
  await page.goto('/', { waitUntil: 'commit' });
  const loading = page.getByRole('status').filter({ hasText: 'Loading…' });
  await expect(loading).toBeVisible();
  await expect(chat.composer).toHaveCount(0);
  go();
  await chat.composer.pressSequentially('text');
  await expect(loading).toHaveCount(0);
  // Once there is a composer, Enter sends: the test need not wait for the rest of the program.
  await chat.composer.press('Enter');
  await chat.expectUsers('text');
});

test('a program that fails to load shows an error, and can be retried', async ({ guard, page }) => {
  guard.allow(/ERR_FAILED/, /Failed to fetch/);
  const chat = new ChatPage(page);
  const allow = await refuseRequests(page, PROGRAM);
  await page.goto('/');
  await expect(page.getByRole('status')).toContainText('could not be loaded');
  allow();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(chat.composer).toBeEditable();
});

test('text typed while the chat is drawn and loaded is kept', async ({ host, page }) => {
  // Types as soon as the field exists.
  await page.addInitScript(() => {
    const look = () => {
      const root = document.querySelector('midturn-chat')?.shadowRoot;
      const field = root?.querySelector<HTMLTextAreaElement>('[data-testid=composer-input]');
      if (!field) {
        setTimeout(look);
        return;
      }
      field.focus();
      document.execCommand('insertText', false, 'early');
    };
    look();
  });
  await host.open();
  const chat = host.chat();
  // The stored conversation is loaded and has not replaced the typed text.
  await expect(chat.root.getByRole('log')).not.toHaveAttribute('aria-busy', 'true');
  await expect(chat.composer).toHaveValue('early');
});

test('after a reload the conversation is restored, and text typed meanwhile is kept', async ({ host, page }) => {
  const thread = randomUUID();
  const chat = await host.show(thread);
  await chat.say('text');
  await chat.card.expectHidden();
  await page.reload();
  await host.clear();
  await host.addOn(thread);
  await chat.composer.pressSequentially('more');
  await chat.expectUsers('text');
  await expect(chat.composer).toHaveValue('more');
});

for (const [locale, placeholder] of [
  ['fr-CA', 'Écrire à l’agent…'],
  ['en', 'Message the agent…'],
] as const) {
  test.describe(`in a browser that speaks ${locale}`, locale === 'en' ? ALL : {}, () => {
    test.use({ locale });

    test('the page uses that language', async ({ guard: _guard, page }) => {
      await page.goto('/');
      await expect(new ChatPage(page).composer).toHaveAttribute('placeholder', placeholder);
    });
  });
}
