// Failures of a backend: shown with the backend's own message, and retried or offered for retry.
import { refuseRequests } from '../fixtures/requests.ts';
import { ALL, expect, test } from '../fixtures/test.ts';

test('a failed run shows the error and Try again', async ({ chat, thread }) => {
  await chat.say('fail');
  await chat.card.expectHidden();
  await chat.expectOutcomes('failed');
  await expect(chat.streams).toContainText('Failed after 1 step');
  await expect(chat.outcomeNotes).toContainText('The agent reported an error');
  await expect(chat.outcomeNotes).toContainText('The model is overloaded at the moment.');
  await expect(chat.turns).toContainText('The test expects a wait of two seconds');
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await chat.expectUsers('fail', 'fail');
  await chat.expectOutcomes('failed', 'failed');
  await thread.expectStates('failed', 'failed');
  // Only the last turn offers a retry.
  await expect(chat.root.getByRole('button', { name: 'Try again' })).toHaveCount(1);
});

test('http500: not retried, because a run may have begun; shown with status, body and Try again', ALL, async ({
  chat,
  thread,
  guard,
}) => {
  guard.allow(/status of 500/);
  await chat.say('http500');
  await chat.card.expectHidden();
  await chat.expectOutcomes('failed');
  await expect(chat.outcomeNotes).toContainText('The agent failed (HTTP 500)');
  await expect(chat.outcomeNotes.locator('pre')).toHaveText('The agent could not start the run.');
  // No step has been made, so there is no list to open.
  await expect(chat.streams).toHaveText('Failed');
  await expect(chat.streams.getByRole('button')).toHaveCount(0);
  expect((await thread.runs()).length).toBe(1);
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await chat.expectUsers('http500', 'http500');
  await expect.poll(async () => (await thread.runs()).length).toBe(2);
});

test('http429: retried automatically after the delay the agent asked for', async ({
  clockChat: chat,
  thread,
  page,
  guard,
}) => {
  guard.allow(/status of 429/);
  await chat.start('http429');
  await expect(chat.card.header).toContainText('Trying again in 1 s');
  // A second, and up to a fifth of it.
  await page.clock.runFor(999);
  await expect(chat.card.header).toContainText('Trying again in 1 s');
  expect(await thread.runs()).toHaveLength(1);
  await page.clock.runFor(201);
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('This time I could answer.');
  await expect(chat.outcomeNotes).toHaveCount(0);
  await chat.expectUsers('http429');
  await thread.expectPrompts('http429', 'http429');
});

test('http429, then Stop during the delay: not retried', ALL, async ({
  clockChat: chat,
  thread,
  page,
  guard,
}) => {
  guard.allow(/status of 429/);
  await chat.start('http429');
  await expect(chat.card.header).toContainText('Trying again in 1 s');
  await chat.stop.click();
  await page.clock.runFor(30_000);
  await chat.card.expectHidden();
  await chat.expectOutcomes('cancelled');
  expect((await thread.runs()).length).toBe(1);
});

test('busy: retried automatically', ALL, async ({ chat, thread, guard }) => {
  guard.allow(/status of 409/);
  await chat.say('busy');
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('This time I could answer.');
  await thread.expectPrompts('busy', 'busy');
});

test('disconnect: interrupted, the text so far is kept, and Try again', async ({ chat, guard }) => {
  guard.allow(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await chat.say('disconnect');
  await chat.card.expectHidden();
  await chat.expectOutcomes('interrupted');
  await expect(chat.turns).toContainText('I have found the cause of the failure.');
  await expect(chat.outcomeNotes).toContainText('What happened after that is unknown.');
  await expect(chat.outcomeNotes.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('garbage: the readable events are shown, and the next message is answered', ALL, async ({ chat }) => {
  await chat.say('garbage');
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('One frame of this answer is broken.');
  await expect(chat.turns).not.toContainText('half a fra');
  await chat.say('text');
  await chat.card.expectHidden();
  await expect(chat.turns.nth(1)).toContainText('The retry test fails');
});

test('empty: a stream that closes without a final event is an interrupted turn', ALL, async ({ chat }) => {
  await chat.say('empty');
  await chat.card.expectHidden();
  await chat.expectOutcomes('interrupted');
  await expect(chat.outcomeNotes).toContainText('The connection ended before the turn did.');
});

test('unreachable: an error is shown, and Try again works once the agent is back', async ({
  chat,
  thread,
  page,
  guard,
}) => {
  guard.allow(/net::ERR_CONNECTION_REFUSED/, /Failed to fetch/);
  // The agent and the parts of the program come from one server, as in most set-ups.
  const gone = /\/agui$|\/split_[^/]+\.wasm$/;
  const allow = await refuseRequests(page, gone, { error: 'connectionrefused' });
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.expectOutcomes('failed');
  await expect(chat.outcomeNotes).toContainText('The agent could not be reached');
  expect(await thread.runs()).toEqual([]);
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
  allow();
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await thread.expectStates('finished');
});

test('not an event stream: the error shows the content that came instead', ALL, async ({ chat, page }) => {
  await page.route('**/agui', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }),
  );
  await chat.say('text');
  await chat.card.expectHidden();
  await chat.expectOutcomes('failed');
  await expect(chat.outcomeNotes).toContainText('The answer was not an event stream');
  await expect(chat.outcomeNotes.locator('pre')).toContainText('<h1>Sign in</h1>');
});

for (const scenario of ['silent', 'unanswered']) {
  test(`${scenario}: the card says that it waits, and has Cancel from the first frame`, scenario === 'silent' ? {} : ALL, async ({
    chat,
    thread,
    page,
  }) => {
    // Records each frame from the one in which the message appears.
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const look = () => {
        if (inside.root().querySelector('[data-testid=user-message]')) {
          const cancel = inside.root().querySelector('[data-testid=agent-running-cancel]');
          const header = inside.root().querySelector('[data-testid=agent-running-header]');
          seen.push(`${cancel ? 'Cancel' : 'no Cancel'} ${header?.textContent ?? ''}`);
        }
        if (seen.length < 10) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await chat.start(scenario);
    await expect.poll(() => page.evaluate(() => (globalThis as never as { seen: string[] }).seen.length)).toBe(10);
    const seen = await page.evaluate(() => (globalThis as never as { seen: string[] }).seen);
    for (const frame of seen) expect(frame).toMatch(/^Cancel .*Waiting for the agent/);
    await chat.card.expand();
    await expect(chat.card.activities).toHaveCount(1);
    await expect(chat.card.activities).toHaveAttribute('data-kind', 'waiting');
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await chat.card.expectHidden();
    await chat.expectOutcomes('cancelled');
    await thread.expectStates('cancelled');
  });
}

test('a failed tool does not fail the turn', ALL, async ({ chat }) => {
  await chat.say('failtool');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await chat.streams.getByRole('button').first().click();
  await expect(chat.streams.getByTestId('activity').first()).toHaveAttribute('data-status', 'failed');
  await expect(chat.turns).toContainText('The built-in runner will do.');
});
