// A page with a list of threads of its own: what the element tells it and does for it.
import { randomUUID } from 'node:crypto';
import type { EventDetails } from '../../packages/midturn/midturn.d.ts';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';
import { Code } from '../pages/code.ts';
import { HostPage } from '../pages/host.ts';

type Unseen = EventDetails['midturn-unseen'];

/** The page's list, as its code keeps it. */
class List extends Code {
  /** Each thread's title and state, the most recent first. */
  entries(): Promise<string[]> {
    return this.host.page.evaluate(() => (window as unknown as { entries: string[] }).entries);
  }

  unseen(): Promise<Unseen[]> {
    return this.host.page.evaluate(() => (window as unknown as { unseen: Unseen[] }).unseen);
  }
}

const test = base.extend<{ host: HostPage; list: List; element: ChatPage }>({
  host: async ({ page, guard: _guard, thread }, use) => {
    const host = new HostPage(page);
    await host.openEmpty();
    await page.evaluate(() => {
      const unseen: unknown[] = [];
      Object.assign(window, { entries: [], unseen });
      addEventListener('midturn-threads', async (event) => {
        const threads = await (event.target as any).threads();
        const entries = threads.map(({ title, state }: any) => `${title}: ${state}`);
        Object.assign(window, { entries });
      });
      addEventListener('midturn-unseen', (event) => unseen.push((event as CustomEvent).detail));
    });
    await host.addOn(thread.id);
    await use(host);
  },
  list: async ({ host }, use) => {
    await use(new List(host));
  },
  element: async ({ host }, use) => {
    await use(host.chat());
  },
});

// The agent tells the page the address of its threads.
test.use({ control: true });

test('the list follows titles and states, and a turn that ends unseen is told', async ({
  list,
  element,
  thread,
  agent,
}) => {
  const other = agent.thread(randomUUID());
  await thread.hold();
  await element.start('approval');
  await expect.poll(() => list.entries()).toEqual(['approval: running']);
  await list.run((chat, id) => chat.openThread(id), other.id);
  await element.say('text');
  await element.card.expectHidden();
  await expect.poll(() => list.entries()).toEqual(['text: idle', 'approval: running']);
  expect(await list.unseen()).toEqual([]);
  await thread.release();
  await expect.poll(() => list.entries()).toEqual(expect.arrayContaining(['approval: waiting']));
  await expect.poll(() => list.unseen()).toHaveLength(1);
  expect(await list.unseen()).toEqual([
    { threadId: thread.id, title: 'approval', text: expect.stringMatching(/\S/) },
  ]);
  await list.run((chat, id) => chat.renameThread(id, 'A name'), thread.id);
  await expect.poll(() => list.entries()).toEqual(expect.arrayContaining(['A name: waiting']));
});

test('code searches the messages of all threads, and leads to what it has found', ALL, async ({ list, element, agent }) => {
  const other = agent.thread(randomUUID());
  await element.say('tools');
  await element.card.expectHidden();
  const first = await list.run((chat) => chat.state.threadId);
  await list.run((chat, id) => chat.openThread(id), other.id);
  await element.say('text');
  await element.card.expectHidden();
  const found = await list.run((chat) => chat.searchThreads('TOOLS'));
  expect(found.map(({ threadId }) => threadId)).toContain(first);
  const match = found.find(({ threadId }) => threadId === first);
  expect(match?.found.toLowerCase()).toBe('tools');
  await list.run((chat, id) => chat.openThread(id), first);
  await list.run((chat, id) => chat.showMessage(id), match?.messageId ?? '');
  await expect(element.userMessages).toBeInViewport();
  expect(await list.run((chat) => chat.searchThreads('found nowhere'))).toEqual([]);
  expect(await list.fails((chat) => chat.searchThreads(' '))).toBe('invalid-argument');
});

