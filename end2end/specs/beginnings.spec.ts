// An empty thread: the composer in the middle, and messages to begin with.
import { installClock } from '../fixtures/clock.ts';
import { holdStorage } from '../fixtures/storage.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
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

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' });

  test('the heading has no English name in it', ALL, async ({ chat }) => {
    await expect(chat.starters).toHaveCount(4);
    await expect(chat.root.getByRole('heading', { level: 2 })).toHaveText('Sur quoi l’agent doit-il travailler\u202f?');
  });
});

test('while a new thread loads, also after a reload, the composer is where it stays', async ({ page, guard: _guard }) => {
  await installClock(page);
  const letGo = await holdStorage(page);
  const chat = new ChatPage(page);
  const title = chat.root.getByRole('heading', { name: 'What should the' });
  const log = chat.root.getByRole('log');
  await page.goto('/');
  for (const reloaded of [false, true]) {
    if (reloaded) await page.reload();
    await expect(title).toBeVisible();
    await expect(log).toHaveAttribute('aria-busy', 'true');
    const before = await middle(chat, chat.composer);
    await letGo();
    await expect(log).not.toHaveAttribute('aria-busy', 'true');
    expect(await middle(chat, chat.composer)).toBe(before);
  }
  // A thread with messages is not shown as empty.
  await chat.say('text');
  await chat.card.expectHidden();
  await expect(page.getByRole('link', { name: 'text' })).toBeVisible();
  await page.reload();
  await expect(chat.composer).toBeVisible();
  await expect(title).toHaveCount(0);
  await letGo();
  await chat.expectUsers('text');
});

test('an element shows a new thread as empty while it loads', ALL, async ({ page, guard: _guard }) => {
  await installClock(page);
  const letGo = await holdStorage(page);
  const host = new HostPage(page);
  await host.openEmpty();
  await host.add({ attributes: { 'agent-url': '/agui' } });
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': 'mine', 'new-thread': '' } });
  await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': 'old' } });
  const title = (index: number) => host.chat(index).root.getByRole('heading', { name: 'What should the' });
  for (const index of [0, 1, 2]) await expect(host.chat(index).composer).toBeVisible();
  await expect(title(0)).toBeVisible();
  await expect(title(1)).toBeVisible();
  await expect(title(2)).toHaveCount(0);
  await letGo();
  await expect(title(2)).toBeVisible();
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
