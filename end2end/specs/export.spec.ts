// A conversation as a file: from the bar's menu, from the list, and from an embedded chat. An answer on the clipboard.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';
import { test as overWire } from '../fixtures/wire.ts';
import { Answer } from '../pages/answer.ts';
import { HostPage } from '../pages/host.ts';
import { List } from '../pages/list.ts';
import { Message } from '../pages/message.ts';

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('the thread on screen is saved as Markdown and as JSON', async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  const choose = (name: string) => async () => {
    await page.getByRole('button', { name: 'More about this conversation' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const markdown = await saved(page, choose('Export as Markdown'));
  expect(markdown.name).toBe('text one.md');
  expect(markdown.text).toMatch(/^# text one\n\n## You said\n\n> text one\n\n## Agent\n\n\S/);
  const json = await saved(page, choose('Export as JSON'));
  expect(json.name).toBe('text one.json');
  expect(JSON.parse(json.text)).toMatchObject({
    format: 'midturn-thread',
    turns: [{ text: 'text one', outcome: 'completed' }],
  });

  await new Message(chat, 0).edit('text two', 'Enter');
  await expect(chat.userMessages.last()).toHaveText('text two');
  await chat.card.expectHidden();
  expect((await saved(page, choose('Export as Markdown'))).text).not.toContain('> text one');
  expect(JSON.parse((await saved(page, choose('Export as JSON'))).text)).toMatchObject({
    turns: [{ text: 'text one', leftOut: true }, { text: 'text two', leftOut: false }],
  });
});

test('a thread that is only stored is saved from the list', ALL, async ({ chat, page }) => {
  await chat.say('text one');
  await chat.card.expectHidden();
  await page.goto('/');
  await expect(chat.composer).toBeEditable();
  const markdown = await saved(page, () => new List(page).choose('Export as Markdown'));
  expect(markdown.text).toContain('> text one');
});

test('an embedded chat has its tools in a row of its own', ALL, async ({ page, thread, guard: _ }) => {
  const chat = await new HostPage(page).show(thread.id);
  await chat.say('text one');
  await chat.card.expectHidden();
  const markdown = await saved(page, async () => {
    await page.getByRole('button', { name: 'More about this conversation' }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(2);
    await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  });
  expect(markdown.name).toBe('text one.md');
});

overWire.describe('the clipboard', () => {
  overWire.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  overWire('an answer is copied with the marks of its footnotes and the words of its pictures', ALL, async ({ wired, wire, page }) => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    await wired.say('go');
    const run = await wire.run();
    run.text(`Claim[^1].\n\n![a dot](data:image/png;base64,${dot})\n\n[^1]: Proof.\n`);
    run.finish();
    await expect(page.locator('canvas[data-drawn]')).toBeVisible();
    await new Answer(wired, 0).copy.click();
    await expect(wired.announcer).toContainText('Copied');
    const html = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return (await item?.getType('text/html'))?.text();
    });
    expect(html).not.toMatch(/canvas|button/);
    expect(html?.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(/Claim 1 \. a dot 1 Proof\./);
  });
});
