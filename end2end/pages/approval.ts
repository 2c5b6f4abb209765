// One approval question of the agent, and the controls that answer it.
import { expect, type Locator } from '@playwright/test';
import type { ChatPage } from './chat.ts';

/** An answer to one question of the previous run: an entry of AG-UI's `resume`. */
export interface Resume {
  interruptId: string;
  status: string;
  payload?: unknown;
}

/** The questions of the last answer. */
export function approvals(chat: ChatPage): Locator {
  return chat.turns.last().getByTestId('approval');
}

/** The lines that say what the person decided. */
export function decisions(chat: ChatPage): Locator {
  return chat.root.getByTestId('decision');
}

export class Approval {
  /** The sentence that is asked. */
  readonly title: Locator;
  readonly approve: Locator;
  /** Opens the field for the reason. With the field open, denies. */
  readonly deny: Locator;
  readonly reason: Locator;
  /** Opens the fields of the arguments. */
  readonly edit: Locator;
  /** Approves, and does not ask about the tool again in this conversation. */
  readonly always: Locator;
  /** Closes the open field. */
  readonly back: Locator;
  /** Switches to one field for all arguments. `asFields` switches back to one field for each argument. */
  readonly asJson: Locator;
  readonly asFields: Locator;
  readonly json: Locator;
  readonly change: Locator;
  readonly reply: Locator;
  readonly expiry: Locator;
  readonly added: Locator;
  readonly removed: Locator;

  constructor(readonly root: Locator) {
    this.title = root.locator('strong').first();
    this.approve = root.getByTestId('approval-approve');
    this.deny = root.getByTestId('approval-deny');
    this.reason = root.getByRole('textbox', { name: 'Reason (the agent reads it)' });
    this.edit = root.getByRole('button', { name: 'Edit first…' });
    this.always = root.getByTestId('approval-always');
    this.back = root.getByTestId('approval-back');
    this.asJson = root.getByRole('button', { name: 'Edit as JSON' });
    this.asFields = root.getByRole('button', { name: 'Edit as fields' });
    this.json = root.getByRole('textbox', { name: 'Arguments, as a JSON object' });
    this.change = root.getByTestId('approval-change');
    this.reply = root.getByTestId('approval-reply');
    this.expiry = root.getByTestId('approval-expiry');
    this.added = root.locator('ins');
    this.removed = root.locator('del');
  }

  /** The field of one argument. */
  argument(name: string): Locator {
    return this.root.getByLabel(name, { exact: true });
  }

  /** Denies, with a reason or without one. */
  async refuse(reason = ''): Promise<void> {
    await this.deny.click();
    await expect(this.back).toBeVisible();
    if (reason !== '') await this.reason.fill(reason);
    await this.deny.click();
  }

  async expectOpen(): Promise<void> {
    await expect(this.approve).toBeEnabled();
    await expect(this.deny).toBeEnabled();
  }
}

/** Makes the agent ask, and returns its question. */
export async function ask(chat: ChatPage, scenario = 'approval'): Promise<Approval> {
  await chat.say(scenario);
  const approval = new Approval(approvals(chat).first());
  await approval.expectOpen();
  return approval;
}
