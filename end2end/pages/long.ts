// A thread with thousands of messages, stored by the host page: the element's `history` function
// returns one part of them at a time.
import { expect, type Page } from '@playwright/test';
import { ChatPage } from './chat.ts';

/** Test controls for the host's `history` function. */
interface Host {
  calls: { before?: string | undefined; limit: number }[];
  fail: boolean;
  held: (() => void)[];
  hold: boolean;
}

export interface Place {
  top: number;
  rest: number;
  elements: number;
  turns: number;
}

export class LongPage extends ChatPage {
  constructor(page: Page) {
    super(page, page.locator('midturn-chat'));
  }

  /**
   * Opens a host page with one element. The element's thread has `messages` messages, and each call
   * of `history` returns at most `page` of them. The message `huge` is too long to be drawn in one task,
   * and ends with the word "needle".
   */
  async openLong(thread: string, messages: number, page = 200, huge?: number): Promise<void> {
    await this.page.goto('/embed.html');
    await this.page.evaluate(
      ({ thread, messages, page, huge }) => {
        for (const element of document.querySelectorAll('midturn-chat')) element.remove();
        const host: Host = { calls: [], fail: false, held: [], hold: false };
        const words = 'long threads are read from the end and only some of it is ever seen'.split(' ');
        const text = (n: number) => {
          if (n === huge) return `${`${words.join(' ')}.\n\n`.repeat(600)}A needle.`;
          const count = 3 + ((n * 37) % 120);
          const said = Array.from({ length: count }, (_, at) => words[(n + at * 5) % words.length]);
          return `${said.join(' ')}${n % 6 === 1 ? '\n\nAnd more of it.\n\nAnd an end.' : ''}`;
        };
        const all = Array.from({ length: messages }, (_, n) => ({
          id: `h${n}`,
          role: n % 2 === 0 ? 'user' : 'assistant',
          content: `Message ${n}: ${text(n)}`,
        }));
        const history = async (asked: { before?: string; limit: number }) => {
          host.calls.push({ before: asked.before, limit: asked.limit });
          if (host.hold) await new Promise<void>((resolve) => host.held.push(resolve));
          if (host.fail) throw new Error('the host is down');
          const end = asked.before === undefined ? messages : Number(asked.before.slice(1));
          const start = Math.max(0, end - page);
          return { messages: all.slice(start, end), more: start > 0 };
        };
        const element = document.createElement('midturn-chat');
        element.setAttribute('agent-url', '/agui');
        element.setAttribute('thread-id', thread);
        Object.assign(element, { history });
        Object.assign(globalThis, { host });
        document.querySelector('main')?.append(element);
      },
      { thread, messages, page, huge },
    );
    await expect(this.composer).toBeVisible();
  }

  /** The host function's calls. */
  async calls(): Promise<Host['calls']> {
    return this.page.evaluate(() => (globalThis as unknown as { host: Host }).host.calls);
  }

  async host(change: Partial<Host>): Promise<void> {
    await this.page.evaluate((change) => {
      Object.assign((globalThis as unknown as { host: Host }).host, change);
    }, change);
  }

  /** Lets the `history` function return the answers that it holds back. */
  async release(): Promise<void> {
    await this.page.evaluate(() => {
      const { host } = globalThis as unknown as { host: Host };
      host.hold = false;
      for (const go of host.held.splice(0)) go();
    });
  }

  message(n: number) {
    return this.root.locator('article').filter({ hasText: new RegExp(`Message ${n}:`) });
  }

  async place(): Promise<Place> {
    return this.scroll.evaluate((element) => ({
      top: element.scrollTop,
      rest: element.scrollHeight - element.clientHeight - element.scrollTop,
      elements: element.querySelectorAll('*').length,
      turns: element.querySelectorAll('.mt-turn').length,
    }));
  }

  /** Returns the first message in view, and its distance from the top of the view. */
  async read(): Promise<{ said: string; top: number }> {
    return this.scroll.evaluate((element) => {
      const from = element.getBoundingClientRect().top;
      for (const article of element.querySelectorAll('article')) {
        const { bottom, top } = article.getBoundingClientRect();
        const said = /Message \d+:/.exec(article.textContent ?? '')?.[0];
        if (said && bottom > from + 1) return { said, top: top - from };
      }
      throw new Error('nothing is in view');
    });
  }

  /** A message's distance from the top of the view; undefined when it is not drawn. */
  async topOf(said: string): Promise<number | undefined> {
    return this.scroll.evaluate((element, said) => {
      const from = element.getBoundingClientRect().top;
      const held = [...element.querySelectorAll('article')].find((article) =>
        (article.textContent ?? '').includes(said),
      );
      return held && held.getBoundingClientRect().top - from;
    }, said);
  }

  /** Waits two frames: by then the layout has settled after a change. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
    );
  }
}
