// Without storage in the browser, the chat works, and says that nothing is saved.
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';

const failures: [string, () => void][] = [
  [
    'refuses to open, as in a private window',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    },
  ],
  [
    'fails to open',
    () => {
      IDBFactory.prototype.open = () => {
        const request = new EventTarget() as IDBOpenDBRequest;
        const error = new DOMException('Internal error.', 'UnknownError');
        Object.defineProperty(request, 'error', { value: error });
        for (const name of ['onerror', 'onsuccess', 'onblocked', 'onupgradeneeded'] as const) {
          Object.defineProperty(request, name, { value: null, writable: true });
        }
        queueMicrotask(() => {
          const event = new Event('error');
          request.dispatchEvent(event);
          request.onerror?.(event);
        });
        return request;
      };
    },
  ],
  [
    'is not there',
    () => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    },
  ],
];

for (const [place, [how, stub]] of failures.entries()) {
  test(`storage that ${how}: a notice, and everything works`, place === 0 ? {} : ALL, async ({ page, thread, guard: _ }) => {
    await page.addInitScript(stub);
    const chat = new ChatPage(page);
    await chat.open(thread.id);
    await thread.hold();
    const notice = page.getByRole('status').filter({ hasText: 'cannot be saved' });
    await expect(notice).toBeVisible();
    await chat.start('tools');
    await chat.say('text queued');
    await chat.card.openCancel();
    await chat.card.input.fill('text instead');
    await chat.card.submit.click();
    await chat.expectUsers('tools', 'text instead');
    await thread.expectStates('cancelled', 'running');
    await thread.release();
    await chat.card.expectHidden();
    await thread.expectPrompts('tools', 'text instead', 'text queued');
    await expect(notice).toHaveCount(1);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    // To another thread and back: the conversation is kept in memory.
    await page.getByTestId('thread-new').click();
    await expect(chat.userMessages).toHaveCount(0);
    await page.goBack();
    await chat.expectUsers('tools', 'text instead', 'text queued');
  });
}

test('a full disk: one notice, and the chat still works', ALL, async ({ page, thread, guard: _ }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const chat = new ChatPage(page);
  await chat.open(thread.id);
  await chat.say('text');
  await chat.card.expectHidden();
  await expect(page.getByRole('status').filter({ hasText: 'cannot be saved' })).toHaveCount(1);
  await expect(chat.turns).toContainText('The retry test fails');
});

test('a database that was closed is opened again', ALL, async ({ page, thread, guard: _ }) => {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...given) {
      const request = open.apply(this, given);
      request.addEventListener('success', () => {
        addEventListener('close-database', () => request.result.close());
      });
      return request;
    };
  });
  const chat = new ChatPage(page);
  await chat.open(thread.id);
  await chat.say('text one');
  await chat.card.expectHidden();
  await page.evaluate(() => dispatchEvent(new Event('close-database')));
  await chat.say('text two');
  await chat.card.expectHidden();
  await chat.reload();
  await chat.expectUsers('text one', 'text two');
  await expect(page.getByRole('status').filter({ hasText: 'cannot be saved' })).toHaveCount(0);
});
