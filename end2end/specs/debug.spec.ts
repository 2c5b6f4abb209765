// The debug panel is off by default. New entries do not move a reader. Saved reports replay with the
// recorded result.
import type { Page } from '@playwright/test';
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
import { DebugPanel } from '../pages/debug.ts';
import { HostPage } from '../pages/host.ts';
import { scan } from '../pages/states.ts';

const debugged = test.extend<{ debug: DebugPanel }>({
  debug: async ({ page, guard: _guard, thread }, use) => {
    await page.goto(`/threads/${thread.id}?debug`);
    const debug = new DebugPanel(new ChatPage(page));
    await expect(debug.root).toBeVisible();
    // A message sent while the thread loads has its effects in a later row.
    await expect(debug.chat.root.getByRole('log')).not.toHaveAttribute('aria-busy', 'true');
    await use(debug);
  },
});

test('the query is kept on the way to a new conversation', async ({ page, guard: _ }) => {
  await page.goto('/?debug');
  await expect(page).toHaveURL(/\/threads\/.+\?debug$/);
  await expect(new DebugPanel(new ChatPage(page)).root).toBeVisible();
});

test('the panel is off until the host page turns it on', async ({ page, guard: _ }) => {
  const host = new HostPage(page);
  await host.openEmpty();
  await host.add({ attributes: { 'agent-url': '/agui' } });
  const debug = new DebugPanel(host.chat());
  await debug.chat.say('tools');
  await debug.chat.expectOutcomes('completed');
  await expect(debug.root).toHaveCount(0);

  const set = (on: boolean) =>
    page.locator('midturn-chat').evaluate((host, on) => host.toggleAttribute('debug', on), on);
  await set(true);
  await expect(debug.root).toBeVisible();
  await expect(debug.root).toContainText('Nothing has happened since the recording began.');
  await debug.chat.say('tools again');
  await debug.chat.expectOutcomes('completed', 'completed');
  await expect(debug.row('RUN_STARTED')).toBeAttached();
  await set(false);
  await expect(debug.root).toHaveCount(0);
});

test('a panel that is turned on, off and on again records', ALL, async ({ page, guard: _ }) => {
  const host = new HostPage(page);
  await host.openEmpty();
  await host.add({ attributes: { 'agent-url': '/agui' } });
  const debug = new DebugPanel(host.chat());
  await debug.chat.say('tools');
  await debug.chat.expectOutcomes('completed');
  await page.locator('midturn-chat').evaluate((element) => {
    for (const on of [true, false, true]) element.toggleAttribute('debug', on);
  });
  await expect(debug.root).toHaveCount(1);
  await debug.chat.say('tools again');
  await debug.chat.expectOutcomes('completed', 'completed');
  await expect(debug.row('RUN_STARTED')).toBeAttached();
});

debugged('the panel lists requests, received events, and inputs with their effects', ALL, async ({ debug }) => {
  await debug.chat.say('tools');
  await debug.chat.expectOutcomes('completed');
  const request = debug.rows.filter({ hasText: 'request' }).filter({ hasText: '/agui' }).first();
  await expect(request).toBeAttached();
  await request.locator('summary').click();
  await expect(request.locator('pre')).toContainText('"role": "user"');

  const event = debug.row('TOOL_CALL_START');
  await event.locator('summary').click();
  await expect(event.locator('pre')).toContainText('"type": "TOOL_CALL_START"');

  const input = debug.row('Submit');
  await expect(input).toContainText('effect');
  await input.locator('summary').press('Enter');
  await expect(input).toContainText('OpenStream');

  await debug.wire.click();
  await expect(debug.wire).toHaveAttribute('aria-pressed', 'false');
  await expect(event).toHaveCount(0);
  await expect(debug.row('Submit')).toBeAttached();
  await debug.wire.click();
  await debug.core.click();
  await expect(debug.row('Submit')).toHaveCount(0);
  await debug.search.fill('tool_call_result');
  await expect(debug.row('TOOL_CALL_RESULT')).toBeVisible();
  await expect(debug.row('RUN_STARTED')).toHaveCount(0);
  await debug.search.fill('no such words');
  await expect(debug.root).toContainText('No recorded row matches.');
});

/** Mocks the next run: start, these events, end. */
async function answer(page: Page, events: object[]): Promise<void> {
  const all = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    ...events,
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
  ];
  const body = all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  await page.route('**/agui', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  );
}

debugged('unusual entries can be filtered', ALL, async ({ debug, page }) => {
  await answer(page, [{ type: 'NEWER_THAN_THIS' }]);
  await debug.chat.say('hello');
  await expect(debug.row('RUN_FINISHED')).toBeAttached();
  await debug.odd.click();
  await expect(debug.rows).toHaveCount(1);
  await expect(debug.rows).toContainText('UnknownEvent');
});

