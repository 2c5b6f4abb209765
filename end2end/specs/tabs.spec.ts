// Several tabs or elements with one thread: the messages of all tabs are kept, each tab has its own
// draft, no run starts twice, and if a tab closes, another tab continues its run.
import type { BrowserContext, Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';
import { finishFirstTool } from '../pages/states.ts';
import { List } from '../pages/list.ts';

test.use({ control: true });

/** A further tab on a thread, once it has loaded it. Before that, it takes the drafts of tabs that close. */
async function tab(context: BrowserContext, thread: string): Promise<ChatPage> {
  const chat = new ChatPage(await context.newPage());
  await chat.open(thread);
  await expect(chat.root.getByRole('log')).not.toHaveAttribute('aria-busy', 'true');
  return chat;
}

test('messages sent in either of two tabs are there after a reload', async ({
  chat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.say('text ONE');
  await one.card.expectHidden();
  await two.expectUsers('text ONE');
  await two.say('text TWO');
  await two.expectUsers('text ONE', 'text TWO');
  await one.expectUsers('text ONE', 'text TWO');
  await one.card.expectHidden();
  await two.page.reload();
  await two.expectUsers('text ONE', 'text TWO');
  await one.page.close();
  await two.say('text THREE');
  await two.expectUsers('text ONE', 'text TWO', 'text THREE');
  await two.card.expectHidden();
  await thread.expectPrompts('text ONE', 'text TWO', 'text THREE');
});

test('a run streams in both tabs, and can be stopped in the one that did not start it', async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('tools');
  await two.card.expectState('running');
  await thread.step({ until: 'tool_started' });
  await two.stop.click();
  await thread.expectStates('cancelled');
  await one.expectOutcomes('cancelled');
  await two.expectOutcomes('cancelled');
});

test('prompts of both tabs are in one queue, and are sent once each', ALL, async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('text');
  await two.card.expectState('running');
  await two.say('text from two');
  await one.queue.expect('text from two');
  await one.say('text from one');
  await two.queue.expect('text from two', 'text from one');
  await thread.release();
  await one.expectUsers('text', 'text from two', 'text from one');
  await two.expectUsers('text', 'text from two', 'text from one');
  await one.card.expectHidden();
  await two.card.expectHidden();
  await thread.expectPrompts('text', 'text from two', 'text from one');
});

