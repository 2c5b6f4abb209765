// The element <midturn-chat> on a host page.
import { randomUUID } from 'node:crypto';
import type { MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { holdRequests } from '../fixtures/requests.ts';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

const test = base.extend<{ host: HostPage }>({
  host: async ({ page, guard: _guard }, use) => {
    await use(new HostPage(page));
  },
});

test('a host page with one element: send, watch, cancel', ALL, async ({ host }) => {
  await host.open();
  const chat = host.chat();
  await chat.say('tools');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await expect(chat.turns).toContainText('Found it.');
  await chat.start('never');
  await chat.card.openCancel();
  await chat.card.input.press('Escape');
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed', 'cancelled');
});

test('the element has a shadow root whose styles the page does not change', ALL, async ({ host }) => {
  await host.open();
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  const look = await host.page.locator('midturn-chat').evaluate((element) => {
    const root = element.shadowRoot;
    const button = root?.querySelector('[data-testid=composer-send]');
    if (!root || !button) throw new Error('there is no shadow root');
    return {
      mode: root.mode,
      sheets: root.adoptedStyleSheets.length > 0,
      rules: root.adoptedStyleSheets[0]?.cssRules.length ?? 0,
      styleElements: root.querySelectorAll('style').length,
      spacing: getComputedStyle(button).letterSpacing,
      font: getComputedStyle(button).fontFamily,
      outside: document.adoptedStyleSheets.length,
    };
  });
  expect(look.mode).toBe('open');
  expect(look.sheets).toBe(true);
  expect(look.rules).toBeGreaterThan(100);
  expect(look.styleElements).toBe(0);
  expect(look.spacing).toBe('normal');
  expect(look.font).not.toContain('Georgia');
  expect(look.outside).toBe(0);
});

test('two elements work independently', async ({ host, agent }) => {
  const [one, two] = [agent.thread(randomUUID()), agent.thread(randomUUID())];
  await host.openEmpty();
  await one.hold();
  await two.hold();
  for (const thread of [one, two]) {
    await host.addOn(thread.id);
  }
  const [left, right] = [host.chat(0), host.chat(1)];
  await left.start('tools');
  await right.start('slow');
  await left.say('text queued');
  await left.queue.expect('text queued');
  await expect(right.queue.root).toHaveCount(0);

  // A click in one element dismisses the other's editor.
  await right.card.openCancel();
  await left.card.openCancel();
  await right.card.expectHidden();
  await right.expectOutcomes('cancelled');
  await two.expectStates('cancelled');
  await one.expectStates('running');
  await left.card.input.press('Escape');
  await left.card.expectState('paused');
  await one.expectStates('cancelled');
  await left.queue.item('text queued').runNow.click();
  await left.expectUsers('tools', 'text queued');
  await one.finish();
  await left.card.expectHidden();
  await one.expectPrompts('tools', 'text queued');
  await two.expectPrompts('slow');
});

test('Escape in one element does not dismiss the editor of another', async ({ host, agent }) => {
  const [one, two] = [agent.thread(randomUUID()), agent.thread(randomUUID())];
  await one.hold();
  await host.openEmpty();
  for (const thread of [one, two]) {
    await host.addOn(thread.id);
  }
  await host.chat(0).start('tools');
  await host.chat(0).card.openCancel();
  // The other element is idle: Escape has nothing to do there, so that nobody else has handled it.
  await host.chat(1).composer.press('Escape');
  await host.chat(1).composer.pressSequentially('later');
  await expect(host.chat(1).composer).toHaveValue('later');
  await host.chat(0).card.expectState('cancelling');
  await one.expectStates('running');
});

test('removing the element aborts its run', async ({ host, thread }) => {
  await host.show(thread.id);
  await host.chat().start('never');
  await thread.expectStates('running');
  await host.clear();
  await thread.expectStates('cancelled');
});

test('an element that is added again shows its conversation', async ({ host, thread }) => {
  await host.show(thread.id);
  await host.chat().say('tools');
  // Not that there is no card: there is none either before the run begins.
  await host.chat().expectOutcomes('completed');
  await host.chat().composer.fill('a draft');
  await host.clear();
  await host.addOn(thread.id);
  await host.chat().expectUsers('tools');
  await host.chat().expectOutcomes('completed');
  await expect(host.chat().composer).toHaveValue('a draft');
});

test('moving the element keeps its run', async ({ host, thread }) => {
  await thread.hold();
  const chat = await host.show(thread.id);
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await host.page.evaluate(() => {
    const aside = document.createElement('aside');
    document.body.prepend(aside);
    const element = document.querySelector('midturn-chat');
    if (element) aside.append(element);
  });
  await chat.card.expectState('running');
  await thread.finish();
  await chat.card.expectHidden();
  await chat.expectOutcomes('completed');
  await thread.expectStates('finished');
});

test('properties set before the element is defined are kept', async ({ host, thread, page }) => {
  const define = await holdRequests(page, '**/midturn.js');
  await page.goto('/embed.html', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('midturn-chat') !== null);
  await page.evaluate((thread) => {
    const element = document.querySelector('midturn-chat');
    element?.removeAttribute('agent-url');
    Object.assign(element ?? {}, {
      agentUrl: '/agui?key=a%2Fb&plain',
      threadId: thread,
      locale: 'fr',
      theme: 'dark',
      headers: { 'x-embedder': 'yes' },
    });
  }, thread.id);
  define();
  const chat = host.chat();
  await expect(chat.composer).toBeVisible();
  await expect(chat.root.locator('.midturn')).toHaveAttribute('lang', 'fr');
  await expect(chat.root.locator('.midturn')).toHaveAttribute('data-theme', 'dark');
  const sending = page.waitForRequest('**/agui?*');
  await chat.composer.fill('text');
  await chat.composer.press('Enter');
  const sent = await sending;
  expect(sent.headers()['x-embedder']).toBe('yes');
  // As it was given: a signed address allows no other.
  expect(new URL(sent.url()).search).toBe('?key=a%2Fb&plain');
  await thread.expectStates('finished');
  const own = await page.evaluate(() => {
    const element = document.querySelector('midturn-chat');
    return {
      hidden: Object.hasOwn(element ?? {}, 'threadId'),
      read: (element as unknown as { threadId: string }).threadId,
    };
  });
  expect(own).toEqual({ hidden: false, read: thread.id });
});

test('a changed theme or changed headers do not end the run', async ({ host, thread }) => {
  await thread.hold();
  const chat = await host.show(thread.id, { theme: 'light' });
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await host.page.evaluate(() => {
    const element = document.querySelector('midturn-chat');
    element?.setAttribute('theme', 'dark');
    Object.assign(element ?? {}, { headers: { 'X-Tenant': 'one' } });
  });
  await expect(chat.root.locator('.midturn')).toHaveAttribute('data-theme', 'dark');
  await chat.card.expectState('running');
  await thread.finish();
  await chat.expectOutcomes('completed');
  await thread.expectStates('finished');
});

test('a header that HTTP forbids is left out, and the message is sent', ALL, async ({ host }) => {
  await host.openEmpty();
  await host.add({
    attributes: { 'agent-url': '/agui' },
    properties: { headers: { 'not a name': 'x', 'x-good': 'yes' } },
  });
  const chat = host.chat();
  const sent = host.page.waitForRequest('**/agui');
  await chat.say('tools');
  expect((await sent).headers()['x-good']).toBe('yes');
  await chat.expectOutcomes('completed');
});

test('a host page’s own fetch that rejects with a string: the turn shows it, and the chat still works', ALL, async ({
  host,
  page,
}) => {
  await host.open();
  await page.evaluate(() => {
    const own = window.fetch;
    let first = true;
    window.fetch = (...asked) => {
      if (!first) return own(...asked);
      first = false;
      // Some wrappers of fetch reject with something other than an `Error`.
      return Promise.reject('the proxy is asleep');
    };
  });
  const chat = host.chat();
  await chat.say('tools');
  await chat.card.expectHidden();
  await expect(chat.outcomeNotes).toContainText('the proxy is asleep');
  await chat.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.turns.last()).toContainText('Found it.');
});

