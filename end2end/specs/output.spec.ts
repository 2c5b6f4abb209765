// Tool results: terminal colours, diffs, and huge outputs.
import { readFileSync } from 'node:fs';
import { ALL, expect, test, type Wire } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';

/** Plays a turn with one tool call that has this result, and opens its details. */
async function called(wired: ChatPage, wire: Wire, content: string): Promise<void> {
  await wired.say('go');
  const run = await wire.run();
  run.event({ type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'run_command' });
  run.event({ type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"command":"x"}' });
  run.event({ type: 'TOOL_CALL_END', toolCallId: 'c1' });
  run.event({ type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', role: 'tool', content });
  run.text('Done.');
  run.finish();
  const stream = wired.streams.last();
  await stream.locator('button[aria-expanded]').first().click();
  await stream.getByTestId('activity').locator('button[aria-expanded]').click();
}

test('terminal colours are shown, and other escape sequences removed', ALL, async ({ wired, wire, page }) => {
  await called(wired, wire, '\u001b[32mok\u001b[0m 3 passed\n\u001b[1;31mFAILED\u001b[m one\n10 %\r100 %\n\u001b]0;title\u0007end');
  const pre = page.locator('.mt-output pre');
  await expect(pre).toHaveText('ok 3 passed\nFAILED one\n100 %\nend', { useInnerText: true });
  await expect(pre.locator('.mt-t-2')).toHaveText('ok');
  await expect(pre.locator('.mt-t-1.mt-t-bold')).toHaveText('FAILED');
});

test('a diff is coloured as a diff', ALL, async ({ wired, wire, page }) => {
  await called(wired, wire, 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n');
  const pre = page.locator('.mt-output pre');
  await expect(pre.locator('.mt-k-deleted')).toHaveText('-old');
  await expect(pre.locator('.mt-k-inserted')).toHaveText('+new');
});

test('a huge output shows its beginning, then all of it, and can be downloaded', async ({ wired, wire, page }) => {
  const text = Array.from({ length: 12_000 }, (_, i) => `line ${i}`).join('\n');
  await called(wired, wire, text);
  const output = page.locator('.mt-output');
  await expect(output.locator('pre')).toContainText('line 199');
  await expect(output.locator('pre')).not.toContainText('line 200\n');
  await expect(output).toContainText('11,800 more lines');
  const saved = page.waitForEvent('download');
  await output.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('output.txt');
  expect(readFileSync(await file.path(), 'utf8')).toBe(text);
  await output.getByRole('button', { name: 'Show all' }).click();
  await expect(output.locator('pre')).toBeFocused();
  await expect(output.locator('pre')).toContainText('line 11999');
  expect(await output.locator('pre').evaluate((pre) => pre.textContent)).toBe(text);
});
