// The focus after a thread is opened, and the title of the page.
import { holdFrames } from '../fixtures/frames.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';
import { List } from '../pages/list.ts';

test('the composer has the focus when the page opens', ALL, async ({ chat, page }) => {
  await expect(chat.composer).toBeFocused();
  await page.keyboard.type('text');
  await page.keyboard.press('Enter');
  await chat.expectUsers('text');
  await chat.card.expectHidden();
  await chat.reload();
  await expect(chat.composer).toBeFocused();
  await page.goto('/');
  await expect(chat.composer).toBeFocused();
});

test('the composer has the focus in a new conversation, begun by mouse or by keyboard', async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  const begin = page.getByTestId('thread-new');
  await begin.click();
  await expect(chat.userMessages).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await chat.say('text two');
  await chat.card.expectHidden();
  await begin.focus();
  await page.keyboard.press('Enter');
  await expect(chat.userMessages).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test('a field that the person goes to keeps the focus when an editor opens late', async ({ chat, thread, page }) => {
  await thread.hold();
  await chat.say('slow');
  await chat.card.expectState('running');
  // The focus moves in the frame after the click. A busy machine draws it late.
  const draw = await holdFrames(page);
  await chat.card.cancel.evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
  });
  await chat.composer.evaluate((field: HTMLElement) => {
    field.focus();
  });
  await draw();
  await expect(chat.card.input).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await thread.release();
});

test('choosing a thread by mouse focuses the composer; by keyboard the focus stays in the list', async ({
  chat,
  page,
}) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  await page.getByTestId('thread-new').click();
  await chat.say('text two');
  await chat.card.expectHidden();
  const item = (text: string) =>
    page.getByTestId('threads').getByRole('listitem').filter({ hasText: text }).getByRole('link');
  await item('text one').click();
  await chat.expectUsers('text one');
  await expect(chat.composer).toBeFocused();
  await item('text two').focus();
  await page.keyboard.press('Enter');
  await chat.expectUsers('text two');
  await expect(item('text two')).toBeFocused();
});

test('deleting the thread on screen leaves the focus in the list', async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  const items = page.getByTestId('threads').getByRole('listitem');
  await new List(page).press('Delete');
  await expect(items).toHaveCount(0);
  await expect(chat.userMessages).toHaveCount(0);
  await expect(page.getByTestId('thread-new')).toBeFocused();
});

test('the focus returns from a dialog to the pressed button, also where a press focuses no button', async ({ chat, page }) => {
  await expect(chat.composer).toBeFocused();
  // As in Safari.
  await page.evaluate(() =>
    document.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const focused = document.activeElement;
      ((focused?.shadowRoot?.activeElement ?? focused) as HTMLElement | null)?.blur();
    }),
  );
  await page.getByTestId('settings-open').click();
  await expect(page.getByTestId('settings')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('settings-open')).toBeFocused();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 } });

  test('the on-screen keyboard does not open by itself', async ({ chat, page }) => {
    await expect(chat.composer).toBeEditable();
    await expect(chat.composer).not.toBeFocused();
    await page.getByRole('button', { name: 'Show conversations' }).tap();
    // Safari enlarges the page for a field with smaller letters.
    const size = await page.getByTestId('thread-search').evaluate((field) => getComputedStyle(field).fontSize);
    expect(parseFloat(size)).toBeGreaterThanOrEqual(16);
    await page.getByTestId('thread-new').tap();
    await expect(page.getByRole('button', { name: 'Show conversations' })).toBeFocused();
    await expect(chat.composer).not.toBeFocused();
  });

  test('a stop does not open it', async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await chat.composer.blur();
    await chat.stop.tap();
    await chat.expectOutcomes('cancelled');
    await thread.expectStates('cancelled');
    // Neither has the page the focus: it is in the chat.
    await expect(chat.root.locator('.mt-chat')).toBeFocused();
  });

  test('its Enter breaks the line in the card’s editor too', ALL, async ({ heldChat: chat, page }) => {
    await chat.start('text');
    await chat.card.cancel.tap();
    await expect(chat.card.input).toBeFocused();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await expect(chat.card.input).toHaveValue('one\ntwo');
    await chat.card.expectState('cancelling');
  });

  test('its Enter breaks the line, and Send keeps the keyboard', async ({ chat, page }) => {
    await chat.composer.tap();
    await page.keyboard.type('text one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await expect(chat.composer).toHaveValue('text one\ntwo');
    await chat.send.tap();
    await chat.expectUsers('text one\ntwo');
    await expect(chat.composer).toBeFocused();
  });
});

test('an element does not take the focus or change the host’s title', async ({
  page,
  thread,
  guard: _,
}) => {
  const chat = await new HostPage(page).show(thread.id);
  await expect(chat.composer).toBeEditable();
  await expect(chat.composer).not.toBeFocused();
  await chat.say('text one');
  await chat.card.expectHidden();
  await expect(page).toHaveTitle('A page with Midturn in it');
});

test('the page’s title is that of its thread', async ({ chat, page }) => {
  await expect(page).toHaveTitle('New conversation – Midturn');
  const first = page.url();
  await chat.say('text about retries');
  await expect(page).toHaveTitle('text about retries – Midturn');
  await chat.card.expectHidden();
  await page.getByTestId('thread-new').click();
  await expect(page).toHaveTitle('New conversation – Midturn');
  await page.goto(first);
  await expect(page).toHaveTitle('text about retries – Midturn');
  const item = page.getByTestId('threads').getByRole('listitem');
  await new List(page).choose('Rename');
  await item.getByRole('textbox').fill('Retries');
  await item.getByRole('textbox').press('Enter');
  await expect(page).toHaveTitle('Retries – Midturn');
});
