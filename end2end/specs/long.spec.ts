// A thread of thousands of messages: which messages are drawn, how they are fetched, and that the
// page does not move for a reader.
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { Page } from '@playwright/test';
import type { LongPage } from '../pages/long.ts';

/** The most elements in the transcript, whatever the length of the thread. */
const MOST = 900;

test('5,000 messages at once: the end is shown, and only a small part is drawn', async ({
  long,
  thread,
  page,
}) => {
  // What is drawn on the way to the end is drawn for nothing.
  await page.addInitScript(() => {
    const insert = Node.prototype.insertBefore;
    const drawn: string[] = [];
    Object.assign(window, { drawn });
    Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
      if (node instanceof Element && node.classList.contains('mt-turn')) drawn.push(node.textContent ?? '');
      return insert.call(this, node, before) as T;
    };
  });
  await long.openLong(thread.id, 5000, 5000);
  await expect(long.message(4999)).toBeVisible();
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  expect(drawn.some((text) => text.includes('Message 4999:'))).toBe(true);
  expect(drawn.filter((text) => Number(/Message (\d+)/.exec(text)?.[1]) < 4900)).toEqual([]);
  await expect(long.message(4999)).toHaveAttribute('aria-setsize', '2500');
  expect((await atRest(long)).rest).toBeLessThanOrEqual(1);
  expect((await long.place()).elements).toBeLessThan(MOST);
  await expect(long.message(4999)).toHaveAttribute('aria-posinset', '2500');
  expect(await long.calls()).toEqual([{ limit: 100 }]);

  // To the top and back by keyboard.
  await long.scroll.focus();
  await page.keyboard.press('Home');
  await expect(long.message(0)).toBeInViewport();
  await expect(long.message(0)).toHaveAttribute('aria-posinset', '1');
  expect((await long.place()).elements).toBeLessThan(MOST);
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await long.place()).top).toBeGreaterThan(100);
  await page.keyboard.press('End');
  await expect(long.message(4999)).toBeInViewport();
  await expect.poll(async () => (await long.place()).rest).toBeLessThanOrEqual(1);
});

/**
 * Scrolls up to the first message, and tells what a reader saw: which messages, by how many pixels
 * one moved other than by the scroll, and the most elements there were. All of it in the page: a
 * step for each request of the test would take a second on a busy machine.
 */
async function scrollToFirst(long: LongPage): Promise<{ seen: string[]; worst: number; most: number }> {
  return long.scroll.evaluate(async (element) => {
    const place = () => {
      const from = element.getBoundingClientRect().top;
      const drawn = [...element.querySelectorAll('article')].map((article) => {
        const { top, bottom } = article.getBoundingClientRect();
        return { said: /Message \d+:/.exec(article.textContent ?? '')?.[0] ?? '', top: top - from, bottom: bottom - from };
      });
      return { drawn, first: drawn.find(({ said, bottom }) => said && bottom > 1) };
    };
    const seen = new Set<string>();
    let [worst, most] = [0, 0];
    while (!seen.has('Message 0:')) {
      const before = place().first;
      if (!before) throw new Error('nothing is in view');
      seen.add(before.said);
      // Not in a frame, as a reader's scroll: the page gets its event before it lays out again.
      await new Promise((task) => setTimeout(task));
      const top = element.scrollTop;
      element.scrollBy({ top: -400, behavior: 'instant' });
      // Less than 400 pixels at the very top.
      const by = top - element.scrollTop;
      // No frame may move it, so it does not matter how many there are.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const after = place().drawn.find(({ said }) => said === before.said);
      if (after && element.scrollTop > 0) worst = Math.max(worst, Math.abs(after.top - before.top - by));
      most = Math.max(most, element.querySelectorAll('*').length);
    }
    return { seen: [...seen], worst, most };
  });
}

test('scrolling up through the pages moves no visible message, and fetches each page once', ALL, async ({
  long,
  thread,
}) => {
  test.setTimeout(90_000);
  await long.openLong(thread.id, 400, 50);
  await expect(long.message(399)).toBeVisible();
  await atRest(long);
  const { seen, worst, most } = await scrollToFirst(long);
  expect(seen.length).toBeGreaterThan(50);
  expect(worst).toBeLessThanOrEqual(1.5);
  expect(most).toBeLessThan(MOST);
  const calls = await long.calls();
  expect(calls.map((call) => call.before ?? '')).toEqual([
    '',
    ...Array.from({ length: 7 }, (_, page) => `h${350 - page * 50}`),
  ]);
});

test('a late page moves no visible message', async ({ long, thread, page }) => {
  await long.openLong(thread.id, 400, 100);
  await expect(long.message(399)).toBeVisible();
  await long.host({ hold: true });
  await long.scroll.evaluate((element) => element.scrollTo({ top: 300 }));
  await expect.poll(async () => (await long.calls()).length).toBe(2);
  await atRest(long);
  const before = await long.read();
  await long.release();
  await expect.poll(async () => (await long.place()).top).toBeGreaterThan(2000);
  await atRest(long);
  expect(Math.abs(((await long.topOf(before.said)) ?? Number.NaN) - before.top)).toBeLessThanOrEqual(1);
  await expect(page.getByTestId('jump-to-latest')).toHaveText('Jump to latest');
});

