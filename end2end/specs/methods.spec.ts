// The element's methods, state and events, as a page's code uses them.
import { randomUUID } from 'node:crypto';
import type { MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { passUntil } from '../fixtures/clock.ts';
import { ALL, expect, test } from '../fixtures/code.ts';
import { holdRequests } from '../fixtures/requests.ts';
import { HostPage } from '../pages/host.ts';

// A backend that takes interjections and confirms stops.
test.use({ control: true });

test('code sends a message, and is told how its turn goes', async ({ code, element, thread }) => {
  const id = await code.send('tools');
  await element.expectOutcomes('completed');
  await thread.expectPrompts('tools');
  const happened = async () => (await code.told()).filter(({ name }) => name !== 'midturn-state');
  await expect.poll(async () => (await happened()).map(({ name }) => name)).toEqual([
    'midturn-ready',
    'midturn-thread',
    'midturn-turn-start',
    'midturn-message',
    'midturn-message',
    'midturn-message',
    'midturn-turn-end',
  ]);
  const told = await happened();
  expect(told[1]?.detail).toEqual({ threadId: thread.id, title: 'tools' });
  expect(told[3]?.detail).toEqual({ threadId: thread.id, turnId: id, messageId: id, role: 'user', text: 'tools' });
  expect(told[5]?.detail).toMatchObject({ role: 'assistant', text: expect.stringContaining('Found it.') });
  expect(told[6]?.detail).toEqual({ threadId: thread.id, turnId: id, outcome: 'completed', stop: null, limit: null });
});

test('code sends where another element drives the thread', async ({ code, element, host, thread }) => {
  await expect.poll(async () => (await code.state()).status).toBe('idle');
  await host.addOn(thread.id);
  const other = host.page.locator('midturn-chat').nth(1);
  const status = () => other.evaluate((chat) => (chat as MidturnChat).state.status);
  await expect.poll(status).toBe('idle');
  const id = await other.evaluate((chat) => (chat as MidturnChat).send('tools'));
  for (const chat of [element, host.chat(1)]) await chat.expectOutcomes('completed');
  const began = (await code.told()).filter(({ name }) => name === 'midturn-turn-start');
  expect(began[0]?.detail).toMatchObject({ turnId: id });
  await thread.expectPrompts('tools');
});

test('the state is one immutable object that changes when the chat does', async ({ code, element, thread }) => {
  await thread.hold();
  await expect.poll(async () => (await code.state()).status).toBe('idle');
  expect((await code.state()).deliveries).toEqual({ queue: 'turn', interject: 'turn', replace: 'turn' });
  const turnId = await code.send('tools');
  await thread.step({ until: 'tool_started' });
  await element.card.expectState('running');
  await code.send('later');
  await expect.poll(() => code.state()).toMatchObject({
    threadId: thread.id,
    status: 'running',
    turnId,
    card: 'running',
    queue: [{ text: 'later', attachments: 0 }],
    pausesAfterTurn: false,
    activities: [{ kind: 'tool', status: 'running', endedAt: null }],
    subagents: [],
    interjections: [],
    connection: 'open',
    deliveries: { queue: 'last-prompt', interject: 'interjection', replace: 'replacement' },
  });
  const same = await code.run((chat) => [chat.state === chat.state, Object.isFrozen(chat.state.queue)]);
  expect(same).toEqual([true, true]);
  await thread.release();
  await element.expectUsers('tools', 'later');
  await expect.poll(async () => (await code.state()).status).toBe('idle');
  const states = (await code.told()).filter(({ name }) => name === 'midturn-state');
  expect(states.length).toBeGreaterThan(3);
});

test('code queues, interjects and replaces', async ({ code, element, thread }) => {
  await thread.hold();
  await code.send('tools');
  await thread.step({ until: 'tool_started' });
  const queued = await code.send('next', { delivery: 'queue' });
  await element.queue.expect('next');
  const answered = element.interjectionAnswered();
  const interjected = await code.send('look here', { delivery: 'interject' });
  await expect(element.root.getByTestId('interjection')).toContainText('look here');
  await answered;
  await thread.release();
  await element.expectUsers('tools', 'next');
  await element.card.expectHidden();
  const statuses = async () => {
    const told = await code.told();
    return told.flatMap(({ name, detail }) => (name === 'midturn-interjection' ? [[detail.messageId, detail.status]] : []));
  };
  await expect.poll(statuses).toEqual([
    [interjected, 'pending'],
    [interjected, 'delivered'],
  ]);
  const starts = async () => {
    const told = await code.told();
    return told.flatMap(({ name, detail }) => (name === 'midturn-turn-start' ? [detail.turnId] : []));
  };
  await expect.poll(async () => (await starts())[1]).toBe(queued);
  await code.send('never');
  // A run that the agent does not know yet would never begin, and would have no outcome.
  await thread.expectStates('finished', 'finished', 'running');
  await code.send('tools', { delivery: 'replace' });
  await element.expectUsers('tools', 'next', 'never', 'tools');
  await element.expectOutcomes('completed', 'cancelled', 'completed');
});

test('a stop returns what the backend said of it', async ({ code, element, thread }) => {
  const turnId = await code.send('never');
  await thread.expectStates('running');
  await code.send('after it');
  expect(await code.run((chat) => chat.stop())).toEqual({ turnId, outcome: 'cancelled', stop: 'confirmed' });
  await thread.expectStates('cancelled');
  await element.card.expectState('paused');
  expect((await code.state()).pausedBecause).toBe('cancelled');
  // With a message, the message is sent first, and the queue goes on after it.
  await code.run((chat) => chat.resume('tools'));
  await element.expectUsers('never', 'tools', 'after it');
  await element.card.expectHidden();
});

test('the queue goes on with the first prompt that is not held back', ALL, async ({ code, element, thread }) => {
  await code.send('never');
  await thread.expectStates('running');
  const held = await code.send('tools held');
  const free = await code.send('tools');
  await code.run((chat, id) => chat.holdPrompt(id, true), held);
  await code.run((chat) => chat.stop());
  expect(await code.run((chat) => chat.resume())).toBe(free);
  await element.expectUsers('never', 'tools');
  await element.queue.expect('tools held');
});

test('a control that is set anew with the same content ends no run', ALL, async ({ code, element, thread, host }) => {
  const set = () =>
    host.page.locator('midturn-chat').evaluate((chat) => {
      (chat as MidturnChat).control = { cancel: true, interject: true };
    });
  // A chat that is mounted anew says again that it is ready.
  const mounted = async () => (await code.told()).filter(({ name }) => name === 'midturn-ready').length;
  await set();
  await code.send('never');
  await thread.expectStates('running');
  const before = await mounted();
  await set();
  await code.send('after it');
  await element.queue.expect('after it');
  await thread.expectStates('running');
  expect(await mounted()).toBe(before);
});

test('a stop with a message replaces the turn', ALL, async ({ code, element, thread }) => {
  await code.send('never');
  await thread.expectStates('running');
  const end = await code.run((chat) => chat.stop({ message: 'tools' }));
  expect(end).toMatchObject({ outcome: 'cancelled' });
  await element.expectUsers('never', 'tools');
  await element.expectOutcomes('cancelled', 'completed');
});

test('code answers a question of the agent', async ({ code, element }) => {
  await code.send('approval');
  await expect.poll(async () => (await code.state()).status).toBe('waiting');
  const [question] = (await code.state()).waitingFor;
  expect(question).toMatchObject({ answer: 'decision', toolName: expect.any(String) });
  const asked = async () => (await code.told()).flatMap(({ name, detail }) => (name === 'midturn-approval' ? [detail] : []));
  await expect.poll(asked).toMatchObject([{ interruptId: question?.interruptId }]);
  expect(await code.fails((chat) => chat.respond('another', true))).toBe('not-found');
  expect(await code.run((chat) => chat.respond(chat.state.waitingFor[0]?.interruptId ?? '', 3).catch((error) => error.code))).toBe('invalid-argument');
  await code.run((chat, id) => chat.respond(id, true), question?.interruptId);
  await element.card.expectHidden();
  await element.expectOutcomes('completed');
});

test('code changes the queue', async ({ code, element, thread }) => {
  await thread.hold();
  await code.send('tools');
  await thread.step({ until: 'tool_started' });
  const one = await code.send('one');
  await code.send('two');
  const three = await code.send('three');
  await code.run((chat, id) => chat.movePrompt(id, 0), three);
  await element.queue.expect('three', 'one', 'two');
  await code.run((chat, id) => chat.editPrompt(id, 'first'), one);
  await element.queue.expect('three', 'first', 'two');
  await code.run((chat, id) => chat.removePrompt(id), one);
  await element.queue.expect('three', 'two');
  await code.run((chat) => chat.restorePrompt());
  await element.queue.expect('three', 'first', 'two');
  await code.run((chat, id) => chat.holdPrompt(id, true), one);
  await expect(element.queue.item('first').hold).toHaveAttribute('aria-pressed', 'true');
  await code.run((chat, id) => chat.runPrompt(id), three);
  await element.queue.expect('first', 'two');
  await element.expectUsers('tools', 'three');
});

test('code sends a message again, pauses the queue after the turn, and queues what was not delivered', async ({ code, element, thread }) => {
  const first = await code.send('text one');
  await thread.expectStates('finished');
  await code.send('text two');
  await thread.expectStates('finished', 'finished');
  const again = await code.run((chat, id) => chat.sendAgain(id, 'text better'), first);
  expect(again).not.toBe(first);
  await element.expectUsers('text better');
  await thread.expectStates('finished', 'finished', 'finished');

  await thread.hold();
  await code.send('slow');
  await thread.expectStates('finished', 'finished', 'finished', 'running');
  const said = await code.send('text said', { delivery: 'interject' });
  await expect(element.interjections).toHaveCount(1);
  await code.send('text queued');
  await code.run((chat) => chat.pauseAfterTurn(true));
  await expect(element.queue.pause).toHaveAttribute('aria-pressed', 'true');
  await code.run((chat) => chat.stop());
  await element.card.expectState('paused');
  await code.run((chat, id) => chat.queueInterjection(id), said);
  await element.queue.expect('text queued', 'text said');
});

test('files go with a message, and a file that is not allowed is refused', ALL, async ({ code, element, thread, host }) => {
  await host.page.locator('midturn-chat').evaluate((chat) => chat.setAttribute('attachment-types', 'text/plain'));
  await code.run((chat) =>
    chat.send({ text: 'tools', attachments: [new File(['some text'], 'notes.txt', { type: 'text/plain' })] }),
  );
  await element.expectOutcomes('completed');
  await expect(element.userMessages.getByTestId('attachment')).toContainText('notes.txt');
  const [run] = await thread.runs();
  expect(JSON.stringify(run?.input.messages)).toContain(Buffer.from('some text').toString('base64'));
  expect(await code.fails((chat) => chat.send({ attachments: [new Blob(['x'], { type: 'image/png' })] }))).toBe(
    'attachment-refused',
  );
});

test('threads are listed, opened, renamed and deleted', async ({ code, element, thread }) => {
  await code.send('tools');
  await element.expectOutcomes('completed');
  const fresh = await code.run((chat) => chat.openThread());
  expect(fresh).not.toBe(thread.id);
  await element.expectUsers();
  await code.run((chat, id) => chat.renameThread(id, 'A name'), thread.id);
  expect(await code.run((chat) => chat.threads())).toMatchObject([{ threadId: thread.id, title: 'A name' }]);
  expect(await code.run((chat, id) => chat.openThread(id), thread.id)).toBe(thread.id);
  await element.expectUsers('tools');
  const messages = await code.run((chat) => chat.messages());
  expect(messages[0]).toMatchObject({ role: 'user', content: 'tools' });
  expect(messages.at(-1)).toMatchObject({ role: 'assistant' });
  await code.run((chat, id) => chat.deleteThread(id), thread.id);
  expect(await code.run((chat) => chat.threads())).toEqual([]);
  await code.run((chat, id) => chat.restoreThread(id), thread.id);
  expect(await code.run((chat) => chat.threads())).toHaveLength(1);
});

test('an app that follows the thread on screen does not draw it again', ALL, async ({ code, element, host, agent }) => {
  const ready = async () => {
    // A call waits for a drawing that is to come.
    await code.run((chat) => chat.threads());
    return (await code.told()).filter(({ name }) => name === 'midturn-ready').length;
  };
  // As the React component does: the attribute first, then the property.
  const follow = (id: string) =>
    code.run((chat, id) => {
      chat.setAttribute('thread-id', id);
      chat.threadId = id;
    }, id);
  const before = await ready();
  const opened = [agent.thread(randomUUID()).id, undefined];
  for (const [place, id] of opened.entries()) {
    const shown = await code.run((chat, id) => chat.openThread(id), id);
    await code.run((chat) => chat.find('typed'));
    await follow(shown);
    expect(await ready()).toBe(before + place + 1);
    // Nothing open has closed.
    await expect(element.root.getByTestId('find-input')).toHaveValue('typed');
  }
  await host.page.locator('midturn-chat').evaluate((chat) => chat.setAttribute('locale', 'en-GB'));
  expect(await ready()).toBe(before + opened.length);
});

test('the draft and the focus follow code', ALL, async ({ code, element }) => {
  await code.run((chat) => chat.setDraft('half a'));
  await expect(element.composer).toHaveValue('half a');
  await code.run((chat) => chat.focus());
  await expect(element.composer).toBeFocused();
  await code.send('tools');
  await element.expectOutcomes('completed');
  await expect(element.composer).toHaveValue('half a');
});

test('what was set and called before the program is there is done in order', async ({ page, guard: _guard, agent }) => {
  const thread = agent.thread(randomUUID());
  const host = new HostPage(page);
  const load = await holdRequests(page, '**/*.wasm');
  await host.openEmpty();
  const status = await page.evaluate((threadId) => {
    const chat = document.createElement('midturn-chat') as MidturnChat;
    const heard: string[] = [];
    for (const name of ['midturn-ready', 'midturn-turn-start'] as const) {
      chat.addEventListener(name, () => heard.push(name));
    }
    Object.assign(chat, { agentUrl: '/agui', threadId });
    const { status } = chat.state;
    const sent = Promise.all([chat.send('tools'), chat.send('next')]);
    void sent.then((ids) => Object.assign(window, { ids }));
    Object.assign(window, { heard });
    document.querySelector('main')?.append(chat);
    return status;
  }, thread.id);
  expect(status).toBe('loading');
  load();
  await expect.poll(() => page.evaluate(() => (window as unknown as { ids?: string[] }).ids?.length)).toBe(2);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.slice(0, 2));
  await expect.poll(heard).toEqual(['midturn-ready', 'midturn-turn-start']);
  await host.chat().expectUsers('tools', 'next');
  await host.chat().card.expectHidden();
  await thread.expectPrompts('tools', 'next');
});

