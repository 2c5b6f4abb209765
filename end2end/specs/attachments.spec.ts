// Attachments: added by button, paste and drop; stored, sent, shown and removed.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { AgentThread } from '../fixtures/agent.ts';
import { ChatPage } from '../pages/chat.ts';
import { Files, copy, png, text } from '../pages/files.ts';
import { HostPage } from '../pages/host.ts';
import { scan } from '../pages/states.ts';

/** The content of the last user message in a run's input. */
async function parts(thread: AgentThread, run: number): Promise<unknown> {
  const { input } = await thread.run(run);
  return input.messages.filter((message) => message.role === 'user').at(-1)?.content;
}

const part = (file: { name: string; mimeType: string; buffer: Buffer }, type: string) => ({
  type,
  source: { type: 'data', value: file.buffer.toString('base64'), mimeType: file.mimeType },
  metadata: { filename: file.name },
});

test('chosen files are shown in the composer, sent, and shown in the message', async ({ chat, thread }) => {
  const files = new Files(chat);
  const [picture, notes] = [png('sea.png'), text('notes.txt')];
  await files.choose(picture, notes);
  await files.expectComposed('sea.png', 'notes.txt');
  await expect(files.composed.nth(1)).toContainText('TXT · 5 bytes');
  await expect(files.composed.nth(0).locator('canvas')).toHaveAttribute('data-drawn', '');
  await expect(chat.announcer).toContainText('2 files attached');
  await chat.say('files please');
  await expect(files.composed).toHaveCount(0);
  await expect(files.said(0)).toHaveCount(2);
  await expect(files.said(0).nth(0).locator('canvas')).toHaveAttribute('data-drawn', '');
  await expect(chat.turns).toContainText('sea.png: image, image/png');
  await expect(chat.turns).toContainText('notes.txt: document, text/plain, 5 bytes');
  expect(await parts(thread, 0)).toEqual([
    { type: 'text', text: 'files please' },
    part(picture, 'image'),
    part(notes, 'document'),
  ]);
  // The history of the next run contains the files again.
  await chat.say('text');
  await thread.expectStates('finished', 'finished');
  const [first] = (await thread.run(1)).input.messages;
  expect(first?.content).toHaveLength(3);
});

test('a message may have files and no text', ALL, async ({ chat, thread }) => {
  const files = new Files(chat);
  await expect(chat.send).toBeDisabled();
  await files.choose(text('notes.txt'));
  await expect(chat.send).toBeEnabled();
  await chat.composer.press('Enter');
  await expect(chat.turns).toContainText('notes.txt: document');
  expect(await parts(thread, 0)).toEqual([part(text('notes.txt'), 'document')]);
  await expect(chat.page.getByRole('navigation')).toContainText('notes.txt');
});

test('a pasted picture is attached, and text with a picture of it is pasted as text', async ({ chat }) => {
  const files = new Files(chat);
  await files.fire(chat.composer, 'paste', [png('image.png')]);
  await files.expectComposed('image.png');
  await files.fire(chat.composer, 'paste', [png('cells.png')], {
    'text/plain': '1\t2',
    'text/html': '<table><tr><td>1</td><td>2</td></tr></table>',
  });
  await files.fire(chat.composer, 'paste', [png('copied.png')], {
    'text/html': '<img src="https://example.org/copied.png">',
  });
  await files.expectComposed('image.png', 'copied.png');
});

test('a picture in the clipboard can be pasted with the keyboard', ALL, async ({ chat, page }) => {
  await copy(page, png('image.png'));
  await chat.composer.focus();
  await page.keyboard.press('ControlOrMeta+V');
  const files = new Files(chat);
  await files.expectComposed('image.png');
  await expect(files.composed.locator('canvas')).toHaveAttribute('data-drawn', '');
});

test('files can be dropped onto the chat, which shows the drop zone', async ({ chat }) => {
  const files = new Files(chat);
  await files.fire(chat.scroll, 'dragover', [text('notes.txt')]);
  await expect(files.zone).toBeVisible();
  await files.fire(chat.scroll, 'dragleave', [text('notes.txt')]);
  await expect(files.zone).toHaveCount(0);
  await files.fire(chat.scroll, 'dragover', [text('notes.txt')]);
  await files.fire(chat.scroll, 'drop', [text('notes.txt')]);
  await expect(files.zone).toHaveCount(0);
  await files.expectComposed('notes.txt');
  // Dragged text does not open the drop zone.
  await files.fire(chat.scroll, 'dragover', [], { 'text/plain': 'words' });
  await expect(files.zone).toHaveCount(0);
});

