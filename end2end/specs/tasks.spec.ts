// Stopping one task of a turn while the others continue. The page says what a stop waits for, and
// keeps everything done before it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { AgentThread } from '../fixtures/agent.ts';
import { holdRequests } from '../fixtures/requests.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

// A long grace period, so that the agent does not force a stop before the test has checked.
test.use({ control: { grace: 600 } });

/** Starts three subagents, each with a running tool. */
async function startTeam(chat: ChatPage, thread: AgentThread): Promise<void> {
  await chat.start('team');
  for (let tools = 0; tools < 6; tools += 1) await thread.step({ until: 'tool_started' });
  await chat.card.expand();
  await expect(subagent(chat, 'agent')).toBeVisible();
  // The indentation is not all that says whose step it is.
  await expect(tool(chat, 'search_text')).toContainText('of explore');
}

function subagent(chat: ChatPage, name: string) {
  return chat.root.locator('[data-testid=activity][data-kind=subagent]', {
    has: chat.page.locator('.mt-activity__title', { hasText: new RegExp(`^${name}$`) }),
  });
}

function tool(chat: ChatPage, name: string) {
  return chat.root
    .locator('[data-testid=activity][data-kind=tool]')
    .filter({ hasText: new RegExp(`^${name}`) });
}

function stopOf(page: Page, name: string) {
  return page.getByRole('button', { name: `Stop ${name}`, exact: true });
}

/** The places where the times of the card's rows end: one, if they are in a column. */
async function endsOfTimes(chat: ChatPage): Promise<number[]> {
  const ends = await chat.card.activities
    .locator('.mt-activity__time')
    .evaluateAll((times) => times.map((time) => Math.round(time.getBoundingClientRect().right)));
  return [...new Set(ends)];
}

async function ledgerLines(chat: ChatPage): Promise<string[]> {
  const ledger = chat.root.getByTestId('ledger');
  if ((await ledger.locator('ol').count()) === 0) await ledger.getByRole('button').click();
  const lines = ledger.locator('ol > li');
  await expect(lines.first()).toBeVisible();
  const texts = await lines.allInnerTexts();
  return texts.map((text) => {
    const [time, words] = text.split('\n');
    expect(time).toMatch(/^\d{1,2}:\d\d:\d\d/);
    return words ?? '';
  });
}

test('the second of three parallel agents is stopped, and the others continue', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await startTeam(chat, thread);
  // Each agent and the call that started it are one row, with the agent's tools below.
  await expect(chat.card.activities.locator('.mt-activity__title')).toHaveText([
    'explore',
    'search_text',
    'plan',
    'read_file',
    'agent',
    'run_command',
  ]);
  expect(await endsOfTimes(chat)).toHaveLength(1);
  await stopOf(page, 'plan').click();
  await expect(subagent(chat, 'plan')).toHaveAttribute('data-status', 'cancelled');
  await expect(subagent(chat, 'plan')).toContainText('Stopped by you');
  await expect(stopOf(page, 'plan')).toHaveCount(0);
  expect(await endsOfTimes(chat)).toHaveLength(1);
  await expect(subagent(chat, 'plan').getByRole('button')).toBeFocused();
  for (const name of ['explore', 'agent']) {
    await expect(subagent(chat, name)).toHaveAttribute('data-status', 'running');
    await expect(stopOf(page, name)).toBeVisible();
    await expect(subagent(chat, name).locator('.mt-activity__time')).toHaveText(/^\d+ s$/);
  }
  await thread.finish();
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await thread.expectStates('finished');
  await expect(chat.turns).toContainText('and the lints are clean');
  // The steps were open, and stay open.
  await expect(subagent(chat, 'plan')).toContainText('Stopped by you');
  await expect(subagent(chat, 'agent')).toHaveAttribute('data-status', 'done');
  expect(await ledgerLines(chat)).toEqual(['You stopped plan', 'plan has stopped']);
});

