// The settings of the standalone page. Each change is applied at once; closing only closes.
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the settings, changes something, and closes them by Escape, which loses nothing. */
export async function change(page: Page, act: (dialog: Locator) => Promise<unknown>): Promise<void> {
  await page.getByTestId('settings-open').click();
  const dialog = page.getByTestId('settings');
  await expect(dialog).toBeVisible();
  await act(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Chooses a value of a setting by its label. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  await change(page, (dialog) => dialog.getByLabel(label).selectOption(value));
}

/** Sets the address of the agent. */
export async function setAgent(page: Page, url: string): Promise<void> {
  await change(page, (dialog) => dialog.getByLabel('Agent URL').fill(url));
}

/** Makes interjections wait for the end of the agent's response. */
export async function waitForResponses(page: Page): Promise<void> {
  await change(page, (dialog) =>
    dialog.getByLabel('Let the agent finish its answer before it reads my message').check(),
  );
}
