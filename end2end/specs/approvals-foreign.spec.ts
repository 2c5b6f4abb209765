// Approval questions in the forms that other backends use, sent by a mock in the browser.
import type { Page, Route } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';
import { Approval, type Resume, approvals } from '../pages/approval.ts';

interface Asked {
  tool?: string;
  arguments?: unknown;
  interrupt: Record<string, unknown>;
}

/** Mocks a backend: a run with answers gets thanks, any other run gets the questions. */
async function play(page: Page, asked: Asked[]): Promise<Record<string, unknown>[]> {
  const runs: Record<string, unknown>[] = [];
  await page.route('**/agui', async (route: Route) => {
    const input = route.request().postDataJSON() as Record<string, string> & { resume?: unknown };
    runs.push(input);
    const { threadId, runId } = input;
    const events: object[] = [{ type: 'RUN_STARTED', threadId, runId }];
    if (input.resume) {
      events.push(
        { type: 'TEXT_MESSAGE_START', messageId: `${runId}-m`, role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: `${runId}-m`, delta: 'Thanks.' },
        { type: 'TEXT_MESSAGE_END', messageId: `${runId}-m` },
        { type: 'RUN_FINISHED', threadId, runId },
      );
    } else {
      for (const [index, { tool, arguments: given }] of asked.entries()) {
        if (!tool) continue;
        const toolCallId = `call-${index}`;
        events.push(
          { type: 'TOOL_CALL_START', toolCallId, toolCallName: tool },
          { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(given) },
          { type: 'TOOL_CALL_END', toolCallId },
        );
      }
      const interrupts = asked.map(({ tool, interrupt }, index) => ({
        id: `question-${index}`,
        reason: 'tool_call',
        ...(tool ? { toolCallId: `call-${index}` } : {}),
        ...interrupt,
      }));
      const outcome = { type: 'interrupt', interrupts };
      events.push({ type: 'RUN_FINISHED', threadId, runId, outcome });
    }
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    await route.fulfill({ contentType: 'text/event-stream', body });
  });
  return runs;
}

const YES_OR_NO = { properties: { approved: { type: 'boolean' } } };

