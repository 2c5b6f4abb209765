// The page that every app shows: a cart, buttons that call the chat's methods, and the chat.
import { expect, type Locator, type Page } from '@playwright/test';
import { ChatPage } from '../../pages/chat.ts';

export class ShopPage {
  readonly element: Locator;
  readonly chat: ChatPage;
  readonly cart: Locator;
  /** What the last method gave. */
  readonly said: Locator;
  readonly events: Locator;
  /** A call of the tool, as the app draws it. */
  readonly drawn: Locator;

  constructor(
    readonly page: Page,
    readonly address: string,
  ) {
    this.element = page.locator('midturn-chat');
    this.chat = new ChatPage(page, this.element);
    this.cart = page.getByRole('region', { name: 'Cart' }).getByRole('listitem');
    this.said = page.getByRole('status', { name: 'Said' });
    this.events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    this.drawn = this.chat.root.getByRole('note', { name: 'Order' });
  }

  /** Opens the page, and waits for the chat. */
  async open(): Promise<void> {
    await this.page.goto(this.address);
    await expect(this.chat.composer).toBeVisible();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}
