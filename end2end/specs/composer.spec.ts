// The composer: keys, input methods, growing, drafts.
import { ALL, expect, test } from '../fixtures/test.ts';
import { choose } from '../pages/settings.ts';

test('Enter sends, Shift+Enter breaks the line', async ({ heldChat: chat, thread, page }) => {
  await chat.composer.focus();
  await page.keyboard.type('text one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('line two');
  await expect(chat.composer).toHaveValue('text one\nline two');
  await page.keyboard.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await expect(chat.userMessages).toHaveText(/text one\s+line two/);
  await thread.expectPrompts('text one\nline two');
});

test('an empty or blank message is not sent', ALL, async ({ heldChat: chat, thread }) => {
  await chat.composer.press('Enter');
  await chat.composer.fill('  \n ');
  await expect(chat.send).toBeDisabled();
  await chat.composer.press('Enter');
  await expect(chat.userMessages).toHaveCount(0);
  await chat.card.expectHidden();
  expect(await thread.runs()).toEqual([]);
});

test('the composer grows with its text and shrinks after sending', ALL, async ({ heldChat: chat }) => {
  const height = async () => (await chat.composer.boundingBox())?.height ?? 0;
  const before = await height();
  await chat.composer.fill('one\ntwo\nthree\nfour');
  await expect.poll(height).toBeGreaterThan(before * 1.8);
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('');
  await expect.poll(height).toBe(before);
});

test.describe('an input method', () => {
  for (const place of ['the composer', 'the card', 'a prompt'] as const) {
    test(`in ${place}: the Enter that ends a composition sends nothing`, place === 'a prompt' ? ALL : {}, async ({
      heldChat: chat,
      thread,
      page,
    }) => {
      let field = chat.composer;
      if (place !== 'the composer') {
        await chat.start('tools');
        if (place === 'the card') {
          await chat.card.openCancel();
          field = chat.card.input;
        } else {
          await chat.say('text');
          await chat.queue.item('text').edit.click();
          field = chat.queue.editor;
          await field.fill('');
        }
      }
      await field.focus();
      const runs = (await thread.runs()).length;
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Input.imeSetComposition', {
        text: 'にほん',
        selectionStart: 3,
        selectionEnd: 3,
      });
      await expect(field).toHaveValue('にほん');
      // Browsers send the key code 229 for keys that an input method handles.
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const;
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await cdp.send('Input.insertText', { text: '日本' });
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      await expect(field).toHaveValue('日本');
      await expect(field).toBeFocused();
      expect((await thread.runs()).length).toBe(runs);

      // The chat must also ignore an Escape that closes the list of candidates.
      await cdp.send('Input.imeSetComposition', {
        text: 'ご',
        selectionStart: 1,
        selectionEnd: 1,
      });
      const escape = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 229 } as const;
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...escape });
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...escape });
      await expect(field).toBeVisible();
      await cdp.send('Input.insertText', { text: '語' });
      await expect(field).toHaveValue('日本語');
    });
  }
});

test('a draft stays with its thread', async ({ heldChat: chat, page }) => {
  await chat.composer.fill('half a thought');
  await page.getByTestId('thread-new').click();
  await expect(chat.composer).toHaveValue('');
  await page.goBack();
  await expect(chat.composer).toHaveValue('half a thought');
});

test('what is being typed survives the end of a turn and the start of the next', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await chat.start('tools');
  await chat.say('text queued');
  await chat.composer.focus();
  await page.keyboard.type('typing ');
  await thread.finish();
  await chat.expectUsers('tools', 'text queued');
  await page.keyboard.type('goes on');
  await expect(chat.composer).toHaveValue('typing goes on');
  await expect(chat.composer).toBeFocused();
});

test('while the agent works a hint says what will become of the message', async ({
  heldChat: chat,
  thread,
}) => {
  await expect(chat.composer).toHaveAttribute('placeholder', 'Message the agent…');
  await chat.start('tools');
  await expect(chat.composer).toHaveAttribute('placeholder', 'Queue a message…');
  // An empty field has nothing to say.
  await expect(chat.deliveryHint).toBeEmpty();
  await expect(chat.send).toBeDisabled();
  await expect(chat.interject).toHaveCount(0);
  await chat.composer.fill('next');
  await expect(chat.composer).toHaveAccessibleDescription('Sent when this turn ends');
  await expect(chat.send).toHaveText('Queue');
  await thread.finish();
  await expect(chat.send).toHaveText('Send');
  await expect(chat.deliveryHint).toBeEmpty();
});

test('the empty field says what Enter does, in every state', ALL, async ({
  heldChat: chat,
  thread,
  page,
}) => {
  const says = (text: string) => expect(chat.composer).toHaveAttribute('placeholder', text);
  await says('Message the agent…');
  await chat.start('tools');
  await says('Queue a message…');
  const set = (value: string) => choose(page, 'Enter while the agent works', value);
  await set('interject');
  await says('Steer the main agent…');
  await set('replace');
  await says('Stop the agent and send…');
  await set('queue');
  await chat.say('text queued');
  await chat.stop.click();
  await chat.card.expectState('paused');
  await says('Add to the queue…');
  await chat.card.openResume();
  await chat.card.input.press('Enter');
  await thread.release();
  await chat.card.expectHidden();
  await says('Message the agent…');

  await chat.say('approval');
  await expect(chat.root.getByTestId('approval')).toBeVisible();
  await says('Queue a message for after your answer…');
  await set('interject');
  await says('Or say what to do instead…');
  await set('replace');
  await says('Start over with a message…');
});

for (const how of ['the button', 'the keys'] as const) {
  test(`Replace by ${how}: the turn is cancelled, and the message goes ahead of the queue`, how === 'the keys' ? {} : ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await expect(chat.replace).toHaveCount(0);
    await chat.start('tools');
    await chat.say('text queued');
    await expect(chat.replace).toHaveCount(0);
    await chat.composer.press('ControlOrMeta+Shift+Enter');
    await thread.expectStates('running');
    await chat.composer.fill('text instead');
    if (how === 'the button') await chat.replace.click();
    else await chat.composer.press('ControlOrMeta+Shift+Enter');
    await expect(chat.composer).toHaveValue('');
    await chat.expectUsers('tools', 'text instead');
    await chat.queue.expect('text queued');
    await thread.expectStates('cancelled', 'running');
    await thread.release();
    await chat.card.expectHidden();
    await thread.expectPrompts('tools', 'text instead', 'text queued');
  });
}
