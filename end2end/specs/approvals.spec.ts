// Approvals: each kind of answer, several questions at once, and actions that do not answer a
// question.
import type { AgentThread } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { Approval, type Resume, approvals, ask, decisions } from '../pages/approval.ts';

test.use({ control: true });

/** The answers that a run got to the questions of the previous run. */
async function resumeOf(thread: AgentThread, index: number): Promise<Resume[]> {
  await expect.poll(async () => (await thread.runs()).length).toBeGreaterThan(index);
  const { input } = await thread.run(index);
  return input.resume as Resume[];
}

test('the question says what the tool will do, and does not move the focus', async ({
  chat,
}) => {
  const approval = await ask(chat);
  await expect(chat.root.getByRole('group', { name: 'Allow write_file on src/retry.rs?' })).toBeVisible();
  // What is asked is announced, and nothing else asks for attention.
  await expect(chat.announcer).toContainText('Allow write_file on src/retry.rs?');
  // A new file is shown as added lines only.
  await expect(approval.added).toHaveCount(4);
  await expect(approval.removed).toHaveCount(0);
  await expect(approval.added.first()).toHaveText(
    '+ fn parse_retry_after(value: &HeaderValue) -> Duration {',
  );
  await expect(approval.root.locator('pre')).toHaveAttribute('dir', 'ltr');
  await expect(chat.composer).toBeFocused();
  await expect(chat.outcomeNotes).toHaveCount(0);
  await expect(approval.expiry).toBeEmpty();
});

