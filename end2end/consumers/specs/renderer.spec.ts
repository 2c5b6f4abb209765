// The app draws a tool call.
import { expect, test } from '../fixtures/test.ts';

test('the drawing of a call is updated', async ({ shop }) => {
  await shop.open();
  await shop.chat.say('page');
  await expect(shop.drawn).toHaveText('tidepool: running');
  const node = await shop.drawn.elementHandle();
  await shop.button('Add tidepool').click();
  await expect(shop.drawn).toHaveText('tidepool: tidepool is in the cart');
  expect(await shop.drawn.evaluate((now, before) => now === before, node)).toBe(true);
});
