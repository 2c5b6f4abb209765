// The setting that makes interjections wait for the end of the response, on a plain backend.
import { expect, test } from '../fixtures/test.ts';
import { waitForResponses } from '../pages/settings.ts';

test('on a plain backend the interjection is the next turn, ahead of the queue', async ({
  heldChat: chat,
  thread,
}) => {
  await waitForResponses(chat.page);
  await chat.start('long 20');
  await thread.step({ until: 'text' });
  await chat.say('text queued');
  await chat.composer.fill('text and shorter');
  await chat.interject.hover();
  await expect(chat.deliveryHint).toHaveText('Sent when this answer is done, before the queue');
  await chat.interjectWith('text and shorter');
  await chat.queue.expect('text and shorter', 'text queued');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('long 20', 'text and shorter', 'text queued');
  await thread.expectStates('finished', 'finished', 'finished');
});
