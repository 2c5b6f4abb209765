// A turn shows its texts and steps in the order in which they happened, and the card is the last of them.
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

/** Whether `first` is drawn above `second`. */
async function isAbove(first: ReturnType<ChatPage['scroll']['getByText']>, second: typeof first): Promise<boolean> {
  const [one, two] = [await first.boundingBox(), await second.boundingBox()];
  return one !== null && two !== null && one.y + one.height <= two.y;
}

test('texts and steps stand where they happened, also after a reload', async ({ heldChat: chat, thread }) => {
  const first = chat.turns.getByText('I will look at the retry code');
  const answer = chat.turns.getByText('Found it.');
  await chat.start('tools');
  await thread.step({ until: 'text' });
  await expect(chat.card.header).toContainText('Writing…');
  expect(await isAbove(chat.turns.getByText('I', { exact: true }), chat.card.root)).toBe(true);
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  expect(await isAbove(first, chat.card.root)).toBe(true);
  await thread.finish();
  await chat.card.expectHidden();
  const ordered = async () => {
    await expect(answer).toBeVisible();
    await expect(chat.streams).toHaveCount(1);
    expect(await isAbove(first, chat.streams)).toBe(true);
    expect(await isAbove(chat.streams, answer)).toBe(true);
    await expect(chat.turns.getByTestId('assistant-message')).toHaveCount(2);
  };
  await ordered();
  await chat.reload();
  await ordered();
});

test('the focus goes along when the card moves behind a text', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await thread.step({ until: 'text' });
  await chat.card.cancel.focus();
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  await expect(chat.card.cancel).toBeFocused();
});

test('the card stays while its editor is open, and shows the steps that begin', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await thread.step({ until: 'text' });
  // There is no step yet.
  await chat.card.toggle.click();
  await chat.card.openCancel();
  await chat.card.input.fill('no, the');
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.activities).toHaveAttribute('data-kind', 'tool');
  await expect(chat.card.input).toBeFocused();
  await expect(chat.card.input).toHaveValue('no, the');
  await expect(chat.card.root).toHaveCount(1);
  await expect(chat.streams).toHaveCount(0);
  await chat.card.keep.click();
  await chat.card.expectState('running');
  await expect(chat.card.activities).toHaveAttribute('data-kind', 'tool');
});

test('the card stays while its editor is open, when all of its stretch is taken back', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await thread.step({ until: 'text' });
  await expect(chat.turns.getByText('I', { exact: true })).toBeVisible();
  await chat.interjectAndWait('only the parser');
  await chat.card.openCancel();
  await chat.card.input.fill('no, the');
  await chat.root.getByTestId('interjection-take-back').click();
  await expect(chat.composer).toHaveValue('only the parser');
  await expect(chat.interjections).toHaveCount(0);
  await expect(chat.card.input).toHaveValue('no, the');
  await chat.card.keep.click();
  await chat.card.expectState('running');
  await chat.expectUsers('tools');
});

test('each stretch is a line of what was done, and the last says how the turn ended', ALL, async ({ chat }) => {
  await chat.say('plan');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await expect(chat.streams).toHaveText([/^Reproduce the failure$/, /^6 steps/]);
});
