// The app calls the chat's methods through the framework's reference.
import { expect, test } from '../fixtures/test.ts';

test('send, state, stop and threads', async ({ shop, thread }) => {
  await shop.open();
  await thread.hold();
  await shop.button('Call send').click();
  await expect(shop.said).toHaveText(/^sent \S/);
  await shop.chat.expectUsers('text please');
  await shop.button('Call state').click();
  await expect(shop.said).toHaveText('state: running');
  await shop.button('Call stop').click();
  await expect(shop.said).toHaveText('stopped: cancelled');
  await shop.button('Call state').click();
  await expect(shop.said).toHaveText('state: idle');
  await shop.button('Call threads').click();
  await expect(shop.said).toHaveText('threads: 1');
  await thread.expectStates('cancelled');
});
