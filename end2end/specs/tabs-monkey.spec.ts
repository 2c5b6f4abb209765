// Random actions in several tabs of one thread, while tabs close, crash, freeze, resume and reload:
// no typed text is lost, and no run starts twice.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import type { Agent, AgentThread } from '../fixtures/agent.ts';
import { CONTROL_ANSWERS, Clicks, Monkey, atWork, look } from '../fixtures/monkey.ts';
import { ChatPage } from '../pages/chat.ts';

test.use({ agentArgs: ['--control', 'on'] });

/** How many minutes to run, at least. */
const MINUTES = Number(process.env.MIDTURN_TABS_MINUTES ?? 0);
const TABS = Number(process.env.MIDTURN_TABS ?? 3);
/** `MIDTURN_SEED` repeats an earlier run. */
const SEED = Number(process.env.MIDTURN_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The least number of threads. */
const THREADS = 3;
/** The number of acts in each thread. */
const ACTS = 60;
/**
 * How many of 100 clicks may fail: the agent or another tab can remove a control before the click.
 * On an overloaded machine, 27 of 67 clicks (40 %) failed.
 */
const MAY_FAIL = 60;
/** The chance of a fault before each act, in percent. A fault is a crash, a freeze or the like. */
const FAULTS = 8;
/**
 * A crash may lose unsent text that was written less than this before. Drafts are stored within
 * 0.4 s.
 */
const DRAFT_MS = 1_000;

interface Tab {
  name: number;
  chat: ChatPage;
  session: CDPSession;
  frozen: boolean;
  /** The words written in this tab, and when. */
  written: { word: string; at: number }[];
}

/** Counters over all threads. */
class Counts {
  typed = 0;
  found = 0;
  /** Words in a field that a crash lost before they were stored. */
  taken = 0;
  readonly lost: string[] = [];
  runs = 0;
  readonly doubled: string[] = [];
  readonly faults = new Map<string, number>();
  readonly clicks = new Clicks();

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  toString(): string {
    const faults = [...this.faults].map(([name, count]) => `${name} ${count}`).join(', ');
    return (
      `texts typed ${this.typed}, found ${this.found}, lost ${this.lost.length}, ` +
      `taken by a crash within a second ${this.taken}; ` +
      `runs ${this.runs}, doubled ${this.doubled.length}; ${faults}; ${this.clicks}`
    );
  }
}

/** One thread in several tabs. */
class Round {
  #tabs: Tab[] = [];
  #opened = 0;
  readonly #taken = new Set<string>();
  readonly #story: string[] = [];

  constructor(
    private readonly context: BrowserContext,
    private readonly thread: AgentThread,
    private readonly monkey: Monkey,
    private readonly counts: Counts,
  ) {}

  async play(): Promise<void> {
    await this.thread.hold();
    while (this.#tabs.length < TABS) await this.#open();
    for (let number = 0; number < ACTS; number += 1) {
      if (this.monkey.chance(FAULTS / 100)) await this.#fault();
      const awake = this.#tabs.filter((tab) => !tab.frozen);
      await this.#act(this.monkey.pick(awake));
      if (number % 5 === 4) expect(await atWork(this.thread), this.#told()).toBeLessThanOrEqual(1);
    }
    await this.#settle();
    await this.#count();
  }

  #told(): string {
    return this.#story.slice(-20).join(', ');
  }

  async #open(): Promise<void> {
    const page = await this.context.newPage();
    const chat = new ChatPage(page);
    await chat.open(this.thread.id);
    const session = await this.context.newCDPSession(page);
    this.#opened += 1;
    this.#tabs.push({ name: this.#opened, chat, session, frozen: false, written: [] });
  }

  async #act(tab: Tab): Promise<void> {
    const before = new Set(this.monkey.typed);
    const seen = await look(tab.chat);
    this.monkey.step(this.thread);
    await this.monkey.act(tab.chat, seen);
    const at = Date.now();
    for (const word of this.monkey.typed) {
      if (!before.has(word)) tab.written.push({ word, at });
    }
    const words = tab.written.filter((one) => one.at === at).map(({ word }) => ` ${word}`);
    this.#story.push(`${tab.name}: ${this.monkey.done.at(-1)}${words.join('')}`);
  }

  /** Makes one tab crash, freeze, resume, close or reload. At least one tab stays usable. */
  async #fault(): Promise<void> {
    const [frozen, awake] = [true, false].map((is) => this.#tabs.filter((tab) => tab.frozen === is));
    const faults: [string, Tab[], (tab: Tab) => Promise<void>][] = [];
    if (frozen?.length) faults.push(['go on', frozen, (tab) => this.#thaw(tab)]);
    if (awake) {
      faults.push(['load again', awake, (tab) => tab.chat.reload()]);
      if (awake.length > 1) {
        faults.push(['freeze', awake, (tab) => this.#freeze(tab)]);
        faults.push(['close', awake, (tab) => this.#close(tab)]);
        faults.push(['crash', awake, (tab) => this.#crash(tab)]);
      }
    }
    const [name, of, act] = this.monkey.pick(faults);
    const tab = this.monkey.pick(of);
    this.counts.fault(name);
    this.#story.push(`${tab.name}: ${name}`);
    await act(tab);
    if (this.#tabs.length < TABS) await this.#open();
  }

  async #freeze(tab: Tab): Promise<void> {
    await tab.session.send('Page.setWebLifecycleState', { state: 'frozen' });
    tab.frozen = true;
  }

  async #thaw(tab: Tab): Promise<void> {
    await tab.session.send('Page.setWebLifecycleState', { state: 'active' });
    tab.frozen = false;
  }

  /** Closes a tab as a person does, so that the page gets its events. */
  async #close(tab: Tab): Promise<void> {
    const closed = tab.chat.page.waitForEvent('close');
    await tab.chat.page.close({ runBeforeUnload: true });
    await closed;
    this.#forget(tab);
  }

  async #crash(tab: Tab): Promise<void> {
    const { fields } = await look(tab.chat);
    const crashed = tab.chat.page.waitForEvent('crash');
    // A crashed page does not answer the command.
    tab.session.send('Page.crash').catch(() => undefined);
    await crashed;
    const since = Date.now() - DRAFT_MS;
    for (const { word, at } of tab.written) {
      if (at > since && fields.includes(word)) this.#taken.add(word);
    }
    await tab.chat.page.close();
    this.#forget(tab);
  }

  #forget(tab: Tab): void {
    this.#tabs = this.#tabs.filter((one) => one !== tab);
  }

  /** Resumes every tab, and waits until nothing is running. */
  async #settle(): Promise<void> {
    for (const tab of this.#tabs) if (tab.frozen) await this.#thaw(tab);
    await this.thread.release();
    await expect
      .poll(
        async () => {
          const cards = await Promise.all(this.#tabs.map(async ({ chat }) => (await look(chat)).card));
          // The editor of a cancel may still be open after its turn has ended.
          const busy = cards.filter((card) => card === 'running');
          return busy.length + (await atWork(this.thread));
        },
        { message: `everything ends (${this.#told()})`, timeout: 60_000 },
      )
      .toBe(0);
    // Closing a card moves its draft to the composer.
    for (const { chat } of this.#tabs) {
      const { controls } = await look(chat);
      if (controls.includes('agent-running-dismiss')) {
        // Another tab may have closed the card since.
        const dismiss = chat.root.getByTestId('agent-running-dismiss');
        await this.monkey.clicks.try('agent-running-dismiss', () => dismiss.click({ timeout: 2000 }));
      }
    }
    await this.#agree();
  }

  /** Expects the same messages in every tab. */
  async #agree(): Promise<void> {
    await expect
      .poll(
        async () => {
          const shown = await Promise.all(
            this.#tabs.map(({ chat }) => chat.userMessages.allTextContents()),
          );
          return new Set(shown.map((texts) => JSON.stringify(texts))).size;
        },
        { message: `every tab shows the same (${this.#told()})` },
      )
      .toBe(1);
  }

  /** Closes all tabs, and counts the words that a new tab does not have. */
  async #count(): Promise<void> {
    const shown = await this.#tabs[0]?.chat.userMessages.allTextContents();
    for (const tab of [...this.#tabs]) await this.#close(tab);
    await this.#open();
    const last = this.#tabs[0]?.chat;
    if (!last || !shown) throw new Error('no tab');
    await expect(last.userMessages, this.#told()).toHaveText(shown);
    // The draft of a closed editor is shown when the editor is opened again.
    if ((await look(last)).card === 'paused') await last.card.openResume();
    const missing = async () => {
      const { text } = await look(last);
      return [...this.monkey.typed].filter((word) => !text.includes(word));
    };
    // Drafts of other tabs are restored once those tabs are known to be closed.
    await expect
      .poll(async () => (await missing()).filter((word) => !this.#taken.has(word)))
      .toEqual([])
      .catch(() => undefined);
    const gone = await missing();
    const taken = gone.filter((word) => this.#taken.has(word));
    const lost = gone.filter((word) => !this.#taken.has(word));
    this.counts.typed += this.monkey.typed.size;
    this.counts.found += this.monkey.typed.size - gone.length;
    this.counts.taken += taken.length;
    this.counts.lost.push(...lost);
    if (lost.length) console.log(`tabs: lost ${lost.join(' ')}: ${this.#story.join(', ')}`);
    // Runs that answer questions are skipped: their last message belongs to an earlier run.
    const runs = await this.thread.runs();
    const begun = runs.filter(({ input }) => !input['resume']).map(({ input }) => input.messages.at(-1)?.id);
    const doubled = begun.filter((id, place) => begun.indexOf(id) !== place);
    this.counts.runs += runs.length;
    this.counts.doubled.push(...doubled.map(String));
    if (doubled.length) console.log(`tabs: started twice ${doubled.join(' ')}: ${this.#story.join(', ')}`);
    await last.page.close();
    this.#tabs = [];
  }
}

async function play(context: BrowserContext, agent: Agent): Promise<Counts> {
  const counts = new Counts();
  const end = Date.now() + MINUTES * 60_000;
  for (let number = 0; number < THREADS || Date.now() < end; number += 1) {
    const seed = SEED + number;
    console.log(`tabs: seed ${seed}`);
    const monkey = new Monkey(seed);
    const round = new Round(context, agent.thread(randomUUID()), monkey, counts);
    await round.play();
    counts.clicks.add(monkey.clicks);
    console.log(`tabs: ${counts}`);
  }
  return counts;
}

test(`random acts in ${TABS} tabs lose no text and start no run twice`, async ({ context, agent, guard }) => {
  test.setTimeout(MINUTES * 60_000 + 600_000);
  guard.allow(/the page crashed/, ...CONTROL_ANSWERS);
  const counts = await play(context, agent);
  expect(counts.lost, 'lost').toEqual([]);
  expect(counts.doubled, 'started twice').toEqual([]);
  counts.clicks.expectFew(MAY_FAIL);
});
