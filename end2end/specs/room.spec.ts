// Small viewports: a phone with its keyboard open, and a browser's zoom of 200 % and 400 %. The
// focused field and the button that submits it are fully visible.
import type { Locator, Page } from '@playwright/test';
import type { AgentThread } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { Approval } from '../pages/approval.ts';
import { ChatPage } from '../pages/chat.ts';
import { List } from '../pages/list.ts';

const SIZES = {
  'a phone with its keyboard open': { width: 390, height: 480 },
  'zoom of 200 %': { width: 640, height: 400 },
  'zoom of 400 %': { width: 320, height: 256 },
};

/** The editors that the gate looks at: one in the smallest size, and one while the viewport shrinks. */
const GATE = {
  size: 'zoom of 400 %',
  editor: 'the editor of a cancel',
  shrinking: 'the composer, with a long message',
};

/** What must be visible: the focused field, and the button that submits it. */
interface Seen {
  field: Locator;
  button?: Locator;
}

type Reach = (chat: ChatPage, thread: AgentThread, page: Page) => Promise<Seen>;

async function busy(chat: ChatPage, thread: AgentThread): Promise<void> {
  await chat.start('tools');
  for (const text of ['one', 'two', 'three']) await chat.say(`text ${text}`);
  await thread.step({ until: 'tool_started' });
}

/** Opens the list of threads where it is closed at first. */
async function list(page: Page): Promise<void> {
  const menu = page.locator('.mt-topbar__menu');
  if (!(await menu.isVisible())) return;
  await menu.click();
  // The list takes the focus when it opens; an earlier key press would go to another button.
  await expect(page.locator('.mt-threads__close')).toBeFocused();
}

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n');

const editors: Record<string, Reach> = {
  async 'the composer, with prompts in the queue'(chat, thread) {
    await busy(chat, thread);
    await chat.composer.fill('a message');
    await chat.composer.focus();
    return { field: chat.composer, button: chat.send };
  },
  async 'the composer, with a long message'(chat, thread) {
    await busy(chat, thread);
    await chat.composer.fill(LINES);
    return { field: chat.composer, button: chat.send };
  },
  async 'the editor of a cancel'(chat, thread) {
    await busy(chat, thread);
    await chat.card.openCancel();
    await chat.card.input.fill('do this instead');
    return { field: chat.card.input, button: chat.card.submit };
  },
  async 'the editor of a cancel, in a long thread'(chat, thread) {
    await thread.release();
    await chat.say('text');
    await expect(chat.turns).toHaveCount(1);
    await chat.card.expectHidden();
    await thread.hold();
    await busy(chat, thread);
    await chat.card.expand();
    await chat.card.openCancel();
    await chat.card.input.fill(LINES);
    return { field: chat.card.input, button: chat.card.submit };
  },
  async 'the editor of a resume'(chat, thread) {
    await busy(chat, thread);
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await chat.card.expectState('paused');
    await chat.card.openResume();
    return { field: chat.card.input, button: chat.card.submit };
  },
  async 'the editor of the last prompt of the queue'(chat, thread) {
    await busy(chat, thread);
    await chat.composer.press('ArrowUp');
    await expect(chat.queue.editor).toBeFocused();
    return { field: chat.queue.editor, button: chat.queue.root.getByRole('button', { name: 'Save' }) };
  },
  async 'the editor of an interjection'(chat, thread) {
    await busy(chat, thread);
    await chat.interjectWith('only the parser');
    await chat.interjections.getByTestId('interjection-edit').click();
    const field = chat.interjections.getByRole('textbox');
    await expect(field).toBeFocused();
    return { field, button: chat.interjections.getByRole('button', { name: 'Save' }) };
  },
  async 'the reason of a denial'(chat, thread) {
    await chat.start('approval');
    await thread.finish();
    const approval = new Approval(chat.root.getByTestId('approval'));
    await approval.deny.click();
    await expect(approval.reason).toBeFocused();
    return { field: approval.reason, button: approval.deny };
  },
  async 'the arguments of an approval'(chat, thread) {
    await chat.start('approval');
    await thread.finish();
    const approval = new Approval(chat.root.getByTestId('approval'));
    await approval.edit.click();
    const field = approval.root.getByRole('textbox').last();
    await field.focus();
    return { field, button: approval.approve };
  },
  async 'the arguments of an approval, as JSON'(chat, thread) {
    await chat.start('approval');
    await thread.finish();
    const approval = new Approval(chat.root.getByTestId('approval'));
    await approval.edit.click();
    await approval.asJson.click();
    await expect(approval.json).toBeFocused();
    return { field: approval.json, button: approval.approve };
  },
  async 'the search'(chat, thread, page) {
    await thread.release();
    for (const count of [1, 2, 3, 4]) {
      await chat.say('text');
      await expect(chat.turns).toHaveCount(count);
      await chat.card.expectHidden();
    }
    await page.keyboard.press('Control+f');
    const field = chat.root.getByTestId('find-input');
    await expect(field).toBeFocused();
    return { field, button: chat.root.getByRole('button', { name: 'Next match' }) };
  },
  async 'the new title of a thread'(chat, thread, page) {
    await thread.release();
    await chat.say('text');
    await chat.card.expectHidden();
    await list(page);
    await new List(page).press('Rename');
    const field = page.getByRole('textbox', { name: 'Conversation title' });
    await expect(field).toBeFocused();
    return { field };
  },
  async 'the last field of the settings'(_chat, _thread, page) {
    await list(page);
    await page.getByTestId('settings-open').press('Enter');
    const dialog = page.getByTestId('settings');
    await expect(dialog).toBeVisible();
    const field = dialog.locator('select, input').last();
    await field.focus();
    return { field };
  },
  async 'the menu of agents that can get the message'(chat, thread) {
    await chat.start('team');
    await thread.step({ until: 'tool_started' });
    await thread.step({ count: 6 });
    await chat.target.click();
    await expect(chat.root.getByRole('menu')).toBeVisible();
    const last = chat.root.getByRole('menu').getByRole('menuitemradio').last();
    await last.focus();
    return { field: last };
  },
};

