// Methods of the element that do what a person does with the buttons of steps, interjections, questions,
// files, the search and the menu of the conversation.
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/code.ts';
import { holdFrames } from '../fixtures/frames.ts';
import { endReading, holdFiles } from '../fixtures/reading.ts';

// A long grace period, so that the agent does not force a stop before the test has.
test.use({ control: { grace: 600 } });

test('code sees the agents at work, stops one, another one at once, and forces the stop of the turn', async ({ code, element, thread }) => {
  await thread.hold();
  const turnId = await code.send('team');
  for (let tools = 0; tools < 6; tools += 1) await thread.step({ until: 'tool_started' });
  const agents = async () => (await code.state()).subagents.map(({ name, status }) => [name, status]);
  await expect.poll(agents).toEqual([
    ['explore', 'running'],
    ['plan', 'running'],
    ['agent', 'running'],
  ]);
  const { subagents, activities } = await code.state();
  expect(subagents.map(({ stoppable, listens }) => [stoppable, listens])).toEqual([[true, true], [true, true], [true, true]]);
  const [explore, plan, agent] = subagents.map(({ activityId }) => activityId);
  expect(activities.filter(({ parentId }) => parentId === explore)).toMatchObject([{ kind: 'tool', name: 'search_text' }]);
  await code.run((chat, id) => chat.stopTask(id), plan);
  await expect.poll(async () => (await agents())[1]).toEqual(['plan', 'cancelled']);
  await code.run((chat, id) => chat.stopTask(id), agent);
  await expect.poll(async () => (await agents())[2]).toEqual(['agent', 'stopping']);
  // A second call that asks for no more is no success.
  expect(await code.run((chat, id) => chat.stopTask(id).catch((error) => error.code), agent)).toBe('not-now');
  await code.run((chat, id) => chat.stopTask(id, { force: true }), agent);
  await expect.poll(async () => (await agents())[2]).toEqual(['agent', 'cancelled']);

  await code.run((chat) => Object.assign(window, { stopped: chat.stop() }));
  await expect(element.outcomeNotes).toContainText('still running');
  await code.run((chat) => chat.forceStop());
  const end = await code.run(() => (window as unknown as { stopped: Promise<unknown> }).stopped);
  expect(end).toEqual({ turnId, outcome: 'cancelled', stop: 'confirmed' });
  await thread.expectStates('cancelled');
  expect((await code.state()).subagents).toEqual([]);
});

test('a task that cannot be stopped alone says so, and is not stopped', ALL, async ({ code, thread }) => {
  await thread.hold();
  await code.send('firm');
  await thread.step({ until: 'tool_started' });
  const tools = async () => (await code.state()).activities.map(({ kind, status, stoppable }) => [kind, status, stoppable]);
  await expect.poll(tools).toContainEqual(['tool', 'running', false]);
  const codes = await code.run((chat) => {
    const id = chat.state.activities.find(({ status }) => status === 'running')?.activityId ?? '';
    const calls = [chat.stopTask(id), chat.stopTask(id, { force: true })];
    return Promise.all(calls.map((call) => call.then(() => 'none', (error) => error.code)));
  });
  expect(codes).toEqual(['not-now', 'not-now']);
  expect(await tools()).toContainEqual(['tool', 'running', false]);
});

