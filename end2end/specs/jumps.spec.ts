// Nothing jumps while a turn goes on, nor when it ends: neither while the reader follows it, nor in any other place.
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

interface Places {
  /** The tops of what is written, from the top of the content. */
  tops: number[];
  /** The height of the content. */
  height: number;
}

/** Where what is written stands. The texts of a turn that goes on only grow at their end. */
function places(chat: ChatPage): Promise<Places> {
  return chat.scroll.evaluate((scroll) => {
    const top = scroll.getBoundingClientRect().top - scroll.scrollTop;
    const written = scroll.querySelectorAll('[data-testid=user-message], .mt-text p');
    const tops = [...written].map((held) => held.getBoundingClientRect().top - top);
    return { tops, height: scroll.scrollHeight };
  });
}

/**
 * The largest jump from one state of the page to a later one, in pixels: of what is written, in the content; or of
 * the content's end, if it comes nearer. A reader who follows the end sees both.
 */
function jump(before: Places, after: Places): number {
  const moved = before.tops.map((top, index) => Math.abs((after.tops[index] ?? 0) - top));
  return Math.max(0, before.height - after.height, ...moved);
}

for (const [size, width, locale] of [
  ['wide', 1280, 'en'],
  ['narrow', 390, 'en'],
  ['in Arabic', 390, 'ar'],
] as const) {
  test.describe(size, () => {
    test.use({ viewport: { width, height: 844 }, locale });

    for (const scene of ['text', 'tools', 'team', 'slow', 'long 60'] as const) {
      const gate = size === 'wide' && (scene === 'text' || scene === 'tools');
      test(`${scene}: what is written stays in its place from the first event to the end`, gate ? {} : ALL, async ({
        heldChat: chat,
        thread,
      }, info) => {
        // The view is full, so that the reader follows the turn from its start.
        await thread.release();
        await chat.say('long 200');
        await chat.card.expectHidden();
        await thread.expectStates('finished');
        await thread.hold();
        await chat.start(scene);
        await atRest(chat);
        let before = await places(chat);
        let largest = 0;
        for (let over = false; !over; ) {
          // Up to the last event but the end, in strides that stop before and after each tool and text.
          over = (await thread.step({ count: 7 })).ended;
          await atRest(chat);
          const after = await places(chat);
          largest = Math.max(largest, jump(before, after));
          before = after;
        }
        await chat.card.expectHidden();
        await atRest(chat);
        largest = Math.max(largest, jump(before, await places(chat)));
        info.annotations.push({ type: 'largest jump', description: `${scene}, ${size}: ${largest.toFixed(1)} px` });
        expect(largest).toBeLessThanOrEqual(2);
      });
    }
  });
}

test('steps that are open stay open when the turn ends, and nothing jumps', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await chat.card.expand();
  // Up to the last event but the end.
  const { steps } = await thread.step({ until: 'end' });
  await chat.card.expectHidden();
  await chat.start('tools');
  await thread.step({ count: steps - 1 });
  await expect(chat.card.activities).toHaveCount(2);
  await atRest(chat);
  const before = await places(chat);
  await thread.finish();
  await chat.card.expectHidden();
  await expect(chat.streams.last().getByTestId('activity')).toHaveCount(2);
  await atRest(chat);
  expect(jump(before, await places(chat))).toBeLessThanOrEqual(2);
});