test('an element without a thread-id keeps its thread when the language changes', ALL, async ({ host }) => {
  await host.openEmpty();
  await host.add({ attributes: { 'agent-url': '/agui' } });
  const chat = host.chat();
  await host.page.evaluate(() => {
    // No value either.
    Object.assign(document.querySelector('midturn-chat') as Element, { threadId: '' });
  });
  await chat.say('text');
  await chat.card.expectHidden();
  await host.page.evaluate(() => {
    document.querySelector('midturn-chat')?.setAttribute('locale', 'fr');
  });
  await expect(chat.root.locator('.midturn')).toHaveAttribute('lang', 'fr');
  await chat.expectUsers('text');
});

test('a new thread that code has opened stays until the app names another', ALL, async ({ host, agent, thread, guard }) => {
  // While the element is on no page.
  guard.allow(/the focus fell to the page/);
  const other = agent.thread(randomUUID());
  const chat = await host.show(thread.id);
  await chat.say('text');
  await thread.expectStates('finished');
  await chat.card.expectHidden();
  const element = host.page.locator('midturn-chat');
  await element.evaluate((chat) => (chat as MidturnChat).openThread());
  await chat.expectUsers();
  await chat.say('text of the new one');
  await expect(chat.assistantMessages).toHaveCount(1);
  await chat.card.expectHidden();

  const frame = chat.root.locator('.midturn');
  await element.evaluate((chat) => chat.setAttribute('locale', 'fr'));
  await expect(frame).toHaveAttribute('lang', 'fr');
  await chat.expectUsers('text of the new one');
  await element.evaluate((chat) => chat.setAttribute('stop-url', '/stop'));
  await chat.expectUsers('text of the new one');
  await element.evaluate(async (chat) => {
    const parent = chat.parentElement;
    chat.remove();
    await Promise.resolve();
    parent?.append(chat);
  });
  await chat.expectUsers('text of the new one');

  await element.evaluate((chat, id) => chat.setAttribute('thread-id', id), other.id);
  await chat.expectUsers();
  await element.evaluate((chat) => (chat as MidturnChat).openThread());
  await element.evaluate((chat, threadId) => Object.assign(chat, { threadId }), thread.id);
  await chat.expectUsers('text');
});