test('code revises an interjection and takes it back, and sends a failed message again', async ({ code, element, thread }) => {
  await thread.hold();
  await code.send('tools');
  await thread.step({ until: 'tool_started' });
  const answered = element.interjectionAnswered();
  const said = await code.send('only the parser', { delivery: 'interject' });
  await answered;
  const interjections = async () => (await code.state()).interjections;
  const pending = { messageId: said, target: 'root', status: 'pending', changeable: true, queueable: false };
  await expect.poll(interjections).toEqual([{ ...pending, text: 'only the parser' }]);
  await code.run((chat, id) => chat.reviseInterjection(id, 'only the client'), said);
  await expect.poll(interjections).toEqual([{ ...pending, text: 'only the client' }]);
  await expect(element.interjections).toContainText('only the client');
  await code.run((chat, id) => chat.withdrawInterjection(id), said);
  await expect.poll(interjections).toEqual([]);
  await expect(element.composer).toHaveValue('only the client');
  await thread.release();
  await element.expectOutcomes('completed');

  const failed = await code.send('fail');
  await element.expectOutcomes('completed', 'failed');
  const again = await code.run((chat) => chat.tryAgain());
  expect(again).not.toBe(failed);
  await element.expectOutcomes('completed', 'failed', 'failed');
  await thread.expectStates('finished', 'failed', 'failed');
});

/** Gives the element three pages of past messages. The second one fails at first. */
async function giveHistory(page: Page): Promise<void> {
  await page.locator('midturn-chat').evaluate((chat) => {
    const asked: (string | undefined)[] = [];
    const history = async ({ before }: { before?: string }) => {
      asked.push(before);
      // Later than what resolves by itself.
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (asked.length === 2) throw new Error('no past');
      const newest = before === undefined ? 300 : Number(before.slice(1));
      const from = newest - 100;
      const messages = Array.from({ length: 100 }, (_, at) => ({
        id: `m${from + at}`,
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `message ${from + at}`,
      }));
      return { messages, more: from > 0 };
    };
    Object.assign(chat, { history });
  });
}

test('a history that answers at once ends loadOlder too', async ({ code, host }) => {
  await host.page.locator('midturn-chat').evaluate((chat) => {
    let page = 9;
    const history = async () => {
      page -= 1;
      if (page === 5) throw new Error('no past');
      // They fill the view, and are few enough to be passed on at once.
      const messages = Array.from({ length: 40 }, (_, at) => ({ id: `p${page}-${at}`, role: 'user', content: `page ${page}` }));
      return { messages, more: true };
    };
    Object.assign(chat, { history });
  });
  await expect.poll(() => code.run(async (chat) => (await chat.messages()).length)).toBe(40);
  // The page draws nothing until the messages are there, as in a tab that is not looked at.
  const draw = await holdFrames(host.page);
  const loaded = code.run((chat) => chat.loadOlder());
  await expect.poll(() => code.run(async (chat) => (await chat.messages()).length)).toBe(80);
  await draw();
  expect(await loaded).toBe(true);
  expect(await code.run((chat) => chat.loadOlder())).toBe(true);
  expect(await code.fails((chat) => chat.loadOlder())).toBe('load-failed');
});

test('older messages are there when loadOlder is done, and a message is in view when showMessage is', async ({ code, host, guard }) => {
  guard.allow(/no past/);
  await giveHistory(host.page);
  const count = () => code.run(async (chat) => (await chat.messages()).length);
  await expect.poll(count).toBe(100);
  expect(await code.fails((chat) => chat.loadOlder())).toBe('load-failed');
  const loaded = await code.run(async (chat) => [await chat.loadOlder(), (await chat.messages()).length]);
  expect(loaded).toEqual([true, 200]);
  // The message is on the page that is not loaded yet. The focus is there too.
  const shown = await code.run(async (chat) => {
    await chat.showMessage('m4');
    const focused = chat.shadowRoot?.activeElement;
    const [place, view] = [focused, chat].map((one) => one?.getBoundingClientRect());
    return [focused?.textContent?.includes('message 4'), (place?.top ?? -1) >= (view?.top ?? 0), (place?.bottom ?? 9e9) <= (view?.bottom ?? 0)];
  });
  expect(shown).toEqual([true, true, true]);
  expect(await code.run((chat) => chat.loadOlder())).toBe(false);
  expect(await code.fails((chat) => chat.showMessage('nowhere'))).toBe('not-found');
  await code.run((chat) => chat.scrollToLatest());
  await expect(host.chat().root.getByText('message 299', { exact: true })).toBeInViewport();
  // Another thread comes on screen while the message is looked for.
  const codes = await code.run(async (chat) => {
    chat.history = () => new Promise(() => {});
    await chat.openThread();
    const waits = [chat.showMessage('x'), chat.loadOlder()].map((call) => call.catch((error) => error.code));
    await chat.messages();
    await chat.openThread();
    return Promise.all(waits);
  });
  expect(codes).toEqual(['disposed', 'disposed']);
});

