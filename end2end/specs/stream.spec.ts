// Streamed text: nothing is lost, and a token changes one text node.
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

const PARAGRAPH =
  'The queue keeps every request in the order in which it came, and hands the next one out ' +
  'only when the one before has been answered or given up. A request that is given up leaves ' +
  'a mark behind, so that its answer, should it still come, is not taken for the answer to ' +
  'another. When the connection is lost, nothing is thrown away: the queue waits, and goes on ' +
  'where it stopped.';

/** The words of the answer. Received text is drawn a little at a time. */
async function drawn(chat: ChatPage): Promise<string[]> {
  return chat.assistantMessages
    .locator('.mt-text p')
    .evaluateAll((all) => all.flatMap((p) => (p.textContent ?? '').trim().split(/\s+/)));
}

/** The words that the agent sends. */
function sent(count: number): string[] {
  const words = PARAGRAPH.split(' ');
  return Array.from({ length: count }, (_, index) => words[index % words.length] ?? '');
}

/** Counters of a watched page. */
interface Watch {
  added: number;
  removed: number;
  changed: number;
  longest: number;
  longTasks: number;
}

test('5,000 deltas: no text is lost, and finished paragraphs never change', ALL, async ({
  heldChat: chat,
  thread,
}, info) => {
  await chat.start('long 5000');
  await thread.step({ count: 10 });
  const text = chat.assistantMessages.locator('.mt-text');
  await expect(text).toContainText('The queue keeps');
  await text.evaluate((root) => {
    const first = root.querySelector('p')?.firstChild;
    const watch: Watch = { added: 0, removed: 0, changed: 0, longest: 0, longTasks: 0 };
    Object.assign(globalThis, { watch, first });
    new MutationObserver((records) => {
      for (const record of records) {
        if (record.type === 'characterData') watch.changed += 1;
        else {
          watch.added += record.addedNodes.length;
          watch.removed += record.removedNodes.length;
        }
      }
    }).observe(root, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        watch.longTasks += 1;
        watch.longest = Math.max(watch.longest, entry.duration);
      }
    }).observe({ type: 'longtask' });
  });
  // In parts: the agent's limit of time is for one order.
  for (let part = 0; part < 10; part += 1) await thread.step({ count: 499 });
  await thread.finish();
  await chat.card.expectHidden();

  // As long as the test may take: how fast it is drawn is not tested here.
  await expect(async () => expect((await drawn(chat)).length).toBe(5000)).toPass();
  expect(await drawn(chat)).toEqual(sent(5000));
  const said = await text.evaluate((root) => ({
    watch: (globalThis as unknown as { watch: Watch }).watch,
    same: root.querySelector('p')?.firstChild === (globalThis as unknown as { first: Node }).first,
    nodes: [...root.querySelectorAll('p')].map((paragraph) => paragraph.childNodes.length),
    parts: root.querySelectorAll('.mt-part').length,
  }));
  expect(said.same).toBe(true);
  expect(new Set(said.nodes)).toEqual(new Set([1]));
  expect(said.nodes).toHaveLength(Math.ceil(5000 / 75));
  expect(said.watch.removed).toBe(0);
  // Each paragraph is added once, and so is each `.mt-part`, a group of 24 paragraphs. The first of
  // each existed before.
  expect(said.watch.added).toBe(said.nodes.length - 1 + said.parts - 1);
  const report = `longest task ${said.watch.longest.toFixed(0)} ms, ${said.watch.longTasks} over 50 ms, ${said.watch.changed} writes for 5,000 deltas`;
  info.annotations.push({ type: 'long tasks', description: report });
  console.log(report);
});

test('a fast stream is drawn in batches, in order and completely', ALL, async ({
  chat,
  thread,
}) => {
  await chat.say('long 2000');
  await thread.expectStates('finished');
  await chat.card.expectHidden();
  await expect(async () => expect((await drawn(chat)).length).toBe(2000)).toPass();
  expect(await drawn(chat)).toEqual(sent(2000));
});

test('reasoning, plan, parallel tools and nested agents are activities', async ({ chat }) => {
  const kinds = async () => {
    const stream = chat.streams.last();
    await stream.getByRole('button').first().click();
    await expect(stream.getByTestId('activity').first()).toBeVisible();
    return stream.getByTestId('activity').evaluateAll((all) =>
      all.map((one) => `${one.getAttribute('data-kind')} ${one.getAttribute('data-status')}`),
    );
  };
  await chat.say('reasoning');
  await chat.expectOutcomes('completed');
  expect(await kinds()).toEqual(['reasoning done']);
  await chat.say('parallel');
  await chat.expectOutcomes('completed', 'completed');
  expect(await kinds()).toEqual(['tool done', 'tool done', 'tool done']);
  await chat.say('plan');
  await chat.expectOutcomes('completed', 'completed', 'completed');
  // Between its texts, a turn has a stream for each stretch of activities.
  const streams = chat.turns.last().getByTestId('activity-stream');
  for (const stream of await streams.all()) await stream.getByRole('button').first().click();
  await expect(streams.locator('[data-kind=step][data-status=done]')).toHaveCount(3);
  await chat.say('subagent');
  await chat.expectOutcomes('completed', 'completed', 'completed', 'completed');
  expect(await kinds()).toContain('subagent done');
  await expect(chat.streams.last().locator('[data-depth="1"]').first()).toBeVisible();
});

test('an open activity shows its arguments and its result', async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await chat.card.expand();
  await expect(chat.card.activities).toHaveAttribute('data-kind', 'waiting');
  await thread.step({ until: 'tool_started' });
  const tool = chat.card.activities.first();
  await expect(tool).toHaveAttribute('data-status', 'running');
  await expect(tool).toContainText('src/retry.rs');
  await expect(chat.card.header).toContainText('read_file');
  await tool.getByRole('button').click();
  await expect(tool.locator('pre')).toHaveCount(1);
  await thread.step({ until: 'tool_finished' });
  await expect(tool).toHaveAttribute('data-status', 'done');
  await expect(tool.locator('pre')).toHaveCount(2);
  await expect(tool.locator('pre').nth(1)).toContainText('fn');
});

test('the text of an open activity grows in one text node', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('reasoning');
  await chat.card.expand();
  await thread.step({ count: 3 });
  const thought = chat.card.activities.first();
  await expect(thought).toHaveAttribute('data-kind', 'reasoning');
  await thought.getByRole('button').click();
  const text = thought.locator('pre');
  const before = await text.evaluate((pre) => {
    Object.assign(globalThis, { pre, node: pre.firstChild });
    return pre.textContent ?? '';
  });
  await thread.step({ count: 3 });
  await expect.poll(async () => (await text.textContent())?.length).toBeGreaterThan(before.length);
  const same = await text.evaluate((pre) => {
    const held = globalThis as unknown as { pre: Element; node: Node };
    const texts = [...pre.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return pre === held.pre && texts.length === 1 && texts[0] === held.node;
  });
  expect(same).toBe(true);
});
