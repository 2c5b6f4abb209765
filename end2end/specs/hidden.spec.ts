// A chat that its host page hides for a while, or moves: a reader in the middle of a thread keeps
// their place, and a reader at the end is at the new end.
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { LongPage } from '../pages/long.ts';

/** A way for a host page to hide and show the element, or to move it. */
interface Way {
  hide(element: HTMLElement): void;
  show(element: HTMLElement): void;
  /** Whether the element is invisible after `hide`. */
  hides: boolean;
}

/** The way that the gate looks at. */
const GATE = 'the attribute hidden';

const ways: Record<string, Way> = {
  [GATE]: {
    hide: (element) => {
      element.hidden = true;
    },
    show: (element) => {
      element.hidden = false;
    },
    hides: true,
  },
  'its parent is not displayed': {
    hide: (element) => {
      if (element.parentElement) element.parentElement.style.display = 'none';
    },
    show: (element) => {
      if (element.parentElement) element.parentElement.style.display = '';
    },
    hides: true,
  },
  'visibility': {
    hide: (element) => {
      element.style.visibility = 'hidden';
    },
    show: (element) => {
      element.style.visibility = '';
    },
    hides: true,
  },
  'details that are closed': {
    hide: (element) => {
      const details = document.createElement('details');
      element.before(details);
      details.append(element);
    },
    show: (element) => {
      const details = element.closest('details');
      if (details) details.open = true;
    },
    hides: true,
  },
  'another place of the page': {
    hide: (element) => {
      const place = document.createElement('section');
      document.body.append(place);
      place.append(element);
    },
    show: () => undefined,
    hides: false,
  },
  'hidden and shown at once': {
    hide: (element) => {
      element.hidden = true;
      element.getBoundingClientRect();
      element.hidden = false;
    },
    show: () => undefined,
    hides: false,
  },
};

/** Scrolls to the middle of a long thread, and returns the message in view. */
async function middle(long: LongPage, thread: string) {
  await long.openLong(thread, 1000, 1000);
  // The whole thread is here: late pages are not tested here.
  await expect(long.message(999)).toHaveAttribute('aria-setsize', '500');
  await long.scroll.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await atRest(long);
  return long.read();
}

async function expectAt(long: LongPage, before: { said: string; top: number }): Promise<void> {
  const isThere = async () => {
    await atRest(long);
    const after = await long.read();
    expect(after.said).toBe(before.said);
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);
  };
  await expect(isThere).toPass();
  // The place also stays after later layouts.
  await isThere();
}

for (const [name, way] of Object.entries(ways)) {
  test(`a reader in the middle keeps their place: ${name}`, name === GATE ? {} : ALL, async ({ long, thread }) => {
    const before = await middle(long, thread.id);
    // Three rounds, because a restored place must be saved correctly for the next time.
    for (let round = 0; round < 3; round += 1) {
      await long.root.evaluate(way.hide);
      if (way.hides) await expect(long.composer).toBeHidden();
      await long.settled();
      await long.root.evaluate(way.show);
      await expect(long.composer).toBeVisible();
      await expectAt(long, before);
    }
  });
}

test('a scroll event before the layout is not taken as the reader’s', ALL, async ({
  long,
  thread,
}) => {
  const before = await middle(long, thread.id);
  await long.root.evaluate((element) => {
    (element as HTMLElement).hidden = true;
  });
  await expect(long.composer).toBeHidden();
  await long.settled();
  // Show, scroll and dispatch the event in one task, as happens on a slow machine.
  await long.root.evaluate((element) => {
    (element as HTMLElement).hidden = false;
    const scroll = element.shadowRoot?.querySelector('[data-testid=chat-scroll-container]');
    if (!scroll) throw new Error('there is no transcript');
    scroll.scrollTop = 0;
    scroll.dispatchEvent(new Event('scroll'));
  });
  await expectAt(long, before);
});

test('a reader at the end is at the new end after being hidden', async ({ long, thread }) => {
  await long.openLong(thread.id, 300, 300);
  await thread.hold();
  await long.say('long 2000');
  await long.card.expectState('running');
  await long.root.evaluate((element) => {
    (element as HTMLElement).hidden = true;
  });
  await expect(long.composer).toBeHidden();
  await thread.finish();
  await thread.expectStates('finished');
  await long.root.evaluate((element) => {
    (element as HTMLElement).hidden = false;
  });
  await expect(long.composer).toBeVisible();
  await long.card.expectHidden();
  await expect(long.turns.last()).toBeInViewport();
  await expect.poll(async () => (await long.place()).rest).toBeLessThanOrEqual(1);
});

test('a reader can scroll after the element is shown again', ALL, async ({ long, thread }) => {
  const before = await middle(long, thread.id);
  await long.root.evaluate((element) => {
    (element as HTMLElement).hidden = true;
  });
  await expect(long.composer).toBeHidden();
  await long.root.evaluate((element) => {
    (element as HTMLElement).hidden = false;
  });
  await expectAt(long, before);
  await long.scroll.evaluate((element) => element.scrollBy({ top: 300 }));
  const off = async () => Math.abs(((await long.topOf(before.said)) ?? Number.NaN) - (before.top - 300));
  await expect.poll(off).toBeLessThanOrEqual(1);
  await atRest(long);
  expect(await off()).toBeLessThanOrEqual(1);
});