test('code always allows a tool, and asks again', async ({ code, element }) => {
  await code.send('approval');
  await expect.poll(async () => (await code.state()).status).toBe('waiting');
  await code.run((chat) => chat.alwaysAllow(chat.state.waitingFor[0]?.interruptId ?? ''));
  await element.expectOutcomes('completed');
  expect((await code.state()).alwaysAllowed).toEqual(['write_file']);
  await code.send('approval');
  await element.expectOutcomes('completed', 'completed');
  await code.run((chat) => chat.askAgain('write_file'));
  expect((await code.state()).alwaysAllowed).toEqual([]);
  await code.send('approval');
  await expect.poll(async () => (await code.state()).status).toBe('waiting');
});

test('code searches the conversation and exports it', async ({ code, element, thread }) => {
  await code.send('text');
  await thread.expectStates('finished');
  await expect.poll(async () => (await code.state()).status).toBe('idle');
  const count = element.root.getByTestId('find-count');
  const found = await code.run((chat) => chat.find('the'));
  expect(found).toBeGreaterThan(1);
  await expect(element.root.getByTestId('find-input')).toHaveValue('the');
  await expect(count).toHaveText(`1 of ${found}`);
  expect(await code.run((chat) => chat.find('the'))).toBe(found);
  await expect(count).toHaveText(`2 of ${found}`);
  await code.run((chat) => chat.find('the', { back: true }));
  await expect(count).toHaveText(`1 of ${found}`);
  expect(await code.run((chat) => chat.find('nothing has this'))).toBe(0);
  await expect(element.root.getByTestId('find-input')).toHaveValue('nothing has this');
  await code.run((chat) => chat.find(null));
  await expect(count).toHaveCount(0);
  // Nothing is waited for: each has its answer, and the search closes last.
  const both = await code.run((chat) => Promise.all([chat.find('the'), chat.find('nothing has this')]));
  expect(both).toEqual([found, 0]);
  await code.run((chat) => Promise.all([chat.find('the'), chat.find(null)]));
  await expect(count).toHaveCount(0);

  const markdown = await code.run((chat) => chat.exportThread('markdown'));
  expect(markdown).toMatch(/^# text\n\n## /);
  const json = JSON.parse(await code.run((chat) => chat.exportThread('json')));
  expect(json).toMatchObject({ format: 'midturn-thread', threadId: thread.id, title: 'text', turns: [{ text: 'text' }] });
  // A thread that is not on screen.
  await code.run((chat) => chat.openThread());
  expect(await code.run((chat, id) => chat.exportThread('markdown', id), thread.id)).toBe(markdown);
});

test('another thread while a folded turn opens for a match ends the search quietly', ALL, async ({ code, element, page, thread }) => {
  const first = await code.send('text apple');
  await thread.expectStates('finished');
  await code.send('text banana');
  await thread.expectStates('finished', 'finished');
  await code.run((chat, id) => chat.sendAgain(id, 'text cherry'), first);
  await thread.expectStates('finished', 'finished', 'finished');
  await code.run((chat) => chat.find('cherry'));
  await page.evaluate(() => {
    const held: (() => void)[] = [];
    const own = window.setTimeout;
    Object.assign(window, {
      setTimeout: (call: () => void) => held.push(call),
      fire: () => held.splice(0).forEach((call) => call()),
      letGo: () => Object.assign(window, { setTimeout: own }),
    });
  });
  const { fire, letGo } = {
    fire: () => page.evaluate(() => (window as unknown as { fire: () => void }).fire()),
    letGo: () => page.evaluate(() => (window as unknown as { letGo: () => void }).letGo()),
  };
  await element.root.getByTestId('find-input').fill('banana');
  // The search, which opens the turn: the match is shown in the next task.
  await fire();
  await expect(element.userMessages.filter({ hasText: 'banana' })).toBeVisible();
  await letGo();
  await code.run((chat) => chat.openThread());
  await fire();
  await element.expectUsers();
  await code.send('text damson');
  await element.expectUsers('text damson');
});

test('code attaches files to the draft, and decides about a message with a file that cannot be read', ALL, async ({ code, element, host, thread }) => {
  const files = async () => (await code.state()).draftFiles.map(({ name }) => name);
  const ids = await code.run((chat) =>
    chat.addDraftFiles(['a.txt', 'b.txt'].map((name) => new File([name], name, { type: 'text/plain' }))),
  );
  expect((await code.state()).draftFiles).toEqual([
    { fileId: ids[0], name: 'a.txt', mediaType: 'text/plain', size: 5 },
    { fileId: ids[1], name: 'b.txt', mediaType: 'text/plain', size: 5 },
  ]);
  await code.run((chat, id) => chat.removeDraftFile(id), ids[0]);
  expect(await files()).toEqual(['b.txt']);
  await code.run((chat) => chat.restoreDraftFile());
  expect(await files()).toEqual(['a.txt', 'b.txt']);
  // All or none.
  await code.run((chat) => (chat.attachmentTypes = '.txt'));
  const mixed = await code.fails((chat) => chat.addDraftFiles([new File(['x'], 'c.txt'), new File(['x'], 'd.png')]));
  expect(mixed).toBe('attachment-refused');
  expect(await files()).toEqual(['a.txt', 'b.txt']);
  await code.run((chat, ids) => Promise.all(ids.map((id) => chat.removeDraftFile(id))), ids);

  await holdFiles(host.page);
  const submit = async () => {
    await code.run((chat) => Object.assign(window, { added: chat.addDraftFiles(new File(['x'], 'gone.txt')).catch((error) => error.code) }));
    await expect.poll(files).toEqual(['gone.txt']);
    await element.composer.fill('files please');
    await element.composer.press('Enter');
    await expect.poll(async () => (await code.state()).awaitedFiles).toEqual({ reading: ['gone.txt'], unreadable: [] });
    await endReading(host.page, 'gone.txt', false);
    expect(await code.run(() => (window as unknown as { added: Promise<unknown> }).added)).toBe('attachment-refused');
    await expect.poll(async () => (await code.state()).awaitedFiles).toEqual({ reading: [], unreadable: ['gone.txt'] });
  };
  await submit();
  await code.run((chat) => chat.keepEditing());
  await expect(element.composer).toHaveValue('files please');
  expect(await thread.runs()).toEqual([]);
  await element.composer.fill('');
  await submit();
  await code.run((chat) => chat.sendWithoutFiles());
  await thread.expectPrompts('files please');
  expect((await code.state()).awaitedFiles).toEqual({ reading: [], unreadable: [] });
});

test('a listener of midturn-ready may open another thread', ALL, async ({ code, element, thread }) => {
  await code.send('text one');
  await element.card.expectHidden();
  // This thread is loaded, so that it is ready as soon as it is drawn again.
  await code.run((chat) => chat.openThread());
  const opened = await code.run(
    (chat, id) =>
      new Promise<string>((done) => {
        chat.addEventListener('midturn-ready', () => done(chat.openThread()), { once: true });
        // It is refused: another thread is shown.
        chat.openThread(id).catch(() => undefined);
      }),
    thread.id,
  );
  expect(opened).not.toBe(thread.id);
  await expect.poll(() => code.run((chat) => chat.state.threadId)).toBe(opened);
  await expect(element.userMessages).toHaveCount(0);
});
