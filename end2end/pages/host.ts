// The host page `embed.html`, and the chat elements on it.
import type { Page } from '@playwright/test';
import { ChatPage } from './chat.ts';

export interface Given {
  attributes?: Record<string, string>;
  properties?: Record<string, unknown>;
}

export class HostPage {
  /** The page of the server at `origin`, or of the test's agent. */
  constructor(
    readonly page: Page,
    private readonly origin = '',
  ) {}

  async open(): Promise<void> {
    await this.page.goto(`${this.origin}/embed.html`);
  }

  /** Opens the page without an element, so that a test can add its own. */
  async openEmpty(): Promise<void> {
    await this.open();
    await this.clear();
  }

  /** Opens the page with one element, on this thread, and returns its chat. */
  async show(thread: string, attributes: Record<string, string> = {}): Promise<ChatPage> {
    await this.openEmpty();
    await this.addOn(thread, attributes);
    return this.chat();
  }

  /** The chat in the nth element. */
  chat(index = 0): ChatPage {
    return new ChatPage(this.page, this.page.locator('midturn-chat').nth(index));
  }

  /** Removes the elements of the page. */
  async clear(): Promise<void> {
    await this.page.evaluate(() => {
      for (const element of document.querySelectorAll('midturn-chat')) element.remove();
    });
  }

  /** Adds an element on this thread to the page. */
  async addOn(thread: string, attributes: Record<string, string> = {}): Promise<void> {
    await this.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread, ...attributes } });
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
