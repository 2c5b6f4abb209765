// A person who does anything that is possible, at random: nothing they typed is ever lost, one
// run at most is at work, and what the card says is what the agent's own log says.
import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/test.ts';
import type { Agent } from '../fixtures/agent.ts';
import { CONTROL_ANSWERS, Monkey, atWork, look } from '../fixtures/monkey.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ agentArgs: ['--control', 'on'] });

/** How many acts in all, over how many tests, and in each thread. The seed of an earlier run is given as
 * `MIDTURN_SEED`. */
const ACTS = Number(process.env.MIDTURN_ACTS ?? 2000);
const PARTS = 4;
const THREAD = 100;
const SEED = Number(process.env.MIDTURN_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Acts in threads that nobody has used, one after the other, and checks after each act. */
async function play(chat: ChatPage, agent: Agent, seed: number, acts: number): Promise<string> {
  const kinds = new Map<string, number>();
  let [runs, most] = [0, 0];
  for (let begun = 0; begun < acts; begun += THREAD) {
    const thread = agent.thread(randomUUID());
    await chat.open(thread.id);
    const monkey = new Monkey(seed + begun);
    for (let number = 0; number < THREAD; number += 1) {
      await monkey.act(chat, await look(chat));
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
            // The editor may be open over a turn that is over.
            return card === 'cancelling' || works === (card === 'running');
          },
          { message: `the card is what the agent's log says (${story()})` },
        )
        .toBe(true);
    }
    runs += (await thread.runs()).length;
    for (const act of monkey.done) kinds.set(act, (kinds.get(act) ?? 0) + 1);
  }
  const counts = [...kinds].map(([act, count]) => `${act} ${count}`).join(', ');
  return `${runs} runs, at most ${most} at a time; ${counts}`;
}

for (let part = 0; part < PARTS; part += 1) {
  test(`a monkey, ${part + 1} of ${PARTS}`, async ({ chat, agent, guard }) => {
    test.setTimeout(900_000);
    guard.allow(...CONTROL_ANSWERS);
    const acts = Math.ceil(ACTS / PARTS);
    const seed = SEED + part * ACTS;
    console.log(`monkey: seed ${seed}, ${acts} acts`);
    console.log(`monkey: ${await play(chat, agent, seed, acts)}`);
  });
}
