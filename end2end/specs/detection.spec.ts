// The page finds out which protocol the agent's URL speaks. The agent here speaks the LangGraph API.
import { randomUUID } from 'node:crypto';
import { ALL, expect, over } from '../fixtures/servers/fake.ts';
import { LangGraphServer } from '../fixtures/servers/langgraph.ts';
import { HostPage } from '../pages/host.ts';

const test = over(LangGraphServer);

test('without a protocol, the page finds the right one, and keeps it', async ({
  plain,
  server,
  guard,
}) => {
  // The request in AG-UI, and the probes for other protocols.
  guard.allow(/status of 404/);
  await plain.say('hello');
  await expect(plain.turns).toContainText('You said: hello');
  await plain.card.expectHidden();
  await expect(plain.outcomeNotes).toHaveCount(0);
  await plain.expectUsers('hello');
  expect(server.asked[0]).toBe('POST /agui');
  expect(server.asked).toContain('GET /agui/info');
  const before = server.asked.length;
  await plain.reload();
  await plain.expectUsers('hello');
  await plain.say('again');
  await expect(plain.turns.last()).toContainText('You said: again');
  await plain.card.expectHidden();
  expect(server.heard).toEqual(['hello', 'again']);
  const again = server.asked.slice(before).filter((asked) => !asked.includes('/threads'));
  expect(again, 'it is not searched for again').toEqual([]);
});

test('a wrong protocol is never changed: a note names the right one', ALL, async ({
  page,
  server,
  guard,
}) => {
  guard.allow(/status of 404/);
  const chat = await new HostPage(page, server.url).show(randomUUID(), { protocol: 'openai-chat' });
  await chat.say('hello');
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText('The agent speaks another protocol');
  const details = chat.outcomeNotes.locator('pre');
  await expect(details).toHaveText(
    'OpenAI Chat Completions → LangGraph (protocol="langgraph")',
  );
  await expect(chat.outcomeNotes.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(server.heard).toEqual([]);
  // The page that uses the element sets the protocol, and the person tries again.
  await page.locator('midturn-chat').evaluate((element) => {
    element.setAttribute('protocol', 'langgraph');
  });
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.turns.last()).toContainText('You said: hello');
  expect(server.heard).toEqual(['hello']);
});
