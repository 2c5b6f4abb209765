// A person who does anything that is possible, at random: nothing they typed is ever lost, one
// run at most is at work, and what the card says is what the agent's own log says.
import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/test.ts';
import type { Agent, AgentThread } from '../fixtures/agent.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ agentArgs: ['--control', 'on'] });

/** How many acts in all, over how many tests, and in each thread. The seed of an earlier run is given as
 * `MIDTURN_SEED`. */
const ACTS = Number(process.env.MIDTURN_ACTS ?? 2000);
const PARTS = 4;
const THREAD = 100;
const SEED = Number(process.env.MIDTURN_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SCENARIOS = ['text', 'tools', 'approval', 'team', 'slow', 'fail', 'parallel', 'subagent'];

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What can be seen of the state, read in one go. */
interface Seen {
  text: string;
  card: string | null;
  composer: string;
  /** The test ids and classes of controls that can be pressed. */
  controls: string[];
}

async function look(chat: ChatPage): Promise<Seen> {
  return chat.page.evaluate(() => {
    const chat = document.querySelector('.mt-chat');
    const card = chat?.querySelector('[data-testid=agent-running-card]');
    const fields = [...(chat?.querySelectorAll('textarea') ?? [])].map((field) => field.value);
    const controls = [...(chat?.querySelectorAll('button:not(:disabled), textarea') ?? [])]
      .filter((control) => (control as HTMLElement).checkVisibility())
      .map(
        (control) =>
          control.getAttribute('data-testid') ??
          [...control.classList].find((name) => name.startsWith('mt-queue__')) ??
          '',
      );
    const said = chat?.querySelectorAll(
      '[data-testid=user-message], [data-testid=queued-prompt-item], [data-testid=interjection]',
    );
    return {
      text: [...(said ?? [])].map((node) => node.textContent).concat(fields).join(' '),
      card: card?.getAttribute('data-state') ?? null,
      composer:
        chat?.querySelector<HTMLTextAreaElement>('[data-testid=composer-input]')?.value ?? '',
      controls,
    };
  });
}

class Monkey {
  #next: () => number;
  #words = 0;
  /** Words that were typed and not thrown away. */
  readonly typed = new Set<string>();
  /** Words that were written in the card: a closed editor keeps them for the next time. */
  readonly kept = new Set<string>();
  readonly done: string[] = [];

  constructor(
    private readonly chat: ChatPage,
    seed: number,
  ) {
    this.#next = random(seed);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#next() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  word(): string {
    this.#words += 1;
    const word = `w${this.#words}w`;
    this.typed.add(word);
    return word;
  }

  /** One act, of those that are possible. */
  async act(seen: Seen): Promise<void> {
    const { chat } = this;
    const acts: [string, () => Promise<void>][] = [];
    const on = (testId: string, name: string, act: () => Promise<void>) => {
      if (seen.controls.includes(testId)) acts.push([name, act]);
    };
    const press = (testId: string) => async () => {
      // What is pressed may be gone by then, as for a person.
      await chat.root
        .locator(`[data-testid=${testId}], .${testId}`)
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined);
    };
    if (seen.composer.length < 200) {
      acts.push([
        'write',
        async () => {
          const text = `${this.pick(SCENARIOS)} ${this.word()}`;
          await chat.composer.fill(seen.composer === '' ? text : `${seen.composer} ${text}`);
        },
      ]);
    }
    if (seen.composer !== '') {
      for (const key of ['Enter', 'Enter', 'Control+Enter', 'Control+Shift+Enter']) {
        acts.push([key, () => chat.composer.press(key)]);
      }
      on('composer-interject', 'interject', press('composer-interject'));
      on('composer-replace', 'replace', press('composer-replace'));
    }
    on('composer-stop', 'stop', press('composer-stop'));
    on('agent-running-cancel', 'cancel', press('agent-running-cancel'));
    on('agent-running-resume', 'resume', press('agent-running-resume'));
    on('agent-running-keep', 'keep', press('agent-running-keep'));
    on('agent-running-dismiss', 'dismiss', press('agent-running-dismiss'));
    on('agent-running-submit', 'submit', press('agent-running-submit'));
    on('agent-running-input', 'write in the card', async () => {
      const word = this.word();
      this.kept.add(word);
      const text = `${this.pick(SCENARIOS)} ${word}`;
      const before = await chat.card.input.inputValue({ timeout: 1000 }).catch(() => null);
      const filled =
        before !== null &&
        (await chat.card.input
          .fill(`${before} ${text}`, { timeout: 1000 })
          .then(() => true)
          .catch(() => false));
      if (!filled) this.typed.delete(word);
    });
    on('mt-queue__run', 'run a prompt now', press('mt-queue__run'));
    on('mt-queue__down', 'move a prompt', press('mt-queue__down'));
    on('interjection-take-back', 'take back', press('interjection-take-back'));
    on('interjection-queue', 'queue instead', press('interjection-queue'));
    on('composer-target', 'choose a target', async () => {
      await press('composer-target')();
      const items = chat.root.getByRole('menuitemradio');
      const count = await items.count();
      if (count > 0) {
        await items
          .nth(Math.floor(this.#next() * count))
          .click({ timeout: 1000 })
          .catch(() => undefined);
      }
    });
    on('approval-approve', 'approve', press('approval-approve'));
    on('approval-deny', 'deny', press('approval-deny'));
    on('activity-stop', 'stop a task', press('activity-stop'));
    acts.push([
      'wait',
      async () => {
        await chat.page.evaluate(() => new Promise(requestAnimationFrame));
      },
    ]);
    if (this.chance(0.02)) acts.push(['reload', () => chat.reload()]);
    const [name, act] = this.pick(acts);
    this.done.push(name);
    await act();
  }
}

/** The runs of the thread that are at work. */
async function atWork(thread: AgentThread): Promise<number> {
  const runs = await thread.runs();
  return runs.filter((run) => run.state === 'running').length;
}

/** Acts in threads that nobody has used, one after the other, and checks after each act. */
async function play(chat: ChatPage, agent: Agent, seed: number, acts: number): Promise<string> {
  const kinds = new Map<string, number>();
  let [runs, most] = [0, 0];
  for (let begun = 0; begun < acts; begun += THREAD) {
    const thread = agent.thread(randomUUID());
    await chat.open(thread.id);
    const monkey = new Monkey(chat, seed + begun);
    for (let number = 0; number < THREAD; number += 1) {
      await monkey.act(await look(chat));
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
    // A cancel or an interjection that comes too late is answered so, and the browser logs that.
    guard.allow(/status of 409 \(Conflict\) .*\/agui\/control/);
    const acts = Math.ceil(ACTS / PARTS);
    const seed = SEED + part * ACTS;
    console.log(`monkey: seed ${seed}, ${acts} acts`);
    console.log(`monkey: ${await play(chat, agent, seed, acts)}`);
  });
}