debugged('a replayed report has the recorded result, with interruptions', async ({ debug, thread }) => {
  const { chat } = debug;
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.say('text queued');
  await chat.card.openCancel();
  await chat.card.input.fill('text instead');
  await chat.card.input.press('Enter');
  await thread.release();
  await chat.expectUsers('tools', 'text instead', 'text queued');
  await chat.card.expectHidden();
  await chat.composer.fill('a draft');

  const report = await debug.report();
  expect(report.thread).toBe(thread.id);
  expect(report.replayed).toMatch(/\d+ inputs, as recorded/);
  expect(report.replayed).toContain('AbortStream');
  const events = report.entries.filter(({ kind }) => kind === 'event');
  expect(events.map(({ json }) => json?.type)).toContain('TOOL_CALL_START');
  expect(report.entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['request', 'input']));
  expect(report.text).toContain('a draft');
});

debugged('a report that begins in the middle of a turn replays as recorded', ALL, async ({ debug, thread, page }) => {
  const { chat } = debug;
  await thread.hold();
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await debug.clear.click();
  await expect(debug.root).toContainText('Nothing has happened since the recording began.');
  await thread.release();
  await chat.expectOutcomes('completed');
  expect((await debug.report()).replayed).toContain('as recorded');

  // A report of a thread that was read from storage.
  await page.reload();
  await expect(debug.root).toBeVisible();
  await chat.say('tools more');
  await chat.expectOutcomes('completed', 'completed');
  const report = await debug.report();
  expect(report.replayed).toContain('as recorded');
});

debugged('a report contains nothing of another thread', async ({ debug, page }) => {
  await debug.chat.say('tools of the first thread');
  await debug.chat.expectOutcomes('completed');
  await page.getByTestId('thread-new').click();
  await debug.chat.expectUsers();
  await debug.chat.say('tools of the second');
  await debug.chat.expectOutcomes('completed');
  const report = await debug.report();
  expect(report.text).toContain('tools of the second');
  expect(report.text).not.toContain('tools of the first thread');
  expect(report.replayed).toContain('as recorded');
});

debugged('new entries do not move a reader, who can jump to the end', ALL, async ({ debug, thread }) => {
  const { chat } = debug;
  await chat.say('tools');
  await chat.expectOutcomes('completed');
  const first = debug.rows.first();
  await first.scrollIntoViewIfNeeded();
  await atRest({ scroll: debug.list });
  await expect(first).toBeInViewport();
  const before = await debug.rows.count();
  await chat.say('tools again');
  await chat.expectOutcomes('completed', 'completed');
  await expect(debug.newer).toBeVisible();
  await expect(first).toBeInViewport();
  expect(await debug.rows.count()).toBe(before);
  await debug.newer.click();
  await expect(debug.newer).toHaveCount(0);
  await expect(debug.rows.last()).toBeInViewport();
  await thread.expectStates('finished', 'finished');
});

debugged('only the last of many entries are shown, and earlier ones on request', ALL, async ({
  debug,
  page,
}) => {
  const many = Array.from({ length: 300 }, (_, n) => ({
    type: 'TEXT_MESSAGE_CHUNK',
    messageId: 'a',
    delta: `word-${n}; `,
  }));
  await answer(page, many);
  await debug.chat.say('hello');
  await expect(debug.chat.turns).toContainText('word-299;');
  await debug.core.click();
  // The request, 300 deltas, a start and an end.
  await expect(debug.count).toHaveText('200 of 303');
  await expect(debug.rows).toHaveCount(200);
  await expect(debug.row('word-1;')).toHaveCount(0);
  await debug.root.getByRole('button', { name: 'Show earlier' }).press('Enter');
  await expect(debug.rows).toHaveCount(303);
  await expect(debug.row('word-1;')).toBeAttached();
});

debugged('closing the panel restores the focus', ALL, async ({ debug }) => {
  await debug.close.press('Enter');
  await expect(debug.root).toHaveCount(0);
  await expect(debug.chat.composer).toBeFocused();
});

for (const theme of ['light', 'dark'] as const) {
  debugged.describe(`axe finds nothing, ${theme}`, ALL, () => {
    debugged.use({ colorScheme: theme });
    debugged('with an open row', async ({ debug, page }) => {
      await debug.chat.say('tools');
      await debug.chat.expectOutcomes('completed');
      await debug.rows.last().locator('summary').click();
      await expect(debug.rows.last().locator('pre').first()).toBeVisible();
      await scan(page);
    });
  });
}