test('approve: the tool runs, and the answer is in the list', async ({ chat, thread }) => {
  const approval = await ask(chat);
  await approval.approve.focus();
  await approval.approve.press('Enter');
  await expect(chat.turns).toContainText('Done. I wrote the fix to src/retry.rs');
  await expect(approvals(chat)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  expect(await resumeOf(thread, 1)).toEqual([
    { interruptId: expect.any(String), status: 'resolved', payload: { approved: true } },
  ]);
  await chat.card.expectHidden();
  await chat.expectUsers('approval');
  await chat.streams.getByRole('button').first().click();
  const row = chat.streams.locator('[data-kind=approval]');
  await expect(row).toHaveAttribute('data-status', 'done');
  await expect(row).toContainText('Approved');
  // The step is there; it needs no further line.
  await expect(decisions(chat)).toHaveCount(0);
});

test('deny: the tool does not run', ALL, async ({ chat, thread }) => {
  const approval = await ask(chat);
  await approval.refuse();
  await expect(chat.turns).toContainText('I have not touched the file');
  expect(await resumeOf(thread, 1)).toEqual([
    { interruptId: expect.any(String), status: 'resolved', payload: { approved: false } },
  ]);
  expect((await thread.runs()).map((run) => run.toolsStarted)).toEqual([0, 0]);
});

test('deny with a reason: Escape only closes the field, Enter sends', async ({
  chat,
  thread,
}) => {
  const approval = await ask(chat);
  await approval.deny.click();
  await expect(approval.reason).toBeFocused();
  await approval.reason.fill('not in this branch');
  await approval.reason.press('Escape');
  await expect(approval.reason).toHaveCount(0);
  await expect(approval.deny).toBeFocused();
  await approval.deny.press('Enter');
  // The typed text is kept.
  await expect(approval.reason).toHaveValue('not in this branch');
  // An Enter that ends an IME composition does not send.
  await approval.reason.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(approval.reason).toBeFocused();
  await approval.reason.press('Enter');
  await expect(chat.turns).toContainText('I have not touched the file');
  await expect(chat.composer).toBeFocused();
  expect(await resumeOf(thread, 1)).toEqual([
    {
      interruptId: expect.any(String),
      status: 'resolved',
      payload: { approved: false, reason: 'not in this branch' },
    },
  ]);
  await chat.card.expectHidden();
  await chat.streams.getByRole('button').first().click();
  const row = chat.streams.locator('[data-kind=approval]');
  await row.getByRole('button').click();
  await expect(row.locator('pre').last()).toHaveText('Denied: not in this branch');
  // The line stands before what the agent said then, also after a reload.
  const lines = chat.turns.getByText(/^Denied write_file|I have not touched/);
  const expected = ['Denied write_file: not in this branch', /I have not touched the file/];
  await expect(decisions(chat)).toHaveText(expected.slice(0, 1));
  await expect(lines).toHaveText(expected);
  await chat.reload();
  await expect(lines).toHaveText(expected);
});

test('in little room the buttons stay in view, two in a row', ALL, async ({ chat, page }) => {
  await page.setViewportSize({ width: 390, height: 480 });
  const approval = await ask(chat);
  await approval.root.evaluate((question) => question.scrollIntoView());
  await expect(approval.title).toBeInViewport({ ratio: 1 });
  const boxes = [];
  for (const button of [approval.approve, approval.deny, approval.edit]) {
    await expect(button).toBeInViewport({ ratio: 1 });
    boxes.push(await button.boundingBox());
  }
  const [approve, deny, edit] = boxes;
  expect(approve?.y).toBe(deny?.y);
  expect(approve?.width).toBe(deny?.width);
  expect(edit?.x).toBe(approve?.x);
  // Where there is less of the question in sight than its sentence and the buttons need, the sentence is seen.
  const scroll = chat.root.getByTestId('chat-scroll-container');
  await scroll.evaluate((scroll) => scroll.scrollTo(0, 0));
  await expect
    .poll(async () => {
      const [title, buttons] = [await approval.title.boundingBox(), await approval.approve.boundingBox()];
      return buttons!.y - (title!.y + title!.height);
    })
    .toBeGreaterThanOrEqual(0);
});

test('edit the arguments: each has a field, and the tool runs with the edited ones', async ({
  chat,
  thread,
}) => {
  const approval = await ask(chat);
  await approval.edit.click();
  const [path, content] = [approval.argument('path'), approval.argument('content')];
  // The fields have the order in which the agent wrote the arguments.
  await expect(content).toBeFocused();
  await expect(path).toHaveValue('src/retry.rs');
  const lines = (await content.inputValue()).split('\n');
  expect(lines[0]).toBe('fn parse_retry_after(value: &HeaderValue) -> Duration {');
  expect(lines.length).toBeGreaterThan(3);
  // Enter inserts a line break and does not answer.
  await content.fill('one');
  await content.press('Enter');
  await content.pressSequentially('"two"');
  await expect(content).toHaveValue('one\n"two"');
  // Escape closes the fields and keeps the typed text.
  await content.press('Escape');
  await expect(content).toHaveCount(0);
  await expect(approval.edit).toBeFocused();
  await approval.edit.press('Enter');
  await expect(content).toHaveValue('one\n"two"');
  await approval.approve.click();
  await expect(chat.turns).toContainText('Done.');
  const resume = await resumeOf(thread, 1);
  expect(resume[0]?.payload).toEqual({
    approved: true,
    editedArgs: { path: 'src/retry.rs', content: 'one\n"two"' },
  });
  await expect(decisions(chat)).toHaveText('Approved write_file with changes');
});

test('unchanged fields approve the original arguments', ALL, async ({ chat, thread }) => {
  const approval = await ask(chat);
  await approval.edit.click();
  await expect(approval.argument('content')).toBeFocused();
  await approval.asJson.click();
  await expect(approval.json).toBeFocused();
  await approval.asFields.click();
  await expect(approval.argument('content')).toBeFocused();
  await approval.approve.click();
  await expect(chat.turns).toContainText('Done.');
  expect((await resumeOf(thread, 1))[0]?.payload).toEqual({ approved: true });
});

test('edit the arguments as JSON: only an object can be approved, and the tool runs with it', ALL, async ({
  chat,
  thread,
}) => {
  const approval = await ask(chat);
  await approval.edit.click();
  await approval.argument('path').fill('src/half.rs');
  await approval.asJson.click();
  await expect(approval.json).toBeFocused();
  expect(JSON.parse(await approval.json.inputValue())).toMatchObject({ path: 'src/half.rs' });
  await approval.json.fill('{"path": "src/retry.rs", "content": "a\\nb\\nc"}');
  await approval.asFields.click();
  await expect(approval.argument('content')).toHaveValue('a\nb\nc');
  await approval.asJson.click();
  const given = await approval.json.inputValue();
  expect(JSON.parse(given)).toMatchObject({ path: 'src/retry.rs' });
  expect(given.split('\n').length).toBeGreaterThan(3);
  await approval.json.fill('{"path": "src/retry.rs", ');
  await expect(approval.approve).toBeDisabled();
  await expect(approval.asFields).toBeDisabled();
  await expect(approval.back).toBeEnabled();
  await expect(approval.root.getByRole('status')).toContainText('not a JSON object');
  await approval.json.fill('["src/other.rs"]');
  await expect(approval.approve).toBeDisabled();
  await approval.json.fill('{"path": "src/other.rs", "content": "ten bytes."}');
  await expect(approval.root.getByRole('status')).toBeEmpty();
  await approval.approve.click();
  await expect(chat.turns).toContainText('Done.');
  expect(await resumeOf(thread, 1)).toEqual([
    {
      interruptId: expect.any(String),
      status: 'resolved',
      payload: {
        approved: true,
        editedArgs: { path: 'src/other.rs', content: 'ten bytes.' },
      },
    },
  ]);
  await chat.card.expectHidden();
  await chat.streams.getByRole('button').first().click();
  await expect(chat.streams.locator('[data-kind=approval]')).toContainText(
    'Approved with other arguments',
  );
});

test('several at once: each answer is kept and can be changed until all are given', ALL, async ({
  chat,
  thread,
}) => {
  await chat.say('approvals');
  await expect(approvals(chat)).toHaveCount(2);
  const first = new Approval(approvals(chat).nth(0));
  const second = new Approval(approvals(chat).nth(1));
  await expect(first.root).toContainText('src/retry.rs');
  await expect(second.root).toContainText('CHANGELOG.md');
  await first.approve.click();
  await expect(first.root).toContainText('Approved');
  await expect(first.root).toContainText('Waits for the other answers');
  await expect(first.change).toBeFocused();
  expect(await thread.runs()).toHaveLength(1);
  await first.change.click();
  await expect(first.approve).toBeFocused();
  await first.refuse('by hand');
  await expect(first.root).toContainText('Denied: by hand');
  await second.expectOpen();
  await second.approve.click();
  await expect(approvals(chat)).toHaveCount(0);
  const resume = await resumeOf(thread, 1);
  expect(resume.map((given) => given.payload)).toEqual([
    { approved: false, reason: 'by hand' },
    { approved: true },
  ]);
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('I have written what you allowed');
});

test('a queued prompt does not answer the question, and starts after the answer', ALL, async ({ chat, thread }) => {
  const approval = await ask(chat);
  await chat.say('text later');
  await chat.queue.expect('text later');
  await approval.expectOpen();
  await thread.expectStates('finished');
  await approval.approve.click();
  await expect(chat.turns).toHaveCount(2);
  await chat.card.expectHidden();
  await chat.expectUsers('approval', 'text later');
  await thread.expectPrompts('approval', 'approval', 'text later');
});

test('a reload keeps the open questions and the answers so far', ALL, async ({
  chat,
  thread,
}) => {
  await chat.say('approvals');
  await expect(approvals(chat)).toHaveCount(2);
  await new Approval(approvals(chat).nth(0)).refuse();
  await expect(approvals(chat).nth(0)).toContainText('Denied');
  await chat.reload();
  await expect(approvals(chat)).toHaveCount(2);
  await expect(approvals(chat).nth(0)).toContainText('Denied');
  const second = new Approval(approvals(chat).nth(1));
  await expect(second.added).toHaveText(['+ Retry-After is read in seconds.']);
  await second.approve.click();
  await expect(approvals(chat)).toHaveCount(0);
  const resume = await resumeOf(thread, 1);
  expect(resume.map((given) => given.payload)).toEqual([{ approved: false }, { approved: true }]);
});

test('a reload keeps edited arguments, also as JSON, and a reason that is being written', ALL, async ({
  chat,
  thread,
}) => {
  const approval = await ask(chat);
  await approval.edit.click();
  await approval.argument('content').fill('one\ntwo');
  await chat.reload();
  await expect(approval.argument('content')).toHaveValue('one\ntwo');
  await expect(approval.argument('path')).toHaveValue('src/retry.rs');
  // The field is open and does not take the focus.
  await expect(chat.composer).toBeFocused();
  await approval.asJson.click();
  await approval.json.fill('{"path": ');
  await chat.reload();
  await expect(approval.json).toHaveValue('{"path": ');
  await approval.json.fill('{"path": "a.rs", "content": "x"}');
  await approval.back.click();
  await approval.deny.click();
  await approval.reason.fill('not yet');
  await chat.reload();
  await approval.back.click();
  await approval.deny.click();
  await expect(approval.reason).toHaveValue('not yet');
  await approval.back.click();
  await approval.edit.click();
  await approval.approve.click();
  await expect(chat.turns).toContainText('Done.');
  expect((await resumeOf(thread, 1))[0]?.payload).toEqual({
    approved: true,
    editedArgs: { path: 'a.rs', content: 'x' },
  });
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('the question reads from right to left, and code from left to right', async ({ chat, thread }) => {
    const approval = await ask(chat);
    await expect(approval.approve).toHaveText('موافقة');
    await expect(approval.root).toHaveCSS('direction', 'rtl');
    await expect(approval.root.locator('pre')).toHaveCSS('direction', 'ltr');
    const box = async (locator: typeof approval.approve) => (await locator.boundingBox())?.x ?? 0;
    expect(await box(approval.approve)).toBeGreaterThan(await box(approval.deny));
    await approval.refuse();
    expect((await resumeOf(thread, 1))[0]?.payload).toEqual({ approved: false });
  });
});

test('a subagent can ask, and continues with the answer', ALL, async ({ chat, thread }) => {
  await chat.say('delegate');
  await chat.root.getByTestId('approval-approve').click();
  await expect(chat.root.getByTestId('approval')).toHaveCount(0);
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await thread.expectStates('finished', 'finished');
});

test('a message can replace the answer, as an interjection or as a new turn', ALL, async ({
  chat,
  thread,
}) => {
  await chat.say('delegate');
  await expect(chat.root.getByTestId('approval')).toBeVisible();
  await chat.interjectWith('rather not');
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await chat.say('delegate');
  await expect(chat.root.getByTestId('approval')).toBeVisible();
  await chat.composer.fill('text instead');
  await chat.replace.click();
  await chat.card.expectHidden();
  await chat.expectUsers('delegate', 'delegate', 'text instead');
  // Three runs each time: the question, its answer, and the message.
  await thread.expectStates(...Array<'finished'>(6).fill('finished'));
});
