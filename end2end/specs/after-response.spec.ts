// Interjections that wait for the agent's response to end, where the person set that.
import { expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

async function setAfterResponse(chat: ChatPage): Promise<void> {
  await chat.page.getByRole('button', { name: 'Settings' }).click();
  const dialog = chat.page.getByTestId('settings');
  await dialog.getByLabel('Interjections wait for the response to end').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test.describe('a backend that can be told', () => {
  test.use({ agentArgs: ['--control', 'on'] });

  test('gets it in the turn, when its response is over', async ({ heldChat: chat, thread }) => {
    await setAfterResponse(chat);
    await chat.start('long 20');
    await thread.step({ until: 'text' });
    await chat.interject.hover();
    await expect(chat.fate).toHaveText('Goes to the main agent when its response is over');
    await chat.interjectWith('text and shorter');
    await thread.step({ count: 3 });
    await expect(chat.interjections).toHaveAttribute('data-status', 'pending');
    await thread.release();
    await chat.card.expectHidden();
    await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
    await chat.expectUsers('long 20');
    const run = await thread.run(0);
    expect(run.input.forwardedProps).toMatchObject({ midturn: { interject: 'after-response' } });
  });
});

test('for a plain backend it is the next turn, ahead of the queue', async ({
  heldChat: chat,
  thread,
}) => {
  await setAfterResponse(chat);
  await chat.start('long 20');
  await thread.step({ until: 'text' });
  await chat.say('text queued');
  await chat.interject.hover();
  await expect(chat.fate).toHaveText(
    'Is the next turn, ahead of the queue, when this response is over',
  );
  await chat.interjectWith('text and shorter');
  await chat.queue.expect('text and shorter', 'text queued');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('long 20', 'text and shorter', 'text queued');
  await thread.expectStates('finished', 'finished', 'finished');
});
