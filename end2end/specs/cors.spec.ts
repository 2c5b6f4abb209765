// An agent of another origin must allow the page by CORS, and the page's policy must allow the agent.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { setAgent } from '../pages/settings.ts';

// A server that answers without CORS headers.
const test = base.extend<object, { elsewhere: string }>({
  elsewhere: [async ({}, use) => {
    const server: Server = createServer((_, response) => response.writeHead(405).end());
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }, { scope: 'worker' }],

  agentArgs: async ({ elsewhere }, use) => {
    await use(['--connect-src', elsewhere]);
  },
});

test('an agent that does not allow the page: the error says what to allow, with both origins', async ({
  chat,
  page,
  agent,
  guard,
  elsewhere,
}) => {
  guard.allow(/request to/, /CORS/, /ERR_FAILED/);
  await chat.open(randomUUID());
  await setAgent(page, `${elsewhere}/agui`);
  await chat.say('hello');
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText(
    `${elsewhere} is another origin, and must allow this page (${agent.url}) to use it (CORS).`,
  );
  await expect(chat.outcomeNotes.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('an agent that the page’s own policy forbids: the error names the policy, not CORS', async ({ chat, page, guard }) => {
  guard.allow(/connect-src/, /Content Security Policy/, /request to/);
  await chat.open(randomUUID());
  await setAgent(page, 'http://elsewhere.example/agui');
  await chat.say('hello');
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText('The agent could not be reached');
  await expect(chat.outcomeNotes).toContainText('connect-src');
  await expect(chat.outcomeNotes).toContainText('http://elsewhere.example');
  await expect(chat.outcomeNotes).not.toContainText('CORS');
});

test('an error of the page’s own origin does not mention CORS', ALL, async ({ chat, page, guard }) => {
  guard.allow(/ERR_CONNECTION_REFUSED/);
  await page.route('**/agui', (route) => route.abort('connectionrefused'));
  await chat.say('hello');
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText('The agent could not be reached');
  await expect(chat.outcomeNotes).not.toContainText('CORS');
});
