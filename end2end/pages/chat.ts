// A conversation on screen. Elements are found by role and name, or by public test id.
// Works on the standalone page and on one element of a host page.
import { expect, type Locator, type Page } from '@playwright/test';
import { Card } from './card.ts';
import { Queue } from './queue.ts';

export class ChatPage {
  readonly root: Locator;
  readonly card: Card;
  readonly queue: Queue;
  readonly scroll: Locator;
  readonly composer: Locator;
  /** The button that takes the thread over from a tab that does not answer. */
  readonly takeOver: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly replace: Locator;
  readonly interject: Locator;
  readonly target: Locator;
  /** Opens the menu of the other ways to send, in little room. */
  readonly more: Locator;
  readonly interjections: Locator;
  readonly deliveryHint: Locator;
  readonly announcer: Locator;
  readonly jump: Locator;
  /** The messages that an empty thread offers. */
  readonly starters: Locator;
  readonly toast: Locator;

  constructor(
    readonly page: Page,
    root: Locator = page.locator('body'),
  ) {
    this.root = root;
    this.card = new Card(root);
    this.queue = new Queue(root);
    this.scroll = root.getByTestId('chat-scroll-container');
    this.composer = root.getByTestId('composer-input');
    this.takeOver = root.getByTestId('take-over');
    this.send = root.getByTestId('composer-send');
    this.stop = root.getByTestId('composer-stop');
    this.replace = root.getByTestId('composer-replace');
    this.interject = root.getByTestId('composer-interject');
    this.more = root.getByTestId('composer-more');
    this.target = root.getByTestId('composer-target');
    this.interjections = root.getByTestId('interjection');
    this.deliveryHint = root.locator('#midturn-delivery-hint');
    this.announcer = root.getByTestId('announcer');
    this.jump = root.getByTestId('jump-to-latest');
    this.starters = root.getByTestId('starter');
    this.toast = root.locator('.mt-chat .mt-toast');
  }

  async open(thread: string): Promise<void> {
    await this.page.goto(`/threads/${thread}`);
    await expect(this.composer).toBeVisible();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await expect(this.composer).toBeVisible();
  }

  /**
   * Writes a message and sends it with Enter. Waits until the message is sent, because the program may
   * still be loading.
   */
  async say(text: string): Promise<void> {
    await this.composer.fill(text);
    // The keyboard of a touch screen breaks the line.
    const touched = await this.page.evaluate(() => matchMedia('(pointer: coarse)').matches);
    if (touched) await this.send.tap();
    else await this.composer.press('Enter');
    await expect(this.composer).toHaveValue('');
    await expect(this.root.getByRole('log')).not.toHaveAttribute('aria-busy', 'true');
  }

  /** The control that interjects. In little room it is in a menu, which is opened. */
  async reachInterject(): Promise<Locator> {
    await this.interject.or(this.more).first().waitFor();
    if (await this.more.isVisible()) await this.more.click();
    return this.interject;
  }

  /** Sends an interjection. */
  async interjectWith(text: string): Promise<void> {
    await this.composer.fill(text);
    await (await this.reachInterject()).click();
    await expect(this.composer).toHaveValue('');
  }

  /** Interjects, and waits until the agent has answered: a step before that can end the tool first. */
  async interjectAndWait(text: string): Promise<void> {
    const answered = this.interjectionAnswered();
    await this.interjectWith(text);
    await answered;
  }

  /** Waits for the agent's answer to the next interjection that is sent. */
  async interjectionAnswered(): Promise<void> {
    await this.page.waitForResponse((answer) =>
      Boolean(answer.request().postData()?.includes('"user.interjection"')),
    );
  }

  /** Sends a message that starts a run, and waits for the card. */
  async start(text: string): Promise<void> {
    await this.say(text);
    await this.card.expectState('running');
  }

  /** Clicks beside the transcript's column, where there is nothing. */
  async clickEmptySurface(options: { button?: 'left' | 'right' } = {}): Promise<void> {
    await this.scroll.click({ ...options, position: { x: 24, y: 4 } });
  }

  get userMessages(): Locator {
    return this.root.getByTestId('user-message');
  }

  /** The turns. A turn has one message of the agent or more. */
  get turns(): Locator {
    return this.root.getByTestId('turn');
  }

  get assistantMessages(): Locator {
    return this.root.getByTestId('assistant-message');
  }

  /** The activity streams. A completed turn without activities has none. */
  get streams(): Locator {
    return this.root.getByTestId('activity-stream');
  }

  /** Unfolds all activity streams that have steps. Call it once no turn runs. */
  async unfoldStreams(): Promise<void> {
    for (const header of await this.streams.locator(':scope > [aria-expanded]').all()) {
      await header.click();
      await expect(header).toHaveAttribute('aria-expanded', 'true');
    }
  }

  get outcomeNotes(): Locator {
    return this.root.getByTestId('outcome-note');
  }

  async expectUsers(...texts: string[]): Promise<void> {
    await expect(this.userMessages).toHaveText(texts);
  }

  /** The outcome of each turn that has a stream and no card: its last stream says it. */
  async expectOutcomes(...outcomes: string[]): Promise<void> {
    const told = () =>
      this.turns.evaluateAll((turns) =>
        turns.flatMap((turn) => {
          if (turn.querySelector('[data-testid=agent-running-card]')) return [];
          const last = [...turn.querySelectorAll('[data-testid=activity-stream]')].at(-1);
          return last ? [last.getAttribute('data-outcome')] : [];
        }),
      );
    await expect.poll(told).toEqual(outcomes);
  }
}
