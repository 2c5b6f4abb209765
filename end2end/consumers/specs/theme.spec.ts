// The app's style sheet changes the chat's look.
import { expect, test } from '../fixtures/test.ts';

test('a token and a part', async ({ shop }) => {
  await shop.open();
  await expect(shop.element).toHaveCSS('height', '480px');
  await expect(shop.element.locator('.midturn')).toHaveCSS('background-color', 'rgb(250, 248, 240)');
  await shop.chat.say('text');
  await expect(shop.chat.userMessages).toHaveCSS('border-top-color', 'rgb(178, 58, 72)');
});
