// Several threads at once: runs continue in threads that are not shown. The list of threads shows
// their state, and system notifications report the end of a turn.
import { randomUUID } from 'node:crypto';
import { ALL, expect, test } from '../fixtures/test.ts';
import { change } from '../pages/settings.ts';

test.use({ control: true });

interface Told {
  title: string;
  body: string;
  tag: string;
}

test('a thread that waits for an answer has a badge', async ({ chat, thread }) => {
  await chat.say('approval');
  await expect(chat.root.getByText('I would like to write it.')).toBeVisible();
  const link = chat.page.getByRole('link', { name: /approval/ });
  await expect(link.locator('[data-state=waiting]')).toBeVisible();
  await expect(link).toHaveAccessibleName(/Waits for your answer/);
  await chat.composer.fill('text');
  await expect(chat.deliveryHint).toHaveText('Sent after your answer');
  await thread.expectStates('finished');
});

test('the end of a turn in a thread that is not shown is said', async ({ heldChat: chat, thread, page }) => {
  await chat.start('tools');
  await page.getByTestId('thread-new').click();
  await expect(chat.userMessages).toHaveCount(0);
  await thread.finish();
  await expect(page.getByTestId('page-announcer')).toContainText('tools: The agent finished.');
});

test('the end of a turn in a thread that is not shown causes a system notification, if enabled', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.page.addInitScript(() => {
    const told: Told[] = [];
    class Fake {
      static permission = 'granted';
      static requestPermission(): Promise<string> {
        return Promise.resolve('granted');
      }
      onclick: (() => void) | null = null;
      constructor(title: string, options: { body: string; tag: string }) {
        told.push({ title, body: options.body, tag: options.tag });
        Object.assign(globalThis, { toldLast: this });
      }
      close(): void {}
    }
    Object.assign(globalThis, { Notification: Fake, told });
  });
  await chat.reload();
  const told = () =>
    chat.page.evaluate(() => (globalThis as unknown as { told: Told[] }).told);
  await chat.start('text');
  await thread.step({ until: 'text' });
  await thread.release();
  await chat.card.expectHidden();
  expect(await told(), 'not asked for').toEqual([]);

  await change(chat.page, (dialog) =>
    dialog.getByLabel('Notify me when a turn ends in the background').check(),
  );
  await thread.hold();
  await chat.start('text in sight');
  await thread.release();
  await chat.card.expectHidden();
  expect(await told(), 'in sight').toEqual([]);

  await thread.hold();
  await chat.start('text out of sight');
  await chat.page.getByRole('button', { name: 'New conversation' }).click();
  await expect(chat.userMessages).toHaveCount(0);
  await thread.release();
  await expect.poll(told).toEqual([
    { title: 'text', body: 'The agent finished.', tag: thread.id },
  ]);
  await chat.page.evaluate(() =>
    (globalThis as unknown as { toldLast: { onclick(event: Event): void } }).toldLast.onclick(
      new Event('click'),
    ),
  );
  await expect(chat.userMessages).toHaveCount(3);
});

test('two threads run at once without mixing their content', ALL, async ({ heldChat: chat, thread, agent }) => {
  await chat.start('text one');
  await thread.step({ until: 'text' });
  const other = agent.thread(randomUUID());
  await other.hold();
  await chat.page.goto(`/threads/${other.id}`);
  await chat.start('text two');
  await other.step({ until: 'text' });
  await other.release();
  await chat.card.expectHidden();
  await chat.expectUsers('text two');
  await other.expectStates('finished');
});
