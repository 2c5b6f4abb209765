// Three awkward agent servers with plain AG-UI. One is busy without an error. One keeps its own
// history and drops unexpected input. One refuses unknown fields.
import { installClock, passUntil } from '../fixtures/clock.ts';
import { ALL, expect, over, type PlainServer } from '../fixtures/servers/plain.ts';
import { BusyServer } from '../fixtures/servers/busy.ts';
import { DropsServer } from '../fixtures/servers/drops.ts';
import { StrictServer } from '../fixtures/servers/strict.ts';
import { Approval } from '../pages/approval.ts';
import type { ChatPage } from '../pages/chat.ts';

const busy = over(BusyServer);
const drops = over(DropsServer);
const strict = over(StrictServer);

busy('the busy server: the next run starts when the running one is over', ALL, async ({ plain, server }) => {
  await plain.start('one');
  await expect(plain.turns).toContainText('Working on: one.');
  server.finish();
  await plain.card.expectHidden();
  await plain.start('two');
  await expect(plain.turns.last()).toContainText('Working on: two.');
  server.finish();
  await plain.card.expectHidden();
  await expect.poll(() => server.log).toEqual(['began: one', 'ended: one', 'began: two', 'ended: two']);
});

/** Three ways to leave the run of the message "one" and to send the message "two". */
const leaving = {
  'a cancel': async (plain: ChatPage) => {
    await plain.card.openCancel();
    await plain.card.input.fill('two');
    await plain.card.submit.click();
  },
  'an interjection': async (plain: ChatPage) => {
    await plain.interjectWith('two');
  },
  'a reload': async (plain: ChatPage) => {
    await plain.reload();
    await expect(plain.outcomeNotes).toContainText('The chat was closed');
    await plain.say('two');
  },
};

busy.describe('a wait, while time stands still', () => {
  busy.beforeEach(({ page }) => installClock(page));

  busy('a server that says nothing for long: the card says so, with Stop and Try again', async ({
    plain,
    server,
    page,
  }) => {
    await plain.start('one');
    await expect(plain.turns).toContainText('Working on: one.');
    const quiet = page.getByTestId('agent-running-quiet');
    await page.clock.runFor(20_000);
    await expect(quiet).toHaveCount(0);
    await passUntil(page, 5_000, () => quiet.isVisible());
    await expect(quiet).toContainText(/No word from the agent for \d+ s/);
    await expect(plain.card.header).not.toContainText('Writing');
    await expect(quiet.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(quiet.getByRole('button', { name: 'Try again' })).toBeVisible();
    server.finish();
    await plain.card.expectHidden();
    await expect(plain.turns.last()).toContainText('Done: one.');
    await expect(quiet).toHaveCount(0);
  });

  for (const [way, leave] of Object.entries(leaving)) {
    busy(`an empty stream after ${way} is treated as busy: the message waits, and arrives once`, way === 'a cancel' ? {} : ALL, async ({
      plain,
      server,
      page,
    }) => {
      await plain.start('one');
      await expect(plain.turns).toContainText('Working on: one.');
      await leave(plain);
      await expect(plain.card.header).toContainText('The agent is still busy. Trying again…');
      await expect.poll(() => server.log).toContain('busy: two');
      server.finish();
      await passUntil(page, 600, () => server.log.includes('began: two'));
      await expect(plain.turns.last()).toContainText('Working on: two.');
      server.finish();
      await plain.card.expectHidden();
      expect(server.log.filter((line) => line === 'began: two')).toHaveLength(1);
      await expect.poll(() => server.prompts.at(-1)).toEqual(['one', 'two']);
    });
  }

  busy('HTTP 429 and 503 are retried, and no error is shown', ALL, async ({ plain, server, page, guard }) => {
    guard.allow(/ 429 /, / 503 /);
    server.refusals.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 });
    await plain.start('one');
    await expect(plain.card.header).toContainText('Trying again in 1 s');
    await passUntil(page, 1_200, () => server.log.includes('began: one'));
    await expect(plain.turns).toContainText('Working on: one.');
    server.finish();
    await plain.card.expectHidden();
    await expect(plain.outcomeNotes).toHaveCount(0);
  });
});

