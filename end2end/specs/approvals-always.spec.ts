// Tools that the person always allows in a conversation.
import { ALL, expect, test } from '../fixtures/test.ts';
import { Approval, approvals, decisions } from '../pages/approval.ts';
import { ChatPage } from '../pages/chat.ts';
import { change } from '../pages/settings.ts';

test.use({ control: true });

test('"Always allow" answers this question and later ones, until it is taken back', ALL, async ({
  chat,
  page,
}) => {
  await chat.say('approval');
  const approval = new Approval(approvals(chat).first());
  await expect(approval.always).toHaveText('Always allow write_file here');
  await approval.always.click();
  const line = 'Allowed write_file: always here';
  await expect(decisions(chat)).toContainText([line]);
  await chat.card.expectHidden();
  await chat.reload();
  await chat.say('approval');
  await expect(decisions(chat)).toContainText([line, line]);
  await chat.card.expectHidden();
  await expect(approvals(chat)).toHaveCount(0);
  await chat.root.getByRole('button', { name: 'Ask again about write_file' }).first().click();
  await expect(chat.root.getByTestId('ask-again')).toHaveCount(0);
  await chat.say('approval');
  await approval.expectOpen();
  // In the settings, the focus goes on to what is left.
  await approval.always.click();
  await chat.card.expectHidden();
  await change(page, async (dialog) => {
    await dialog.getByTestId('ask-again').press('Enter');
    await expect(dialog.getByTestId('ask-again')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  });
});

test('what is always allowed in one tab is so in the other', ALL, async ({ chat, context, thread }) => {
  const other = new ChatPage(await context.newPage());
  await other.open(thread.id);
  await chat.say('approval');
  await new Approval(approvals(chat).first()).always.click();
  await chat.card.expectHidden();
  const line = 'Allowed write_file: always here';
  await expect(decisions(other)).toContainText([line]);
  await other.say('approval');
  for (const tab of [other, chat]) await expect(decisions(tab)).toContainText([line, line]);
  await other.card.expectHidden();
  await other.root.getByRole('button', { name: 'Ask again about write_file' }).first().click();
  await expect(chat.root.getByTestId('ask-again')).toHaveCount(0);
  await chat.say('approval');
  for (const tab of [chat, other]) await new Approval(approvals(tab).first()).expectOpen();
});
