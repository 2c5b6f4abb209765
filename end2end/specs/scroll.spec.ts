// Scroll positions: the card's header stays in place while the list above it grows. The page
// follows new content only if the reader is at the bottom, and otherwise does not move.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

/**
 * Records the top of the card's header in every frame, until the next call. The page lays out a
 * frame after its animation callbacks, so the place is read in the task after those: it is the place
 * that a person sees.
 */
async function watchHeader(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tops: number[] = [];
    Object.assign(globalThis, { tops });
    const { port1: after, port2: frame } = new MessageChannel();
    after.onmessage = () => {
      const header = document.querySelector('[data-testid=agent-running-header]');
      if (header) tops.push(header.getBoundingClientRect().top);
    };
    const look = () => {
      if ((globalThis as unknown as { tops: number[] }).tops !== tops) return;
      frame.postMessage(null);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The places of the header, each when it changed. */
async function tops(page: Page): Promise<number[]> {
  const tops = await page.evaluate(() => (globalThis as unknown as { tops: number[] }).tops);
  return tops.filter((top, index) => top !== tops[index - 1]);
}

/** Expects that the header was always at one place, within 2 px. */
async function expectStill(page: Page): Promise<void> {
  const seen = await tops(page);
  expect(seen).not.toEqual([]);
  expect(Math.max(...seen) - Math.min(...seen), `tops: ${seen.join(', ')}`).toBeLessThanOrEqual(2);
}

async function place(chat: ChatPage): Promise<{ top: number; rest: number; overflow: number }> {
  return chat.scroll.evaluate((element) => ({
    top: element.scrollTop,
    rest: element.scrollHeight - element.clientHeight - element.scrollTop,
    overflow: element.scrollHeight - element.clientHeight,
  }));
}

/** Waits two frames: by then the layout has settled after a change. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/**
 * Waits until the first tool is on screen, laid out. The page does not scroll to content that arrives
 * while a fold opens.
 */
async function firstToolShown(chat: ChatPage): Promise<void> {
  await expect(chat.card.header).toContainText('read_file');
  await settled(chat.page);
}

/** Fills the transcript beyond the window with two finished turns. */
async function startMany(chat: ChatPage): Promise<void> {
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.say('text');
  await chat.card.expectHidden();
}

test.use({ viewport: { width: 1000, height: 560 } });

for (const mode of ['expanded', 'collapsed'] as const) {
  for (const reader of ['at the bottom', 'a little above it'] as const) {
    test(`${mode}, ${reader}: 200 activities move the header by at most 2 px`, async ({
      chat,
      thread,
      page,
    }) => {
      test.setTimeout(90_000);
      await startMany(chat);
      await thread.hold();
      // More tools than the steps below can finish: the text after the last tool is not reached.
      await chat.start('many 250');
      await thread.step({ until: 'tool_started' });
      await firstToolShown(chat);
      if (mode === 'expanded') {
        await chat.card.expand();
        await settled(page);
        await expect.poll(async () => (await place(chat)).rest).toBeLessThanOrEqual(4);
        await thread.step({ until: 'tool_finished' });
        await expect(chat.card.activities.first()).toHaveAttribute('data-status', 'done');
      }
      // Wait until the page has followed the opened card: a wheel event in the same frame would
      // scroll from the old bottom.
      await settled(page);
      await expect.poll(async () => (await place(chat)).rest).toBeLessThanOrEqual(4);
      if (reader === 'a little above it') {
        await chat.scroll.hover();
        await page.mouse.wheel(0, -40);
        await expect.poll(async () => (await place(chat)).rest).toBeGreaterThan(10);
      }
      await settled(page);
      expect((await place(chat)).overflow).toBeGreaterThan(50);
      await expect(chat.card.header).toBeInViewport();

      await watchHeader(page);
      for (let round = 0; round < 20; round += 1) await thread.step({ count: 20 });
      if (mode === 'expanded') {
        await expect.poll(() => chat.card.activities.count()).toBeGreaterThan(190);
      }
      await settled(page);
      expect((await thread.run(2)).toolsStarted).toBeGreaterThan(190);
      await expectStill(page);
    });
  }
}

test('after the person scrolls, the header stays at the new place', async ({
  chat,
  thread,
  page,
}) => {
  await startMany(chat);
  await thread.hold();
  await chat.start('many 100');
  await thread.step({ until: 'tool_started' });
  await firstToolShown(chat);
  await chat.card.expand();
  await thread.step({ count: 30 });
  await expect.poll(() => chat.card.activities.count()).toBeGreaterThan(5);
  await settled(page);
  const top = async () => (await chat.card.header.boundingBox())?.y ?? 0;
  for (const [wheel, moved] of [
    [-30, 30],
    [-20, 20],
    [25, -25],
  ] as const) {
    const before = await top();
    const count = await chat.card.activities.count();
    await chat.scroll.hover();
    await page.mouse.wheel(0, wheel);
    await expect.poll(async () => Math.abs((await top()) - before - moved)).toBeLessThanOrEqual(1);
    await settled(page);
    await watchHeader(page);
    await thread.step({ count: 30 });
    await expect.poll(() => chat.card.activities.count()).toBeGreaterThan(count + 10);
    await settled(page);
    await expectStill(page);
  }
});

test('a reader far above the card is not moved', async ({
  chat,
  thread,
  page,
}) => {
  await startMany(chat);
  await thread.hold();
  await chat.start('many 60');
  await thread.step({ until: 'tool_started' });
  await chat.card.expand();
  await chat.scroll.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(chat.jump).toBeVisible();
  await thread.step({ count: 60 });
  await expect.poll(() => chat.card.activities.count()).toBeGreaterThan(20);
  await settled(page);
  expect((await place(chat)).top).toBe(0);
});

test('opening the steps of a turn does not move the clicked line', async ({ chat, page }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.say('many 20');
  await chat.card.expectHidden();
  await settled(page);
  expect((await place(chat)).rest).toBeLessThanOrEqual(1);
  const line = chat.root.getByTestId('activity-stream').last().getByRole('button').first();
  const before = await line.evaluate((element) => element.getBoundingClientRect().top);
  await line.click();
  await expect(chat.root.getByTestId('activity-stream').last().getByTestId('activity')).toHaveCount(20);
  await settled(page);
  const after = await line.evaluate((element) => element.getBoundingClientRect().top);
  expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
});

test('at the bottom the page follows new text; after scrolling up it stays', async ({ chat, thread, page }) => {
  await thread.hold();
  await chat.start('long 2000');
  await thread.step({ count: 600 });
  await expect.poll(async () => (await place(chat)).overflow).toBeGreaterThan(200);
  await settled(page);
  expect((await place(chat)).rest).toBeLessThanOrEqual(1);
  await thread.step({ count: 300 });
  await settled(page);
  await expect.poll(async () => (await place(chat)).rest).toBeLessThanOrEqual(1);

  await chat.scroll.hover();
  await page.mouse.wheel(0, -100);
  await expect(chat.jump).toBeVisible();
  const { top } = await place(chat);
  await thread.step({ count: 300 });
  await expect.poll(async () => (await place(chat)).rest).toBeGreaterThan(200);
  expect((await place(chat)).top).toBe(top);
});

test('jump to latest shows the number of new messages, and then follows again', async ({
  chat,
  thread,
  page,
}) => {
  await startMany(chat);
  await expect(chat.jump).toHaveCount(0);
  await chat.scroll.hover();
  await page.mouse.wheel(0, -300);
  await expect(chat.jump).toHaveText('Jump to latest');
  await thread.hold();
  await chat.start('tools');
  // Sending a message scrolls to it.
  await expect.poll(async () => (await place(chat)).rest).toBeLessThanOrEqual(1);
  await chat.say('text queued');
  await chat.scroll.hover();
  await page.mouse.wheel(0, -300);
  await expect(chat.jump).toHaveText('Jump to latest');
  await thread.step({ until: 'tool_started' });
  await expect(chat.jump).toHaveText('1 new message');
  const { top } = await place(chat);
  await thread.finish();
  await chat.expectUsers('text', 'text', 'tools', 'text queued');
  await expect(chat.jump).toHaveText('3 new messages');
  expect((await place(chat)).top).toBe(top);
  await chat.jump.click();
  await expect(chat.jump).toHaveCount(0);
  await expect.poll(async () => (await place(chat)).rest).toBeLessThanOrEqual(1);
  await thread.step({ count: 20 });
  await expect.poll(async () => (await place(chat)).rest).toBeLessThanOrEqual(1);
});

test('opening the editor brings it into view', async ({ chat, thread, page }) => {
  await page.setViewportSize({ width: 900, height: 420 });
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_finished' });
  await chat.card.openCancel();
  await expect(chat.card.input).toBeInViewport({ ratio: 1 });
  await chat.card.input.fill('one\ntwo\nthree');
  await expect(chat.card.input).toBeFocused();
});
