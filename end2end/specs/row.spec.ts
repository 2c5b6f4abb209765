// The composer's row: nothing in it appears, vanishes or moves under a pointer because of what an
// agent does.
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

const NAMES = ['composer-attach', 'composer-stop', 'composer-replace', 'composer-interject', 'composer-more', 'composer-send'];

/** The places of the row's buttons, and the height of the box, in whole pixels. */
async function places(chat: ChatPage): Promise<Record<string, string>> {
  return chat.composer.evaluate((field, names) => {
    const box = field.parentElement;
    const found: Record<string, string> = { box: String(box?.getBoundingClientRect().height) };
    for (const name of names) {
      const place = box?.querySelector(`[data-testid=${name}]`)?.getBoundingClientRect();
      if (place) found[name] = [place.x, place.y, place.width, place.height].map(Math.round).join(' ');
    }
    return found;
  }, NAMES);
}

for (const [size, width, gate] of [
  ['wide', 1280, true],
  ['narrow', 390, false],
] as const) {
  test(`${size}: agents come and go, and the row stays as it is`, gate ? {} : ALL, async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await chat.start('team');
    await chat.composer.fill('what about the tests');
    await expect(size === 'wide' ? chat.interject : chat.more).toBeVisible();
    const before = await places(chat);
    await thread.step({ until: 'tool_started' });
    await thread.step({ count: 6 });
    await expect(chat.target).toHaveText(/explore/);
    expect(await places(chat)).toEqual(before);
    // To where no agent is left to choose.
    await expect
      .poll(
        async () => {
          await thread.step({ count: 4 });
          return chat.target.textContent();
        },
        { intervals: [20] },
      )
      .toContain('main agent');
    expect(await places(chat)).toEqual(before);
    await thread.finish();
    await chat.card.expectHidden();
    await expect(chat.target).toHaveCount(0);
    // Send is where Queue was, and the box is as high as before.
    const after = await places(chat);
    expect(after.box).toEqual(before.box);
    expect(after['composer-attach']).toEqual(before['composer-attach']);
    expect(end(after['composer-send'])).toEqual(end(before['composer-send']));
    // Where the opener of the menu was, there is nothing to press.
    const more = before['composer-more']?.split(' ').map(Number);
    if (more) expect(Number(after['composer-send']?.split(' ')[0])).toBeGreaterThanOrEqual((more[0] ?? 0) + (more[2] ?? 0) - 1);
  });
}

/** Where a button ends, and how high it is. */
function end(place: string | undefined): string {
  const [x = 0, y = 0, width = 0, height = 0] = (place ?? '').split(' ').map(Number);
  return [x + width, y, height].join(' ');
}

test('in little room the other ways to send are in a menu', async ({ heldChat: chat, thread, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.more).toHaveCount(0);
  await chat.composer.fill('only the parser');
  await expect(chat.send).toHaveText('Queue');
  await chat.more.focus();
  await page.keyboard.press('ArrowDown');
  const menu = chat.root.getByRole('menu', { name: 'More ways to send' });
  await expect(menu.getByRole('menuitem', { name: /^Stop and send/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chat.interjections).toContainText('only the parser');
  await expect(menu).toHaveCount(0);
  await expect(chat.composer).toHaveValue('');
});

test('at 320 px, what will become of the message and the list of keys are whole', ALL, async ({ heldChat: chat, thread, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await page.locator('midturn-chat').evaluate((element) => element.setAttribute('enter', 'interject'));
  await chat.composer.fill('only the parser');
  await expect(chat.deliveryHint).toHaveText('Read by the main agent after the running step');
  const cut = (element: Element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
  expect(await chat.deliveryHint.evaluate(cut)).toBe(false);
  await chat.root.getByTestId('chat-scroll-container').press('?');
  const keys = chat.root.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  expect(await keys.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('while the card’s editor is open, the composer’s buttons rest', ALL, async ({ heldChat: chat }) => {
  await chat.start('tools');
  await chat.composer.fill('kept');
  await chat.card.openCancel();
  for (const button of [chat.stop, chat.replace, chat.interject, chat.send]) await expect(button).toBeDisabled();
  await chat.card.keep.click();
  for (const button of [chat.stop, chat.replace, chat.interject, chat.send]) await expect(button).toBeEnabled();
});

test('after a long turn was stopped, the way on is in sight', async ({ heldChat: chat, thread, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await chat.start('long 300');
  await chat.say('text next');
  await thread.step({ count: 200 });
  await chat.composer.press('Escape');
  await chat.composer.press('Escape');
  await chat.card.expectState('paused');
  await expect(chat.queue.sendNext).toBeInViewport({ ratio: 1 });
  // The card above the long text sticks to the edge of the view.
  await expect(chat.card.resume).toBeInViewport({ ratio: 1 });
  await chat.queue.sendNext.click();
  await chat.expectUsers('long 300', 'text next');
  await expect(chat.queue.root).toHaveCount(0);
});
