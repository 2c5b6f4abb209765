// A backend that keeps the messages: a browser that has not seen a thread shows it. The agent here
// speaks the LangGraph API.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ALL, expect, over } from '../fixtures/servers/fake.ts';
import { LangGraphServer } from '../fixtures/servers/langgraph.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';
import { Message } from '../pages/message.ts';

const test = over(LangGraphServer);

async function openOn(page: Page, server: LangGraphServer, thread: string): Promise<ChatPage> {
  return new HostPage(page, server.url).show(thread, { protocol: 'langgraph' });
}

test('a thread goes on in another browser, and then in the first one', async ({
  page,
  server,
  guard: _guard,
  browser,
}) => {
  const thread = randomUUID();
  const first = await openOn(page, server, thread);
  await first.say('one');
  await expect(first.turns).toContainText('You said: one');
  await first.card.expectHidden();

  const context = await browser.newContext();
  const second = await openOn(await context.newPage(), server, thread);
  await second.expectUsers('one');
  await expect(second.assistantMessages.locator('.mt-text')).toHaveText(['You said: one']);
  await second.say('two');
  await expect(second.assistantMessages.locator('.mt-text')).toHaveText(['You said: one', 'You said: two']);
  await second.card.expectHidden();
  await context.close();

  const again = await openOn(page, server, thread);
  await again.expectUsers('one', 'two');
  await expect(again.assistantMessages.locator('.mt-text')).toHaveText(['You said: one', 'You said: two']);
  expect(server.heard).toEqual(['one', 'two']);
});

test('two tabs of one browser show a turn once, and either goes on', ALL, async ({
  page,
  server,
  guard: _guard,
  context,
}) => {
  const thread = randomUUID();
  const first = await openOn(page, server, thread);
  const second = await openOn(await context.newPage(), server, thread);
  await first.say('one');
  for (const tab of [first, second]) {
    await expect(tab.assistantMessages.locator('.mt-text')).toHaveText(['You said: one']);
    await tab.expectUsers('one');
    await tab.card.expectHidden();
  }
  await second.say('two');
  for (const tab of [first, second]) {
    await expect(tab.assistantMessages.locator('.mt-text')).toHaveText(['You said: one', 'You said: two']);
    await tab.expectUsers('one', 'two');
  }
  expect(server.heard).toEqual(['one', 'two']);
});

test('a message sent again says that the agent still knows what it takes the place of', ALL, async ({
  page,
  server,
  guard: _guard,
}) => {
  const chat = await openOn(page, server, randomUUID());
  for (const text of ['one', 'two']) {
    await chat.say(text);
    await expect(chat.turns.last()).toContainText(`You said: ${text}`);
    await chat.card.expectHidden();
  }
  await new Message(chat, 1).edit('three', 'Enter');
  await expect(chat.turns.last()).toContainText('You said: three');
  await chat.expectUsers('one', 'three');
  await expect(chat.root.getByTestId('left-out')).toContainText('the agent still knows them');
  // It keeps the history itself: it is sent the new message alone.
  expect(server.heard).toEqual(['one', 'two', 'three']);
});
