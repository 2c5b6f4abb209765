// The element shows another thread, or speaks another language, while its agent works.
import { randomUUID } from 'node:crypto';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import type { AgentThread } from '../fixtures/agent.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

interface Told {
  name: string;
  threadId: string;
  outcome?: string;
}

class Switching extends HostPage {
  async set(name: string, value: string): Promise<void> {
    await this.page.locator('midturn-chat').evaluate(
      (element, [name, value]) => element.setAttribute(name, value),
      [name, value] as const,
    );
  }

  /** The events so far, those of one name. */
  async told(name: string): Promise<Told[]> {
    const all = await this.page.evaluate(() => (window as unknown as { told: Told[] }).told);
    return all.filter((told) => told.name === name);
  }
}

const test = base.extend<{ host: Switching; element: ChatPage; other: AgentThread }>({
  host: async ({ page, guard: _guard, thread }, use) => {
    const host = new Switching(page);
    await host.openEmpty();
    await page.evaluate(() => {
      const told: Told[] = [];
      Object.assign(window, { told });
      for (const name of ['midturn-turn-end', 'midturn-state', 'midturn-ready']) {
        addEventListener(name, (event) => told.push({ name, ...(event as CustomEvent).detail }));
      }
    });
    await host.addOn(thread.id, { locale: 'en' });
    await use(host);
  },
  element: async ({ host }, use) => {
    await use(host.chat());
  },
  other: async ({ agent }, use) => {
    await use(agent.thread(randomUUID()));
  },
});

// A plain agent: a run ends when its connection is closed.
test('a run and its queue go on while another thread is shown', async ({ host, element, thread, other }) => {
  await thread.hold();
  await element.start('tools');
  await thread.step({ until: 'tool_started' });
  await element.say('text queued');
  await element.queue.expect('text queued');
  await host.set('thread-id', other.id);
  await expect(element.userMessages).toHaveCount(0);
  await element.say('text beside');
  await element.expectUsers('text beside');
  await other.expectStates('finished');
  await thread.expectStates('running');
  await thread.release();
  await thread.expectStates('finished', 'finished');
  await thread.expectPrompts('tools', 'text queued');
  await expect
    .poll(async () => (await host.told('midturn-turn-end')).map(({ threadId, outcome }) => [threadId, outcome]))
    .toEqual([
      [other.id, 'completed'],
      [thread.id, 'completed'],
      [thread.id, 'completed'],
    ]);
  await element.expectUsers('text beside');
  const states = (await host.told('midturn-state')).map(({ threadId }) => threadId);
  // The state is about the thread on screen: once it was another one, it never was the first again.
  expect(states.slice(states.indexOf(other.id))).not.toContain(thread.id);
  await host.set('thread-id', thread.id);
  await element.expectUsers('tools', 'text queued');
  await element.expectOutcomes('completed');
  expect((await host.told('midturn-ready')).map(({ threadId }) => threadId)).toEqual([
    thread.id,
    other.id,
    thread.id,
  ]);
  expect((await host.told('midturn-state')).at(-1)?.threadId).toBe(thread.id);
});

test('a run that is shown again can be stopped', ALL, async ({ host, element, thread, other }) => {
  await element.start('never');
  await thread.expectStates('running');
  await host.set('thread-id', other.id);
  await expect(element.card.root).toHaveCount(0);
  await host.set('thread-id', thread.id);
  await element.card.expectState('running');
  await element.stop.click();
  await thread.expectStates('cancelled');
});

test('a run goes on while the language changes, and the composer keeps the focus', async ({
  host,
  element,
  thread,
}) => {
  await thread.hold();
  await element.start('tools');
  await thread.step({ until: 'tool_started' });
  await element.composer.fill('a draft');
  await host.set('locale', 'ar');
  await expect(element.root.locator('.midturn')).toHaveAttribute('lang', 'ar');
  await element.card.expectState('running');
  await expect(element.composer).toHaveValue('a draft');
  await expect(element.composer).toBeFocused();
  await thread.finish();
  await element.expectOutcomes('completed');
  await thread.expectStates('finished');
});

test('code that waits for the end of a stop is told it, though another thread is shown', ALL, async ({
  host,
  element,
  thread,
  other,
}) => {
  await element.start('never');
  await thread.expectStates('running');
  const end = await host.page.locator('midturn-chat').evaluate((chat, other) => {
    const stopped = (chat as unknown as { stop(): Promise<object> }).stop();
    chat.setAttribute('thread-id', other);
    return stopped;
  }, other.id);
  expect(end).toMatchObject({ outcome: 'cancelled' });
  await thread.expectStates('cancelled');
});
