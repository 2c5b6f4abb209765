// Interjections on a backend that does not support them: the page starts a new run with the tool
// results and the interjection.
import type { RunRecord } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';

/** The last tool result in a run's input. */
function lastResult(run: RunRecord): string {
  const results = run.input.messages.filter((message) => message.role === 'tool');
  return results.at(-1)?.content ?? '';
}

test('during a tool call the interjection waits for the result, and the next run has both', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.composer.fill('text only the parser');
  await chat.interject.hover();
  await expect(chat.deliveryHint).toHaveText('The agent reads it after the running step');
  await chat.interject.click();
  await expect(chat.interjections).toContainText('Waits for the running tool');
  await thread.expectStates('running');
  await thread.step({ until: 'tool_finished' });
  await thread.release();
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.card.expectHidden();
  await chat.expectUsers('tools');
  const runs = await thread.runs();
  expect(runs).toHaveLength(2);
  const last = runs.at(-1);
  if (!last) throw new Error('there is no second run');
  // The result is unchanged, and the interjection is a message after it.
  expect(lastResult(last)).not.toContain('only the parser');
  const [result, said] = last.input.messages.slice(-2);
  expect(result?.role).toBe('tool');
  expect(said).toMatchObject({ role: 'user', content: 'text only the parser' });
});

test('while the agent writes, the text so far is kept and the interjection comes next', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('long 200');
  await thread.step({ until: 'text' });
  await thread.step({ count: 5 });
  await expect(chat.turns.getByRole('paragraph').first()).toBeVisible();
  await chat.composer.fill('text shorter');
  await chat.interject.click();
  await expect(chat.interjections).toHaveCount(1);
  await thread.release();
  await chat.card.expectHidden();
  const run = await thread.run(1);
  const roles = run.input.messages.map((message) => message.role);
  expect(roles).toEqual(['user', 'assistant', 'user']);
  expect(run.input.messages.at(-1)?.content).toBe('text shorter');
  await chat.expectUsers('long 200');
});
