// Nothing jumps when a turn ends: neither while the reader follows it, nor in any other place.
import { atRest } from '../fixtures/rest.ts';
import { expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

/** Left out of the merge gate: `cargo xtask test --all` runs it. */
const ALL = { tag: '@all' };

test.use({ control: true });

/** The places of what stays on the page when the turn ends, from the top of the window. */
function places(chat: ChatPage): Promise<number[]> {
  return chat.scroll.evaluate((scroll) => {
    const stays = scroll.querySelectorAll('[data-testid=user-message], .mt-text p');
    return [...stays].map((held) => Math.round(held.getBoundingClientRect().top));
  });
}

for (const [size, width, locale] of [
  ['wide', 1280, 'en'],
  ['narrow', 390, 'en'],
  ['in Arabic', 390, 'ar'],
] as const) {
  test.describe(size, () => {
    test.use({ viewport: { width, height: 844 }, locale });

    for (const scene of ['text', 'tools', 'long 60'] as const) {
      test(`${scene}: what is written stays in its place when the turn ends`, size === 'wide' && scene !== 'long 60' ? {} : ALL, async ({
        heldChat: chat,
        thread,
      }) => {
        await chat.start(scene);
        // Up to the last event but the end: step back from the end of a turn of the same scene.
        const { steps } = await thread.step({ until: 'end' });
        await chat.card.expectHidden();
        await chat.start(scene);
        await thread.step({ count: steps - 1 });
        await chat.card.expectState('running');
        await atRest(chat);
        const before = await places(chat);
        await thread.finish();
        await chat.card.expectHidden();
        await atRest(chat);
        const after = await places(chat);
        expect(after.length).toBe(before.length);
        for (const [index, place] of after.entries()) expect(Math.abs(place - (before[index] ?? 0))).toBeLessThanOrEqual(2);
      });
    }
  });
}
