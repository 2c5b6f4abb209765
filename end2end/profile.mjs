// Uses a page and an element that tell in `marks` which functions run, as a person would who opens
// a chat, and reads a conversation. What they do before all of the program is there waits, and so is
// no part of a start. Prints, for the start and for reading, the
// numbers of the functions of the page and of the element.
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';

const seen = [
  [new Set(), new Set()],
  [new Set(), new Set()],
];
const [START, READING] = seen;
const TEXT = [
  '# A head\n\nSome *words* with **weight**, ~~gone~~, `code`, [a link](https://example.com "title"), <https://example.com>.',
  'A line  \nand the next.\n\n- one\n- two\n  - inside\n\n1. first\n2. second\n\n> said\n>\n> by others',
  '```rust\nfn main() {}\n```\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- [ ] open\n- [x] done\n\n---\n\nEnd.',
].join('\n\n');

const agent = spawn(
  process.env.MIDTURN_AGENT_BIN,
  ['--listen', '127.0.0.1:0', '--static-dir', process.env.MIDTURN_DIST, '--test-mode', '--speed', '40'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const url = await new Promise((resolve, reject) => {
  let said = '';
  agent.stdout.on('data', (bytes) => {
    said += bytes;
    const address = /listening on (http:\S+)/.exec(said);
    if (address) resolve(address[1]);
  });
  agent.once('exit', () => reject(new Error('the agent did not start')));
});
const browser = await chromium.launch({
  executablePath: process.env.MIDTURN_CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function take(page, into) {
  // Until nothing new has run for a second.
  for (let before = -1, now = 0; now !== before; ) {
    before = now;
    await page.waitForTimeout(1000);
    now = await page.evaluate(() => marks.reduce((sum, mark) => sum + mark, 0));
  }
  for (const number of await page.evaluate(() => [...marks.keys()].filter((n) => marks[n]))) {
    into.add(number);
  }
}

/** A start of one of the two, also in a browser without storage, and with a part that is missing. */
async function start(path, which, options, storage = true) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (!storage) await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await page.goto(url + path);
  const input = page.getByTestId('composer-input');
  await input.waitFor();
  await take(page, START[which]);
  // A chat that loses room, as to a phone's keyboard, keeps the field that has the focus in sight.
  await input.focus();
  for (const height of [256, 480, 720]) {
    await page.setViewportSize({ width: 320, height });
    await take(page, START[which]);
  }
  await page.evaluate(() => {
    // What may come to any page at any time, also when nothing more can be loaded.
    for (const name of ['offline', 'online', 'resize', 'blur', 'focus']) dispatchEvent(new Event(name));
    document.dispatchEvent(new Event('visibilitychange'));
    for (const name of ['pointerdown', 'pointerup']) document.dispatchEvent(new PointerEvent(name));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    for (const name of ['pagehide', 'pageshow']) {
      dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
    }
  });
  await take(page, START[which]);
  for (const online of [true, false]) {
    await page.evaluate((online) => program.partIsMissing(online), online);
    await take(page, START[which]);
  }
  await context.setOffline(true);
  await take(page, START[which]);
  await context.setOffline(false);
  await take(page, START[which]);
  // A host may change its mind at any time, too. What waits for all parts is not theirs to have.
  await page.evaluate(() => {
    const element = document.querySelector('midturn-chat');
    if (!element) return;
    const properties = () => ({
      theme: 'dark',
      density: 'compact',
      enter: 'interject',
      images: 'never',
      links: { schemes: ['https'], relative: true },
      renderers: { math: null },
      agentUrl: '/agent',
      headers: { a: 'b' },
      credentials: 'include',
      messageLink: () => '#m',
      attachments: 'off',
      attachmentTypes: 'image/*',
      attachmentMaxBytes: 1_000,
    });
    // Again, as a framework does that draws its page anew.
    for (let times = 0; times < 2; times++) Object.assign(element, properties());
    element.remove();
  });
  await take(page, START[which]);
  await context.close();
}

/** Elements that go and come while nothing but the first part is there. */
async function change(path, which) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.partsAfter = 2 ** 30;
  });
  await page.goto(url + path);
  await page.getByTestId('composer-input').waitFor();
  await page.evaluate(() => {
    const before = document.querySelector('midturn-chat');
    const after = before?.cloneNode();
    after?.setAttribute('thread-id', 'profiled');
    before?.replaceWith(after);
  });
  await take(page, START[which]);
  await page.evaluate(() => {
    const element = document.querySelector('midturn-chat');
    const history = () => Promise.resolve({ messages: [], more: false });
    if (element) Object.assign(element, { enter: 'replace', images: 'always', density: 'compact', history });
    if (element) element.history = async () => ({ messages: [], more: false });
  });
  await take(page, START[which]);
  await context.close();
}

/** A stored conversation that is shown again. */
async function read(path, which) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replace('agent-url="/agui"', 'agent-url="/agui" thread-id="profiled"'),
    });
  });
  await page.route('**/agui', (route) => {
    const { threadId, runId } = route.request().postDataJSON();
    const events = [
      { type: 'RUN_STARTED', threadId, runId },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: TEXT },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'RUN_FINISHED', threadId, runId },
    ];
    return route.fulfill({
      contentType: 'text/event-stream',
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    });
  });
  await page.goto(url + path);
  const input = page.getByTestId('composer-input');
  // All of it is there: what an embedder has given for its agent waits for that.
  const whole = async () => {
    await input.waitFor();
    await page.evaluate(() => program.partsAreThere(1));
  };
  await whole();
  await input.fill('text');
  await input.press('Enter');
  await page.getByText('End.').waitFor();
  await page.waitForTimeout(1500);
  await page.reload();
  await whole();
  await page.getByText('End.').waitFor();
  await take(page, READING[which]);
  await context.close();
}

try {
  for (const [which, path] of ['/', '/embed.html'].entries()) {
    await start(path, which, { locale: 'en-GB' });
    await start(path, which, { locale: 'fr', colorScheme: 'dark', viewport: { width: 400, height: 700 } });
    await start(path, which, { locale: 'ar', hasTouch: true });
    await start(path, which, {}, false);
    await change(path, which);
    await read(path, which);
  }
} finally {
  await browser.close();
  agent.kill();
}
console.log(JSON.stringify(seen.map((part) => part.map((numbers) => [...numbers]))));
