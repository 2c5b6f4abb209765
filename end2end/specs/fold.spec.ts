// A long text of the person is folded after about twenty lines (in the queue after fewer), and can be shown whole.
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

const LINES = Array.from({ length: 400 }, (_, line) => `line ${line} of the paste`).join('\n');

function fold(chat: ChatPage) {
  return chat.userMessages.first().getByTestId('fold');
}

async function height(chat: ChatPage): Promise<number> {
  return (await chat.userMessages.first().boundingBox())?.height ?? Number.NaN;
}

/** The position of an element on screen, once the transcript is at rest. */
async function place(chat: ChatPage, locator = fold(chat)): Promise<number> {
  await atRest(chat);
  return locator.evaluate((element) => element.getBoundingClientRect().top);
}

test('a prompt of 200 KB is folded, and its button shows the size', ALL, async ({ chat }) => {
  const long = Array.from({ length: 5000 }, (_, line) => `line ${line} of what was pasted in right here`).join('\n');
  expect(long.length).toBeGreaterThan(190_000);
  // Set as a paste does: typing so many lines is slow.
  await chat.composer.evaluate((field, long) => {
    (field as HTMLTextAreaElement).value = long;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, long);
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await chat.card.expectHidden();
  await expect(fold(chat)).toHaveText('Show all (5,000 lines)');
  await expect(fold(chat)).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => height(chat)).toBeLessThan(800);
});

test('one line of 200 KB is folded by its number of characters', ALL, async ({ chat }) => {
  await chat.say('word '.repeat(40_000).trim());
  await chat.card.expectHidden();
  await expect(fold(chat)).toHaveText('Show all (199,999 characters)');
  await expect.poll(() => height(chat)).toBeLessThan(800);
});

test('a text of twenty lines is not folded', ALL, async ({ chat }) => {
  await chat.say(Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n'));
  await chat.card.expectHidden();
  await expect(chat.userMessages.first()).toContainText('line 19');
  await expect(fold(chat)).toHaveCount(0);
});

test('a fold that is opened and closed by keyboard keeps its place on screen', async ({ chat, page }) => {
  await chat.say(LINES);
  await chat.card.expectHidden();
  await chat.say('text');
  await chat.card.expectHidden();
  await fold(chat).scrollIntoViewIfNeeded();
  await fold(chat).focus();
  const text = chat.userMessages.first();
  const before = await place(chat, text);
  await page.keyboard.press('Enter');
  await expect(fold(chat)).toHaveAttribute('aria-expanded', 'true');
  await expect(fold(chat)).toHaveText('Show less');
  await expect(fold(chat)).toBeFocused();
  expect(Math.abs((await place(chat, text)) - before)).toBeLessThanOrEqual(1);
  await expect.poll(() => height(chat)).toBeGreaterThan(5000);

  // The button to fold the text stays in view in the middle of the text.
  await chat.scroll.evaluate((element) => element.scrollBy({ top: 3000 }));
  await expect(fold(chat)).toBeInViewport();
  const pressed = await place(chat);
  await fold(chat).press('Enter');
  await expect(fold(chat)).toHaveAttribute('aria-expanded', 'false');
  expect(Math.abs((await place(chat)) - pressed)).toBeLessThanOrEqual(1);
  await expect(fold(chat)).toBeFocused();
});

test('folded text is searched, copied and printed', async ({ chat, page }) => {
  await chat.say(LINES);
  await chat.card.expectHidden();
  for (const count of [2, 3, 4]) {
    await chat.say('text');
    await expect(chat.turns).toHaveCount(count);
    await chat.card.expectHidden();
  }
  const copied = await chat.userMessages.first().evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection());
  });
  expect(copied).toContain('line 0 of the paste');
  expect(copied).toContain('line 399 of the paste');
  await page.evaluate(() => getSelection()?.removeAllRanges());

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => height(chat)).toBeGreaterThan(5000);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => height(chat)).toBeLessThan(800);

  await chat.scroll.focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('line 377 of');
  await page.keyboard.press('Enter');
  await expect(fold(chat)).toHaveAttribute('aria-expanded', 'true');
  await expect(async () => {
    const inView = await chat.scroll.evaluate((element) => {
      const text = element.querySelector('.mt-user p')?.firstChild;
      const at = text?.textContent?.indexOf('line 377 of') ?? -1;
      if (!text || at < 0) return false;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 11);
      const { top, bottom } = range.getBoundingClientRect();
      const view = element.getBoundingClientRect();
      return top >= view.top && bottom <= view.bottom;
    });
    expect(inView).toBe(true);
  }).toPass();
});

