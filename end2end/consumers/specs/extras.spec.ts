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

test('a formula of chemistry is drawn: its macros are a file of their own', async ({ shop }) => {
  await shop.page.route('**/agui', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const { threadId, runId } = route.request().postDataJSON() as { threadId: string; runId: string };
    const events = [
      { type: 'RUN_STARTED', threadId, runId },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Water: $$\\ce{H2O}$$' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'RUN_FINISHED', threadId, runId },
    ];
    return route.fulfill({
      headers: { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' },
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    });
  });
  await shop.open();
  await shop.chat.say('water');
  await expect(shop.chat.turns.locator('math msub').first()).toBeVisible();
});
