// Pictures of every state on one sheet, and of a rich answer in light, dark, Arabic and on a phone.
// Written to `end2end/shots/`, and to `docs/looks/` when MIDTURN_WRITE_SCREENSHOT is set.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/wire.ts';
import { ChatPage } from '../pages/chat.ts';
import { states } from '../pages/states.ts';

test.use({ control: true });

const SHOTS = resolve(import.meta.dirname, '..', 'shots');
const LOOKS = resolve(import.meta.dirname, '..', '..', 'docs', 'looks');
const SIZE = { width: 620, height: 560 };

const RICH = `## A tour of an answer

Interruption is a *protocol* question before it is a UI one: see the [design notes](https://example.com/notes), mind \`apply(input)\`, and **nothing flashes**.

1. It takes one input, and nothing else.
2. It answers with a step:
   - what changed
   - what to do[^1]

> Late input is normal, not an error.

| state | shown | steps | note |
|:------|:-----:|----------:|---|
| running | yes | 12 | opens the editor |
| paused | queue only | 5 | \`resume\` goes on |

\`\`\`rust
/// Applies one input.
pub fn apply(&mut self, input: Input) -> Step {
    match (&mut self.card, input) {
        (Card::Running { run }, Input::Cancel { at }) => self.cancel(run, at), // later
        (_, input) => Step::diagnostic(format!("late: {input:?}")),
    }
}
\`\`\`

> [!WARNING]
> A cancel that loses to the finish still pauses the queue.

- [x] Write the test first
- [ ] Then the code

Euler wrote $e^{i\\pi} + 1 = 0$.

\`\`\`mermaid
graph LR
  A[Composer] --> B{Running?}
  B -- yes --> C[Queue]
  B -- no --> D[Turn]
\`\`\`

![A chart of latencies](https://img.example.com/chart.png)

العربية في فقرة مستقلة تُقرأ من اليمين إلى اليسار مع \`code\` داخلها.

[^1]: Time comes in with the input.
`;

async function keep(name: string, picture: Buffer): Promise<void> {
  expect(picture.length).toBeGreaterThan(10_000);
  await mkdir(SHOTS, { recursive: true });
  const path = resolve(SHOTS, name);
  await writeFile(path, picture);
  if (process.env.MIDTURN_WRITE_SCREENSHOT) {
    await mkdir(LOOKS, { recursive: true });
    await copyFile(path, resolve(LOOKS, name));
  }
}

const looks: Record<string, BrowserContextOptions> = {
  light: {},
  dark: { colorScheme: 'dark' },
  arabic: { locale: 'ar' },
  phone: { viewport: { width: 360, height: 1900 } },
};

for (const [name, options] of Object.entries(looks)) {
  test(`a rich answer: ${name}`, ALL, async ({ browser, wire, guard: _ }) => {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1000, height: 1640 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    const chat = new ChatPage(page);
    await page.goto(`${wire.url}/threads/${randomUUID()}`);
    await expect(chat.composer).toBeVisible();
    await chat.say('Show me');
    const run = await wire.run();
    run.text(RICH);
    run.finish();
    // Wait for the modules that are loaded later.
    await expect(page.locator('.mt-math math')).toBeVisible();
    await expect(page.locator('.mt-code__drawing svg')).toBeVisible();
    await expect(page.locator('.mt-k-keyword').first()).toBeVisible();
    // The page does not scroll sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await keep(`answer-${name}.png`, await page.screenshot({ caret: 'hide' }));
    await context.close();
  });
}

test('all states on one sheet', ALL, async ({ browser, agent, wire: _wire, guard: _ }) => {
  test.setTimeout(180_000);
  const shots: [string, Buffer][] = [];
  const names = Object.keys(states);
  for (const [index, name] of names.entries()) {
    const dark = index % 2 === 1;
    const context = await browser.newContext({
      locale: 'en-GB',
      baseURL: agent.url,
      viewport: SIZE,
      reducedMotion: 'reduce',
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    const chat = new ChatPage(page);
    const thread = agent.thread(randomUUID());
    await thread.hold();
    await chat.open(thread.id);
    await states[name]?.(chat, thread);
    shots.push([name, await page.screenshot({ caret: 'hide' })]);
    await context.close();
  }
  const desk = await browser.newPage();
  await keep('states.png', await sheet(desk, shots));
  await desk.close();
});

/** Composes pictures in three columns, each with its name above it. */
async function sheet(page: Page, shots: [string, Buffer][]): Promise<Buffer> {
  await page.setViewportSize({ width: 3 * 420 + 64, height: 400 });
  const figures = shots.map(
    ([name, shot]) =>
      `<figure><figcaption>${name}</figcaption><img width="420" src="data:image/png;base64,${shot.toString('base64')}"></figure>`,
  );
  await page.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(3, 420px); gap: 16px; margin: 16px; background: #e9e8e3; font: 600 15px system-ui, sans-serif; color: #1e1d1b }
    figure { margin: 0 } figcaption { height: 24px } img { display: block; border-radius: 8px }
  </style>${figures.join('')}`);
  return page.screenshot({ type: 'png', fullPage: true });
}
