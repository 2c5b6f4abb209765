// The running card: one test for each row of the table of transitions in
// `crates/core/src/conversation.rs`.
import { ALL, expect, test } from '../fixtures/test.ts';

test.describe('running', () => {
  test('Cancel clicked: the editor opens and has the focus, and the agent keeps running', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.card.openCancel();
    await expect(chat.card.root).toContainText('Still running. Esc stops it.');
    await thread.step({ until: 'tool_finished' });
    await thread.expectStates('running');
    await expect(chat.turns).toContainText('I will look at the retry code');
    await chat.card.expectState('cancelling');
    await thread.finish();
  });

  test('the run ends and nothing is queued: the card is hidden', ALL, async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await thread.finish();
    await chat.card.expectHidden();
    await chat.expectOutcomes('completed');
    await expect(chat.streams).toContainText('2 steps');
    await thread.expectStates('finished');
  });

  test('the run ends well and prompts are queued: the next one starts', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.say('text next');
    await chat.queue.expect('text next');
    await thread.finish();
    await chat.expectUsers('tools', 'text next');
    await chat.card.expectState('running');
    await expect(chat.queue.root).toHaveCount(0);
    await expect(chat.turns.nth(1).getByTestId('agent-running-card')).toBeVisible();
    await chat.expectOutcomes('completed');
    await thread.finish();
    await thread.expectPrompts('tools', 'text next');
  });

  test('the run fails and prompts are queued: paused, with the reason', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('fail');
    await chat.say('text next');
    await thread.finish();
    await chat.card.expectState('paused');
    await expect(chat.outcomeNotes).toContainText('The model is overloaded at the moment.');
    await chat.queue.expect('text next');
    await thread.expectStates('failed');
  });

  test('the stream is lost and prompts are queued: paused, with the reason', ALL, async ({
    heldChat: chat,
    thread,
    guard,
  }) => {
    guard.allow(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
    await chat.start('disconnect');
    await chat.say('text next');
    await thread.step({ until: 'end' });
    await chat.card.expectState('paused');
    await chat.queue.expect('text next');
  });
});