test('interjections and queued prompts are folded too', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.interjectWith(LINES);
  await expect(chat.interjections.getByTestId('fold')).toHaveText('Show all (400 lines)');
  const tall = async (locator = chat.interjections) => (await locator.boundingBox())?.height;
  await expect.poll(() => tall()).toBeLessThan(800);
  await chat.interjections.getByTestId('fold').click();
  await expect(chat.interjections.getByTestId('fold')).toHaveText('Show less');
  await expect.poll(() => tall()).toBeGreaterThan(5000);
  await chat.say(LINES);
  await expect(chat.queue.items).toHaveCount(1);
  await expect.poll(() => tall(chat.queue.items.first())).toBeLessThan(120);
});

test('a folded prompt in the queue can be unfolded and folded by keyboard', ALL, async ({
  heldChat: chat,
  page,
}) => {
  await chat.start('text');
  await chat.say('short');
  await chat.say('one\ntwo\nthree\nfour');
  const [short, long] = [chat.queue.item('short').root, chat.queue.item('three').root];
  await expect(long.getByTestId('fold')).toHaveText('Show all (4 lines)');
  await expect(short.getByTestId('fold')).toHaveCount(0);
  const heightOf = async () => (await long.boundingBox())?.height ?? Number.NaN;
  // The rows of the queue take their room from the transcript.
  await atRest(chat);
  const cut = await heightOf();
  await long.getByTestId('fold').focus();
  await page.keyboard.press('Enter');
  await expect(long.getByTestId('fold')).toHaveText('Show less');
  await expect(long.getByTestId('fold')).toHaveAttribute('aria-expanded', 'true');
  await expect(long.getByTestId('fold')).toBeFocused();
  await expect.poll(heightOf).toBeGreaterThan(cut + 20);
  await page.keyboard.press('Enter');
  await expect(long.getByTestId('fold')).toHaveText('Show all (4 lines)');
  await expect(long.getByTestId('fold')).toBeFocused();
  await expect.poll(heightOf).toBe(cut);
});

test('the fold button of a very long prompt in the queue stays in view', ALL, async ({
  heldChat: chat,
}) => {
  await chat.start('text');
  await chat.say(LINES);
  const more = chat.queue.items.first().getByTestId('fold');
  await more.click();
  await expect(more).toHaveText('Show less');
  await expect(more).toBeInViewport({ ratio: 1 });
  await chat.queue.items.first().evaluate((row) => row.parentElement?.scrollBy({ top: 2000 }));
  await expect(more).toBeInViewport({ ratio: 1 });
  await more.press('Enter');
  await expect(more).toHaveText('Show all (400 lines)');
  await expect(more).toBeInViewport({ ratio: 1 });
  await expect(chat.queue.item('line 0').runNow).toBeVisible();
});

test('a prompt in the queue is folded when the queue gets too narrow for it', ALL, async ({ heldChat: chat, page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await chat.start('text');
  await chat.say('a prompt of some length, which fits on two lines of a chat that is wide. '.repeat(2).trim());
  const more = chat.queue.items.first().getByTestId('fold');
  await expect(chat.queue.items).toHaveCount(1);
  await expect(more).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(more).toHaveText(/Show all \(\d+ characters\)/);
});
