// The app listens in the framework's way.
import { expect, test } from '../fixtures/test.ts';

test('events arrive in order', async ({ shop }) => {
  await shop.open();
  await expect(shop.events).toHaveText(['ready']);
  await shop.chat.say('text');
  await expect(shop.events).toHaveText(['ready', 'message of user', 'message of assistant', 'turn completed']);
});
