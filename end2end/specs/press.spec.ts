// A press on a button of the running card, while arriving text moves the card.
import { atRest } from '../fixtures/rest.ts';
import { expect, test } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

/** Presses the mouse on Cancel and does not release it. Returns the button's place. */
async function press(chat: ChatPage): Promise<{ x: number; y: number }> {
  await atRest(chat);
  const box = await chat.card.cancel.boundingBox();
  if (!box) throw new Error('Cancel is not visible');
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await chat.page.mouse.move(place.x, place.y);
  await chat.page.mouse.down();
  return { x: box.x, y: box.y };
}

test('a press on Cancel counts, also if text moves the button before the release', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  // Until the view is full, new text moves what is after it down.
  await chat.start('long 300');
  await thread.step({ until: 'text' });
  await expect(chat.turns.last()).toContainText('The');
  const before = await press(chat);
  await thread.step({ count: 120 });
  await expect
    .poll(async () => Math.abs(((await chat.card.cancel.boundingBox())?.y ?? 0) - before.y))
    .toBeGreaterThan(60);
  await page.mouse.up();
  await chat.card.expectState('cancelling');
});

test('a press is taken back by moving the pointer off the button', async ({ heldChat: chat, thread, page }) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  const { x, y } = await press(chat);
  await page.mouse.move(x - 150, y - 150, { steps: 4 });
  await page.mouse.up();
  // What the release would have opened is open before the next click is done.
  await chat.card.cancel.hover();
  await chat.card.expectState('running');
  await chat.card.openCancel();
});