/** Points of an element that are covered, cut off or outside of the window. */
async function hidden(element: Locator): Promise<string[]> {
  return element.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const inset = 3;
    const missed: string[] = [];
    for (const x of [left + inset, (left + right) / 2, right - inset]) {
      for (const y of [top + inset, (top + bottom) / 2, bottom - inset]) {
        const at = `${Math.round(x)}, ${Math.round(y)} of ${innerWidth} × ${innerHeight}`;
        if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) {
          missed.push(`${at}: outside`);
          continue;
        }
        const root = element.getRootNode() as Document | ShadowRoot;
        const hit = root.elementFromPoint(x, y);
        if (!hit || !element.contains(hit)) {
          missed.push(`${at}: ${hit?.className || hit?.localName || 'nothing'}`);
        }
      }
    }
    return missed;
  });
}

async function expectInSight({ field, button }: Seen): Promise<void> {
  await expect(field).toBeFocused();
  await expect.poll(() => hidden(field), { message: 'the field is in sight' }).toEqual([]);
  if (button) {
    await expect.poll(() => hidden(button), { message: 'its button is in sight' }).toEqual([]);
  }
}

test.use({ control: true });

for (const [name, size] of Object.entries(SIZES)) {
  test.describe(`${name}, ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    for (const [editor, reach] of Object.entries(editors)) {
      const gate = name === GATE.size && editor === GATE.editor;
      test(`${editor} is visible`, gate ? {} : ALL, async ({ heldChat: chat, thread, page }) => {
        await expectInSight(await reach(chat, thread, page));
      });
    }
  });
}

test.describe('a viewport that shrinks while a person writes', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  for (const [editor, reach] of Object.entries(editors)) {
    const details = editor === GATE.shrinking ? {} : ALL;
    test(`${editor} stays visible when the keyboard opens`, details, async ({ heldChat: chat, thread, page }) => {
      const seen = await reach(chat, thread, page);
      await page.setViewportSize({ width: 390, height: 420 });
      await expectInSight(seen);
      await page.setViewportSize({ width: 390, height: 260 });
      await expectInSight(seen);
    });
  }
});

test.describe('the queue', () => {
  test.use({ viewport: { width: 390, height: 480 } });

  test('is folded in a small viewport, and unfolds by keyboard', async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    await busy(chat, thread);
    const fold = chat.queue.root.getByRole('button', { name: '3 queued' });
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await expect(chat.queue.items.first()).toBeHidden();
    await fold.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(fold).toBeFocused();
    await expect(chat.queue.items.first()).toBeVisible();
    await fold.press('Space');
    await expect(chat.queue.items.first()).toBeHidden();

    // A larger viewport unfolds the queue, unless the person has folded it.
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(chat.queue.items.first()).toBeHidden();
    await fold.click();
    await expect(chat.queue.items.last()).toBeVisible();
  });

  test('unfolds in a larger viewport, and does not fold while it has the focus', ALL, async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    await busy(chat, thread);
    await expect(chat.queue.items.first()).toBeHidden();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(chat.queue.items.first()).toBeVisible();
    const more = chat.queue.item('text two').more;
    await more.focus();
    await page.setViewportSize({ width: 390, height: 480 });
    await expect(page.locator('.mt-chat--low')).toHaveCount(1);
    await expect(more).toBeFocused();
    await expect(more).toBeVisible();
  });
});

test.describe('a phone on its side', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true });

  test('a tap on a button of the cancel editor reaches it', async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await chat.say('text queued');
    await thread.step({ until: 'tool_started' });
    await chat.card.openCancel();
    await expect(chat.card.input).toBeFocused();
    await chat.card.keep.tap();
    await chat.card.expectState('running');
  });
});

test('fields are visible in a low element of a high window', ALL, async ({ page, thread }) => {
  await thread.hold();
  await page.goto('/embed.html');
  await page.evaluate((id) => {
    for (const element of document.querySelectorAll('midturn-chat')) element.remove();
    const element = document.createElement('midturn-chat');
    element.setAttribute('agent-url', '/agui');
    element.setAttribute('thread-id', id);
    element.style.setProperty('--midturn-height', '260px');
    document.querySelector('main')?.append(element);
  }, thread.id);
  const chat = new ChatPage(page, page.locator('midturn-chat'));
  await expect(chat.composer).toBeVisible();
  await busy(chat, thread);
  await expectInSight({ field: chat.composer, button: chat.send });
  await chat.card.openCancel();
  await chat.card.input.fill('do this instead');
  await expectInSight({ field: chat.card.input, button: chat.card.submit });
});
