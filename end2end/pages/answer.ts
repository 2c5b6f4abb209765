// What one does with an answer: the row of buttons below it.
import type { Locator } from '@playwright/test';
import type { ChatPage } from './chat.ts';

export class Answer {
  readonly copy: Locator;
  readonly retry: Locator;
  readonly good: Locator;
  readonly bad: Locator;
  readonly more: Locator;
  readonly menu: Locator;
  readonly link: Locator;
  readonly showSource: Locator;
  /** The dialog with the source. */
  readonly source: Locator;

  /** The answer at this place, from 0. */
  constructor(chat: ChatPage, at: number) {
    const row = (testid: string): Locator => chat.root.getByTestId(testid).nth(at);
    this.copy = row('answer-copy');
    this.retry = row('answer-retry');
    this.good = row('answer-feedback-up');
    this.bad = row('answer-feedback-down');
    this.more = row('answer-more');
    this.menu = chat.root.getByRole('menu');
    this.link = this.menu.getByTestId('answer-link');
    this.showSource = this.menu.getByTestId('answer-source');
    this.source = chat.root.getByTestId('source');
  }
}