busy('HTTP 500 is shown at once and not retried, and no run has started', async ({
  plain,
  server,
  guard,
}) => {
  guard.allow(/ 500 /);
  server.refusals.push({ status: 500 });
  await plain.say('one');
  await plain.card.expectHidden();
  await expect(plain.outcomeNotes).toContainText('The agent failed (HTTP 500)');
  await expect(plain.outcomeNotes.locator('pre')).toContainText('Not this time.');
  await expect(plain.announcer).toContainText('failed');
  await expect(plain.announcer).not.toContainText('started working');
  expect(server.received).toHaveLength(1);
  await plain.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await expect(plain.turns.last()).toContainText('Working on: one.');
  await expect(plain.announcer).toContainText('The agent started working.');
  server.finish();
  await plain.card.expectHidden();
  await expect.poll(() => server.log).toEqual(['refused with 500: one', 'began: one', 'ended: one']);
});

busy('offline: a message is kept and shown, and sent as soon as there is a connection', async ({
  plain,
  server,
  guard,
  context,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  // Wait until the whole program is loaded, with the part that an empty thread needs.
  await expect(plain.starters.first()).toBeVisible();
  await plain.composer.fill('one');
  await expect(plain.send).toBeEnabled();
  await context.setOffline(true);
  await plain.start('one');
  await plain.expectUsers('one');
  await expect(plain.card.header).toContainText('Waiting for a connection…');
  await expect(plain.composer).toBeFocused();
  await expect(plain.root.locator('.mt-offline')).toContainText('You are offline.');
  expect(server.received).toHaveLength(0);
  await context.setOffline(false);
  await expect(plain.turns).toContainText('Working on: one.');
  await expect(plain.root.locator('.mt-offline')).toHaveCount(0);
  server.finish();
  await plain.card.expectHidden();
  await expect.poll(() => server.log).toEqual(['began: one', 'ended: one']);
});

drops('a run without output says so, and can be retried', ALL, async ({ plain, server }) => {
  await plain.say('nothing');
  await plain.card.expectHidden();
  await expect(plain.outcomeNotes).toContainText('The agent ended without an answer.');
  await expect(plain.announcer).toContainText('The agent ended without an answer.');
  await plain.reload();
  await expect(plain.outcomeNotes).toContainText('The agent ended without an answer.');
  await plain.outcomeNotes.getByRole('button', { name: 'Try again' }).click();
  await plain.expectUsers('nothing', 'nothing');
  await expect.poll(() => server.received.length).toBe(2);
});

async function approvesAndGoesOn(plain: ChatPage, server: PlainServer): Promise<void> {
  await plain.say('delete notes.txt');
  await plain.root.getByRole('button', { name: 'Approve' }).click();
  await expect(plain.turns).toContainText(/deleted notes\.txt|notes\.txt: approved/);
  await plain.card.expectHidden();
  await plain.say('thanks');
  await expect(plain.turns.last()).toContainText('You said: thanks');
  await expect.poll(() => server.received).toHaveLength(3);
  await expect.poll(() => server.received[1]?.resume?.[0]?.payload).toEqual({ approved: true });
}

drops('the list has the title that the agent gives, also after a reload, until the person chooses one', ALL, async ({ plain, page }) => {
  const title = page.getByRole('link', { name: 'Tide tables' });
  await plain.say('title Tide tables');
  await expect(title).toBeVisible();
  await plain.card.expectHidden();
  await plain.reload();
  await expect(title).toBeVisible();
  const rename = async () => {
    await page.getByTestId('tools').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(page.getByRole('textbox', { name: 'Conversation title' })).toBeFocused();
  };
  // To leave the title as it is is no choice.
  await rename();
  await page.keyboard.press('Enter');
  await plain.say('title Rivers');
  await expect(page.getByRole('link', { name: 'Rivers' })).toBeVisible();
  await plain.card.expectHidden();
  await rename();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await plain.say('title Lakes');
  await expect(plain.turns).toHaveCount(3);
  await expect(plain.turns.last()).toContainText('The title is set.');
  await expect(page.getByRole('link', { name: 'Mine' })).toBeVisible();
});

drops('the server that drops: an approval and the next message work', ALL, async ({ plain, server }) => {
  await approvesAndGoesOn(plain, server);
  await expect.poll(() => server.told).toEqual([
    'user: delete notes.txt',
    'approved: notes.txt',
    'result: deleted notes.txt',
    'user: thanks',
  ]);
});

strict('the strict server: an approval and the next message work', ALL, async ({ plain, server }) => {
  await approvesAndGoesOn(plain, server);
  await expect.poll(() => server.log).toEqual(['heard: delete notes.txt', 'deleted notes.txt', 'heard: thanks']);
});

// When a person sends a message instead of an answer, the server first gets a cancel or a denial as
// the answer, and then the message in a separate run.

/** Makes the server ask for an approval, and returns the open approval. */
async function ask(plain: ChatPage): Promise<Approval> {
  await plain.say('delete notes.txt');
  const approval = new Approval(plain.turns.last().getByTestId('approval'));
  await approval.expectOpen();
  return approval;
}

const closed = (plain: ChatPage) => plain.root.getByTestId('approval-closed');

for (const beside of ['old', 'empty'] as const) {
  drops(`the server that drops (${beside}): a message in place of an answer arrives`, beside === 'old' ? {} : ALL, async ({
    plain,
    server,
  }) => {
    server.beside = beside;
    await ask(plain);
    await plain.composer.fill('rather not');
    await plain.replace.click();
    await expect(plain.turns.last()).toContainText('You said: rather not');
    await plain.card.expectHidden();
    await plain.expectUsers('delete notes.txt', 'rather not');
    await expect.poll(() => server.told).toEqual([
      'user: delete notes.txt',
      'cancelled: notes.txt',
      'user: rather not',
    ]);
    expect(server.log).toEqual([]);
    // The server's response to the answer is shown. The question says why it is closed, also later.
    await expect(plain.turns.first()).toContainText('About notes.txt: cancelled.');
    await expect(closed(plain)).toContainText('a message was sent in its place');
    await plain.reload();
    await expect(closed(plain)).toContainText('a message was sent in its place');
    await expect(plain.root.getByTestId('approval-approve')).toHaveCount(0);
  });
}

drops('the server that drops: an interjection in place of an answer arrives, and is delivered only then', ALL, async ({
  plain,
  server,
}) => {
  await ask(plain);
  await plain.interjectWith('rather not');
  await expect(plain.interjections).toHaveAttribute('data-status', 'delivered');
  await expect(plain.turns).toContainText('You said: rather not');
  await plain.card.expectHidden();
  await plain.expectUsers('delete notes.txt');
  await expect.poll(() => server.told).toEqual(['user: delete notes.txt', 'denied: notes.txt', 'user: rather not']);
  expect(server.log).toEqual([]);
});

strict('the strict server: the next message arrives after a stop at a question', ALL, async ({
  plain,
  server,
}) => {
  await ask(plain);
  await plain.stop.click();
  await expect(closed(plain)).toContainText('the turn was stopped');
  await expect(plain.root.getByTestId('approval-approve')).toHaveCount(0);
  await plain.say('thanks');
  await expect(plain.turns.last()).toContainText('You said: thanks');
  await expect.poll(() => server.log).toEqual(['heard: delete notes.txt', 'kept notes.txt', 'heard: thanks']);
});

strict('the strict server: a reason is sent as a separate message, and the field says so', ALL, async ({
  plain,
  server,
}) => {
  const approval = await ask(plain);
  await expect(approval.root).toContainText('The arguments cannot be changed.');
  await approval.deny.click();
  await expect(approval.root).toContainText('Sent as a message after the answer');
  await approval.reason.fill('I need it');
  await approval.reason.press('Enter');
  await expect(plain.turns).toContainText('You said: I need it');
  await plain.card.expectHidden();
  await expect.poll(() => server.log).toEqual(['heard: delete notes.txt', 'kept notes.txt', 'heard: I need it']);
});

strict('after a refused answer the question is open with the error, and can be answered again', ALL, async ({
  plain,
  server,
  page,
  guard,
}) => {
  guard.allow(/status of 422/);
  const approval = await ask(plain);
  const answers = (request: { postData(): string | null }) =>
    (request.postData() ?? '').includes('"resume"');
  let refused = false;
  await page.route(
    () => true,
    async (route) => {
      if (!refused && answers(route.request())) {
        refused = true;
        await route.fulfill({ status: 422, body: 'not like this' });
      } else {
        await route.fallback();
      }
    },
  );
  await approval.approve.click();
  await expect(approval.root.getByTestId('approval-refused')).toContainText('not like this');
  await approval.expectOpen();
  await approval.approve.click();
  await expect(plain.turns).toContainText('I have deleted notes.txt.');
  await expect.poll(() => server.log).toEqual(['heard: delete notes.txt', 'deleted notes.txt']);
});

drops('the resume editor says in advance what happens to the question', ALL, async ({
  plain,
  server,
}) => {
  await ask(plain);
  await plain.say('next');
  await plain.queue.expect('next');
  await plain.card.openResume();
  await expect(plain.card.root).toContainText(
    'Closes the open question: the next message goes first.',
  );
  await plain.card.input.fill('rather not');
  await expect(plain.card.root).toContainText(
    'Closes the open question: your message goes in its place.',
  );
  await plain.card.input.fill('');
  await plain.card.submit.click();
  await expect(plain.turns.last()).toContainText('You said: next');
  await expect(closed(plain)).toContainText('the next message went first');
  await expect.poll(() => server.told).toEqual(['user: delete notes.txt', 'cancelled: notes.txt', 'user: next']);
});

drops('"Run now" says in advance what it does to an open question', ALL, async ({ plain }) => {
  await ask(plain);
  await plain.say('next');
  await plain.queue.expect('next');
  const words = 'Closes the open question without an answer, and starts this one';
  await expect(plain.queue.item('next').runNow).toHaveAccessibleDescription(words);
  await plain.queue.item('next').runNow.click();
  await expect(plain.turns.last()).toContainText('You said: next');
  await expect(closed(plain)).toContainText('the next message went first');
});

drops('after a stop, "Run now" does not mention an open question', ALL, async ({ plain }) => {
  await ask(plain);
  await plain.say('next');
  await plain.stop.click();
  await expect(plain.queue.root).not.toContainText('open question');
  await expect(plain.queue.item('next').runNow).not.toHaveAccessibleDescription(/open question/);
});

strict.describe('in Arabic', () => {
  strict.use({ locale: 'ar' });

  strict('English text of a server reads from left to right', async ({
    plain,
    page,
    guard,
  }) => {
    guard.allow(/status of 422/);
    const approval = await ask(plain);
    await page.route('**/agui', async (route) => {
      await route.fulfill({ status: 422, body: 'not like this (again).' });
    });
    await approval.approve.click();
    const line = approval.root.getByTestId('approval-refused');
    await expect(line).toContainText('not like this');
    await expect(line).toHaveCSS('direction', 'rtl');
    const [first, last] = await line.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const left = (wanted: string, after: number) => {
        walker.currentNode = element;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(wanted) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at + after);
          range.setEnd(node, at + after + 1);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      };
      return [left('HTTP', 0), left('again).', 'again)'.length)];
    });
    expect(last, 'the full stop is at the right end of the English').toBeGreaterThan(first ?? NaN);
  });
});
