// A message gets an answer.
import { expect, test } from '../fixtures/test.ts';

test('a message gets an answer', async ({ shop, thread }) => {
  await shop.open();
  await shop.chat.say('tools');
  await expect(shop.chat.turns).toContainText('Found it.');
  await shop.chat.expectOutcomes('completed');
  await thread.expectStates('finished');
});
