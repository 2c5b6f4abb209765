// Compares screenshots of some states with the pictures in `end2end/pictures/`. Fonts and time are
// fixed, but only Linux draws the same pixels. `--update-snapshots` draws them again.
import type { Page } from '@playwright/test';
import type { AgentThread } from '../fixtures/agent.ts';
import { installClock } from '../fixtures/clock.ts';
import { drawWithFonts } from '../fixtures/fonts.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';

test.skip(process.platform !== 'linux', 'the pictures are those of Linux');

const NOW = '2026-01-15T10:00:00Z';

const LIGHT = { colorScheme: 'light', locale: 'en-GB', viewport: { width: 820, height: 620 } } as const;
const NARROW = { ...LIGHT, colorScheme: 'dark', viewport: { width: 360, height: 640 } } as const;
const ARABIC = { ...LIGHT, locale: 'ar' } as const;

type Reach = (chat: ChatPage, thread: AgentThread, page: Page) => Promise<void>;

const running: Reach = async (chat, thread, page) => {
  await chat.start('tools: who reads the header?');
  await thread.step({ until: 'tool_started' });
  // Wait for the call before time moves; otherwise the call would begin at the later time.
  await expect(chat.card.header).toContainText('read_file');
  await page.clock.runFor(12_000);
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('search_text');
  await chat.card.expand();
  await expect(chat.card.root.getByTestId('activity')).toHaveCount(2);
  // The timer is updated once a second.
  await expect(chat.card.root.getByTestId('agent-running-timer')).toHaveText(/12|١٢/);
};

const paused: Reach = async (chat, thread, page) => {
  await running(chat, thread, page);
  await chat.say('text: then the release note');
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
};

const queued: Reach = async (chat, thread) => {
  await chat.start('tools: who reads the header?');
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  for (const text of ['text: one', 'text: two', 'text: three']) await chat.say(text);
  await expect(chat.queue.items).toHaveCount(3);
};

const pictures: [string, typeof LIGHT | typeof NARROW | typeof ARABIC, Reach][] = [
  ['empty', LIGHT, async (chat) => expect(chat.composer).toBeEditable()],
  ['running', LIGHT, running],
  ['paused', LIGHT, paused],
  ['queue', LIGHT, queued],
  [
    'approval',
    LIGHT,
    async (chat, thread) => {
      await chat.start('approval');
      await thread.finish();
      await expect(chat.root.getByTestId('approval')).toBeVisible();
    },
  ],
  [
    'settings',
    LIGHT,
    async (_chat, _thread, page) => {
      await page.getByTestId('settings-open').click();
      await expect(page.getByTestId('settings')).toBeVisible();
    },
  ],
  ['arabic', ARABIC, paused],
  ['narrow-dark', NARROW, queued],
];

for (const [name, look, reach] of pictures) {
  test.describe(name, () => {
    test.use({ ...look, timezoneId: 'UTC' });

    test(`picture: ${name}`, ALL, async ({ page, guard: _guard, thread }) => {
      await installClock(page, NOW);
      const chat = new ChatPage(page);
      await chat.open(thread.id);
      await drawWithFonts(page);
      await thread.hold();
      await reach(chat, thread, page);
      await page.mouse.move(0, 0);
      await expect(page).toHaveScreenshot(`${name}.png`);
    });
  });
}
