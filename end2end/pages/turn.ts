// One turn: how it begins, and what it shows when it is over.
import { expect, type Locator } from '@playwright/test';
import type { ChatPage } from './chat.ts';

/** Starts a turn and waits for its first words. */
export async function startWriting(chat: ChatPage, message: string): Promise<void> {
  await chat.start(message);
  await expect(chat.turns.last()).toContainText('word2');
}

/** Opens the list of the last turn's activities. Returns those of a kind. */
export async function openSteps(chat: ChatPage, kind: string): Promise<Locator> {
  const stream = chat.streams.last();
  await stream.getByRole('button').first().click();
  return stream.locator(`[data-testid=activity][data-kind=${kind}]`);
}

/** Opens the details of an activity. */
export async function openDetails(row: Locator): Promise<void> {
  await row.getByRole('button').first().click();
}

/** Expects that the last turn has this outcome. */
export async function expectLastOutcome(chat: ChatPage, outcome: string): Promise<void> {
  await expect(chat.streams.last()).toHaveAttribute('data-outcome', outcome);
}

/** Expects that a text contains these words exactly once. */
export async function expectOnce(text: Locator, words: string): Promise<void> {
  const count = async () => (await text.innerText()).split(words).length - 1;
  await expect.poll(count, { message: `how often it says “${words}”` }).toBe(1);
}
