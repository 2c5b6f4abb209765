// The framework takes the chat off the page, puts it back, and moves it.
import { expect, test } from '../fixtures/test.ts';

test('taking the chat off the page ends its run, and it can come back', async ({ shop, thread }) => {
  await shop.open();
  await shop.chat.start('never');
  await thread.expectStates('running');
  await shop.button('Hide').click();
  await expect(shop.element).toHaveCount(0);
  await thread.expectStates('cancelled');
  await shop.button('Show').click();
  await shop.chat.expectUsers('never');
  await shop.chat.say('text');
  await expect(shop.chat.turns.last()).toContainText('Shall I make the change?');
  await thread.expectStates('cancelled', 'finished');
});

test('moving the chat keeps its run', async ({ page, shop, thread }) => {
  await shop.open();
  await shop.chat.start('never');
  await thread.expectStates('running');
  // A framework moves one of two nodes when they change places, which may be the other one.
  await page.evaluate(() => {
    const moves = new MutationObserver((records) => {
      const moved = records.flatMap(({ addedNodes }) => [...addedNodes]);
      const chat = document.querySelector('midturn-chat');
      if (moved.some((node) => node.contains(chat))) document.body.dataset.moved = 'yes';
    });
    moves.observe(document.body, { childList: true, subtree: true });
  });
  const first = page.getByRole('main').getByRole('region').first();
  await shop.button('Swap').click();
  await expect(first).toHaveAccessibleName('Cart');
  await shop.button('Swap').click();
  await expect(first).toHaveAccessibleName('Chat');
  await expect(page.locator('body')).toHaveAttribute('data-moved', 'yes');
  await shop.button('Call state').click();
  await expect(shop.said).toHaveText('state: running');
  await thread.expectStates('running');
  await shop.button('Call stop').click();
  await expect(shop.said).toHaveText('stopped: cancelled');
});
