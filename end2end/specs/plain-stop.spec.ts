// Backends without the control extension: some have a stop URL, others have no way to stop a run.
// Such a backend may still be busy after a stop. The page then says that the next message waits,
// and does not lose it.
import type { ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { installClock, passUntil } from '../fixtures/clock.ts';
import { ALL, expect, test, type Run, type Wire } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

const busy = (response: ServerResponse) => {
  response.writeHead(409, { 'content-type': 'application/json' }).end('{"detail":"busy"}');
};

const inAWord = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'RUN_ERROR', message: 'The thread is in use.', code: 'THREAD_BUSY' },
  ];
  response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
};

const empty = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
};

/** Cancels a run with a message, while the run writes. */
async function cancelWith(chat: ChatPage, wire: Wire, message: string): Promise<Run> {
  await chat.start('first');
  const run = await wire.run();
  run.text('half an answer');
  await expect(chat.turns).toContainText('half an answer');
  await chat.card.openCancel();
  await chat.card.input.fill(message);
  await chat.card.submit.click();
  return run;
}

test.describe('while time stands still', () => {
  test.beforeEach(({ page }) => installClock(page));

  test('each form of a busy response is retried, and the message arrives once', ALL, async ({ wired, wire, page, guard }) => {
    guard.allow(/ 409 /);
    wire.instead.push((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n');
    });
    await wired.start('first');
    wire.instead.push(busy, inAWord, empty);
    await wired.card.openCancel();
    await wired.card.input.fill('second');
    await wired.card.submit.click();
    await expect(wired.card.header).toContainText('The agent is still busy. Trying again…');
    let begun = false;
    const next = wire.run();
    void next.then(() => (begun = true));
    await passUntil(page, 2_400, () => begun);
    const run = await next;
    expect(wire.instead).toHaveLength(0);
    run.text('the second answer');
    run.finish();
    await wired.card.expectHidden();
    await wired.expectUsers('first', 'second');
    await expect(wired.turns.last()).toContainText('the second answer');
    expect(run.input.messages).toHaveLength(2);
  });

  test('a message that waits for a busy agent can be stopped', ALL, async ({ wired, wire, guard }) => {
    guard.allow(/ 409 /);
    await cancelWith(wired, wire, 'second');
    (await wire.run()).finish();
    wire.instead.push(...Array.from({ length: 12 }, () => busy));
    await wired.say('third');
    await expect(wired.card.header).toContainText('still busy');
    await wired.stop.click();
    await wired.card.expectHidden();
    await wired.expectUsers('first', 'second', 'third');
  });
});

test.describe('a stop URL', () => {
  const at = '/agents/demo/stop/';

  const embedded = test.extend<{ chat: ChatPage; thread: { id: string } }>({
    thread: async ({}, use) => {
      await use({ id: randomUUID() } as never);
    },
    chat: async ({ page, wire, thread, guard: _guard }, use) => {
      await use(await new HostPage(page, wire.url).show(thread.id, { 'stop-url': `${at}{threadId}` }));
    },
  });

  embedded('is called first, and later output of the run is kept', async ({
    chat,
    wire,
    thread,
  }) => {
    wire.posts.set(at + thread.id, 200);
    const first = await cancelWith(chat, wire, 'second');
    const second = await wire.run();
    expect(wire.posted).toEqual([
      { path: at + thread.id, body: { runId: first.input.runId } },
    ]);
    expect(first.isHungUp).toBe(false);
    first.text(' and its end');
    first.finish();
    second.text('done');
    second.finish();
    await chat.card.expectHidden();
    await expect(chat.turns.first()).toContainText('half an answer and its end');
    await expect(chat.outcomeNotes).toHaveCount(0);
  });

  embedded('is called before a message in the middle of an answer is sent', ALL, async ({ chat, wire, thread }) => {
    wire.posts.set(at + thread.id, 200);
    await chat.start('first');
    const first = await wire.run();
    first.text('half an answer');
    await expect(chat.turns).toContainText('half an answer');
    await chat.interjectWith('shorter');
    const second = await wire.run();
    expect(wire.posted).toEqual([
      { path: at + thread.id, body: { runId: first.input.runId } },
    ]);
    await expect.poll(() => first.isHungUp).toBe(true);
    second.text('done');
    second.finish();
    await chat.card.expectHidden();
    await expect(chat.turns).toContainText('done');
    await expect(chat.outcomeNotes).toHaveCount(0);
  });

  for (const [what, given, expected] of [
    [
      'is what its template says',
      '{"session": "{threadId}", "run": {"id": "{runId}"}}',
      (threadId: string, runId: string) => ({ session: threadId, run: { id: runId } }),
    ],
    ['is nothing where its template is empty', '', () => ''],
  ] as const) {
    embedded(`the body ${what}`, ALL, async ({ chat, wire, thread, page }) => {
      wire.posts.set(at + thread.id, 200);
      await page
        .locator('midturn-chat')
        .evaluate((element, body) => element.setAttribute('stop-body', body), given);
      const first = await cancelWith(chat, wire, 'second');
      (await wire.run()).finish();
      await chat.card.expectHidden();
      expect(wire.posted.map((post) => post.body)).toEqual([
        expected(thread.id, first.input.runId),
      ]);
      first.finish();
    });
  }

  embedded('that fails is followed by closing the connection', async ({
    chat,
    wire,
    thread,
    guard,
  }) => {
    guard.allow(/ 404 /);
    wire.posts.set(at + thread.id, 404);
    const first = await cancelWith(chat, wire, 'second');
    (await wire.run()).finish();
    await expect.poll(() => first.isHungUp).toBe(true);
    await chat.card.expectHidden();
    await expect(chat.outcomeNotes.first()).toContainText('may still be working');
  });
});