test('each tab keeps its own draft, and a new tab has the drafts of closed tabs', async ({
  chat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.composer.fill('in one');
  await two.composer.fill('in two');
  await expect(one.composer).toHaveValue('in one');
  await one.reload();
  await expect(one.composer).toHaveValue('in one');
  await two.reload();
  await expect(two.composer).toHaveValue('in two');
  await one.say('text sent');
  await one.composer.fill('more in one');
  await one.reload();
  await expect(one.composer).toHaveValue(/more in one/);
  await expect(two.composer).toHaveValue('in two');
  await one.page.close();
  await two.page.close();
  const three = await tab(context, thread.id);
  await expect(three.composer).toHaveValue(/more in one/);
  await expect(three.composer).toHaveValue(/in two/);
});

test('a thread deleted in one tab is deleted in the other, and stays deleted', async ({
  chat: one,
  context,
  thread,
}) => {
  await one.say('text one');
  await one.card.expectHidden();
  const two = await tab(context, thread.id);
  await two.expectUsers('text one');
  const items = (chat: ChatPage) => chat.page.getByTestId('threads').getByRole('listitem');
  await new List(two.page).choose('Delete');
  await expect(items(two)).toHaveCount(0);
  await expect(items(one)).toHaveCount(0);
  // The other tab still shows it: it says so, and can undo it too.
  const toast = one.page.getByRole('group').filter({ hasText: 'Conversation deleted' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(items(two)).toHaveCount(1);
  await new List(two.page).choose('Delete');
  await expect(items(one)).toHaveCount(0);
  await expect(toast).toBeVisible();
  await one.page.goto('/');
  await two.page.goto('/');
  for (const chat of [one, two]) {
    await expect(chat.composer).toBeVisible();
    await expect(items(chat)).toHaveCount(0);
  }
});

test('if the tab with the run is closed, the other one continues the run', async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('tools');
  await finishFirstTool(one, thread);
  await two.card.expectState('running');
  await one.say('text queued');
  await two.queue.expect('text queued');
  await one.page.close();
  await thread.release();
  await two.expectUsers('tools', 'text queued');
  await two.card.expectHidden();
  await expect(two.turns).toHaveCount(2);
  await thread.expectPrompts('tools', 'text queued');
  await thread.expectStates('finished', 'finished');
});

test('if the tab with the run crashes, the other one continues the run', ALL, async ({
  heldChat: one,
  context,
  thread,
  guard,
}) => {
  guard.allow(/the page crashed/);
  const two = await tab(context, thread.id);
  await one.start('text');
  await thread.step({ until: 'text' });
  await expect(two.turns).toBeVisible();
  const crashed = one.page.waitForEvent('crash');
  const session = await context.newCDPSession(one.page);
  // A crashed page does not answer the command.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await thread.release();
  await two.card.expectHidden();
  await thread.expectStates('finished');
  await two.say('text after');
  await two.expectUsers('text', 'text after');
  await two.card.expectHidden();
  await thread.expectPrompts('text', 'text after');
});

test('two elements with one thread-id on a page share the thread', ALL, async ({ page, thread, guard: _ }) => {
  const host = new HostPage(page);
  await host.openEmpty();
  for (let index = 0; index < 2; index++) {
    await host.addOn(thread.id);
  }
  const [left, right] = [host.chat(0), host.chat(1)];
  await left.say('text ONE');
  await left.card.expectHidden();
  await right.expectUsers('text ONE');
  await right.say('text TWO');
  for (const chat of [left, right]) {
    await chat.expectUsers('text ONE', 'text TWO');
    await chat.card.expectHidden();
  }
  await thread.expectPrompts('text ONE', 'text TWO');
});

test('four tabs show one conversation, whichever tab sends and whichever is closed', ALL, async ({
  heldChat: one,
  context,
  thread,
}) => {
  const others = [await tab(context, thread.id), await tab(context, thread.id), await tab(context, thread.id)];
  await one.start('text one');
  const said = ['text one'];
  for (const [place, chat] of others.entries()) {
    await chat.card.expectState('running');
    said.push(`text from ${place}`);
    await chat.say(said.at(-1) ?? '');
    for (const shown of [one, ...others]) await shown.queue.expect(...said.slice(1));
  }
  await one.page.close();
  await thread.release();
  for (const chat of others) {
    await chat.expectUsers(...said);
    await chat.card.expectHidden();
  }
  await thread.expectPrompts(...said);
});

/** Freezes a page as a browser does to save power. Returns a function that resumes it. */
async function freeze(context: BrowserContext, { page }: ChatPage): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await session.send('Page.setWebLifecycleState', { state: 'active' });
  };
}

/** Makes a page hang, as an endless loop does. Returns a function that lets it go on. */
async function hang(context: BrowserContext, { page }: ChatPage): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  await session.send('Debugger.enable');
  const hangs = new Promise((resolve) => session.once('Debugger.paused', resolve));
  await session.send('Debugger.pause');
  await hangs;
  return async () => {
    await session.send('Debugger.disable');
  };
}

test('a tab that hangs keeps its thread until it is taken over by hand, and mirrors when it goes on', async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('text one');
  await thread.step({ until: 'text' });
  await expect(two.turns).toBeVisible();
  const goOn = await hang(context, one);
  await two.say('text two');
  await expect(two.takeOver).toHaveAccessibleName('Take over here');
  await expect(two.takeOver).toHaveAccessibleDescription(/does not answer.* may be missing/);
  await expect(two.announcer).toHaveText(/does not answer/);
  await thread.expectPrompts('text one');
  await two.takeOver.press('Enter');
  await expect(two.takeOver).toBeHidden();
  await expect(two.composer).toBeFocused();
  await thread.release();
  await two.expectUsers('text one', 'text two');
  await two.card.expectHidden();
  await thread.expectPrompts('text one', 'text two');
  await goOn();
  await one.expectUsers('text one', 'text two');
  await expect(one.turns).toHaveCount(2);
  await one.say('text three');
  for (const chat of [one, two]) {
    await chat.expectUsers('text one', 'text two', 'text three');
    await chat.card.expectHidden();
    await expect(chat.takeOver).toBeHidden();
  }
  await thread.expectPrompts('text one', 'text two', 'text three');
});