test('a file that is dropped beside the chat does not replace the page', ALL, async ({ chat, page }) => {
  const files = new Files(chat);
  await page.getByTestId('settings-open').click();
  for (const place of [page.getByTestId('threads'), page.getByRole('dialog')]) {
    for (const kind of ['dragover', 'drop'] as const) {
      expect(await files.fire(place, kind, [text('notes.txt')])).toBe(true);
    }
    expect(await files.fire(place, 'dragover', [], { 'text/plain': 'words' })).toBe(false);
  }
  await expect(files.composed).toHaveCount(0);
});

test('files that are not allowed are refused with a reason, and the others attached', async ({
  page,
  thread,
  guard: _,
}) => {
  const chat = await new HostPage(page).show(thread.id, { 'attachment-types': 'image/*,.txt', 'attachment-max-bytes': '400' });
  const files = new Files(chat);
  await files.choose(
    { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('x') },
    text('long.txt', 'x'.repeat(401)),
    text('one.txt', 'x'.repeat(400)),
    text('two.txt', 'x'.repeat(390)),
    text('three.txt', 'x'.repeat(11)),
    text('four.txt', 'x'),
  );
  await files.expectComposed('one.txt', 'two.txt', 'four.txt');
  await expect(files.refused.locator('p')).toHaveText([
    '“run.exe” was not attached: files of this type are not accepted.',
    '“long.txt” was not attached: it is larger than 400 bytes.',
    '“three.txt” was not attached: the files of a message can have 800 bytes together.',
  ]);
  await expect(chat.announcer).toContainText('“run.exe” was not attached');
  await expect(chat.announcer).toContainText('3 files attached');
  await scan(page);
  await files.refused.getByRole('button', { name: 'Close' }).click();
  await expect(files.refused).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await files.choose(...Array.from({ length: 8 }, (_, index) => text(`${index}.txt`, '')));
  await expect(files.composed).toHaveCount(10);
  await expect(files.refused).toHaveText('“7.txt” was not attached: a message can have 10 files.');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 740 } });

  test('many refusals leave the field on the screen, and their number is announced', ALL, async ({ chat, page }) => {
    const files = new Files(chat);
    await files.choose(...Array.from({ length: 30 }, (_, index) => text(`a picture of the sea, ${index}.txt`)));
    await expect(files.refused.locator('p')).toHaveCount(20);
    for (const control of [chat.composer, chat.send]) await expect(control).toBeInViewport({ ratio: 1 });
    await expect(chat.announcer).toContainText('17 more files were not attached. 10 files attached');
    await scan(page);
    await files.refused.locator('[tabindex]').focus();
    await page.keyboard.press('End');
    await expect(files.refused.locator('p').last()).toBeInViewport();
  });
});

test('an embedder can turn attachments off', ALL, async ({ page, thread, guard: _ }) => {
  const chat = await new HostPage(page).show(thread.id, { attachments: 'off' });
  const files = new Files(chat);
  await expect(chat.composer).toBeVisible();
  await expect(files.button).toBeHidden();
  await files.fire(chat.composer, 'paste', [png('image.png')]);
  await files.fire(chat.scroll, 'dragover', [text('notes.txt')]);
  await files.fire(chat.scroll, 'drop', [text('notes.txt')]);
  await expect(files.zone).toHaveCount(0);
  await expect(files.composed).toHaveCount(0);
  await page.evaluate(() => document.querySelector('midturn-chat')?.setAttribute('attachments', ''));
  await expect(files.button).toBeVisible();
});

test('an unreadable file is removed with a reason', ALL, async ({ chat }) => {
  const files = new Files(chat);
  await chat.page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'));
  });
  await files.choose(text('folder', ''));
  await expect(files.refused).toHaveText('“folder” was not attached: it could not be read.');
  await expect(files.composed).toHaveCount(0);
  await expect(chat.toast).toHaveCount(0);
});

// While time stands still, Undo stays as long as the test needs it.
test('a removed file can be restored with Undo', async ({ clockChat: chat }) => {
  const files = new Files(chat);
  await files.choose(text('one.txt'), text('two.txt'));
  await files.composed.first().getByRole('button', { name: 'Remove one.txt' }).click();
  await files.expectComposed('two.txt');
  await expect(files.composed.getByRole('button', { name: 'Remove two.txt' })).toBeFocused();
  await expect(chat.toast).toContainText('File removed');
  await chat.toast.getByRole('button', { name: 'Undo' }).click();
  await files.expectComposed('one.txt', 'two.txt');
  await expect(chat.toast).toHaveCount(0);
  for (const name of ['Remove two.txt', 'Remove one.txt']) {
    await files.composed.getByRole('button', { name }).press('Enter');
  }
  await expect(files.composed).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
});

