// Several tabs or elements with one thread: the messages of all tabs are kept, each tab has its own
// draft, no run starts twice, and if a tab closes, another tab continues its run.
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';
import { finishFirstTool } from '../pages/states.ts';

test.use({ agentArgs: ['--control', 'on'] });

/** A further tab on a thread, once it has loaded the thread. Before that, it takes the drafts of tabs that close. */
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

test('prompts of both tabs are in one queue, and are sent once each', async ({
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
  await items(two).hover();
  await items(two).getByRole('button', { name: 'Delete' }).click();
  await expect(items(two)).toHaveCount(0);
  await expect(items(one)).toHaveCount(0);
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
  await expect(two.assistantMessages).toHaveCount(2);
  await thread.expectPrompts('tools', 'text queued');
  await thread.expectStates('finished', 'finished');
});

test('if the tab with the run crashes, the other one continues the run', async ({
  heldChat: one,
  context,
  thread,
  guard,
}) => {
  guard.allow(/the page crashed/);
  const two = await tab(context, thread.id);
  await one.start('text');
  await thread.step({ until: 'text' });
  await expect(two.assistantMessages).toBeVisible();
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

test('two elements with one thread-id on a page share the thread', async ({ page, thread, guard: _ }) => {
  const host = new HostPage(page);
  await host.open();
  await host.clear();
  for (let index = 0; index < 2; index++) {
    await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
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

test('four tabs show one conversation, whichever tab sends and whichever is closed', async ({
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

test('if the tab with the run is frozen, the other one continues, and nothing repeats when it resumes', async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('text one');
  await thread.step({ until: 'text' });
  await expect(two.assistantMessages).toBeVisible();
  const goOn = await freeze(context, one);
  // The message is sent to the frozen page, which does not answer. Then the second tab takes over.
  await two.say('text two');
  await thread.release();
  await two.expectUsers('text one', 'text two');
  await two.card.expectHidden();
  await thread.expectPrompts('text one', 'text two');
  await goOn();
  await one.expectUsers('text one', 'text two');
  await expect(one.assistantMessages).toHaveCount(2);
  await one.say('text three');
  for (const chat of [one, two]) {
    await chat.expectUsers('text one', 'text two', 'text three');
    await chat.card.expectHidden();
  }
  await thread.expectPrompts('text one', 'text two', 'text three');
});

test('a paused queue continues once, also if it is resumed in two tabs', async ({
  heldChat: one,
  context,
  thread,
}) => {
  const two = await tab(context, thread.id);
  await one.start('text one');
  await one.say('text queued');
  await two.stop.click();
  for (const chat of [one, two]) await chat.card.expectState('paused');
  await thread.release();
  await two.card.resume.click();
  await one.card.expectState('resuming');
  // Submit in both tabs at nearly the same time.
  await Promise.all(
    [one, two].map((chat) => chat.card.submit.evaluate((button: HTMLElement) => button.click())),
  );
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
