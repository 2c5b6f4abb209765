// The tour, as a new user takes it: each step ends when the person has done what it asks.
import type { AgentThread } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

/** Steps the tour until its three agents have started and each has written something. */
async function startAgents(thread: AgentThread): Promise<void> {
  for (let agents = 0; agents < 3; agents += 1) await thread.step({ until: 'tool_started' });
  await thread.step({ count: 6 });
}

function last(chat: ChatPage) {
  return chat.turns.last();
}

test('the tour: steer, stop one agent, queue, go on', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await chat.root.getByRole('button', { name: 'Take the tour' }).click();
  await chat.card.expectState('running');
  await startAgents(thread);
  await expect(last(chat)).toContainText('Step 1 of 4: steer');

  await expect(chat.target).toHaveText('To: explore');
  await chat.interjectWith('mind the dates');
  await expect(chat.interjections).toContainText('Not read by explore yet');
  await startAgents(thread);
  await expect(last(chat)).toContainText('explore got your words');
  await expect(last(chat)).toContainText('You told me: mind the dates');
  await expect(chat.interjections).toContainText('Read by explore');
  await expect(last(chat)).toContainText('Step 2 of 4: stop one agent');

  await chat.card.expand();
  // The agent must have got the cancel before the next step.
  const heard = page.waitForResponse('**/control');
  await page.getByRole('button', { name: 'Stop plan', exact: true }).last().click();
  expect((await heard).status()).toBe(202);
  await thread.step({ until: 'tool_started' });
  await expect(last(chat)).toContainText('You stopped plan');
  await expect(last(chat)).toContainText('Step 3 of 4: queue a message');

  await chat.say('sum it up');
  await chat.queue.expect('sum it up');
  // The agent cannot see the queue, so the next step is shown without waiting for a tool.
  await expect(last(chat)).toContainText('Step 4 of 4: stop, and go on');

  await chat.stop.click();
  await thread.release();
  await chat.card.expectState('paused');
  await chat.queue.sendNext.click();
  await chat.card.expectHidden();
  await chat.expectUsers('tour', 'sum it up');
  await expect(last(chat)).toContainText('Here is your message: sum it up');
  await expect(last(chat)).toContainText('That was the tour');
  await thread.expectPrompts('tour', 'sum it up');
});

test('the tour is offered only in an empty thread, and the list of scenes names it', ALL, async ({
  chat,
}) => {
  const tour = chat.root.getByTestId('tour');
  await expect(tour).toBeVisible();
  await chat.say('scenes');
  await chat.card.expectHidden();
  await expect(tour).toHaveCount(0);
  const items = last(chat).getByRole('listitem');
  await expect(items.filter({ hasText: /^tour: / })).toHaveCount(1);
  await expect(last(chat).locator('.mt-answer').getByRole('heading')).toHaveText([
    'Talk and tools',
    'Stop and redirect',
    'Approvals',
    'Failures',
    'Long and rich',
  ]);
});

test('a server without a tour offers no tour', ALL, async ({ page, thread, chat }) => {
  await page.route('**/healthz', (route) => route.fulfill({ json: { status: 'ok' } }));
  const asked = page.waitForResponse('**/healthz');
  await chat.open(thread.id);
  await asked;
  await expect(chat.root.getByTestId('tour')).toHaveCount(0);
});
