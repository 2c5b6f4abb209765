// The agent calls a tool of the app.
import { expect, test } from '../fixtures/test.ts';

test('a call changes the app, and the agent gets its result', async ({ shop, thread }) => {
  await shop.open();
  await shop.chat.say('page');
  await expect(shop.cart).toHaveCount(0);
  await shop.button('Add tidepool').click();
  await expect(shop.cart).toHaveText(['tidepool']);
  await expect(shop.chat.turns).toContainText('Your client says: tidepool is in the cart');
  const { input } = await thread.run(1);
  expect(input.messages.filter(({ role }) => role === 'tool').at(-1)?.content).toBe('tidepool is in the cart');
});
