// Random actions in several tabs of one thread, while tabs close, crash, freeze, resume and reload:
// no typed text is lost, and no run starts twice.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { Agent, AgentThread } from '../fixtures/agent.ts';
import { CONTROL_ANSWERS, Clicks, Monkey, atWork, look } from '../fixtures/monkey.ts';
import { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

/** How many minutes the long test runs, at least. */
const MINUTES = Number(process.env.MIDTURN_TABS_MINUTES ?? 0);
const TABS = Number(process.env.MIDTURN_TABS ?? 3);
/** Always the same acts, unless the runner chooses others. */
const SEED = Number(process.env.MIDTURN_SEED ?? 1);

/** How much is done. */
interface Size {
  /** The least number of threads. */
  threads: number;
  /** The number of acts in each thread. */
  acts: number;
  /** The chance of a fault before each act, in percent. A fault is a crash, a freeze or the like. */
  faults: number;
  /** How many minutes to go on, at least. */
  minutes: number;
}

const SHORT: Size = { threads: 1, acts: 15, faults: 30, minutes: 0 };
const LONG: Size = { threads: 3, acts: 60, faults: 8, minutes: MINUTES };

/** Waits as long as the test may take: how soon a page gets there depends on the machine. */
const IN_TIME = { timeout: 0 };

interface Tab {
  name: number;
  chat: ChatPage;
  session: CDPSession;
  frozen: boolean;
  /** The words written in this tab. */
  written: string[];
}

/** Counters over all threads. */
class Counts {
  typed = 0;
  /** Words that a crash took before they were stored. */
  taken = 0;
  runs = 0;
  readonly faults = new Map<string, number>();
  readonly clicks = new Clicks();

  fault(name: string): void {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }

  toString(): string {
    const faults = [...this.faults].map(([name, count]) => `${name} ${count}`).join(', ');
    return (
      `texts typed ${this.typed}, taken by a crash before they were stored ${this.taken}; ` +
      `runs ${this.runs}; ${faults}; ${this.clicks}`
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
    private readonly size: Size,
  ) {}

  async play(): Promise<void> {
    await this.thread.hold();
    while (this.#tabs.length < TABS) await this.#open();
    for (let number = 0; number < this.size.acts; number += 1) {
      if (this.monkey.chance(this.size.faults / 100)) await this.#fault();
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
    const words = [...this.monkey.typed].filter((word) => !before.has(word));
    tab.written.push(...words);
    this.#story.push([`${tab.name}: ${this.monkey.done.at(-1)}`, ...words].join(' '));
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

  /**
   * Makes a tab crash: sometimes after everything written in it was stored, so that nothing may be
   * lost, and sometimes at once, so that what was not stored yet may be lost.
   */
  async #crash(tab: Tab): Promise<void> {
    if (this.monkey.chance(0.5)) {
      await expect
        .poll(() => notStored(tab), { message: `all is stored (${this.#told()})`, ...IN_TIME })
        .toEqual([]);
    }
    for (const word of await notStored(tab)) this.#taken.add(word);
    const crashed = tab.chat.page.waitForEvent('crash');
    // A crashed page does not answer the command.
    tab.session.send('Page.crash').catch(() => undefined);
    await crashed;
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
        { message: `everything ends (${this.#told()})`, ...IN_TIME },
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
        { message: `every tab shows the same (${this.#told()})`, ...IN_TIME },
      )
      .toBe(1);
  }

  /** Closes all tabs, and expects every word in a new tab, and each run once. */
  async #count(): Promise<void> {
    const shown = await this.#tabs[0]?.chat.userMessages.allTextContents();
    for (const tab of [...this.#tabs]) await this.#close(tab);
    await this.#open();
    const last = this.#tabs[0]?.chat;
    if (!last || !shown) throw new Error('no tab');
    await expect(last.userMessages, this.#told()).toHaveText(shown);
    // The draft of a closed editor is shown when the editor is opened again.
    if ((await look(last)).card === 'paused') await last.card.openResume();
    let missing: string[] = [];
    // Drafts of other tabs are restored once those tabs are known to be closed.
    await expect
      .poll(
        async () => {
          const { text } = await look(last);
          missing = [...this.monkey.typed].filter((word) => !text.includes(word));
          return missing.filter((word) => !this.#taken.has(word));
        },
        { message: `nothing typed is lost (${this.#story.join(', ')})`, ...IN_TIME },
      )
      .toEqual([]);
    this.counts.typed += this.monkey.typed.size;
    this.counts.taken += missing.length;
    // Runs that answer questions are skipped: their last message belongs to an earlier run.
    const runs = await this.thread.runs();
    const begun = runs.filter(({ input }) => !input['resume']).map(({ input }) => input.messages.at(-1)?.id);
    const doubled = begun.filter((id, place) => begun.indexOf(id) !== place);
    expect(doubled, `no run is started twice (${this.#story.join(', ')})`).toEqual([]);
    this.counts.runs += runs.length;
    await last.page.close();
    this.#tabs = [];
  }
}

/** The words written in a tab that no record in the browser's storage contains. */
async function notStored({ chat, written }: Tab): Promise<string[]> {
  const records = await chat.page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('midturn'));
    const tables = [...database.objectStoreNames];
    const reading = database.transaction(tables);
    const all = await Promise.all(tables.map((table) => done(reading.objectStore(table).getAll())));
    database.close();
    // A record is JSON text in UTF-8.
    const decoder = new TextDecoder();
    return all.flat().map((record) => decoder.decode(record)).join('\n');
  });
  return written.filter((word) => !records.includes(word));
}

async function play(context: BrowserContext, agent: Agent, size: Size): Promise<void> {
  const counts = new Counts();
  const end = Date.now() + size.minutes * 60_000;
  for (let number = 0; number < size.threads || Date.now() < end; number += 1) {
    const seed = SEED + number;
    console.log(`tabs: seed ${seed}`);
    const monkey = new Monkey(seed);
    const round = new Round(context, agent.thread(randomUUID()), monkey, counts, size);
    await round.play();
    counts.clicks.add(monkey.clicks);
    console.log(`tabs: ${counts}`);
  }
}

test(`random acts in ${TABS} tabs lose no text and start no run twice`, ALL, async ({ context, agent, guard }) => {
  test.setTimeout(120_000);
  guard.allow(/the page crashed/, ...CONTROL_ANSWERS);
  await play(context, agent, SHORT);
});

test(`many random acts in ${TABS} tabs lose no text and start no run twice`, ALL, async ({ context, agent, guard }) => {
  test.setTimeout(MINUTES * 60_000 + 600_000);
  guard.allow(/the page crashed/, ...CONTROL_ANSWERS);
  await play(context, agent, LONG);
});
