// Scroll positions: the card's header stays in place while the list above it grows. The page
// follows new content only if the reader is at the bottom, and otherwise does not move.
import type { Page } from '@playwright/test';
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

/**
 * Records the top of the card's header in every frame, until the next call. An intersection observer
 * gets the place that a frame is painted with, which is the one that a person sees. At other times the
 * page may have new content that it has not laid out and moved yet.
 */
async function watchHeader(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tops: number[] = [];
    Object.assign(globalThis, { tops });
    const look = () => {
      if ((globalThis as unknown as { tops: number[] }).tops !== tops) return;
      const header = inside.root().querySelector('[data-testid=agent-running-header]');
      // A new observer tells the place once, in this frame.
      const painted = new IntersectionObserver(([seen]) => {
        painted.disconnect();
        if (seen) tops.push(seen.boundingClientRect.top);
      });
      if (header) painted.observe(header);
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

/** Waits until the page is at rest at the end of the content, within some pixels. */
async function expectAtEnd(chat: ChatPage, within = 1): Promise<void> {
  await expect(async () => expect((await atRest(chat)).rest).toBeLessThanOrEqual(within)).toPass();
}

/** Expects that the reader is at the end, with nothing newer to jump to. */
async function expectOpenAtEnd(chat: ChatPage): Promise<void> {
  await expectAtEnd(chat);
  await expect(chat.jump).toHaveCount(0);
}

/** Scrolls as the reader does, but at once. */
async function scrollBy(chat: ChatPage, top: number): Promise<void> {
  await chat.scroll.evaluate((element, top) => element.scrollBy({ top, behavior: 'instant' }), top);
}

/** The number of words of the last answer. */
async function words(chat: ChatPage): Promise<number> {
  return ((await chat.turns.last().textContent()) ?? '').split(/\s+/).length;
}

/**
 * Waits until the first tool is on screen, laid out. The page does not scroll to content that arrives
 * while a fold opens.
 */
async function firstToolShown(chat: ChatPage): Promise<void> {
  await expect(chat.card.header).toContainText('read_file');
  await atRest(chat);
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
    test(`${mode}, ${reader}: 200 activities move the header by at most 2 px`, ALL, async ({
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
        await expectAtEnd(chat, 4);
        await thread.step({ until: 'tool_finished' });
        await expect(chat.card.activities.first()).toHaveAttribute('data-status', 'done');
      }
      // Wait until the page has followed the opened card: a scroll in the same frame would begin at
      // the old bottom.
      await expectAtEnd(chat, 4);
      if (reader === 'a little above it') {
        await scrollBy(chat, -40);
        expect((await atRest(chat)).rest).toBeGreaterThan(10);
      }
      const { top, rest } = await atRest(chat);
      expect(top + rest).toBeGreaterThan(50);
      await expect(chat.card.header).toBeInViewport();

      await watchHeader(page);
      for (let round = 0; round < 20; round += 1) await thread.step({ count: 20 });
      if (mode === 'expanded') {
        await expect.poll(() => chat.card.activities.count()).toBeGreaterThan(190);
      }
      await atRest(chat);
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
  await atRest(chat);
  const top = async () => (await chat.card.header.boundingBox())?.y ?? 0;
  for (const by of [-30, -20, 25]) {
    const before = await top();
    const count = await chat.card.activities.count();
    await scrollBy(chat, by);
    await expect.poll(async () => Math.abs((await top()) - (before - by))).toBeLessThanOrEqual(1);
    await atRest(chat);
    await watchHeader(page);
    await thread.step({ count: 30 });
    await expect.poll(() => chat.card.activities.count()).toBeGreaterThan(count + 10);
    await atRest(chat);
    await expectStill(page);
  }
});

test('a reader far above the card is not moved', ALL, async ({
  chat,
  thread,
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
  expect((await atRest(chat)).top).toBe(0);
});

test('opening the steps of a turn does not move the clicked line', ALL, async ({ chat }) => {
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.say('many 20');
  await chat.card.expectHidden();
  await expectAtEnd(chat);
  const line = chat.root.getByTestId('activity-stream').last().getByRole('button').first();
  const before = await line.evaluate((element) => element.getBoundingClientRect().top);
  await line.click();
  await expect(chat.root.getByTestId('activity-stream').last().getByTestId('activity')).toHaveCount(20);
  await atRest(chat);
  const after = await line.evaluate((element) => element.getBoundingClientRect().top);
  expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
});

test('at the bottom the page follows new text; after scrolling up it stays', async ({ chat, thread }) => {
  await thread.hold();
  await chat.start('long 2000');
  await thread.step({ count: 600 });
  await expect.poll(() => words(chat)).toBeGreaterThan(550);
  await expectAtEnd(chat);
  const end = await atRest(chat);
  expect(end.top).toBeGreaterThan(200);
  await thread.step({ count: 300 });
  await expect.poll(() => words(chat)).toBeGreaterThan(850);
  await expectAtEnd(chat);
  expect((await atRest(chat)).top).toBeGreaterThan(end.top + 100);

  await scrollBy(chat, -100);
  await expect(chat.jump).toBeVisible();
  const { top } = await atRest(chat);
  await thread.step({ count: 300 });
  await expect.poll(() => words(chat)).toBeGreaterThan(1150);
  const after = await atRest(chat);
  expect(after.rest).toBeGreaterThan(200);
  // Less than a pixel is not seen.
  expect(Math.abs(after.top - top)).toBeLessThan(1);
});

test('a card that becomes shorter leaves no Jump to latest at the end', async ({ chat, thread }) => {
  await startMany(chat);
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await firstToolShown(chat);
  await chat.card.expand();
  const height = async () => (await chat.card.root.boundingBox())?.height ?? 0;
  await atRest(chat);
  const closed = await height();
  await chat.card.openCancel();
  const { rest } = await atRest(chat);
  // The reader looks at what is just above the end. Without the editor, that is the end.
  await scrollBy(chat, rest - Math.round((await height()) - closed) - 2);
  await expect(chat.jump).toBeVisible();
  // A click of Playwright's would scroll to the button.
  await chat.card.keep.evaluate((button) => (button as HTMLElement).click());
  await chat.card.expectState('running');
  await expectAtEnd(chat, 4);
  await expect(chat.jump).toHaveCount(0);
});

test('jump to latest shows the number of new messages, and then follows again', async ({
  chat,
  thread,
}) => {
  await startMany(chat);
  await expect(chat.jump).toHaveCount(0);
  await expectAtEnd(chat);
  await scrollBy(chat, -300);
  await expect(chat.jump).toHaveText('Jump to latest');
  await thread.hold();
  await chat.start('tools');
  // Sending a message scrolls to it.
  await expectAtEnd(chat);
  await chat.say('text queued');
  await chat.queue.expect('text queued');
  await expectAtEnd(chat);
  await scrollBy(chat, -300);
  await expect(chat.jump).toHaveText('Jump to latest · Waiting for the agent');
  await thread.step({ until: 'tool_started' });
  await expect(chat.jump).toHaveText('1 new message');
  const { top } = await atRest(chat);
  await thread.finish();
  await chat.expectUsers('text', 'text', 'tools', 'text queued');
  await expect(chat.jump).toHaveText('3 new messages');
  expect(Math.abs((await atRest(chat)).top - top)).toBeLessThan(1);
  await chat.jump.click();
  await expect(chat.jump).toHaveCount(0);
  await expectAtEnd(chat);
  await thread.step({ count: 20 });
  await expect(chat.assistantMessages.last().locator('.mt-text')).not.toBeEmpty();
  await expectAtEnd(chat);
});

test('Jump to latest does not cover the editor, and the message of the editor is followed', async ({ heldChat: chat, thread, page }) => {
  await page.setViewportSize({ width: 860, height: 600 });
  await chat.start('tools');
  await chat.card.expand();
  for (let step = 0; step < 3; step += 1) await thread.step({ until: 'tool_finished' });
  await chat.say('text queued');
  await chat.scroll.evaluate((element) => element.scrollBy({ top: -40 }));
  await expect(chat.jump).toBeVisible();
  await chat.card.openCancel();
  await expect(chat.jump).toBeVisible();
  await expect(chat.card.submit).toBeInViewport({ ratio: 1 });
  await chat.card.input.fill('text instead');
  // A click fails if another element is where it goes.
  await chat.card.submit.click({ timeout: 5_000 });
  await expect(chat.userMessages.last()).toHaveText('text instead');
  await expect(chat.userMessages.last()).toBeInViewport();
  await expect(chat.jump).toHaveCount(0);
});

test('opening the editor brings it into view', ALL, async ({ chat, thread, page }) => {
  await page.setViewportSize({ width: 900, height: 420 });
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_finished' });
  await chat.card.openCancel();
  await expect(chat.card.input).toBeInViewport({ ratio: 1 });
  await chat.card.input.fill('one\ntwo\nthree');
  await expect(chat.card.input).toBeFocused();
});

test.describe('a reader at the end stays there when an editor opens', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test.beforeEach(async ({ chat, thread }) => {
    await chat.say('long 200');
    await chat.card.expectHidden();
    await thread.hold();
  });

  for (const card of ['running', 'paused'] as const) {
    test(`that of a ${card} card`, ALL, async ({ chat, thread }) => {
      await chat.start('tools');
      await chat.card.expand();
      for (let step = 0; step < 2; step += 1) await thread.step({ until: 'tool_finished' });
      await chat.say('text queued');
      await expectAtEnd(chat);
      if (card === 'paused') {
        await chat.stop.click();
        await chat.card.expectState('paused');
        await expectAtEnd(chat);
        await chat.card.openResume();
      } else {
        await chat.card.openCancel();
      }
      await expectOpenAtEnd(chat);
      await expect(chat.card.submit).toBeInViewport({ ratio: 1 });
    });
  }

  test('that of an approval', ALL, async ({ chat, thread }) => {
    await thread.release();
    await chat.say('approval');
    const edit = chat.root.getByRole('button', { name: 'Edit first…' });
    await expect(edit).toBeVisible();
    await expectAtEnd(chat);
    await edit.click();
    await expect(chat.root.getByRole('textbox', { name: 'content' })).toBeFocused();
    await expectOpenAtEnd(chat);
  });
});

test('a slow finger leaves the end', async ({ chat }) => {
  await chat.say('rich');
  await chat.card.expectHidden();
  await expectOpenAtEnd(chat);
  // Touch and touchpads move by a few pixels a frame.
  await chat.scroll.evaluate(async (element) => {
    for (let moved = 0; moved < 100; moved += 2) {
      element.scrollBy({ top: -2, behavior: 'instant' });
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  });
  expect((await atRest(chat)).rest).toBeGreaterThan(90);
  await expect(chat.jump).toBeVisible();
});

test('a message of several lines that is queued does not leave the end', ALL, async ({ chat, thread }) => {
  await startMany(chat);
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await firstToolShown(chat);
  await expectOpenAtEnd(chat);
  await chat.say(`text ${'that takes several lines '.repeat(12)}`);
  await chat.queue.expect('text that takes');
  await expectOpenAtEnd(chat);
});

test.describe('an editor on a small touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 568 } });

  for (const away of [0, 160]) {
    test(`its buttons are in view, ${away} px above the end`, ALL, async ({ chat }) => {
      await chat.say('approvals');
      await expect(chat.root.getByTestId('approval')).toHaveCount(2);
      await chat.say('text queued');
      await chat.queue.expect('text queued');
      await chat.card.expectState('paused');
      await expectAtEnd(chat);
      await scrollBy(chat, -away);
      await expect(chat.jump).toHaveCount(away ? 1 : 0);
      await atRest(chat);
      // A tap of Playwright's would scroll to the button.
      await chat.card.resume.evaluate((button) => (button as HTMLElement).click());
      await expect(chat.card.input).toBeFocused();
      await atRest(chat);
      await expect(chat.card.input).toBeInViewport({ ratio: 1 });
      await expect(chat.card.submit).toBeInViewport({ ratio: 1 });
      await expect(chat.card.dismiss).toBeInViewport({ ratio: 1 });
      if (!away) await expectOpenAtEnd(chat);
    });
  }
});
