// A cancel that races with the end of its run: in either order, page and agent agree on the
// outcome, and a late cancel never stops a newer run.
import { arrange, clicks, watchEndings } from '../fixtures/ending.ts';
import { ALL, expect, test } from '../fixtures/test.ts';

test('Stop clicked during the last step has one true outcome, in either order', async ({
  page,
  chat,
  thread,
}) => {
  await watchEndings(page);
  await chat.reload();
  await thread.hold();
  // The last run shows that the late Stop before it has stopped nothing else.
  const orders = ['stop first', 'end first', 'end first'] as const;
  for (const [turn, order] of orders.entries()) {
    await chat.start(`long 2 turn ${turn}`);
    await thread.step({ count: 2 });
    const clicked = await clicks(page);
    await arrange(page, order);
    // This step ends the run.
    expect((await thread.step({ count: 1 })).ended).toBe(true);
    await expect.poll(() => clicks(page), `Stop was there (${order})`).toBe(clicked + 1);
    await chat.card.expectHidden();
    await expect.poll(async () => (await thread.run(turn)).state).not.toBe('running');
    const answer = chat.turns.nth(turn);
    if (order === 'stop first') {
      await expect(answer.getByTestId('activity-stream')).toHaveAttribute('data-outcome', 'cancelled');
      // This backend does not confirm a cancel, so the agent may still be working.
      await expect(answer).toContainText('the agent may still be working');
    } else {
      // The page got the end of the run, so the agent has finished it.
      expect((await thread.run(turn)).state).toBe('finished');
      await expect(answer.getByTestId('activity-stream')).toHaveCount(0);
      await expect(answer.getByTestId('outcome-note')).toHaveCount(0);
    }
  }
  expect((await thread.runs()).length).toBe(orders.length);
});

test('a submit in the editor just before or after the end of the run sends the message once', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  const orders = ['submit first', 'end first'] as const;
  for (const [turn, order] of orders.entries()) {
    const before = (await thread.runs()).length;
    await chat.start(`long 2 turn ${turn}`);
    await thread.step({ count: 2 });
    await chat.card.openCancel();
    await chat.card.input.fill(`text after ${turn}`);
    if (order === 'end first') {
      expect((await thread.step({ count: 1 })).ended).toBe(true);
      await expect(chat.card.submit).toHaveText('Send');
    }
    await chat.card.submit.click();
    await expect.poll(async () => (await thread.runs()).length).toBe(before + 2);
    const end = order === 'end first' ? 'finished' : 'cancelled';
    await expect.poll(async () => (await thread.run(before)).state).toBe(end);
    await thread.release();
    await chat.card.expectHidden();
    await thread.hold();
  }
  await thread.expectPrompts(
    ...orders.flatMap((_, turn) => [`long 2 turn ${turn}`, `text after ${turn}`]),
  );
});

test('a double click on Stop stops one run and does not start the queued prompt', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text queued');
  await chat.stop.dblclick();
  await chat.card.expectState('paused');
  await chat.queue.expect('text queued');
  await thread.expectStates('cancelled');
});

test('late output of a cancelled run does not change any turn', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('long 50');
  await thread.step({ count: 10 });
  await chat.card.openCancel();
  await chat.card.input.fill('tools instead');
  await chat.card.submit.click();
  await thread.expectStates('cancelled', 'running');
  const old = await chat.turns.nth(0).innerText();
  await thread.step({ until: 'tool_finished' });
  await thread.finish();
  await chat.card.expectHidden();
  expect(await chat.turns.nth(0).innerText()).toBe(old);
  await chat.expectOutcomes('cancelled', 'completed');
});

test('after a stop, the run’s model and tools do nothing more', ALL, async ({
  chat,
  thread,
  agent,
}) => {
  const before = agent.log.length;
  await chat.start('never');
  await expect(chat.turns).toContainText('Still watching the build.');
  await chat.stop.click();
  await thread.expectStates('cancelled');
  const { deltas } = await thread.run(0);
  await chat.say('text');
  await chat.card.expectHidden();
  expect((await thread.run(0)).deltas).toBe(deltas);
  expect((await thread.run(0)).modelCalls).toBe(1);
  await expect
    .poll(() => agent.log.slice(before))
    .toContain('client disconnected; model and tools stopped');
});

test('each message reaches the agent once, and the agent gets the history that is on screen', ALL, async ({
  chat,
  thread,
}) => {
  await chat.say('tools');
  await chat.card.expectHidden();
  await chat.start('never');
  await expect(chat.turns.nth(1)).toContainText('Still watching');
  await chat.card.openCancel();
  await chat.card.input.fill('text at last');
  await chat.card.submit.click();
  await thread.expectStates('finished', 'cancelled', 'finished');
  const run = await thread.run(2);
  const roles = run.input.messages.map((message) => message.role);
  expect(roles.filter((role) => role === 'user')).toHaveLength(3);
  expect(roles.filter((role) => role === 'tool')).toHaveLength(2);
  const said = run.input.messages.map((message) => message.content ?? '').join('\n');
  expect(said).toContain('parse_retry_after reads the header as milliseconds');
  expect(said).toContain('Still watching');
  const ids = run.input.messages.map((message) => message.id);
  expect(new Set(ids).size).toBe(ids.length);
});