test('if the tab with the run is frozen, the other one continues, and nothing repeats when it resumes', ALL, async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('text one');
  await thread.step({ until: 'text' });
  await expect(two.turns).toBeVisible();
  const goOn = await freeze(context, one);
  // The page has given the thread back before it froze.
  await two.say('text two');
  await thread.release();
  await two.expectUsers('text one', 'text two');
  await two.card.expectHidden();
  await thread.expectPrompts('text one', 'text two');
  await goOn();
  await one.expectUsers('text one', 'text two');
  await expect(one.turns).toHaveCount(2);
  await one.say('text three');
  for (const chat of [one, two]) {
    await chat.expectUsers('text one', 'text two', 'text three');
    await chat.card.expectHidden();
  }
  await thread.expectPrompts('text one', 'text two', 'text three');
});

/** Makes it possible to hold back what other tabs tell a page. Call this before the page is opened. */
async function watchChannels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage');
    const channels = { held: [] as (() => void)[], hold: false };
    Object.assign(window, { channels });
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
      ...own,
      set(listener: ((event: MessageEvent) => void) | null) {
        own?.set?.call(this, listener && ((event: MessageEvent) => {
          if (channels.hold) channels.held.push(() => listener.call(this, event));
          else listener.call(this, event);
        }));
      },
    });
  });
}

interface Channels {
  held: (() => void)[];
  hold: boolean;
}

/** Holds back what other tabs tell a page. Returns a function that waits for a message, and passes all on. */
async function holdChannels(page: Page): Promise<() => Promise<void>> {
  const channels = await page.evaluateHandle(() => (window as unknown as { channels: Channels }).channels);
  await channels.evaluate((channels) => (channels.hold = true));
  return async () => {
    await expect.poll(() => channels.evaluate(({ held }) => held.length)).toBeGreaterThan(0);
    await channels.evaluate((channels) => {
      channels.hold = false;
      for (const pass of channels.held.splice(0)) pass();
    });
  };
}

test('a tab that has not heard that it was taken over starts no run', ALL, async ({
  chat: one,
  context,
  thread,
}) => {
  await watchChannels(one.page);
  // The browser does not tell the page that its lock was stolen.
  await one.page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>;
    const never = new Promise(() => undefined);
    Object.assign(navigator.locks, { request: (...given: unknown[]) => request(...given).catch(() => never) });
  });
  await one.reload();
  await one.say('text one');
  await one.card.expectHidden();
  const two = await tab(context, thread.id);
  await two.expectUsers('text one');
  const passOn = await holdChannels(one.page);
  await two.takeOver.click();
  await expect(two.takeOver).toBeHidden();
  await expect(two.composer).toBeFocused();
  await one.say('text late');
  // Storage has refused the message, and the page mirrors.
  await expect(one.takeOver).toBeVisible();
  await thread.expectPrompts('text one');
  await passOn();
  for (const chat of [one, two]) {
    await chat.expectUsers('text one', 'text late');
    await chat.card.expectHidden();
  }
  await thread.expectPrompts('text one', 'text late');
});

test('a paused queue continues once, also if it is resumed in two tabs', ALL, async ({
  heldChat: one,
  context,
  thread,
}) => {
  await watchChannels(one.page);
  await one.reload();
  const two = await tab(context, thread.id);
  await one.start('text one');
  await one.say('text queued');
  await two.stop.click();
  for (const chat of [one, two]) await chat.card.expectState('paused');
  await thread.release();
  await two.card.resume.click();
  await one.card.expectState('resuming');
  // The first tab drives the thread: it hears of the second tab's submit after it has submitted itself.
  const passOn = await holdChannels(one.page);
  await two.card.submit.click();
  await one.card.submit.click();
  await expect(one.userMessages).toHaveCount(2);
  await passOn();
  for (const chat of [one, two]) {
    await chat.expectUsers('text one', 'text queued');
    await chat.card.expectHidden();
  }
  await thread.expectPrompts('text one', 'text queued');
});

test('the draft in the card is shared by both tabs, so that neither overwrites the other', async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('text one');
  await two.card.openCancel();
  await expect(one.card.input).toBeVisible();
  await two.card.input.pressSequentially('text from two');
  await expect(one.card.input).toHaveValue('text from two');
  await one.card.input.pressSequentially(' and one');
  await expect(one.card.input).toHaveValue('text from two and one');
  await expect(two.card.input).toHaveValue('text from two and one');
  await expect(two.card.submit).toBeEnabled();
  await two.card.submit.click();
  for (const chat of [one, two]) await chat.expectUsers('text one', 'text from two and one');
});
