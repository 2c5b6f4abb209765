// Which keys and clicks dismiss the card's editor, and which do not.
import { atRest } from '../fixtures/rest.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';
import { List } from '../pages/list.ts';

async function openEditor(chat: ChatPage): Promise<void> {
  await chat.start('tools');
  await chat.say('text queued');
  await chat.card.openCancel();
}

async function expectUntouched(
  chat: ChatPage,
  thread: import('../fixtures/agent.ts').AgentThread,
): Promise<void> {
  await chat.card.expectState('cancelling');
  await thread.step({ count: 1 });
  await thread.expectStates('running');
}

test.describe('Escape elsewhere does not cancel', () => {
  test('in the composer', ALL, async ({ heldChat: chat, thread }) => {
    await openEditor(chat);
    await chat.composer.focus();
    await chat.composer.press('Escape');
    await expectUntouched(chat, thread);
  });

  // One of the page, and one of the chat.
  for (const [name, opener, words] of [
    ['Settings', 'Settings', '#midturn-settings'],
    ['Keyboard shortcuts', 'Shortcuts', 'dd >> nth=0'],
  ] as const) {
    test(`in the dialog “${name}”, which closes`, ALL, async ({ heldChat: chat, thread, page }) => {
      await openEditor(chat);
      await page.getByRole('button', { name: opener }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      // Nothing has the focus then.
      await dialog.locator(words).click();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expectUntouched(chat, thread);
    });
  }

  test('in the editor of a prompt, which closes', ALL, async ({ heldChat: chat, thread }) => {
    await openEditor(chat);
    await chat.queue.item('text queued').edit.click();
    await expect(chat.queue.editor).toBeFocused();
    await chat.queue.editor.press('Escape');
    await expect(chat.queue.editor).toHaveCount(0);
    await expectUntouched(chat, thread);
  });

  test('in the title of a thread, which stays unchanged', ALL, async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    await openEditor(chat);
    await new List(page).press('Rename');
    const field = page.getByRole('textbox', { name: 'Conversation title' });
    await expect(field).toBeFocused();
    await field.press('Escape');
    await expect(field).toHaveCount(0);
    await expectUntouched(chat, thread);
  });
});

test('Escape without a focused element dismisses', ALL, async ({ heldChat: chat, thread, page }) => {
  await openEditor(chat);
  await chat.card.input.evaluate((field) => (field as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await chat.card.expectState('paused');
  await thread.expectStates('cancelled');
});

test.describe('a click that does not dismiss', () => {
  test('in the queue', ALL, async ({ heldChat: chat, thread }) => {
    await openEditor(chat);
    // Between the title and the controls.
    await chat.queue.root.click({ position: { x: 320, y: 16 } });
    await chat.queue.item('text queued').root.click();
    await expectUntouched(chat, thread);
  });

  test('in the card', ALL, async ({ heldChat: chat, thread }) => {
    await openEditor(chat);
    await chat.card.toggle.click();
    await chat.card.timer.click();
    await expectUntouched(chat, thread);
  });

  test('in the settings dialog, and beside it', ALL, async ({ heldChat: chat, thread, page }) => {
    await openEditor(chat);
    await page.getByTestId('settings-open').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('heading', { name: 'Settings' }).click();
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectUntouched(chat, thread);
  });

  test('on the scroll bar', ALL, async ({ heldChat: chat, thread, page }) => {
    await page.setViewportSize({ width: 1100, height: 520 });
    await chat.start('long 500');
    await thread.step({ count: 400 });
    await expect.poll(() => chat.scroll.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
    await chat.card.openCancel();
    await atRest(chat);
    const bar = await chat.scroll.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const scrolls = element.scrollHeight > element.clientHeight;
      const right = box.left + element.clientLeft + element.clientWidth;
      return { scrolls, width: box.right - right, x: (right + box.right) / 2, y: box.top + 40 };
    });
    expect(bar.scrolls).toBe(true);
    test.skip(bar.width < 1, 'scroll bars lie over the content here');
    await page.mouse.click(bar.x, bar.y);
    await expectUntouched(chat, thread);
  });

  test('that selects text', ALL, async ({ heldChat: chat, thread, page }) => {
    await chat.start('long 80');
    await thread.step({ count: 60 });
    await chat.card.openCancel();
    await atRest(chat);
    const text = chat.assistantMessages.locator('.mt-text p').first();
    const box = await text.boundingBox();
    if (!box) throw new Error('the text is not on the page');
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 10, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()).length)).toBeGreaterThan(3);
    await expectUntouched(chat, thread);
  });

  test('on a message, or on a disclosure of the transcript', async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await thread.finish();
    await chat.expectOutcomes('completed');
    await chat.start('tools');
    await thread.step({ until: 'text' });
    await chat.card.openCancel();
    await chat.userMessages.first().click();
    // Beside the words of a short line too: a press there begins to select it.
    await chat.turns.first().locator('.mt-text p').last().click({ position: { x: 4, y: 4 } });
    await chat.turns.first().locator('.mt-text').last().click();
    await chat.streams.first().getByRole('button').first().click();
    await chat.card.expectState('cancelling');
    await thread.step({ count: 1 });
    await thread.expectStates('finished', 'running');
  });

  test('with another mouse button', ALL, async ({ heldChat: chat, thread }) => {
    await openEditor(chat);
    await chat.clickEmptySurface({ button: 'right' });
    await expectUntouched(chat, thread);
  });
});

test('a click outside dismisses once, and the clicked control still works', async ({
  heldChat: chat,
  thread,
}) => {
  await openEditor(chat);
  await chat.card.input.fill('kept');
  await chat.composer.click();
  await chat.card.expectState('paused');
  await expect(chat.composer).toHaveValue('kept');
  await thread.expectStates('cancelled');
});
