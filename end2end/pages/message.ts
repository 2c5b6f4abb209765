// A message of the person, and the editor in its place.
import type { Locator } from '@playwright/test';
import type { ChatPage } from './chat.ts';

export class Message {
  readonly root: Locator;
  readonly pencil: Locator;
  readonly input: Locator;
  readonly send: Locator;
  readonly cancel: Locator;

  /** The message at this place, from 0. */
  constructor(chat: ChatPage, at: number) {
    this.root = chat.userMessages.nth(at);
    this.pencil = chat.root.getByTestId('message-edit').nth(at);
    this.input = this.root.getByTestId('message-edit-input');
    this.send = this.root.getByTestId('message-send-again');
    this.cancel = this.root.getByRole('button', { name: 'Cancel' });
  }

  /** Writes another text, and presses a key. */
  async edit(text: string, key: string): Promise<void> {
    await this.pencil.click();
    await this.input.fill(text);
    await this.input.press(key);
  }
}
