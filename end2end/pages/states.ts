// The visible states of a conversation. Each must pass the accessibility scan.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { AgentThread } from '../fixtures/agent.ts';
import type { ChatPage } from './chat.ts';

/** Steps the scene `tools` to its second tool, and waits until the page shows that. */
export async function finishFirstTool(chat: ChatPage, thread: AgentThread): Promise<void> {
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  // In every language.
  await expect(chat.card.header).not.toContainText('read_file');
}

export type Reach = (chat: ChatPage, thread: AgentThread) => Promise<void>;

/** Functions that bring a new page into a state: the states of the card, and a few more. */
export const states: Record<string, Reach> = {
  async empty(chat) {
    await expect(chat.composer).toBeEditable();
  },
  async hidden(chat, thread) {
    await chat.start('tools');
    await thread.finish();
    await chat.card.expectHidden();
    await chat.streams.getByRole('button').first().click();
    await chat.streams.getByTestId('activity').first().getByRole('button').click();
  },
  async running(chat, thread) {
    await chat.start('tools');
    await chat.say('text queued');
    await chat.say('text queued, too');
    await finishFirstTool(chat, thread);
    await chat.card.expand();
    await chat.composer.press('ArrowUp');
    await expect(chat.queue.root.getByRole('textbox')).toBeFocused();
  },
  async cancelling(chat, thread) {
    await chat.start('tools');
    await chat.say('text queued');
    await thread.step({ until: 'tool_started' });
    await chat.card.openCancel();
  },
  async over(chat, thread) {
    await chat.start('tools');
    await chat.card.openCancel();
    await chat.card.input.fill('a draft');
    await thread.finish();
    await expect(chat.card.keep).toHaveCount(0);
  },
  async paused(chat, thread) {
    await chat.start('tools');
    await chat.say('text queued');
    await finishFirstTool(chat, thread);
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await chat.card.expectState('paused');
  },
  async resuming(chat, thread) {
    await states.paused?.(chat, thread);
    await chat.card.openResume();
  },
  async cancelled(chat, thread) {
    await chat.start('tools');
    await finishFirstTool(chat, thread);
    await chat.stop.click();
    await chat.expectOutcomes('cancelled');
  },
  async failed(chat, thread) {
    await chat.start('fail');
    await thread.finish();
    await chat.expectOutcomes('failed');
  },
};

/** More states, for a backend with the control extension. Most of them need it. */
export const controlStates: Record<string, Reach> = {
  async interjected(chat, thread) {
    await chat.start('tools');
    await thread.step({ until: 'tool_started' });
    await chat.interjectAndWait('only the parser');
    await expect(chat.interjections).toHaveAttribute('data-status', 'pending');
    await chat.composer.fill('and this');
    await (await chat.reachInterject()).hover();
  },
  async 'interjection edited'(chat, thread) {
    await controlStates.interjected?.(chat, thread);
    await expect(chat.interjections.getByTestId('interjection-edit')).toBeVisible();
    await chat.interjections.getByTestId('interjection-edit').click();
    await expect(chat.interjections.getByRole('textbox')).toBeFocused();
  },
  async delivered(chat, thread) {
    await controlStates.interjected?.(chat, thread);
    await thread.step({ until: 'tool_finished' });
    await thread.step({ until: 'tool_started' });
    await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  },
  async undelivered(chat, thread) {
    await controlStates.interjected?.(chat, thread);
    await chat.stop.click();
    await expect(chat.interjections).toHaveAttribute('data-status', 'undelivered');
  },
  async 'target menu'(chat, thread) {
    await chat.start('team');
    await thread.step({ until: 'tool_started' });
    await thread.step({ count: 6 });
    await chat.card.expand();
    await chat.target.click();
    await expect(chat.root.getByRole('menu')).toBeVisible();
  },
  async 'escape pressed'(chat, thread) {
    await chat.start('tools');
    await thread.step({ until: 'tool_started' });
    await chat.composer.press('Escape');
    await expect(chat.root.getByTestId('escape-hint')).toBeVisible();
  },
  async keys(chat) {
    await chat.scroll.press('?');
    await expect(chat.root.getByTestId('shortcuts')).toBeVisible();
  },
  async 'waiting for an answer'(chat, thread) {
    await chat.start('approval');
    await thread.finish();
    await chat.card.expectHidden();
  },
};

export async function scan(page: Page): Promise<void> {
  // Axe takes the skip link for one only if the page's next link is in the same tree, and that may be in the chat.
  const { violations, passes } = await new AxeBuilder({ page }).exclude('.mt-skip').analyze();
  expect(passes.length).toBeGreaterThan(10);
  const found = violations.map((violation) => ({
    rule: violation.id,
    nodes: violation.nodes.map((node) => `${node.html}: ${node.failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
}
