// A tab that is hidden gets no frames: what comes then is drawn all the same.
import type { Page } from '@playwright/test';
import { holdFrames } from '../fixtures/frames.ts';
import { ALL, expect, test } from '../fixtures/wire.ts';

/** Hides the tab, as far as the page can tell. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('a tab that is hidden before the next frame draws what waits for it, and what comes later', ALL, async ({
  wired,
  wire,
  page,
}) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('First. ');
  await expect(wired.turns).toContainText('First.');
  await holdFrames(page);
  await page.evaluate(() => {
    const hold = window.requestAnimationFrame;
    const asked = new Promise<void>((resolve) => {
      window.requestAnimationFrame = (call) => {
        resolve();
        return hold(call);
      };
    });
    Object.assign(window, { asked });
  });
  run.text('Second. ');
  await page.evaluate(() => (window as unknown as { asked: Promise<void> }).asked);
  await hide(page);
  await expect(wired.turns).toContainText('Second.');
  run.text('Third. ');
  await expect(wired.turns).toContainText('Third.');
  run.finish();
  await wired.card.expectHidden();
});
