// Interjections that wait for the response of a plain backend to end, where the person set that.
import { expect, test } from '../fixtures/test.ts';
import { waitForResponses } from '../pages/settings.ts';

test('for a plain backend it is the next turn, ahead of the queue', async ({
  heldChat: chat,
  thread,
}) => {
  await waitForResponses(chat);
  await chat.start('long 20');
  await thread.step({ until: 'text' });
  await chat.say('text queued');
  await chat.interject.hover();
  await expect(chat.fate).toHaveText(
    'Starts the next turn, ahead of the queue, when this response is over',
  );
  await chat.interjectWith('text and shorter');
  await chat.queue.expect('text and shorter', 'text queued');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('long 20', 'text and shorter', 'text queued');
  await thread.expectStates('finished', 'finished', 'finished');
});
