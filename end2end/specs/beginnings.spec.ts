// An empty thread: the composer in the middle, and messages to begin with.
import { ALL, expect, test } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

/** The middle of an element, as a share of the chat's height. */
async function middle(chat: { root: import('@playwright/test').Locator }, of: import('@playwright/test').Locator) {
  const [around, box] = [await chat.root.locator('.mt-chat').boundingBox(), await of.boundingBox()];
  if (!around || !box) throw new Error('it is not on screen');
  return (box.y + box.height / 2 - around.y) / around.height;
}

test('the composer is in the middle, and the same field goes on at the bottom', async ({ heldChat: chat }) => {
  await expect(chat.root.getByRole('heading', { name: 'What should the demo agent work on?' })).toBeVisible();
  await expect(chat.starters).toHaveCount(4);
  await chat.composer.fill('text');
  const before = await middle(chat, chat.composer);
  expect(before).toBeGreaterThan(0.3);
  expect(before).toBeLessThan(0.6);
  await chat.composer.evaluate((field) => {
    field.dataset['same'] = 'yes';
  });
  await chat.composer.press('Enter');
  await chat.card.expectState('running');
  await expect(chat.starters).toHaveCount(0);
  await expect(chat.composer).toHaveAttribute('data-same', 'yes');
  await expect(chat.composer).toBeFocused();
  expect(await middle(chat, chat.composer)).toBeGreaterThan(0.75);
});

test('a starter sends its message, and what is written stays', ALL, async ({ heldChat: chat, thread }) => {
  await chat.composer.fill('a draft');
  await chat.root.getByRole('button', { name: 'Approve a change With a diff that you can edit' }).click();
  await chat.expectUsers('Approval: fix the unit in src/retry.rs');
  await expect(chat.composer).toHaveValue('a draft');
  await expect(chat.composer).toBeFocused();
  await thread.release();
  await expect(chat.root.getByTestId('approval')).toBeVisible();
});

test.describe('with the control extension', () => {
  test.use({ control: true });

  test('the starter that loses the connection comes back to the same run', ALL, async ({ chat, thread, guard }) => {
    guard.allow(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
    await chat.root.getByRole('button', { name: 'Lose the connection' }).click();
    await chat.card.expectHidden();
    await expect(chat.assistantMessages).toContainText('and it ends here: your connection to me has just been lost');
    await expect(chat.assistantMessages).toContainText('You have missed nothing of this sentence either.');
    await thread.expectStates('finished');
  });
});

test('an embedder gives the agent’s name and the starters, and its own welcome stays above them', ALL, async ({
  page,
  guard: _guard,
}) => {
  const host = new HostPage(page);
  await host.open();
  const chat = host.chat();
  const element = page.locator('midturn-chat');
  await expect(chat.root.getByRole('heading', { name: 'What should the agent work on?' })).toBeVisible();
  await expect(chat.starters).toHaveCount(0);
  await element.evaluate((chat: any) => {
    chat.agentName = 'the shop assistant';
    chat.starters = [{ title: 'Find a boat', text: 'tools' }];
  });
  await expect(chat.root.getByRole('heading', { name: 'What should the shop assistant work on?' })).toBeVisible();
  await expect(chat.starters).toHaveText('Find a boat');
  await element.evaluate((chat) => chat.setAttribute('tour', 'text'));
  await expect(chat.root.getByTestId('tour')).toBeVisible();
  await element.evaluate((chat) => {
    const own = document.createElement('p');
    own.slot = 'empty';
    own.textContent = 'Ahoy';
    chat.append(own);
  });
  await expect(page.getByText('Ahoy')).toBeVisible();
  await expect(chat.root.getByRole('heading')).toBeHidden();
  await chat.starters.click();
  await chat.card.expectHidden();
  await chat.expectUsers('tools');
});
