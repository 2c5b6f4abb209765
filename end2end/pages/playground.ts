// The playground: its tabs, and the live element.
import { expect, type Locator, type Page } from '@playwright/test';
import type { MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { ChatPage } from './chat.ts';

export class Playground {
  readonly element: Locator;
  readonly chat: ChatPage;
  readonly panel: Locator;
  readonly events: Locator;
  readonly code: Locator;

  constructor(readonly page: Page) {
    this.element = page.locator('midturn-chat');
    this.chat = new ChatPage(page, this.element);
    this.panel = page.getByRole('tabpanel');
    this.events = page.getByTestId('events').getByRole('listitem');
    this.code = page.getByTestId('code');
  }

  async open(): Promise<void> {
    await this.page.goto('/playground');
    await expect(this.chat.composer).toBeEditable();
  }

  /** Opens a tab by its English name. */
  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** The field of an attribute, property, custom property, slot or sample, by its name. */
  field(name: string): Locator {
    return this.panel.getByLabel(name, { exact: true });
  }

  /** Types into a field, and leaves it. */
  async type(name: string, text: string): Promise<void> {
    await this.field(name).fill(text);
    await this.field(name).press('Enter');
  }

  /** The fields and the result of a method. */
  method(name: string): Locator {
    return this.panel.getByRole('article', { name, exact: true });
  }

  /** Calls a method, and returns its result. */
  async call(name: string): Promise<Locator> {
    await this.method(name).getByRole('button', { name: `Call ${name}` }).click();
    return this.method(name).getByRole('status');
  }

  /** A property of the element. */
  property(name: keyof MidturnChat): Promise<unknown> {
    return this.element.evaluate((chat, name) => (chat as MidturnChat)[name], name);
  }
}
