// The events and the shared state that the host page gets from its agent.
import { randomUUID } from 'node:crypto';
import { ALL, expect, test as base } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

interface Heard {
  events: { event: { type: string; name?: string; usage?: unknown }; threadId: string; runId: string }[];
  states: unknown[];
}

const test = base.extend<{ chat: ChatPage; heard: () => Promise<Heard> }>({
  chat: async ({ page, wire, guard: _guard }, use) => {
    const host = new HostPage(page, wire.url);
    await host.openEmpty();
    await page.evaluate((threadId) => {
      const heard: Heard = { events: [], states: [] };
      const element = document.createElement('midturn-chat');
      Object.assign(element, {
        agentUrl: '/agui',
        threadId,
        agentState: { given: true },
      });
      element.addEventListener('midturn-protocol-event', (event) => {
        heard.events.push((event as CustomEvent<Heard['events'][0]>).detail);
      });
      element.addEventListener('midturn-agent-state', (event) => {
        heard.states.push((event as CustomEvent<{ state: unknown }>).detail.state);
      });
      Object.assign(window, { heard });
      document.querySelector('main')?.append(element);
    }, randomUUID());
    await use(host.chat());
  },
  heard: async ({ page }, use) => {
    await use(() => page.evaluate(() => (window as unknown as { heard: Heard }).heard));
  },
});

test('the host gets every event unchanged, and shares state in both directions', async ({ chat, wire, heard }) => {
  await chat.say('hello');
  const run = await wire.run();
  expect(run.input).toMatchObject({ state: { given: true } });
  run.event({ type: 'CUSTOM', name: 'progress.bar', value: { at: 3 } });
  run.event({ type: 'RAW', event: { whatever: [1] }, source: 'there' });
  run.event({ type: 'STATE_DELTA', delta: [{ op: 'add', path: '/more', value: [1, 2] }] });
  run.text('done');
  run.finish();
  await chat.card.expectHidden();
  await expect.poll(async () => (await heard()).events.map(({ event }) => event.type)).toEqual([
    'RUN_STARTED',
    'CUSTOM',
    'RAW',
    'STATE_DELTA',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_END',
    'RUN_FINISHED',
  ]);
  const { events, states } = await heard();
  expect(events[1]).toEqual({
    event: { type: 'CUSTOM', name: 'progress.bar', value: { at: 3 } },
    threadId: run.input.threadId,
    runId: run.input.runId,
  });
  expect(states).toEqual([{ given: true }, { given: true, more: [1, 2] }]);
  await chat.say('again');
  const next = await wire.run();
  expect(next.input).toMatchObject({ state: { given: true, more: [1, 2] } });
  next.finish();
});

test('a new state replaces the old one, and an error of a listener does not stop the run', ALL, async ({
  page,
  chat,
  wire,
  guard,
}) => {
  guard.allow(/the host is broken/);
  await page.locator('midturn-chat').evaluate((element) => {
    Object.assign(element, { agentState: { other: 1 } });
    element.addEventListener('midturn-protocol-event', () => {
      throw new Error('the host is broken');
    });
  });
  await chat.say('hello');
  const run = await wire.run();
  expect(run.input).toMatchObject({ state: { other: 1 } });
  run.text('it goes on');
  run.finish();
  await expect(chat.turns).toContainText('it goes on');
});