for (const nothing of ['null', 'undefined'] as const) {
  test(`history = ${nothing}: the host is not asked again, and no error is shown`, ALL, async ({
    long,
    thread,
    page,
  }) => {
    await long.openLong(thread.id, 400, 100);
    await expect(long.message(399)).toBeVisible();
    await page.locator('midturn-chat').evaluate((element, nothing) => {
      Object.assign(element, { history: nothing === 'null' ? null : undefined });
    }, nothing);
    await expect(long.root.getByTestId('past')).toHaveCount(0);
    await long.scroll.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(long.message(300)).toBeInViewport();
    await atRest(long);
    expect(await long.calls()).toHaveLength(1);
    await expect(long.root.getByRole('alert')).toHaveCount(0);
    await expect(long.root.getByTestId('past')).toHaveCount(0);
  });
}

test('a failed history request can be retried', ALL, async ({ long, thread }) => {
  await long.openLong(thread.id, 300, 100);
  await expect(long.message(299)).toBeVisible();
  await long.host({ fail: true });
  await long.scroll.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(long.root.getByRole('alert')).toHaveText('Earlier messages could not be loaded.');
  await long.host({ fail: false });
  await long.root.getByTestId('past-again').click();
  await expect(long.root.getByRole('alert')).toHaveCount(0);
  await expect.poll(async () => (await long.place()).top).toBeGreaterThan(1000);
});

test('a reader at the end follows an answer; a reader in the middle is not moved', async ({
  long,
  thread,
}) => {
  await long.openLong(thread.id, 5000, 5000);
  await expect(long.message(4999)).toBeVisible();
  await thread.hold();
  await long.say('long 2000');
  await long.card.expectState('running');
  // The running turn is always drawn.
  const words = async () => (await long.turns.last().textContent())?.split(/\s+/).length;
  await thread.step({ count: 300 });
  await expect.poll(async () => (await long.place()).rest).toBeLessThanOrEqual(1);
  await expect.poll(words).toBeGreaterThan(250);
  await atRest(long);
  await expect.poll(async () => (await long.place()).rest).toBeLessThanOrEqual(1);

  await long.scroll.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await atRest(long);
  const before = await long.read();
  await thread.step({ count: 300 });
  await expect.poll(words).toBeGreaterThan(550);
  await atRest(long);
  const after = await long.read();
  expect(after.said).toBe(before.said);
  // Two roundings to whole pixels, and the rounding of the layout.
  expect(Math.abs(after.top - before.top)).toBeLessThan(1.1);
  // The running turn stays in the document.
  await expect(long.card.root).toHaveCount(1);
  expect((await long.place()).elements).toBeLessThan(MOST);

  await long.jump.click();
  await expect.poll(async () => (await long.place()).rest).toBeLessThanOrEqual(1);
});

