// Files that a backend sends, in tool results and in past messages: shown, not fetched without
// consent, downloadable, and sent back unchanged.
import { readFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { ALL, expect, test, type Wire } from '../fixtures/wire.ts';
import { ChatPage } from '../pages/chat.ts';
import { png } from '../pages/files.ts';
import { HostPage } from '../pages/host.ts';
import { scan } from '../pages/states.ts';

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

const data = (type: string, mimeType: string, bytes: Buffer | string, more: object = {}) => ({
  type,
  source: { type: 'data', value: base64(bytes), mimeType },
  ...more,
});

const url = (type: string, value: string, mimeType?: string) => ({
  type,
  source: { type: 'url', value, ...(mimeType && { mimeType }) },
});

/** Plays a turn with one tool call whose result has these parts. */
async function gives(chat: ChatPage, wire: Wire, content: unknown, said = 'go'): Promise<void> {
  await chat.say(said);
  const run = await wire.run();
  run.event({ type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'draw' });
  run.event({ type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"what":"sea"}' });
  run.event({ type: 'TOOL_CALL_END', toolCallId: 'c1' });
  run.event({ type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', role: 'tool', content });
  run.text('Done.');
  run.finish();
  await expect(chat.turns.last()).toContainText('Done.');
}

/** Opens the details of the call, and returns its files. */
async function opened(chat: ChatPage): Promise<Locator> {
  const stream = chat.streams.first();
  await stream.locator('button[aria-expanded]').first().click();
  const row = stream.getByTestId('activity').locator('button[aria-expanded]');
  await expect(row).toContainText('attached');
  await row.click();
  return stream.getByTestId('attachment');
}

/** Plays another turn, and returns the content of the first message of this role in the run's input. */
async function told(chat: ChatPage, wire: Wire, role: 'tool' | 'user'): Promise<unknown> {
  await chat.say('and then?');
  const run = await wire.run();
  run.text('Then this.');
  run.finish();
  await expect(chat.turns.last()).toContainText('Then this.');
  const messages = run.input.messages as { role: string; content: unknown }[];
  return messages.find((message) => message.role === role)?.content;
}

test('each kind is shown, nothing is fetched without consent, and all is sent back unchanged', async ({
  wired,
  wire,
  page,
  guard,
}) => {
  const sea = png('sea.png', 640, 400);
  wire.files.set('/away.png', { type: 'image/png', body: png('away.png').buffer });
  // The same server under another host name is another origin.
  const other = wire.url.replace('127.0.0.1', 'localhost');
  guard.allow(/request to http:\/\/localhost/);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const filename = { metadata: { filename: 'sea.png', dpi: 72.5 } };
  const parts = [
    { type: 'text', text: 'Here they are:' },
    data('image', 'image/png', sea.buffer, { id: 'p1', ...filename }),
    data('image', 'image/svg+xml', svg),
    { type: 'text', text: 'and elsewhere' },
    url('image', `${other}/away.png`, 'image/png'),
    url('document', 'https://files.example/x/report.pdf?y=1', 'application/pdf'),
    url('video', 'javascript:alert(1)'),
    data('audio', 'audio/ogg', 'not really'),
    { type: 'document', source: { type: 'file', value: 'file-1', provider: 'openai' } },
  ];
  const old = { type: 'binary', mimeType: 'text/plain', data: base64('old'), filename: '../old.txt' };
  await gives(wired, wire, [...parts, old]);
  const files = await opened(wired);
  await expect(files).toHaveCount(8);

  const [picture, drawing, remote, report, script, sound, held, older] = Array.from(
    { length: 8 },
    (_, place) => files.nth(place),
  ) as Locator[];
  await expect(picture!).toContainText('sea.png');
  await expect(picture!.locator('canvas')).toHaveAttribute('data-drawn', '');
  // The whole picture is drawn, with its own aspect ratio.
  const shape = await picture!.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas.getBoundingClientRect();
    return { pixels: [canvas.width, canvas.height], shown: width / height };
  });
  expect(shape.pixels).toEqual([640, 400]);
  expect(shape.shown).toBeCloseTo(1.6, 1);
  await expect(drawing!).toContainText('Image');
  await expect(drawing!.locator('canvas, img')).toHaveCount(0);
  await expect(remote!).toContainText('localhost');
  const link = report!.getByRole('link', { name: 'report.pdf' });
  await expect(link).toHaveAttribute('href', 'https://files.example/x/report.pdf?y=1');
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(report!).toContainText('PDF · files.example');
  await expect(script!.getByRole('link')).toHaveCount(0);
  await expect(script!.getByRole('button')).toHaveCount(0);
  await expect(sound!).toContainText('audio/ogg · 10 bytes');
  await expect(held!).toContainText('Kept by openai');
  await expect(older!).toContainText('old.txt');
  await scan(page);

  const save = async (file: Locator, name: string) => {
    const saving = page.waitForEvent('download');
    await file.getByRole('button', { name }).click();
    const saved = await saving;
    return [saved.suggestedFilename(), readFileSync(await saved.path(), 'utf8')];
  };
  expect(await save(drawing!, 'Download Image')).toEqual(['Image.svg', svg]);
  expect(await save(sound!, 'Download Audio')).toEqual(['Audio.ogg', 'not really']);
  expect(await save(older!, 'Download old.txt')).toEqual(['old.txt', 'old']);

  const back = [
    ...parts,
    data('document', 'text/plain', 'old', { metadata: { filename: '../old.txt' } }),
  ];
  expect(await told(wired, wire, 'tool')).toEqual(back);
  expect(wire.asked.filter((path) => path.endsWith('.png'))).toEqual([]);
  await remote!.getByRole('button', { name: 'Show image' }).press('Enter');
  const shown = remote!.getByRole('img', { name: 'away.png' });
  await expect(shown).toBeFocused();
  await expect.poll(() => wire.asked.filter((path) => path.endsWith('.png'))).toEqual(['/away.png']);

  await page.reload();
  await expect(await opened(wired)).toHaveCount(8);
  await expect(picture!.locator('canvas')).toHaveAttribute('data-drawn', '');
  await expect(remote!.getByRole('button', { name: 'Show image' })).toBeVisible();
  expect(await told(wired, wire, 'tool')).toEqual(back);
  await remote!.getByRole('button', { name: /^Always from localhost/ }).click();
  await page.reload();
  await opened(wired);
  await expect(shown).toBeVisible();
});

test('a damaged part is reported, and megabytes of data are not in the text', ALL, async ({ wired, wire, page }) => {
  const bytes = randomBytes(6_000_000);
  await gives(wired, wire, [
    { type: 'image', source: { type: 'data', value: '*broken*', mimeType: 'image/png' } },
    data('document', `x/${'y'.repeat(100_000)}`, bytes, { metadata: { filename: 'large.bin' } }),
    url('image', `data:image/png,${'z'.repeat(1_000_000)}`),
  ]);
  const files = await opened(wired);
  await expect(wired.streams.first()).toContainText('[image image/png]');
  await expect(files).toHaveCount(2);
  await expect(files.first()).toContainText('BIN · 6 MB');
  const length = await page.evaluate(() => inside.root().querySelector('.midturn')?.outerHTML.length);
  expect(length).toBeLessThan(500_000);
  const saving = page.waitForEvent('download');
  await files.first().getByRole('button', { name: 'Download large.bin' }).click();
  expect(readFileSync(await (await saving).path()).equals(bytes)).toBe(true);
});

test('a past message shows its files, and is sent back with them', ALL, async ({
  page,
  wire,
  guard: _guard,
}) => {
  const sea = png('sea.png');
  const content = [
    data('image', 'image/png', sea.buffer, { metadata: { filename: 'sea.png' } }),
    { type: 'text', text: 'what is this?' },
    url('document', 'https://files.example/notes.txt'),
  ];
  const host = new HostPage(page, wire.url);
  await host.openEmpty();
  await page.evaluate(
    ({ thread, content }) => {
      const element = document.createElement('midturn-chat');
      element.setAttribute('agent-url', '/agui');
      element.setAttribute('thread-id', thread);
      const messages = [
        { id: 'u1', role: 'user', content },
        { id: 'a1', role: 'assistant', content: 'The sea.' },
      ];
      Object.assign(element, { history: () => Promise.resolve({ messages }) });
      document.querySelector('main')?.append(element);
    },
    { thread: randomUUID(), content },
  );
  const chat = host.chat();
  const files = chat.userMessages.first().getByTestId('attachment');
  await expect(files).toHaveCount(2);
  await expect(files.first().locator('canvas')).toHaveAttribute('data-drawn', '');
  await expect(files.last().getByRole('link', { name: 'notes.txt' })).toBeVisible();
  await expect(chat.userMessages.first()).toContainText('what is this?');
  expect(await told(chat, wire, 'user')).toEqual(content);
});
