// A backend with the control extension: it confirms a cancel, and a run continues while its page is
// closed.
import { ALL, expect, test } from '../fixtures/test.ts';
import { finishFirstTool } from '../pages/states.ts';

test.use({ control: true });

test('a reload during a run rejoins it, without missing or repeated text', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await finishFirstTool(chat, thread);
  await chat.say('text queued');
  await chat.reload();
  await chat.card.expectState('running');
  await chat.card.expand();
  await expect(chat.card.activities.first()).toHaveAttribute('data-status', 'done');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('tools', 'text queued');
  await chat.expectOutcomes('completed');
  await thread.expectPrompts('tools', 'text queued');
  await thread.expectStates('finished', 'finished');
  const runs = await thread.runs();
  await expect(chat.turns).toHaveCount(2);
  expect(runs.map((run) => run.toolsStarted)).toEqual([runs[0]?.toolsFinished, 0]);
});

test('a run continues while its page is closed, and is complete when the page is back', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  // Once the answer is visible, the page has received the agent's capabilities.
  await expect(chat.turns.getByRole('paragraph').first()).toBeVisible();
  await chat.page.goto('about:blank');
  await thread.finish();
  await chat.open(thread.id);
  await chat.card.expectHidden();
  await expect(chat.root.getByText('may still be working')).toHaveCount(0);
  await expect(chat.root.getByTestId('outcome-note')).toHaveCount(0);
  await thread.expectStates('finished');
});

test('Stop reports a stopped agent once the agent has confirmed it', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.stop.click();
  await thread.expectStates('cancelled');
  await expect(chat.streams.last()).toHaveAttribute('data-outcome', 'cancelled');
  await expect(chat.root.getByTestId('outcome-note')).toHaveCount(0);
});

test('Replace starts its turn after the cancel was answered', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('text');
  await thread.step({ until: 'text' });
  await chat.composer.fill('text instead');
  await chat.replace.click();
  await chat.expectUsers('text', 'text instead');
  await thread.expectStates('cancelled', 'running');
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectPrompts('text', 'text instead');
});

test('a stop before the agent has said anything stops the run', async ({ page, chat, thread }) => {
  // Responses of the agent reach the page only once they are let through.
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    const passed = new Promise<void>((pass) => Object.assign(window, { pass }));
    window.fetch = async (...request) => {
      const response = await send(...request);
      if (new URL(response.url).pathname === '/agui') await passed;
      return response;
    };
  });
  await chat.reload();
  await chat.say('never');
  await thread.expectStates('running');
  await chat.stop.click();
  await page.evaluate(() => (window as unknown as { pass: () => void }).pass());
  await thread.expectStates('cancelled');
  await chat.expectOutcomes('cancelled');
  await chat.say('text next');
  await chat.card.expectHidden();
  await thread.expectStates('cancelled', 'finished');
});
