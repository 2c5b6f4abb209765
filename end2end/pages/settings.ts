// The settings of the standalone page.
import { expect } from '@playwright/test';
import type { ChatPage } from './chat.ts';

/** Makes interjections wait for the end of the agent's response. */
export async function waitForResponses(chat: ChatPage): Promise<void> {
  await chat.page.getByRole('button', { name: 'Settings' }).click();
  const dialog = chat.page.getByTestId('settings');
  await dialog.getByLabel('Let the agent finish its answer before it reads my message').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}
