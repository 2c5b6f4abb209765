// What an answer needs later is found in the app's build.
import { expect, test } from '../fixtures/test.ts';

test('code is highlighted, and formulas and diagrams are drawn', async ({ shop }) => {
  await shop.open();
  await shop.chat.say('rich');
  const answer = shop.chat.turns;
  await expect(answer).toContainText('3,8020');
  await expect(answer.locator('.mt-k-keyword')).toHaveText(['fn', 'let']);
  await expect(answer.locator('math')).toHaveCount(2);
  await expect(answer.locator('math[display=block]')).toBeVisible();
  await expect(answer.getByRole('img', { name: /^Flowchart: .*429/ })).toBeVisible();
});