test('the menu has entries of the page, and the focus goes back to it', ALL, async ({ list, element }) => {
  await list.run((chat) => {
    Object.assign(window, { chosen: [] });
    chat.addEventListener('midturn-menu', ({ detail }) => (window as any).chosen.push(detail));
    chat.menu = [{ id: 'share', title: 'Share', icon: 'link' }, { id: 'archive', title: 'Archive' }];
  });
  await element.say('text');
  await element.card.expectHidden();
  const opener = element.root.getByTestId('thread-menu');
  await opener.press('Enter');
  await element.root.getByRole('menuitem', { name: 'Archive' }).press('Enter');
  const threadId = await list.run((chat) => chat.state.threadId);
  expect(await list.run(() => (window as any).chosen)).toEqual([{ threadId, id: 'archive' }]);
  await expect(opener).toBeFocused();
  await list.run((chat) => chat.focus());
  await expect(element.composer).toBeFocused();
  await list.run((chat) => chat.focus({ on: 'menu' }));
  await expect(opener).toBeFocused();
  await list.run((chat) => (chat.menu = []));
  await opener.press('Enter');
  await expect(element.root.getByRole('menuitem')).toHaveCount(2);
});

test('the shortcuts are off or on as code or the person says, in every thread', ALL, async ({ list, element, agent }) => {
  await list.run((chat) => {
    Object.assign(window, { told: [] });
    chat.addEventListener('midturn-shortcuts', ({ detail }) => (window as any).told.push(detail.on));
    chat.shortcuts = 'off';
  });
  const keys = element.root.getByTestId('shortcuts');
  await element.scroll.press('?');
  await expect(keys).toHaveCount(0);
  await element.root.getByRole('button', { name: 'Shortcuts' }).click();
  await keys.getByRole('checkbox').check();
  await keys.getByRole('button', { name: 'Close' }).click();
  await list.run((chat, id) => chat.openThread(id), agent.thread(randomUUID()).id);
  await element.scroll.press('?');
  await expect(keys).toBeVisible();
  expect(await list.run(() => (window as any).told)).toEqual([true]);
  await keys.getByRole('button', { name: 'Close' }).click();
  // Together with another thread, as a framework sets them.
  const { id } = agent.thread(randomUUID());
  await list.run((chat, threadId) => {
    chat.shortcuts = 'on';
    Object.assign(chat, { threadId, shortcuts: 'off' });
  }, id);
  await expect.poll(() => list.run((chat) => chat.state.threadId)).toBe(id);
  await element.scroll.press('?');
  // What code calls is done after the key.
  await list.run((chat) => chat.focus());
  await expect(element.composer).toBeFocused();
  await expect(keys).toHaveCount(0);
});

test('a running card shows its steps as code says', ALL, async ({ list, element, thread }) => {
  await thread.hold();
  await list.run((chat) => (chat.expandSteps = true));
  await element.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(element.card.toggle).toHaveAttribute('aria-expanded', 'true');
  await list.run((chat) => (chat.expandSteps = false));
  await expect(element.card.toggle).toHaveAttribute('aria-expanded', 'false');
  await thread.release();
});

test('a deletion becomes final when code says so', ALL, async ({ list, element, thread, agent }) => {
  const status = async () => (await fetch(`${agent.url}/threads/${thread.id}`)).status;
  await element.say('text');
  await element.card.expectHidden();
  expect(await list.fails((chat) => chat.forgetThread(chat.state.threadId))).toBe('not-now');
  await list.run((chat, id) => chat.deleteThread(id), thread.id);
  await expect.poll(() => list.entries()).toEqual([]);
  expect(await status()).toBe(200);
  await list.run((chat, id) => chat.forgetThread(id), thread.id);
  await expect.poll(status).toBe(404);
  expect(await list.fails((chat) => chat.restoreThread(chat.state.threadId))).toBe('not-found');
});

test('code leads to a message', async ({ list, element }) => {
  for (let turn = 0; turn < 3; turn += 1) {
    await element.say('text');
    await element.card.expectHidden();
  }
  await expect(element.userMessages).toHaveCount(3);
  const first = element.userMessages.first();
  await expect(first).not.toBeInViewport();
  const messages = await list.run((chat) => chat.messages());
  await list.run((chat, id) => chat.showMessage(id), messages[0]?.id ?? '');
  await expect(first).toBeInViewport();
  await expect(element.root.getByRole('article', { name: 'You said' }).first()).toBeFocused();
  expect(await list.fails((chat) => chat.showMessage(''))).toBe('invalid-argument');
});