test('a command is shown as a command, a change as a diff, other arguments by name', async ({
  chat,
  page,
}) => {
  await play(page, [
    {
      tool: 'shell',
      arguments: { command: 'rm -r build\u202e', cwd: '/src', timeout: 12345678901234567 },
      interrupt: { responseSchema: YES_OR_NO },
    },
    {
      tool: 'edit_file',
      arguments: { path: 'a.txt', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' },
      interrupt: { responseSchema: YES_OR_NO },
    },
  ]);
  await chat.say('hello');
  const command = new Approval(approvals(chat).nth(0));
  // What turns the text around is written as its number.
  await expect(command.root.locator('pre')).toHaveText('$ rm -r build⟨U+202E⟩');
  await expect(command.root.locator('dt')).toHaveText(['cwd', 'timeout']);
  await expect(command.root.locator('dd').first()).toHaveText('/src');
  // The schema does not allow edited arguments.
  await expect(command.edit).toHaveCount(0);
  const change = new Approval(approvals(chat).nth(1));
  await expect(change.root).toHaveAccessibleName(/a\.txt/);
  await expect(change.removed).toHaveText(['- two']);
  await expect(change.added).toHaveText(['+ 2']);
  await expect(change.root.locator('pre > *')).toHaveText(['one', '- two', '+ 2', 'three']);
});

test('Home and End in a long change scroll the change', ALL, async ({ chat, page }) => {
  const args = { path: 'a.txt', content: 'line\n'.repeat(80) };
  await play(page, [{ tool: 'write_file', arguments: args, interrupt: { responseSchema: YES_OR_NO } }]);
  await chat.say('hello');
  const change = new Approval(approvals(chat)).root.locator('pre');
  const top = () => change.evaluate((box) => box.scrollTop);
  await change.press('End');
  await expect.poll(top).toBeGreaterThan(100);
  await change.press('Home');
  await expect.poll(top).toBe(0);
});

test('each type of argument has a suitable field, and is checked', ALL, async ({
  chat,
  page,
}) => {
  const responseSchema = { properties: { ...YES_OR_NO.properties, editedArgs: {} } };
  const runs = await play(page, [
    {
      tool: 'search',
      arguments: { query: 'a', limit: 7, exact: false, paths: ['src'], filter: null },
      interrupt: { responseSchema },
    },
  ]);
  await chat.say('hello');
  const approval = new Approval(approvals(chat));
  await approval.edit.click();
  const status = approval.root.getByRole('status');
  await expect(approval.argument('limit')).toHaveValue('7');
  await approval.argument('limit').fill('many');
  await expect(approval.argument('limit')).toHaveAttribute('aria-invalid', 'true');
  await expect(status).toHaveText('limit: this is not a number.');
  await expect(approval.approve).toBeDisabled();
  await approval.argument('paths').fill('["src", ');
  await expect(status).toHaveText('limit: this is not a number. paths: this is not JSON.');
  await expect(approval.argument('paths')).toHaveAccessibleDescription(/paths: this is not JSON\.$/);
  await approval.argument('limit').fill('12345678901234567890');
  await approval.argument('paths').fill('["src", "docs"]');
  await approval.argument('exact').check();
  await expect(status).toBeEmpty();
  await expect(approval.argument('paths')).toHaveAccessibleDescription('');
  const sent = page.waitForRequest((request) => request.postData()?.includes('resume') ?? false);
  await approval.approve.click();
  await expect(chat.turns).toContainText('Thanks.');
  // Compared as text: a JavaScript number would lose the last digits.
  expect((await sent).postData()).toContain('12345678901234567890');
  const resume = runs.at(1)?.resume as Resume[];
  expect(resume[0]?.payload).toMatchObject({
    approved: true,
    editedArgs: { query: 'a', exact: true, paths: ['src', 'docs'], filter: null },
  });
});

test('a question with nothing but metadata shows its words, and can be approved or answered', async ({
  chat,
  page,
}) => {
  const runs = await play(page, [
    {
      interrupt: {
        reason: 'human-approval',
        metadata: { request: { details: [{ question: 'Ship it to all shops?' }], shops: 12 } },
      },
    },
  ]);
  await chat.say('hello');
  const question = new Approval(approvals(chat));
  await expect(chat.root.getByRole('group', { name: 'Ship it to all shops?' })).toBeVisible();
  await expect(question.root.locator('dt')).toHaveText(['shops']);
  await expect(question.root.locator('dd')).toHaveText(['12']);
  await expect(question.approve).toBeVisible();
  await question.reply.fill('only to the first');
  await question.reply.press('Enter');
  await expect(chat.turns).toContainText('Thanks.');
  expect(runs.at(1)?.resume).toEqual([
    { interruptId: 'question-0', status: 'resolved', payload: 'only to the first' },
  ]);
});

test('a question can be answered with text', async ({ chat, page }) => {
  const runs = await play(page, [
    { interrupt: { reason: 'input_required', message: 'Which branch?' } },
  ]);
  await chat.say('hello');
  const question = new Approval(approvals(chat));
  await expect(chat.root.getByRole('group', { name: 'Which branch?' })).toBeVisible();
  await expect(question.approve).toHaveCount(0);
  const send = question.root.getByRole('button', { name: 'Send' });
  await expect(send).toBeDisabled();
  await question.reply.fill('the "main" one');
  await expect(send).toBeEnabled();
  await question.reply.press('Enter');
  await expect(chat.turns).toContainText('Thanks.');
  await expect(chat.composer).toBeFocused();
  expect(runs.at(1)?.resume).toEqual([
    { interruptId: 'question-0', status: 'resolved', payload: 'the "main" one' },
  ]);
});

test('a text answer that is being written survives a reload, and a message in its place', ALL, async ({ chat, page }) => {
  const runs = await play(page, [{ interrupt: { reason: 'input_required', message: 'Which branch?' } }]);
  await chat.say('hello');
  const question = new Approval(approvals(chat));
  await question.reply.fill('the main o');
  await chat.reload();
  await expect(question.reply).toHaveValue('the main o');
  await expect(question.root.getByRole('button', { name: 'Send' })).toBeEnabled();
  await chat.composer.fill('rather the newest');
  await chat.interject.hover();
  await expect(chat.deliveryHint).toHaveText('Read by the main agent right away');
  await chat.interject.click();
  await expect(chat.turns).toContainText('Thanks.');
  await expect(chat.composer).toHaveValue('the main o');
  expect(runs.at(1)?.resume).toEqual([{ interruptId: 'question-0', status: 'cancelled' }]);
});

test('the time left is shown, and an expired question cannot be answered', async ({
  clockChat: chat,
  page,
}) => {
  const expiresAt = await page.evaluate(() => new Date(Date.now() + 290_000).toISOString());
  const responseSchema = { properties: { ...YES_OR_NO.properties, editedArgs: {} } };
  await play(page, [
    { tool: 'shell', arguments: { command: 'ls' }, interrupt: { responseSchema, expiresAt } },
  ]);
  await chat.say('hello');
  const approval = new Approval(approvals(chat));
  await expect(approval.expiry).toHaveText('Expires in 4 min');
  await page.clock.fastForward(250_000);
  await expect(approval.expiry).toHaveText('Expires in 40 s');
  await approval.expectOpen();
  await approval.deny.focus();
  await page.clock.fastForward(40_000);
  const expired = 'Expired: it can no longer be answered.';
  await expect(approval.expiry).toHaveText(expired);
  await page.clock.runFor(250);
  await expect(chat.announcer).toContainText(expired);
  await expect(approval.approve).toBeDisabled();
  await expect(approval.deny).toBeDisabled();
  // The focus stays, and a press does nothing.
  await expect(approval.deny).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(approval.reason).toHaveCount(0);
});