test.describe('cancelling', () => {
  test('submit with a message: the run is cancelled, the message sent, then the queue continues', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.say('text queued');
    await chat.card.openCancel();
    await expect(chat.card.submit).toHaveText('Stop and send');
    await chat.card.input.fill('text instead');
    await chat.card.input.press('Enter');
    await chat.card.expectState('running');
    await chat.expectUsers('tools', 'text instead');
    await chat.queue.expect('text queued');
    await thread.expectStates('cancelled', 'running');
    await thread.finish();
    await chat.expectUsers('tools', 'text instead', 'text queued');
    await thread.finish();
    await thread.expectStates('cancelled', 'finished', 'finished');
    await thread.expectPrompts('tools', 'text instead', 'text queued');
  });

  test('submit without a message: nothing happens, and the button is disabled', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.card.openCancel();
    await expect(chat.card.submit).toBeDisabled();
    await chat.card.input.press('Enter');
    await chat.card.input.fill('   ');
    await expect(chat.card.submit).toBeDisabled();
    await chat.card.input.press('Enter');
    await chat.card.expectState('cancelling');
    await chat.expectUsers('tools');
    await thread.step({ until: 'tool_started' });
    await thread.expectStates('running');
  });

  for (const [how, act] of dismissals()) {
    test(`${how}, prompts queued: paused, with the draft in the composer`, how === 'Escape' ? {} : ALL, async ({
      heldChat: chat,
      thread,
    }) => {
      await chat.start('tools');
      await chat.say('text queued');
      await chat.card.openCancel();
      await chat.card.input.fill('not sent');
      await act(chat);
      await chat.card.expectState('paused');
      await expect(chat.composer).toHaveValue('not sent');
      await chat.queue.expect('text queued');
      await thread.expectStates('cancelled');
    });

    test(`${how}, nothing queued: hidden, with the draft appended to the composer`, how === 'dismiss button' ? {} : ALL, async ({
      heldChat: chat,
      thread,
    }) => {
      await chat.start('tools');
      await chat.composer.fill('was here');
      await chat.card.openCancel();
      await chat.card.input.fill('not sent');
      await act(chat);
      await chat.card.expectHidden();
      await chat.expectOutcomes('cancelled');
      await expect(chat.composer).toHaveValue('was here\nnot sent');
      await thread.expectStates('cancelled');
      await chat.expectUsers('tools');
    });
  }

  test('Keep running: the run continues, and the draft is kept for the next time', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.card.openCancel();
    await chat.card.input.fill('for later');
    await chat.card.keep.click();
    await chat.card.expectState('running');
    await expect(chat.card.cancel).toBeFocused();
    await expect(chat.composer).toHaveValue('');
    await thread.step({ until: 'tool_finished' });
    await thread.expectStates('running');
    await chat.card.openCancel();
    await expect(chat.card.input).toHaveValue('for later');
    await chat.card.submit.click();
    await chat.expectUsers('tools', 'for later');
  });

  test('the run ends by itself: the editor stays open, and Submit sends ahead of the queue', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.say('text queued');
    await chat.card.openCancel();
    await chat.card.input.fill('text first');
    await thread.finish();
    await expect(chat.card.submit).toHaveText('Send');
    await expect(chat.card.root).toContainText('The turn finished.');
    await expect(chat.announcer).toContainText('The turn finished.');
    await chat.card.expectState('cancelling');
    await expect(chat.card.input).toHaveValue('text first');
    await expect(chat.card.input).toBeFocused();
    await expect(chat.card.keep).toHaveCount(0);
    await thread.expectStates('finished');

    await chat.card.input.press('Enter');
    await chat.expectUsers('tools', 'text first');
    await chat.expectOutcomes('completed');
    await thread.finish();
    await chat.expectUsers('tools', 'text first', 'text queued');
    await thread.finish();
    await thread.expectStates('finished', 'finished', 'finished');
    await thread.expectPrompts('tools', 'text first', 'text queued');
  });

  test('the run ended by itself, then dismiss with a queue: nothing is cancelled, paused', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.say('text queued');
    await chat.card.openCancel();
    await chat.card.input.fill('kept');
    await thread.finish();
    await expect(chat.card.submit).toHaveText('Send');
    await expect(chat.card.dismiss).toHaveText('Close');
    await chat.card.dismiss.click();
    await chat.card.expectState('paused');
    await expect(chat.card.root).toContainText('finished while you were writing');
    await expect(chat.composer).toHaveValue('kept');
    await thread.expectStates('finished');
  });

  test('the run ended by itself, then dismiss without a queue: hidden', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.card.openCancel();
    await thread.finish();
    await expect(chat.card.submit).toHaveText('Send');
    await chat.card.input.press('Escape');
    await chat.card.expectHidden();
    await chat.expectOutcomes('completed');
    await thread.expectStates('finished');
  });
});

