// A backend that is not our own: pydantic-ai's AG-UI server, reached through the agent's proxy, so
// that the page's policy stays as it is. Its log shows what its model was asked and that it stopped.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { test as base } from '@playwright/test';
import { Agent } from '../fixtures/agent.ts';
import { Guard } from '../fixtures/guard.ts';
import { Server } from '../fixtures/process.ts';
import { ChatPage } from '../pages/chat.ts';
import { expect } from '../fixtures/test.ts';

const HERE = resolve(import.meta.dirname, '..');
const PYTHON = process.env.MIDTURN_PYTHON ?? resolve(HERE, '.venv/bin/python');

const test = base.extend<{ guard: Guard; chat: ChatPage }, { pydantic: Server; agent: Agent }>({
  pydantic: [
    async ({}, use) => {
      const server = await Server.start(
        PYTHON,
        [resolve(HERE, 'backends/pydantic_ai_server.py')],
        /listening on (http:\S+)/,
      );
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  agent: [
    async ({ pydantic }, use) => {
      const agent = await Agent.start(['--proxy', `/pydantic=${pydantic.address}/`]);
      await use(agent);
      await agent.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ agent }, use) => {
    await use(agent.url);
  },
  guard: async ({ context, agent, pydantic }, use, info) => {
    const guard = await Guard.watch(context, agent.url);
    const before = pydantic.log.length;
    await use(guard);
    await info.attach('pydantic-ai.log', {
      body: pydantic.log.slice(before),
      contentType: 'text/plain',
    });
    expect(guard.unexpected, 'problems of the page').toEqual([]);
  },
  chat: async ({ page, guard: _guard }, use) => {
    const chat = new ChatPage(page);
    await chat.open(randomUUID());
    await page.getByTestId('settings-open').click();
    await page.getByLabel('Agent URL').fill('/pydantic');
    await page.getByRole('button', { name: 'Save' }).click();
    await use(chat);
  },
});

const missing = !existsSync(PYTHON);
test.skip(
  missing && !process.env.CI,
  'there is no Python environment with pydantic-ai: `cargo xtask setup` makes it',
);
test.describe.configure({ mode: 'serial', timeout: 60_000 });

/** What the log says from here on. */
function follow(server: Server): (line: string) => Promise<void> {
  const start = server.log.length;
  return (line) => expect.poll(() => server.log.slice(start)).toContain(line);
}

test('text', async ({ chat, pydantic }) => {
  const logged = follow(pydantic);
  await chat.say('hello there');
  await expect(chat.assistantMessages).toContainText('word0 word1 word2 word3 word4 word5 word6 word7');
  await chat.card.expectHidden();
  await logged('model ends: hello there');
});

test('tools', async ({ chat }) => {
  await chat.say('tool in use');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await expect(chat.streams).toContainText('1 step');
  await expect(chat.assistantMessages).toContainText('The tool said: 21 degrees and sunny in Paris');
  await chat.streams.getByRole('button').click();
  await expect(chat.streams.getByTestId('activity')).toContainText('weather');
});

test('two prompts queued run in order, with the history before them', async ({
  chat,
  pydantic,
}) => {
  const logged = follow(pydantic);
  await chat.start('steady first');
  await chat.say('then this');
  await chat.say('and that');
  await chat.queue.expect('then this', 'and that');
  await expect(chat.userMessages).toHaveText(['steady first', 'then this', 'and that']);
  await chat.card.expectHidden();
  await logged('model starts: then this (2 messages)');
  await logged('model starts: and that (3 messages)');
  await logged('model ends: and that');
});

test('cancel with a message: the model is cancelled, and the message sent', async ({
  chat,
  pydantic,
}) => {
  const logged = follow(pydantic);
  await chat.start('slow going');
  await expect(chat.assistantMessages).toContainText('word2');
  await chat.card.openCancel();
  await chat.card.input.fill('tool instead');
  await chat.card.submit.click();
  await logged('model cancelled: slow going');
  await chat.card.expectHidden();
  await chat.expectUsers('slow going', 'tool instead');
  await chat.expectOutcomes('cancelled', 'completed');
  await logged('model starts: tool instead (2 messages)');
  await expect(chat.outcomeNotes).toContainText('the agent may still be working');
});

test('cancel with Escape while a tool runs: model and tool are cancelled, the queue waits', async ({
  chat,
  pydantic,
}) => {
  const logged = follow(pydantic);
  await chat.start('slowtool now');
  await chat.say('after it');
  await expect(chat.card.header).toContainText('count');
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await chat.card.expectState('paused');
  await logged('tool cancelled: count');

  await chat.card.openResume();
  await chat.card.input.fill('first this');
  await chat.card.submit.click();
  await chat.card.expectHidden();
  await chat.expectUsers('slowtool now', 'first this', 'after it');
  await logged('model ends: after it');
});

test('reload: interrupted, the model is cancelled, the queue waits and goes on', async ({
  chat,
  pydantic,
}) => {
  const logged = follow(pydantic);
  await chat.start('slow going');
  await chat.say('after it');
  await expect(chat.assistantMessages).toContainText('word2');
  await chat.reload();
  await logged('model cancelled: slow going');
  await chat.card.expectState('paused');
  await expect(chat.assistantMessages).toContainText('word2');
  await expect(chat.outcomeNotes).toContainText('The page was closed while the agent was working.');
  await chat.card.openResume();
  await chat.card.submit.click();
  await chat.expectUsers('slow going', 'after it');
  await chat.card.expectHidden();
  await logged('model ends: after it');
});

test('interject while a tool runs: the next request ends with its result and what was said', async ({
  chat,
  pydantic,
}) => {
  const logged = follow(pydantic);
  await chat.start('longtool now');
  await expect(chat.card.header).toContainText('count');
  await chat.interjectWith('only even numbers');
  await expect(chat.interjections).toContainText('Waits for the running tool');
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await expect(chat.assistantMessages).toContainText(
    /The tool said: counted to 60\s*\[User feedback: only even numbers\]/,
  );
  await chat.card.expectHidden();
  await chat.expectUsers('longtool now');
  await chat.expectOutcomes('completed');
  await logged('model ends: longtool now');
});

test('interject while it writes: what is written is kept, and what was said comes next', async ({
  chat,
  pydantic,
}) => {
  const logged = follow(pydantic);
  await chat.start('slow going');
  await expect(chat.assistantMessages).toContainText('word2');
  await chat.interjectWith('hello instead');
  await logged('model cancelled: slow going');
  await logged('model starts: hello instead (2 messages)');
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.card.expectHidden();
  await expect(chat.assistantMessages).toContainText('word2');
  await chat.expectUsers('slow going');
  await logged('model ends: hello instead');
});
