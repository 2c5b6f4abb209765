// The host page `embed.html`, and the chat elements on it.
import type { Page } from '@playwright/test';
import { ChatPage } from './chat.ts';

export interface Given {
  attributes?: Record<string, string>;
  properties?: Record<string, unknown>;
}

export class HostPage {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/embed.html');
  }

  /** The chat in the nth element. */
  chat(index = 0): ChatPage {
    return new ChatPage(this.page, this.page.locator('midturn-chat').nth(index));
  }

  /** Removes the elements that the page has from the start, so that a test can add others. */
  async clear(): Promise<void> {
    await this.page.evaluate(() => {
      for (const element of document.querySelectorAll('midturn-chat')) element.remove();
    });
  }

  /** Adds an element with these properties and attributes to the page. */
  async add(given: Given): Promise<void> {
    await this.page.evaluate(({ attributes = {}, properties = {} }) => {
      const element = document.createElement('midturn-chat');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      Object.assign(element, properties);
      document.querySelector('main')?.append(element);
    }, given);
  }
}
