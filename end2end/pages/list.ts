// The list of conversations beside the chat.
import { expect, type Locator, type Page } from '@playwright/test';

export class List {
  readonly root: Locator;
  readonly items: Locator;
  readonly search: Locator;

  constructor(readonly page: Page) {
    this.root = page.getByTestId('threads');
    this.items = this.root.getByRole('listitem');
    this.search = page.getByTestId('thread-search');
  }

  item(text: string): Locator {
    return this.items.filter({ hasText: text });
  }

  link(text: string): Locator {
    return this.item(text).getByRole('link');
  }

  /** Opens the menu of a conversation by mouse, and chooses an entry. */
  async choose(entry: string, item = this.items): Promise<void> {
    await item.hover();
    await item.getByRole('button', { name: 'More' }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** The same by keyboard. */
  async press(entry: string, item = this.items): Promise<void> {
    await item.getByRole('link').press('ArrowRight');
    const wanted = this.page.getByRole('menuitem', { name: entry });
    await expect(this.page.getByRole('menuitem').first()).toBeFocused();
    await wanted.focus();
    await this.page.keyboard.press('Enter');
  }
}
