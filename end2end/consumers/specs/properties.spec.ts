// What the first render sets, before the program is loaded, is in the first request.
import { expect, test } from '../fixtures/test.ts';

test('properties and a call from before the program is loaded', async ({ page, shop, thread, use: { consumer } }) => {
  let load = () => {};
  const allowed = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\.wasm(\?|$)/, async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto(shop.address);
  await shop.button('Call state').click();
  await expect(shop.said).toHaveText('state: loading');
  await shop.button('Call send').click();
  const request = page.waitForRequest((asked) => asked.url().endsWith('/agui') && asked.method() === 'POST');
  await expect(shop.chat.composer).toHaveCount(0);
  load();
  const asked = await request;
  expect(asked.headers()).toMatchObject({ 'x-shop': consumer });
  const body = asked.postDataJSON();
  expect(body.threadId).toBe(thread.id);
  expect(body.tools).toMatchObject([{ name: 'add_to_cart' }]);
  await shop.chat.expectUsers('text please');
  await thread.expectStates('finished');
});