test.describe('paused and resuming', () => {
  test.beforeEach(async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await chat.say('text one');
    await chat.say('text two');
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await chat.card.expectState('paused');
    await thread.expectStates('cancelled');
  });

  test('Resume clicked: the editor opens and has the focus', ALL, async ({ chat, thread }) => {
    await chat.card.openResume();
    await expect(chat.card.resume).toHaveCount(0);
    await thread.expectStates('cancelled');
  });

  test('resuming, submit a message: it starts a turn, then the queue continues', ALL, async ({
    chat,
    thread,
  }) => {
    await chat.card.openResume();
    await chat.card.input.fill('text zero');
    await chat.card.input.press('Enter');
    await chat.card.expectState('running');
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(chat.userMessages).toHaveCount(2 + turn);
      await thread.finish();
    }
    await chat.card.expectHidden();
    await thread.expectPrompts('tools', 'text zero', 'text one', 'text two');
  });

  test('resuming, submit empty: the first prompt starts, then the queue continues', ALL, async ({
    chat,
    thread,
  }) => {
    await chat.card.openResume();
    await chat.card.submit.click();
    await chat.expectUsers('tools', 'text one');
    await chat.queue.expect('text two');
    await thread.finish();
    await chat.expectUsers('tools', 'text one', 'text two');
    await thread.expectPrompts('tools', 'text one', 'text two');
  });

  for (const [how, act] of dismissals()) {
    test(`resuming, ${how}: paused, with the draft kept`, how === 'Escape' ? {} : ALL, async ({ chat, thread }) => {
      await chat.card.openResume();
      await chat.card.input.fill('for later');
      await act(chat);
      await chat.card.expectState('paused');
      await expect(chat.composer).toHaveValue('');
      await chat.queue.expect('text one', 'text two');
      await chat.card.openResume();
      await expect(chat.card.input).toHaveValue('for later');
      await thread.expectStates('cancelled');
    });
  }

  test('a prompt sent from the composer joins the queue, as the composer says', ALL, async ({
    chat,
    thread,
  }) => {
    await chat.composer.fill('text three');
    await expect(chat.deliveryHint).toHaveText('The queue is paused');
    await expect(chat.send).toHaveText('Queue');
    await chat.say('text three');
    await chat.card.expectState('paused');
    await chat.queue.expect('text one', 'text two', 'text three');
    await thread.expectStates('cancelled');
  });

  test('the last prompt is removed while paused: hidden', ALL, async ({ chat, thread }) => {
    await chat.queue.item('text one').remove.click();
    await chat.card.expectState('paused');
    await chat.queue.item('text two').remove.click();
    await chat.card.expectHidden();
    await expect(chat.queue.root).toHaveCount(0);
    await chat.expectOutcomes('cancelled');
    await expect(chat.composer).toBeFocused();
    // The card is not paused any more, so a message starts a turn.
    await expect(chat.send).toHaveText('Send');
    await chat.start('text now');
    await chat.expectUsers('tools', 'text now');
    await thread.expectPrompts('tools', 'text now');
  });

  test('the last prompt is removed while resuming: hidden, with the draft in the composer', ALL, async ({
    chat,
  }) => {
    await chat.card.openResume();
    await chat.card.input.fill('not lost');
    await chat.queue.item('text one').remove.click();
    await chat.card.expectState('resuming');
    await chat.queue.item('text two').remove.click();
    await chat.card.expectHidden();
    await expect(chat.composer).toHaveValue('not lost');
  });
});

test('hidden: a message starts a turn, as the composer says', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.card.expectHidden();
  await expect(chat.send).toHaveText('Send');
  await expect(chat.send).toBeDisabled();
  await chat.composer.fill('text');
  await chat.send.click();
  await chat.card.expectState('running');
  await thread.expectPrompts('text');
  await expect(chat.deliveryHint).toBeEmpty();
  await chat.composer.fill('next');
  await expect(chat.deliveryHint).toHaveText('Sent when this turn ends');
  await expect(chat.send).toHaveText('Queue');
});

test('the composer’s Stop: everything stops, and the queue is paused', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await chat.say('text queued');
  await chat.stop.click();
  await chat.card.expectState('paused');
  await chat.queue.expect('text queued');
  await expect(chat.stop).toHaveCount(0);
  await thread.expectStates('cancelled');
});

test('only the last turn has the card; earlier turns have activity streams', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.finish();
  await chat.card.expectHidden();
  await chat.start('slow');
  await expect(chat.turns).toHaveCount(2);
  await expect(chat.turns.nth(0).getByTestId('activity-stream')).toBeVisible();
  await expect(chat.turns.nth(0).getByTestId('agent-running-card')).toHaveCount(0);
  await expect(chat.turns.nth(1).getByTestId('agent-running-card')).toBeVisible();
  await expect(chat.turns.nth(1).getByTestId('activity-stream')).toHaveCount(0);
});

function dismissals(): [string, (chat: import('../pages/chat.ts').ChatPage) => Promise<void>][] {
  return [
    ['Escape', (chat) => chat.card.input.press('Escape')],
    ['dismiss button', (chat) => chat.card.dismiss.click()],
    ['click outside', (chat) => chat.clickEmptySurface()],
  ];
}