test('a stopping task shows how long it has been stopping, and can be forced', ALL, async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  await startTeam(chat, thread);
  await stopOf(page, 'agent').click();
  const row = subagent(chat, 'agent');
  await expect(row).toHaveAttribute('data-status', 'stopping');
  await page.clock.runFor(3_000);
  await expect(row).toContainText('Stopping… 3 s');
  await expect(stopOf(page, 'agent')).toHaveCount(0);
  // Force is beside the button that opens the details, not inside it.
  const force = row.getByTestId('activity-force');
  await expect(force).toHaveAccessibleName('Force: agent');
  await expect(row.locator('button button')).toHaveCount(0);
  await force.click();
  await expect(row).toHaveAttribute('data-status', 'cancelled');
  await expect(row).toContainText('Stopped by you');
  await expect(row).not.toContainText('Stopping…');
  await expect(subagent(chat, 'explore')).toHaveAttribute('data-status', 'running');
  expect(await ledgerLines(chat)).toEqual([
    'You stopped agent',
    'You asked to stop at once',
    'agent has stopped',
  ]);
});

test('the text of a stopped agent is kept in its details', ALL, async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await startTeam(chat, thread);
  await stopOf(page, 'explore').click();
  const row = subagent(chat, 'explore');
  await row.getByTestId('activity-force').click();
  await expect(row).toHaveAttribute('data-status', 'cancelled');
  await row.getByRole('button').click();
  await expect(row).toContainText('Done before it stopped');
  await expect(row.locator('pre').last()).toHaveText(
    'Looking for the place where the delay is decided.',
  );
});

test('the row of a subagent has the arguments and the result of its call', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('subagent');
  await thread.release();
  await chat.card.expectHidden();
  await chat.streams.getByRole('button').first().click();
  const rows = chat.streams.getByTestId('activity');
  await expect(rows.locator('.mt-activity__title')).toHaveText([
    'explore',
    'search_text',
    'read_file',
  ]);
  // The subagent and its call count as one step.
  await expect(chat.streams.getByRole('button').first()).toContainText('3 steps');
  const row = subagent(chat, 'explore');
  await expect(row).toHaveAttribute('data-depth', '0');
  await expect(rows.nth(1)).toHaveAttribute('data-depth', '1');
  await row.getByRole('button').click();
  await expect(row.locator('.mt-activity__label')).toHaveText([
    'Arguments',
    'What it said',
    'Result',
  ]);
  await expect(row.locator('pre').first()).toContainText('Find out where the client decides');
  await expect(row.locator('pre').last()).toContainText('src/retry.rs');
});

test('a tool shows its progress and its current work', async ({ heldChat: chat, thread, page }) => {
  await chat.start('slow');
  await thread.step({ until: 'tool_started' });
  await chat.card.expand();
  const row = tool(chat, 'run_command');
  await expect(row).toContainText('cargo test --workspace');
  await expect(row.getByRole('progressbar')).toHaveCount(0);
  await thread.step({ count: 6 });
  await expect(row.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '20');
  await expect(row).toContainText('Running unit tests');
  await stopOf(page, 'run_command').click();
  await expect(row).toHaveAttribute('data-status', 'stopping');
  await thread.step({ count: 1 });
  await expect(row).toHaveAttribute('data-status', 'cancelled');
  await expect(row.getByRole('progressbar')).toHaveCount(0);
});

test('a stop that comes too late is refused, with the reason', ALL, async ({
  heldChat: chat,
  thread,
  page,
  guard,
}) => {
  guard.allow(/status of 409/);
  await startTeam(chat, thread);
  await page.route('**/agui/control', (route) => {
    const { elementId } = route.request().postDataJSON() as { elementId: string };
    return route.fulfill({ status: 409, json: { type: 'task.cancel.failed', elementId } });
  });
  await stopOf(page, 'run_command').click();
  const row = tool(chat, 'run_command');
  await expect(row).toContainText('Not stopped');
  await expect(row).toHaveAttribute('data-status', 'running');
});

test('a stop names what is still running, and says "stopped" only once the agent has stopped', async ({
  clockChat: chat,
  thread,
  page,
}) => {
  await thread.hold();
  const letGo = await holdRequests(page, '**/agui/control', (asked) => asked.postDataJSON().force === true);
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  await chat.stop.click();
  const note = chat.outcomeNotes;
  await expect(note).toContainText('Stopping…');
  await page.clock.runFor(3_000);
  await expect(note).toContainText('Stopping… 3 s');
  await expect(note.getByRole('listitem')).toHaveText(['read_file still running, 3 s']);
  // The text was complete before the tool began, so it is not marked as partial.
  await expect(chat.root.getByTestId('partial-mark')).toHaveCount(0);
  await expect(chat.root.getByTestId('continue-here')).toHaveCount(0);
  await chat.streams.getByRole('button').first().click();
  await expect(tool(chat, 'read_file')).toHaveAttribute('data-status', 'stopping');
  expect(await ledgerLines(chat)).toEqual(['You stopped it']);
  await note.getByRole('button', { name: 'Force' }).click();
  await expect(note).toContainText('Asked to stop at once.');
  await expect(note.getByRole('button')).toHaveCount(0);
  letGo();
  await expect(note).toHaveCount(0);
  await thread.expectStates('cancelled');
  expect(await ledgerLines(chat)).toEqual([
    'You stopped it',
    'You asked to stop at once',
    'Confirmed',
  ]);
});

