// Plays what no other chat does, and writes it as a moving picture: `end2end/shots/midturn.gif`. It is
// the README's, `docs/midturn.gif`, when MIDTURN_WRITE_SCREENSHOT is set.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Locator } from '@playwright/test';
import { installClock } from '../fixtures/clock.ts';
import { animated, type Frame } from '../fixtures/gif.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

const SHOTS = resolve(import.meta.dirname, '..', 'shots');
const DOCS = resolve(import.meta.dirname, '..', '..', 'docs');

/** The most that a reader of the README should have to load, in bytes. */
const MOST = 1_500_000;

test('the moving picture of the README', ALL, async ({ browser, agent, thread }) => {
  test.setTimeout(120_000);
  await mkdir(SHOTS, { recursive: true });
  const context = await browser.newContext({
    baseURL: agent.url,
    colorScheme: 'light',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 760, height: 600 },
  });
  const page = await context.newPage();
  // The times in the picture are those that the story lets pass.
  await installClock(page);
  const chat = new ChatPage(page);
  await chat.open(thread.id);
  await page.mouse.move(0, 0);
  const frames: Frame[] = [];
  const shot = async (time: number): Promise<void> => {
    frames.push({ png: await page.screenshot({ caret: 'initial' }), for: time });
  };
  const type = async (field: Locator, text: string): Promise<void> => {
    for (const word of text.match(/\S+\s*/g) ?? []) {
      await field.pressSequentially(word);
      await shot(140);
    }
  };
  const pass = async (seconds: number): Promise<void> => {
    await page.clock.fastForward(seconds * 1_000);
  };

  await thread.hold();
  await type(chat.composer, 'Plan the fix of the retry test');
  await chat.composer.press('Enter');
  await chat.card.expectState('running');
  await chat.card.expand();
  await shot(500);
  const steps = chat.card.history.locator('[data-kind=tool]');
  for (const seconds of [2, 3]) {
    await thread.step({ until: 'tool_started' });
    await expect(steps.last()).toHaveAttribute('data-status', 'running');
    await pass(seconds);
    await shot(450);
    await thread.step({ until: 'tool_finished' });
    await expect(steps.last()).not.toHaveAttribute('data-status', 'running');
  }
  await thread.step({ until: 'tool_started' });
  await pass(1);
  await shot(500);

  // Into the turn. The first words of the later messages choose what the agent plays.
  await type(chat.composer, 'Only the header parser');
  const heard = chat.interjectionAnswered();
  await (await chat.reachInterject()).click();
  await heard;
  await page.mouse.move(0, 0);
  await expect(chat.interjections).toContainText('Not read');
  await shot(1_600);
  await thread.step({ until: 'tool_finished' });
  await thread.step({ count: 2 });
  await pass(2);
  await shot(1_400);

  // Behind it.
  await type(chat.composer, 'Text for the release note, please');
  await chat.composer.press('Enter');
  await chat.queue.expect('Text for the release note, please');
  await shot(1_500);

  // In its place.
  await chat.card.openCancel();
  await shot(800);
  await type(chat.card.input, 'Reasoning first, please');
  await shot(700);
  await chat.card.submit.click();
  await page.mouse.move(0, 0);
  await thread.expectStates('cancelled', 'running');
  await thread.step({ count: 6 });
  await shot(900);
  await thread.step({ count: 14 });
  await pass(2);
  await shot(900);

  // And on.
  await thread.finish();
  await thread.expectStates('cancelled', 'finished', 'running');
  await thread.step({ count: 4 });
  await shot(900);
  await thread.finish();
  await chat.card.expectHidden();
  await shot(3_000);

  const gif = animated(frames);
  expect(gif.length).toBeLessThan(MOST);
  const path = resolve(SHOTS, 'midturn.gif');
  await writeFile(path, gif);
  if (process.env.MIDTURN_WRITE_SCREENSHOT) await copyFile(path, resolve(DOCS, 'midturn.gif'));
  await context.close();
});