test('drafts and queued prompts keep their files after a reload, per thread', ALL, async ({
  heldChat: chat,
  thread,
  agent,
  page,
}) => {
  const files = new Files(chat);
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await files.choose(png('queued.png'));
  await chat.say('files queued');
  await expect(chat.queue.items.getByTestId('attachment')).toContainText('queued.png');
  await files.choose(text('draft.txt'));
  await chat.composer.fill('files draft');

  const other = new ChatPage(page);
  await other.open(agent.thread(randomUUID()).id);
  await expect(files.composed).toHaveCount(0);
  await chat.open(thread.id);
  await chat.reload();
  await files.expectComposed('draft.txt');
  await expect(chat.composer).toHaveValue('files draft');
  const waiting = chat.queue.items.getByTestId('attachment');
  await expect(waiting.locator('canvas')).toHaveAttribute('data-drawn', '');
  await thread.release();
  await chat.card.openResume();
  await chat.card.submit.click();
  await expect(chat.queue.root).toHaveCount(0);
  await thread.expectStates('cancelled', 'finished');
  expect(await parts(thread, 1)).toEqual([
    { type: 'text', text: 'files queued' },
    part(png('queued.png'), 'image'),
  ]);
  await chat.composer.press('Enter');
  await thread.expectStates('cancelled', 'finished', 'finished');
  expect(await parts(thread, 2)).toContainEqual(part(text('draft.txt'), 'document'));
});

test('a message with files is not interjected but queued, and the reason is given', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  const files = new Files(chat);
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.composer.fill('files now');
  await expect(chat.interject).not.toHaveAttribute('aria-disabled', 'true');
  await files.choose(text('notes.txt'));
  await expect(chat.interject).toHaveAttribute('aria-disabled', 'true');
  await chat.interject.hover();
  await expect(chat.deliveryHint).toHaveText(/^Files cannot be given in the middle of a turn/);
  await chat.interject.click({ force: true });
  await expect(chat.announcer).toContainText('Files cannot be given');
  await files.expectComposed('notes.txt');
  await chat.composer.press('Control+Enter');
  await chat.queue.expect('files now');
  await expect(chat.interjections).toHaveCount(0);
});

test('a retried message has its files', ALL, async ({ chat, thread }) => {
  const files = new Files(chat);
  await files.choose(text('notes.txt'));
  await chat.say('fail');
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await thread.expectStates('failed', 'failed');
  await expect(files.said(1)).toContainText('notes.txt');
  expect(await parts(thread, 1)).toContainEqual(part(text('notes.txt'), 'document'));
});

test('a file of a message can be downloaded', ALL, async ({ chat, page }) => {
  const files = new Files(chat);
  await files.choose(text('notes.txt', 'remember the milk'));
  await chat.say('files');
  const saved = page.waitForEvent('download');
  await files.said(0).getByRole('button', { name: 'Download notes.txt' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('notes.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('remember the milk');
});

test('missing file content is reported on the page and to the agent', ALL, async ({
  chat,
  thread,
  page,
}) => {
  const files = new Files(chat);
  await files.choose(png('sea.png'));
  await chat.say('files');
  await thread.expectStates('finished');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open('midturn');
        opened.onerror = () => reject(new Error('no database'));
        opened.onsuccess = () => {
          const database = opened.result;
          const change = database.transaction('attachments', 'readwrite');
          change.objectStore('attachments').clear();
          change.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
  );
  await chat.reload();
  await expect(files.said(0)).toContainText('Not available any more');
  await chat.say('text');
  await expect(page.getByRole('status')).toContainText('could not be read');
  const [first] = (await thread.run(1)).input.messages;
  expect(JSON.stringify(first?.content)).toContain('could not be read and is missing');
});

for (const [name, use] of Object.entries({
  light: { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1100, height: 760 } },
  dark: { colorScheme: 'dark', locale: 'en-GB', viewport: { width: 1100, height: 760 } },
  narrow: { colorScheme: 'light', locale: 'en-GB', viewport: { width: 360, height: 740 } },
  arabic: { colorScheme: 'light', locale: 'ar', viewport: { width: 1100, height: 760 } },
} as const)) {
  test.describe(name, () => {
    test.use(use);

    test('axe finds nothing, and the page does not scroll sideways', ALL, async ({
      heldChat: chat,
      thread,
      page,
    }, info) => {
      const files = new Files(chat);
      await files.choose(png('a picture with a rather long name of many words.png'), text('notes.txt'));
      await chat.say('tools, and what is in these files?');
      await thread.step({ until: 'tool_started' });
      await files.choose(png('queued.png'), text('rapport-final-v2.pdf'));
      await chat.say('files queued');
      await files.choose(png('next.png'), text('data.csv', 'x'.repeat(1_234_567)));
      await files.choose(text('film.mov', 'x'.repeat(10_000_001)));
      await expect(files.refused).toBeVisible();
      await expect(files.composed.first().locator('canvas')).toHaveAttribute('data-drawn', '');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await scan(page);
      await page.screenshot({ path: info.outputPath('files.png') });
      await files.fire(chat.scroll, 'dragover', [text('notes.txt')]);
      await expect(files.zone).toBeVisible();
      await page.screenshot({ path: info.outputPath('drop.png') });
    });
  });
}