test('each store has its own threads', async ({ host, thread }) => {
  const chat = await host.show(thread.id, { store: 'account-1' });
  await chat.say('text for the first account');
  await expect(chat.assistantMessages).toHaveCount(1);
  await chat.card.expectHidden();
  const element = host.page.locator('midturn-chat');
  const threads = async (store: string): Promise<number> =>
    element.evaluate(async (chat, store) => {
      Object.assign(chat, { store });
      return (await (chat as MidturnChat).threads()).length;
    }, store);
  expect(await threads('account-2')).toBe(0);
  await chat.expectUsers();
  await expect.poll(async () => threads('account-1')).toBe(1);
  await chat.expectUsers('text for the first account');
});

test('attributes set language, theme and thread, also when they change', async ({ host, agent }) => {
  const [one, two] = [agent.thread(randomUUID()), agent.thread(randomUUID())];
  const chat = await host.show(one.id, { locale: 'ar', theme: 'light' });
  const frame = chat.root.locator('.midturn');
  await expect(frame).toHaveAttribute('dir', 'rtl');
  await expect(frame).toHaveAttribute('lang', 'ar');
  await expect(frame).toHaveAttribute('data-theme', 'light');
  await chat.say('text');
  await one.expectStates('finished');
  await chat.card.expectHidden();

  const set = (name: string, value: string) =>
    host.page.evaluate(
      ([name, value]) => document.querySelector('midturn-chat')?.setAttribute(name, value),
      [name, value] as const,
    );
  await set('locale', 'en');
  await expect(frame).toHaveAttribute('dir', 'ltr');
  await chat.expectUsers('text');
  await set('theme', 'dark');
  await expect(frame).toHaveAttribute('data-theme', 'dark');
  await set('thread-id', two.id);
  await expect(chat.userMessages).toHaveCount(0);
  await set('thread-id', one.id);
  await chat.expectUsers('text');
});

test('without a locale, the element uses the language of the page', ALL, async ({ host }) => {
  await host.openEmpty();
  await host.page.evaluate(() => document.documentElement.setAttribute('lang', 'fr'));
  await host.add({ attributes: { 'agent-url': '/agui' } });
  await expect(host.chat().root.locator('.midturn')).toHaveAttribute('lang', 'fr');
  // Also inside another component.
  await host.page.evaluate(() => {
    const component = document.createElement('div');
    const chat = document.querySelector('midturn-chat') as Element;
    chat.replaceWith(component);
    component.attachShadow({ mode: 'open' }).append(chat.cloneNode());
  });
  await expect(host.chat().root.locator('.midturn')).toHaveAttribute('lang', 'fr');
});

test('where the width comes from the content, the element has one, and fits a narrow page', ALL, async ({ host }) => {
  await host.open();
  await host.clear();
  await host.page.evaluate(() => {
    const corner = document.createElement('div');
    Object.assign(corner.style, { position: 'fixed', right: 0, bottom: 0 });
    const row = document.createElement('div');
    row.style.display = 'flex';
    const side = document.createElement('aside');
    side.style.flex = '0 0 320px';
    const beside = document.createElement('div');
    beside.style.display = 'flex';
    beside.append(side);
    document.body.append(beside);
    for (const place of [corner, row, side]) {
      const element = document.createElement('midturn-chat');
      element.setAttribute('agent-url', '/agui');
      place.append(element);
      if (!place.isConnected) document.body.append(place);
    }
  });
  const widths = () => host.page.locator('midturn-chat').evaluateAll((all) => all.map((chat) => chat.clientWidth));
  await expect(host.page.locator('midturn-chat').getByTestId('composer-input')).toHaveCount(3);
  // The side bar comes first.
  const [side, ...free] = await widths();
  // Less a border.
  expect(side).toBeLessThanOrEqual(320);
  expect(side).toBeGreaterThan(310);
  for (const width of free) expect(Math.abs(width - 384)).toBeLessThan(16);
  await host.page.setViewportSize({ width: 320, height: 700 });
  for (const width of await widths()) expect(width).toBeLessThanOrEqual(320);
});

test('the element dispatches an event when it is ready', ALL, async ({ host }) => {
  await host.openEmpty();
  const ready = await host.page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        document.addEventListener('midturn-ready', (event) => {
          resolve((event.target as Element).localName === 'midturn-chat');
        });
        const element = document.createElement('midturn-chat');
        element.setAttribute('agent-url', '/agui');
        document.body.append(element);
      }),
  );
  expect(ready).toBe(true);
});
