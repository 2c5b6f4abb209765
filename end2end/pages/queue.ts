// The queued prompts, and one queued prompt.
import { expect, type Locator } from '@playwright/test';

export class Queue {
  readonly root: Locator;
  readonly items: Locator;
  /** The field of the prompt that is being edited. */
  readonly editor: Locator;
  readonly pause: Locator;
  readonly sendNext: Locator;
  readonly addFirst: Locator;

  constructor(chat: Locator) {
    this.root = chat.getByTestId('queued-prompts');
    this.items = this.root.getByTestId('queued-prompt-item');
    this.pause = this.root.getByTestId('queue-pause');
    this.sendNext = this.root.getByTestId('queue-resume');
    this.addFirst = this.root.getByTestId('queue-add-first');
    this.editor = this.root.getByRole('textbox', { name: 'Edit message' });
  }

  item(text: string): Prompt {
    return new Prompt(this.items.filter({ hasText: text }));
  }

  async expect(...texts: string[]): Promise<void> {
    await expect(this.items).toHaveCount(texts.length);
    for (const [index, text] of texts.entries()) {
      await expect(this.items.nth(index)).toContainText(text);
    }
  }
}

export class Prompt {
  constructor(readonly root: Locator) {}

  get runNow(): Locator {
    return this.root.getByRole('button', { name: 'Run now' });
  }

  get up(): Locator {
    return this.root.getByRole('button', { name: 'Move up' });
  }

  get down(): Locator {
    return this.root.getByRole('button', { name: 'Move down' });
  }

  /** Opens the menu of the prompt, which it has in little width. */
  get more(): Locator {
    return this.root.getByRole('button', { name: 'More' });
  }

  /** The toggle that holds the prompt back. */
  get hold(): Locator {
    return this.root.getByRole('button', { name: 'Hold' });
  }

  get edit(): Locator {
    return this.root.getByRole('button', { name: 'Edit' });
  }

  get remove(): Locator {
    return this.root.getByRole('button', { name: 'Remove' });
  }
}
