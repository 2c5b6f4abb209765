// Agent servers that know AG-UI and no more, and that are awkward in three ways: one is busy without
// a word, one keeps its own history and drops what it does not expect, one refuses unknown fields.
import { expect, over, type PlainServer } from '../fixtures/servers/plain.ts';
import { BusyServer } from '../fixtures/servers/busy.ts';
import { DropsServer } from '../fixtures/servers/drops.ts';
import { StrictServer } from '../fixtures/servers/strict.ts';
import type { ChatPage } from '../pages/chat.ts';

const busy = over(BusyServer);
const drops = over(DropsServer);
const strict = over(StrictServer);

busy('the busy server: one run at a time, and the next when it is over', async ({ plain, server }) => {
  await plain.start('one');
  await expect(plain.assistantMessages).toContainText('Working on: one.');
  server.finish();
  await plain.card.expectHidden();
  await plain.start('two');
  await expect(plain.assistantMessages.last()).toContainText('Working on: two.');
  server.finish();
  await plain.card.expectHidden();
  expect(server.log).toEqual(['began: one', 'ended: one', 'began: two', 'ended: two']);
});

async function approvesAndGoesOn(plain: ChatPage, server: PlainServer): Promise<void> {
  await plain.say('delete notes.txt');
  await plain.root.getByRole('button', { name: 'Approve' }).click();
  await expect(plain.assistantMessages).toContainText(/deleted notes\.txt|notes\.txt: approved/);
  await plain.card.expectHidden();
  await plain.say('thanks');
  await expect(plain.assistantMessages.last()).toContainText('You said: thanks');
  expect(server.received).toHaveLength(3);
  expect(server.received[1]?.resume?.[0]?.payload).toEqual({ approved: true });
}

drops('the server that drops: an approval, and the next message', async ({ plain, server }) => {
  await approvesAndGoesOn(plain, server);
  expect(server.told).toEqual([
    'user: delete notes.txt',
    'approved: notes.txt',
    'result: deleted notes.txt',
    'user: thanks',
  ]);
});

strict('the strict server: an approval, and the next message', async ({ plain, server }) => {
  await approvesAndGoesOn(plain, server);
  expect(server.log).toEqual(['heard: delete notes.txt', 'deleted notes.txt', 'heard: thanks']);
});
