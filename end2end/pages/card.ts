// The running card.
import { expect, type Locator } from '@playwright/test';

export type CardState = 'running' | 'cancelling' | 'paused' | 'resuming';

export class Card {
  readonly root: Locator;
  readonly header: Locator;
  readonly history: Locator;
  readonly timer: Locator;
  readonly cancel: Locator;
  readonly resume: Locator;
  readonly input: Locator;
  readonly submit: Locator;
  readonly dismiss: Locator;
  readonly keep: Locator;
  readonly toggle: Locator;

  constructor(chat: Locator) {
    this.root = chat.getByTestId('agent-running-card');
    this.header = this.root.getByTestId('agent-running-header');
    this.history = this.root.getByTestId('agent-running-history');
    this.timer = this.root.getByTestId('agent-running-timer');
    this.cancel = this.root.getByTestId('agent-running-cancel');
    this.resume = this.root.getByTestId('agent-running-resume');
    this.input = this.root.getByTestId('agent-running-input');
    this.submit = this.root.getByTestId('agent-running-submit');
    this.dismiss = this.root.getByTestId('agent-running-dismiss');
    this.keep = this.root.getByTestId('agent-running-keep');
    this.toggle = this.header.locator('button[aria-expanded]');
  }

  get activities(): Locator {
    return this.history.getByTestId('activity');
  }

  async expectState(state: CardState): Promise<void> {
    await expect(this.root).toHaveAttribute('data-state', state);
  }

  async expectHidden(): Promise<void> {
    await expect(this.root).toHaveCount(0);
  }

  /** Clicks Cancel, and waits for the editor to have the focus. */
  async openCancel(): Promise<void> {
    await this.cancel.click();
    await this.expectState('cancelling');
    await expect(this.input).toBeFocused();
  }

  async openResume(): Promise<void> {
    await this.resume.click();
    await this.expectState('resuming');
    await expect(this.input).toBeFocused();
  }

  async expand(): Promise<void> {
    if ((await this.toggle.getAttribute('aria-expanded')) !== 'true') await this.toggle.click();
    await expect(this.history).toBeVisible();
  }
}
