// The list of all interruptions of a thread, with search and links to them.
import { AxeBuilder } from '@axe-core/playwright';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

function dialog(chat: ChatPage) {
  return chat.root.getByRole('dialog', { name: 'What I changed' });
}

function rows(chat: ChatPage) {
  return chat.root.getByTestId('interruption-row');
}

test('without interruptions the list says that it is empty', ALL, async ({ chat }) => {
  await expect(chat.root.getByTestId('interruptions-open')).toHaveCount(0);
  await chat.scroll.press('!');
  await expect(dialog(chat)).toContainText('You have changed nothing in this conversation yet.');
  await expect(rows(chat)).toHaveCount(0);
  await chat.page.keyboard.press('Escape');
  await expect(dialog(chat)).toHaveCount(0);
  await expect(chat.scroll).toBeFocused();
});

test('the list shows recipient, text and outcome over all turns, also after a reload', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.interjectAndWait('only the parser');
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  await expect(chat.interjections).toContainText('Read by the main agent');
  await expect(chat.interjections.getByTitle('Read by the main agent at step 2')).toBeVisible();
  await thread.release();
  await chat.card.expectHidden();
  await thread.hold();
  await chat.start('slow');
  await thread.step({ until: 'tool_started' });
  await chat.stop.click();
  await thread.release();
  await chat.card.expectHidden();
  for (const text of ['text one', 'text two', 'text three']) {
    await chat.say(text);
    await chat.card.expectHidden();
  }
  await chat.reload();

  const open = chat.root.getByRole('button', { name: 'What I changed', exact: true });
  await open.click();
  await expect(rows(chat)).toHaveCount(2);
  await expect(rows(chat).first()).toContainText('You told the main agent: “only the parser”');
  await expect(rows(chat).first()).toContainText('Read by the main agent at step 2');
  await expect(rows(chat).last()).toContainText('You stopped it');
  const axe = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(axe.violations).toEqual([]);

  const field = dialog(chat).getByRole('searchbox');
  await field.fill('nothing like it');
  await expect(dialog(chat)).toContainText('Nothing matches.');
  await field.fill('PARSER');
  await expect(rows(chat)).toHaveCount(1);
  // As in any search field, the first Escape clears it.
  await page.keyboard.press('Escape');
  await expect(rows(chat)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog(chat)).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  await rows(chat).first().getByRole('button').click();
  await expect(dialog(chat)).toHaveCount(0);
  const said = chat.interjections.first();
  await expect(said).toBeFocused();
  await expect(said).toBeInViewport();
});
