// Random actions of a person: no typed text is lost, at most one run is running, and the card
// agrees with the agent's log.
import { randomUUID } from 'node:crypto';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { Agent } from '../fixtures/agent.ts';
import { CONTROL_ANSWERS, Clicks, Monkey, atWork, look } from '../fixtures/monkey.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

/** The number of acts in the gate. */
const FEW = 30;
/** The number of acts in all other tests together. */
const ACTS = Number(process.env.MIDTURN_ACTS ?? 2000);
/** The number of these tests. */
const PARTS = 4;
/** The number of acts in each thread. */
const THREAD = 100;
/** Always the same acts, unless the runner chooses others. */
const SEED = Number(process.env.MIDTURN_SEED ?? 1);

/**
 * Performs random acts in new threads, one after the other. Checks the typed text after each act,
 * and the runs and the card after every fifth.
 */
async function play(chat: ChatPage, agent: Agent, seed: number, acts: number): Promise<void> {
  const kinds = new Map<string, number>();
  const clicks = new Clicks();
  let [runs, most] = [0, 0];
  for (let begun = 0; begun < acts; begun += THREAD) {
    const thread = agent.thread(randomUUID());
    await thread.hold();
    await chat.open(thread.id);
    const monkey = new Monkey(seed + begun);
    for (let number = 0; number < Math.min(THREAD, acts - begun); number += 1) {
      const seen = await look(chat);
      monkey.step(thread);
      await monkey.act(chat, seen);
      const story = () => `seed ${seed}, act ${begun + number}: ${monkey.done.slice(-12).join(', ')}`;
      await expect
        .poll(
          async () => {
            const { text, card } = await look(chat);
            const closed = card === 'running' || card === 'paused';
            return [...monkey.typed].filter(
              (word) => !text.includes(word) && !(closed && monkey.kept.has(word)),
            );
          },
          { message: `nothing typed is lost (${story()})` },
        )
        .toEqual([]);
      if (number % 5 !== 4) continue;
      const working = await atWork(thread);
      most = Math.max(most, working);
      expect(working, `one run at a time (${story()})`).toBeLessThanOrEqual(1);
      await expect
        .poll(
          async () => {
            const works = (await atWork(thread)) > 0;
            const { card } = await look(chat);
            // The editor may still be open after its turn has ended.
            return card === 'cancelling' || works === (card === 'running');
          },
          { message: `the card is what the agent's log says (${story()})` },
        )
        .toBe(true);
    }
    runs += (await thread.runs()).length;
    clicks.add(monkey.clicks);
    for (const act of monkey.done) kinds.set(act, (kinds.get(act) ?? 0) + 1);
  }
  const counts = [...kinds].map(([act, count]) => `${act} ${count}`).join(', ');
  console.log(`monkey: ${runs} runs, at most ${most} at a time; ${counts}; ${clicks}`);
}

test('random acts lose no text and start one run at a time', async ({ chat, agent, guard }) => {
  test.setTimeout(120_000);
  guard.allow(...CONTROL_ANSWERS);
  await play(chat, agent, SEED, FEW);
});

for (let part = 0; part < PARTS; part += 1) {
  test(`random acts lose no text and start one run at a time, ${part + 1} of ${PARTS}`, ALL, async ({ chat, agent, guard }) => {
    test.setTimeout(900_000 * Math.max(1, ACTS / 2000));
    guard.allow(...CONTROL_ANSWERS);
    const acts = Math.ceil(ACTS / PARTS);
    const seed = SEED + part * ACTS;
    console.log(`monkey: seed ${seed}, ${acts} acts`);
    await play(chat, agent, seed, acts);
  });
}
