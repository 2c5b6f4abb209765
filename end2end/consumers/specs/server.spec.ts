// The page is rendered on the server, where the package has no element.
import { expect, test } from '../fixtures/test.ts';

test('the page comes with the element in it', async ({ request, shop }) => {
  const answer = await request.get(shop.address);
  expect(answer.ok()).toBe(true);
  const html = await answer.text();
  expect(html).toContain('A shop with a chat');
  expect(html).toMatch(/<midturn-chat[^>]*><\/midturn-chat>/);
});

test('the browser takes the page over without an error', async ({ shop, guard }) => {
  await shop.open();
  await expect(shop.events).toHaveText(['ready']);
  expect(guard.problems).toEqual([]);
});