test('growth above the view by parts of a pixel does not add up', ALL, async ({ long, thread }) => {
  await long.openLong(thread.id, 60, 60);
  await expect(long.message(59)).toBeVisible();
  await long.scroll.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await atRest(long);
  const before = await long.read();
  // A turn above the view grows by 0.3 pixels, 40 times.
  await long.scroll.evaluate(async (element) => {
    const from = element.getBoundingClientRect().top;
    const above = [...element.querySelectorAll<HTMLElement>('.mt-turn')].filter((turn) => turn.getBoundingClientRect().bottom < from);
    const turn = above.at(-1);
    if (!turn) throw new Error('no turn is above the view');
    for (let step = 1; step <= 40; step += 1) {
      turn.style.paddingBlockEnd = `${step * 0.3}px`;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
  });
  await atRest(long);
  const after = await long.read();
  expect(after.said).toBe(before.said);
  expect(Math.abs(after.top - before.top)).toBeLessThan(1.1);
});

test('growth above the view in the same answer moves no visible block', ALL, async ({ long, thread }) => {
  await long.openLong(thread.id, 6, 6, 3);
  await expect(long.message(3)).toContainText('A needle.');
  await long.scroll.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await atRest(long);
  // How far the block at the top of the view moves while the first grows and shrinks.
  const moved = await long.scroll.evaluate(async (element) => {
    const from = element.getBoundingClientRect().top;
    const blocks = [...element.querySelectorAll<HTMLElement>('.mt-part > *')];
    const shown = blocks.find((block) => block.getBoundingClientRect().bottom > from);
    const above = blocks[2];
    if (!shown || !above) throw new Error('no block is in view');
    const place = () => shown.getBoundingClientRect().top;
    const before = place();
    const moved: number[] = [];
    for (const padding of ['200px', '90px', '']) {
      above.style.paddingBlockEnd = padding;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      moved.push(Math.abs(place() - before));
    }
    return moved;
  });
  expect(Math.max(...moved)).toBeLessThan(1.1);
});

test('the next run gets all loaded messages, in order', ALL, async ({ long, thread, page }) => {
  await long.openLong(thread.id, 300, 100);
  await expect(long.message(299)).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/agui'));
  await long.say('text');
  const body = (await sent).postDataJSON() as { messages: { id: string; role: string }[] };
  const ids = body.messages.map((message) => message.id);
  expect(ids.slice(0, -1)).toEqual(Array.from({ length: ids.length - 1 }, (_, n) => `h${301 - ids.length + n}`));
  expect(ids.length).toBeGreaterThanOrEqual(101);
  expect(body.messages.at(-1)?.role).toBe('user');
  await long.card.expectHidden();

  // The new messages are stored by the page, and the rest is fetched from the host again.
  await long.openLong(thread.id, 300, 100);
  await expect(long.message(299)).toBeVisible();
  await expect(long.userMessages.last()).toHaveText('text');
});

test('a turn with a selection stays in the document', ALL, async ({ long, thread, page }) => {
  await long.openLong(thread.id, 600, 600);
  // Wait until the whole thread is here, because late pages are not tested here.
  await expect(long.message(599)).toHaveAttribute('aria-setsize', '300');
  await long.message(595).evaluate((element) => {
    const text = element.querySelector('p')?.firstChild;
    if (text) getSelection()?.setBaseAndExtent(text, 0, text, 7);
  });
  await long.scroll.evaluate((element) => element.scrollTo({ top: 2000 }));
  await expect(long.message(590)).toHaveCount(0);
  await expect(long.message(595)).toHaveCount(1);
  expect(await page.evaluate(() => String(getSelection()))).toBe('Message');
});

test.describe('a copy of many turns', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const copied = (page: Page): Promise<number[]> =>
    page.evaluate(async () => {
      const text = await navigator.clipboard.readText();
      return [...text.matchAll(/Message (\d+):/g)].map((match) => Number(match[1]));
    });
  const from = (first: number, last: number): number[] =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n);

  test('Ctrl+A in the transcript selects the turns alone, and a copy has all of them', async ({ long, thread, page }) => {
    await long.openLong(thread.id, 200, 200, 3);
    await long.message(199).locator('p').first().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    expect(await copied(page)).toEqual(from(0, 199));
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.trim()).toMatch(/^Message 0/);
    expect(text).toContain('A needle.');
    expect((await atRest(long)).rest).toBeLessThanOrEqual(1);

    // What is not selected any more is not kept when the reader scrolls.
    await long.message(199).locator('p').first().click();
    await page.keyboard.press('PageUp');
    await expect.poll(async () => (await long.place()).turns).toBeLessThan(60);

    // In a field the keys select what is in it.
    await long.composer.fill('three words here');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('three words here');
  });

  test('Shift and a click select from the last click, also if that is no longer in view', ALL, async ({ long, thread, page }) => {
    await long.openLong(thread.id, 200, 200);
    await expect(long.message(199)).toBeVisible();
    await atRest(long);
    await long.scroll.focus();
    await page.keyboard.press('Home');
    await expect(long.message(0)).toBeInViewport();
    await long.message(5).locator('p').first().click({ position: { x: 1, y: 5 } });
    await page.keyboard.press('End');
    await expect(long.message(199)).toBeInViewport();
    await expect(long.message(40)).toHaveCount(0);
    await long.message(197).locator('p').first().click({ modifiers: ['Shift'] });
    await page.keyboard.press('ControlOrMeta+c');
    expect(await copied(page)).toEqual(from(5, 197));
  });
});

test('what scrolls on a screen is whole on paper, which is light', ALL, async ({ chat, page, guard }) => {
  // Paper has no composer.
  guard.allow(/the focus fell to the page/);
  await page.setViewportSize({ width: 400, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await chat.say('rich');
  await chat.card.expectHidden();
  const wide = chat.turns.locator('.mt-code pre, .mt-table');
  const cut = () => wide.evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth).length);
  expect(await cut()).toBeGreaterThan(0);
  const find = chat.root.getByTestId('find-input');
  await chat.root.getByTestId('find-open').click();
  await expect(find).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await cut()).toBe(0);
  await expect(page.getByTestId('thread-menu')).toBeHidden();
  await expect(find).toBeHidden();
  const shade = await chat.turns.first().evaluate((turn) => getComputedStyle(turn).color);
  expect(Math.max(...(shade.match(/\d+/g) ?? []).map(Number))).toBeLessThan(60);
});

test('the whole thread is printed', async ({ long, thread, page }) => {
  await long.openLong(thread.id, 200, 200, 3);
  await expect(long.message(199)).toBeVisible();
  expect((await long.place()).turns).toBeLessThan(60);
  // The browser prints what is there then.
  const printed = await long.scroll.evaluate((element) => {
    dispatchEvent(new Event('beforeprint'));
    return element.textContent ?? '';
  });
  expect(printed.includes('A needle.')).toBe(true);
  expect((await long.place()).turns).toBe(100);
  await page.emulateMedia({ media: 'print' });
  await expect(long.composer).toBeHidden();
  const cut = () => long.scroll.evaluate((element) => element.scrollHeight - element.clientHeight);
  await expect.poll(cut).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(async () => (await long.place()).turns).toBeLessThan(60);
  await expect.poll(async () => (await long.place()).rest).toBeLessThanOrEqual(1);
});
