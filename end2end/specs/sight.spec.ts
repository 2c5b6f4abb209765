// For people who need other colours or larger text: forced colours, and text at 200 %.
import { ALL, expect, test } from '../fixtures/test.ts';
import { controlStates, scan, states, type Reach } from '../pages/states.ts';

test.use({ control: true });

const chosen = ['cancelling', 'paused', 'interjected', 'target menu', 'escape pressed'] as const;
/** The state that the gate looks at, in forced colours and with large text. */
const GATE = 'cancelling';
const all: Record<string, Reach> = { ...states, ...controlStates };

function reach(state: string): Reach {
  const found = all[state];
  if (!found) throw new Error(`there is no state ${state}`);
  return found;
}

test.describe('forced colours', () => {
  test.use({ forcedColors: 'active' });

  for (const state of [...chosen, 'waiting for an answer']) {
    const details = state === GATE ? {} : ALL;
    test(`${state}: every button has a border or text, and axe finds nothing`, details, async ({
      heldChat: chat,
      thread,
      page,
    }) => {
      await reach(state)(chat, thread);
      const bare = await page.locator('.mt-chat button').evaluateAll((buttons) =>
        buttons
          .filter((button) => (button as HTMLElement).checkVisibility())
          .filter((button) => {
            const { borderTopStyle, borderTopWidth } = getComputedStyle(button);
            const edge = borderTopStyle !== 'none' && borderTopWidth !== '0px';
            return !edge && (button as HTMLElement).innerText.trim() === '';
          })
          .map((button) => button.outerHTML.slice(0, 120)),
      );
      expect(bare).toEqual([]);
      await scan(page);
    });
  }

  test('in the list, the sign of a paused conversation is a ring', ALL, async ({ heldChat: chat, thread, page }) => {
    await reach('paused')(chat, thread);
    const sign = page.getByTestId('threads').getByTitle('Queue paused');
    await expect(sign).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(sign).toHaveCSS('border-top-style', 'solid');
  });
});

// Zoom of 200 % halves the viewport in CSS pixels; larger text alone does not change it.
for (const [how, size] of [
  ['zoom', { width: 640, height: 400 }],
  ['text', { width: 1280, height: 800 }],
] as const) {
  test.describe(`200 % by ${how}`, () => {
    test.use({ viewport: size });

    for (const state of [...chosen, 'waiting for an answer']) {
      const details = how === 'text' && state === GATE ? {} : ALL;
      test(`${state}: the page does not scroll sideways, and the controls are there`, details, async ({
        heldChat: chat,
        thread,
        page,
      }) => {
        if (how === 'text') {
          await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%';
          });
        }
        await reach(state)(chat, thread);
        const sideways = () => page.evaluate(() => {
          const root = document.scrollingElement ?? document.documentElement;
          const scroll = inside.root().querySelector('.mt-scroll') ?? root;
          return root.scrollWidth > root.clientWidth || scroll.scrollWidth > scroll.clientWidth;
        });
        await expect.poll(sideways).toBe(false);
        await expect(chat.composer).toBeInViewport();
        await expect(chat.send).toBeInViewport();
      });
    }
  });
}