test('a cancelled turn keeps its text, marked as partial, also after a reload, and can be continued', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await expect(chat.turns.getByRole('paragraph').first()).toBeVisible();
  await chat.stop.click();
  await thread.expectStates('cancelled');
  await expect(chat.root.getByTestId('continue-here')).toBeVisible();
  await expect(chat.root.getByTestId('partial-mark')).toHaveText('Stopped here');
  await chat.reload();
  await expect(chat.root.getByTestId('partial-mark')).toHaveText('Stopped here');
  await chat.streams.getByRole('button').first().click();
  expect(await ledgerLines(chat)).toEqual([
    'You stopped it',
    'Confirmed',
  ]);
  await chat.root.getByRole('button', { name: 'Continue' }).click();
  await chat.expectUsers('text', 'Continue from where you stopped.');
  await thread.expectStates('cancelled', 'running');
  await thread.finish();
  await chat.card.expectHidden();
  // Only the last turn can be continued or resent, and it completed.
  await expect(chat.root.getByTestId('continue-here')).toHaveCount(0);
  await expect(chat.root.getByTestId('edit-resend')).toHaveCount(0);
  await expect(chat.root.getByTestId('partial-mark')).toHaveCount(1);
});

test('edit and resend appends the message to the text in the composer', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text one');
  await thread.step({ until: 'text' });
  await chat.stop.click();
  await thread.expectStates('cancelled');
  await chat.composer.fill('a draft');
  await chat.root.getByRole('button', { name: 'Edit message', exact: true }).click();
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue(/^a draft\n+text one$/);
  await expect(chat.userMessages).toHaveCount(1);
});

test('a stop says in advance what it will stop', ALL, async ({ heldChat: chat, thread, page }) => {
  await chat.start('team');
  await expect(chat.stop).toHaveAttribute('title', 'Stops: main agent.');
  for (let tools = 0; tools < 6; tools += 1) await thread.step({ until: 'tool_started' });
  await chat.card.expand();
  await expect(chat.stop).toHaveAttribute('title', 'Stops: main agent, 3 subagents.');
  await stopOf(page, 'plan').click();
  await expect(chat.stop).toHaveAttribute('title', 'Stops: main agent, 2 subagents.');
  await chat.say('text later');
  await chat.say('text last');
  await chat.card.openCancel();
  await expect(chat.card.dismiss).toHaveAttribute(
    'title',
    /Stops: main agent, 2 subagents\. 2 queued messages wait\.$/,
  );
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in tasks and questions, ${colorScheme}`, colorScheme === 'light' ? {} : ALL, async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    const scan = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    };
    await page.emulateMedia({ colorScheme });
    await startTeam(chat, thread);
    await stopOf(page, 'agent').click();
    await expect(subagent(chat, 'agent')).toContainText('Stopping…');
    await chat.root.getByTestId('ledger').getByRole('button').click();
    await scan();
    await chat.stop.click();
    await expect(chat.outcomeNotes).toContainText('still running');
    await scan();
    await chat.root.getByTestId('turn-force').click();
    await expect(chat.root.getByTestId('continue-here')).toBeVisible();
    await thread.release();
    await chat.say('approvals');
    await expect(chat.root.getByTestId('approval')).toHaveCount(2);
    await chat.root.getByTestId('approval-approve').first().click();
    await chat.root.getByRole('button', { name: 'Edit first…' }).click();
    await chat.root.getByRole('button', { name: 'Edit as JSON' }).click();
    await chat.root.getByRole('textbox', { name: 'Arguments, as a JSON object' }).fill('{');
    await expect(chat.root.getByText('not a JSON object')).toBeVisible();
    await scan();
  });
}