test('a call that waits for a thread is not performed in another one', async ({ page, guard: _guard, agent }) => {
  const [one, two] = [agent.thread(randomUUID()), agent.thread(randomUUID())];
  const host = new HostPage(page);
  const load = await holdRequests(page, '**/*.wasm');
  await host.openEmpty();
  await page.evaluate(
    ([one, two]) => {
      const chat = document.createElement('midturn-chat') as MidturnChat;
      Object.assign(chat, { agentUrl: '/agui', threadId: one });
      const how = (call: Promise<unknown>) => call.catch((error: { code: string }) => error.code);
      const early = [how(chat.send('about one')), how(chat.openThread('another')), how(chat.threads())];
      Object.assign(chat, { threadId: two });
      const calls = Promise.all([...early, how(chat.send('text about two'))]);
      void calls.then((ended) => Object.assign(window, { ended }));
      document.querySelector('main')?.append(chat);
    },
    [one.id, two.id] as const,
  );
  load();
  const ended = () => page.evaluate(() => (window as unknown as { ended?: unknown[] }).ended);
  await expect.poll(ended).toEqual(['disposed', 'disposed', expect.any(Array), expect.any(String)]);
  await host.chat().expectUsers('text about two');
  await two.expectPrompts('text about two');
});

test('a method leaves the focus in the field of the page that has it', ALL, async ({ code, element, page, thread }) => {
  await page.evaluate(() => document.body.append(document.createElement('input')));
  await thread.hold();
  await element.start('slow');
  const field = page.locator('body > input');
  await field.focus();
  await code.run((chat) => chat.stop());
  await element.card.expectHidden();
  await page.keyboard.type('still here');
  await expect(field).toHaveValue('still here');
});

test.describe('while time stands still', () => {
  // The request that got no headers is sent again a few times, and each time after longer.
  test.use({ held: true });

  test('headers can be a function, which is asked before each request', async ({ code, element, page, guard }) => {
    guard.allow(/./);
    const sent: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/agui')) sent.push(request.headers()['x-token'] ?? null);
    });
    await code.run((chat) => {
      let times = 0;
      chat.headers = async () => {
        times += 1;
        if (times > 2) throw new Error('no token today');
        return { 'x-token': `token ${times}` };
      };
    });
    await code.send('tools');
    await element.expectOutcomes('completed');
    await code.send('tools');
    await element.expectOutcomes('completed', 'completed');
    expect(sent).toEqual(['token 1', 'token 2']);
    await code.send('tools');
    await passUntil(page, 50, async () => (await code.state()).connection === 'reconnecting');
    await code.run((chat) => {
      chat.headers = { 'x-token': 'again' };
    });
    await passUntil(page, 500, () => sent.at(-1) === 'again');
    await element.expectOutcomes('completed', 'completed', 'completed');
  });
});
