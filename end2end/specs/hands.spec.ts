// What people and their browsers do: undo, copy on a page without a secure context, translate.
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';

test('undo after a send brings back the new draft, and what was sent at most once', async ({ chat, page }) => {
  await chat.composer.focus();
  await page.keyboard.type('text sent');
  await page.keyboard.press('Enter');
  await chat.card.expectHidden();
  await expect(chat.composer).toHaveValue('');
  await page.keyboard.type('draft');
  const seen: string[] = [];
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Control+z');
    seen.push(await chat.composer.inputValue());
  }
  const changes = seen.filter((value, place) => value !== seen[place - 1]);
  expect(changes.filter((value) => value === 'text sent').length).toBeLessThanOrEqual(1);
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Control+Shift+z');
  await expect(chat.composer).toHaveValue('draft');
});

test('an answer is copied on a page without a secure context, and the focus stays', ALL, async ({ chat, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await chat.reload();
  await chat.say('text one');
  await chat.card.expectHidden();
  const copy = chat.root.getByTestId('answer-copy').last();
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(chat.root.getByText('Copied', { exact: false }).first()).toBeAttached();
  await expect(copy).toBeFocused();
  await chat.composer.focus();
  await page.keyboard.press('Control+v');
  await expect(chat.composer).toHaveValue(/^The retry test fails/);
});

/** Does to the page what the translator of Chromium does: each text gets two elements around it. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isFor = (node: Node) => {
      const around = node.parentElement?.closest('[translate]');
      const skipped = node.parentElement?.closest('textarea, script, style, code, font');
      return around?.getAttribute('translate') !== 'no' && !skipped && (node.nodeValue ?? '').trim() !== '';
    };
    const all = () => {
      const walker = document.createTreeWalker(inside.root(), NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (walker.nextNode()) if (isFor(walker.currentNode)) found.push(walker.currentNode);
      for (const node of found) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = (node.nodeValue ?? '').toUpperCase();
        outer.append(inner);
        node.parentNode?.replaceChild(outer, node);
      }
    };
    all();
    new MutationObserver(all).observe(inside.root(), {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['translate'],
    });
  });
}

test.describe('a translated page', () => {
  test.use({ control: true });

  test('what is written to again is not translated and goes on; messages and finished answers are', async ({
    chat,
    page,
    thread,
  }) => {
    await thread.hold();
    await translate(page);
    await chat.start('tools');
    await chat.say('text a');
    await expect(chat.queue.root.getByRole('heading')).toHaveText('1 queued');
    await chat.say('text b');
    await expect(chat.queue.root.getByRole('heading')).toHaveText('2 queued');
    await thread.release();
    await chat.card.expectHidden();
    await expect(chat.userMessages).toHaveText(['TOOLS', 'TEXT A', 'TEXT B']);
    await expect(chat.assistantMessages.last()).toContainText('THE RETRY TEST FAILS');
    await expect(chat.root.getByText('FOUND IT.')).toBeVisible();
    await expect(chat.composer).toHaveValue('');
  });
});

test('an answer whose texts an extension has taken away is whole at its end', ALL, async ({ chat, thread }) => {
  await thread.hold();
  await chat.start('text one');
  await thread.step({ until: 'text' });
  const answer = chat.assistantMessages.last();
  await expect(answer).toContainText('The');
  await answer.evaluate((element) => {
    const walker = document.createTreeWalker(element.querySelector('.mt-answer') ?? element, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    for (const node of found) {
      const stand = document.createElement('font');
      stand.textContent = 'TAKEN';
      node.parentNode?.replaceChild(stand, node);
    }
  });
  await expect(answer).toContainText('TAKEN');
  await thread.finish();
  await chat.card.expectHidden();
  await expect(answer).toContainText(/The retry test fails because of a unit.*Shall I make the change\?/s);
  await expect(answer).not.toContainText('TAKEN');
});
