// Writes pictures of every state to `end2end/shots/`, for people to look at. The README's picture
// is also written to `docs/` when MIDTURN_WRITE_SCREENSHOT is set.
import { copyFile, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentThread } from '../fixtures/agent.ts';
import { installClock } from '../fixtures/clock.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';

const SHOTS = resolve(import.meta.dirname, '..', 'shots');
const README = resolve(import.meta.dirname, '..', '..', 'docs', 'screenshot.png');

const LOOKS = {
  light: { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1120, height: 800 } },
  dark: { colorScheme: 'dark', locale: 'en-GB', viewport: { width: 1120, height: 800 } },
  narrow: { colorScheme: 'light', locale: 'en-GB', viewport: { width: 360, height: 740 } },
  arabic: { colorScheme: 'light', locale: 'ar', viewport: { width: 1120, height: 800 } },
} as const;

/** Brings one thread into every state, one after the other. */
async function story(
  chat: ChatPage,
  thread: AgentThread,
  shot: (name: string) => Promise<void>,
): Promise<void> {
  await shot('0-empty');
  await thread.hold();
  await chat.start('plan the fix of the retry test');
  await shot('1-waiting');
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  await chat.say('tools: fix the test in the same change');
  await chat.say('text: then write the release note');
  await shot('2-running');
  await chat.card.expand();
  await shot('3-running-expanded');
  await chat.card.openCancel();
  await chat.card.input.fill('reasoning: leave the client alone, the bug is in the header parser');
  await shot('4-cancelling');
  await chat.card.submit.click();
  await thread.expectStates('cancelled', 'running');
  await thread.step({ count: 30 });
  await shot('5-cancelled-and-next');
  await chat.card.openCancel();
  await thread.finish();
  await expect(chat.card.keep).toHaveCount(0);
  await shot('6-over');
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
  await shot('7-paused');
  await chat.card.openResume();
  await shot('8-resuming');
  await chat.card.submit.click();
  await thread.expectStates('cancelled', 'finished', 'running');
  await thread.finish();
  await thread.expectStates('cancelled', 'finished', 'finished', 'running');
  await thread.finish();
  await chat.card.expectHidden();
  await chat.start('fail');
  await thread.finish();
  await chat.card.expectHidden();
  await shot('9-failed');
}

for (const [look, options] of Object.entries(LOOKS)) {
  test(`pictures, ${look}`, ALL, async ({ browser, agent, thread }) => {
    test.setTimeout(90_000);
    await mkdir(SHOTS, { recursive: true });
    const context = await browser.newContext({
      ...options,
      baseURL: agent.url,
      reducedMotion: 'reduce',
      deviceScaleFactor: look === 'narrow' ? 2 : 1,
    });
    const page = await context.newPage();
    const chat = new ChatPage(page);
    // An earlier conversation, so that the list is not empty.
    await chat.open(`${thread.id}-before`);
    await chat.say('tools: who reads the header?');
    await chat.card.expectHidden();
    await chat.open(thread.id);
    await story(chat, thread, async (name) => {
      const path = resolve(SHOTS, `${look}-${name}.png`);
      const { length } = await page.screenshot({ path, caret: 'hide' });
      expect(length).toBeGreaterThan(5_000);
    });
    await context.close();
  });
}

test('the picture of the README', ALL, async ({ browser, agent, thread }) => {
  await mkdir(SHOTS, { recursive: true });
  const context = await browser.newContext({
    ...LOOKS.light,
    baseURL: agent.url,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await installClock(page);
  const chat = new ChatPage(page);
  await chat.open(`${thread.id}-before`);
  await chat.say('tools: who reads the Retry-After header?');
  await chat.card.expectHidden();
  await chat.open(thread.id);
  await thread.hold();
  await chat.start('Plan the fix of the retry test');
  await chat.card.expand();
  // The times in the picture are those of what the page has seen.
  const running = chat.card.history.locator('[data-kind=tool][data-status=running]');
  for (const seconds of [4, 9, 2]) {
    await thread.step({ until: 'tool_started' });
    await expect(running).toHaveCount(1);
    await page.clock.fastForward(seconds * 1000);
    await thread.step({ until: 'tool_finished' });
    await expect(running).toHaveCount(0);
    await page.clock.fastForward(1000);
  }
  await chat.say('Fix the test in the same change');
  await chat.say('Then write the release note');
  await chat.card.openCancel();
  await chat.card.input.fill('Leave the client alone, the bug is in the header parser');
  await page.mouse.move(0, 0);
  const path = resolve(SHOTS, 'readme.png');
  await page.screenshot({ path, caret: 'hide' });
  if (process.env.MIDTURN_WRITE_SCREENSHOT) {
    await mkdir(resolve(README, '..'), { recursive: true });
    await copyFile(path, README);
  }
  await context.close();
});

test('pictures of the settings and the list', ALL, async ({ chat, page }) => {
  await mkdir(SHOTS, { recursive: true });
  await chat.say('text');
  await chat.card.expectHidden();
  await page.getByTestId('settings-open').click();
  await expect(page.getByTestId('settings')).toBeVisible();
  await page.screenshot({ path: resolve(SHOTS, 'settings.png') });
  await page.getByTestId('settings').getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await expect(page.getByTestId('threads')).toBeInViewport();
  await page.screenshot({ path: resolve(SHOTS, 'narrow-list.png') });
});

test('a picture of the element on a host page', ALL, async ({ page, guard: _ }) => {
  await mkdir(SHOTS, { recursive: true });
  await page.goto('/embed.html');
  const chat = new ChatPage(page, page.locator('midturn-chat'));
  await chat.say('tools');
  await chat.card.expectHidden();
  await page.screenshot({ path: resolve(SHOTS, 'embed.png') });
});
