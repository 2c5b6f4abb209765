// Accessibility: screen readers, keyboard only, reduced motion, and the size of controls.
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';
import { scan, states } from '../pages/states.ts';

/** What the gate scans of each theme: the main states in the light one, and one state in the dark one. */
const GATE = { light: ['empty', 'running', 'paused', 'settings'], dark: ['running'] };

for (const theme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${theme}`, () => {
    test.use({ colorScheme: theme });

    const details = (state: string) => (GATE[theme].includes(state) ? {} : ALL);

    for (const [state, reach] of Object.entries(states)) {
      test(state, details(state), async ({ heldChat: chat, thread, page }) => {
        await reach(chat, thread);
        await scan(page);
      });
    }

    test('settings', details('settings'), async ({ chat: _, page }) => {
      await page.getByTestId('settings-open').click();
      await expect(page.getByTestId('settings')).toBeVisible();
      await scan(page);
    });

    test('the element on a host page', ALL, async ({ page, guard: _ }) => {
      await page.goto('/embed.html');
      await expect(page.getByTestId('composer-input')).toBeVisible();
      await scan(page);
    });
  });
}

test.describe('the announcer', () => {
  /** Records the announcer's texts in order. */
  async function listen(page: Page): Promise<() => Promise<string[]>> {
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      const region = inside.root().querySelector('[data-testid=announcer]');
      if (!region) throw new Error('there is no announcer');
      // A screen reader reads what is added.
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) if (node.textContent) said.push(node.textContent);
        }
      }).observe(region, { childList: true });
    });
    return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  }

  test('announces each transition once, and no streamed token', async ({ heldChat: chat, thread, page }) => {
    const said = await listen(page);
    await chat.start('tools');
    await expect(chat.announcer).toContainText('The agent started working.');
    await thread.step({ until: 'tool_finished' });
    await chat.say('text queued');
    await expect(chat.announcer).toContainText(/queue/i);
    await chat.card.openCancel();
    await chat.card.input.press('Escape');
    await expect(chat.announcer).toContainText('Cancelled after 1 step.');
    await expect(chat.announcer).toContainText(/paused/i);
    const all = (await said()).join(' | ');
    expect(all.match(/started working/g)).toHaveLength(1);
    expect(all.match(/Cancelled after/g)).toHaveLength(1);
    expect(all).not.toContain('retry code');
  });

  test('announces the end of a turn, also while the editor is open', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await thread.finish();
    await expect(chat.announcer).toContainText('The agent finished.');
    await chat.start('text');
    await chat.card.openCancel();
    await thread.finish();
    await expect(chat.announcer).toContainText('The turn finished.');
  });

  test('says inside an open dialog what happens meanwhile', async ({ heldChat: chat, thread, page }) => {
    await chat.start('tools');
    await chat.root.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    await thread.finish();
    // All that is outside of it is inert, and not read.
    await expect(dialog.getByTestId('dialog-announcer')).toContainText('The agent finished.');
  });

  test('is the only live region of the chat; the page has one for the list of conversations, and each dialog one', async ({ heldChat: chat, page }) => {
    await chat.start('tools');
    const live = await page
      .locator('[aria-live], [role=status], [role=alert], [role=log], [role=timer]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getAttribute('aria-live') !== 'off')
          .map((one) => one.getAttribute('data-testid')),
      );
    expect(new Set(live)).toEqual(new Set(['announcer', 'page-announcer', 'dialog-announcer']));
    expect(live.filter((one) => one === 'announcer')).toHaveLength(1);
  });
});

test.describe('focus', () => {
  test('moves into the editor, and afterwards to a control that can be used', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.say('text queued');
    await chat.card.openCancel();
    await chat.card.keep.click();
    await expect(chat.card.cancel).toBeFocused();
    await chat.card.openCancel();
    await chat.card.input.fill('text instead');
    await chat.card.input.press('Enter');
    await expect(chat.composer).toBeFocused();
    await thread.expectStates('cancelled', 'running');
    await chat.card.openCancel();
    await chat.card.dismiss.click();
    await expect(chat.card.resume).toBeFocused();
    await chat.card.openResume();
    await chat.card.input.press('Escape');
    await expect(chat.card.resume).toBeFocused();
    await chat.card.openResume();
    await chat.card.input.press('Enter');
    await expect(chat.composer).toBeFocused();
    await chat.stop.click();
    await expect(chat.composer).toBeFocused();
  });

  test('stays in the composer when a turn ends or the next one starts', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await chat.say('text queued');
    await chat.composer.focus();
    await thread.finish();
    await chat.expectUsers('tools', 'text queued');
    await expect(chat.composer).toBeFocused();
    await thread.finish();
    await chat.card.expectHidden();
    await expect(chat.composer).toBeFocused();
  });

  test('moves to the composer when the focused control is removed', async ({ heldChat: chat, thread }) => {
    await chat.start('tools');
    await chat.card.cancel.focus();
    await thread.finish();
    await chat.card.expectHidden();
    await expect(chat.composer).toBeFocused();
  });

  test('a skip link leads past the list to the composer', async ({ chat, page }) => {
    const link = page.getByRole('link', { name: 'Skip to message field' });
    await link.focus();
    await expect(link).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(chat.composer).toBeFocused();
  });

  test('every control can be reached by keyboard and shows its focus', async ({
    heldChat: chat,
    thread,
    page,
  }) => {
    await states.running?.(chat, thread);
    await page.getByRole('link', { name: 'Skip to message field' }).focus();
    const seen = new Set<string>();
    /** Notes what has the focus; `null` if nothing has it. */
    const look = async () => {
      const stop = await page.evaluate(() => {
        const active = inside.focused();
        if (!active || active === document.body) return null;
        const style = getComputedStyle(active);
        const shown = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
        const around = active.closest(':focus-within, .mt-composer__box');
        const frame = around ? getComputedStyle(around) : style;
        const row = active.closest('[role=toolbar]');
        return {
          id: active.getAttribute('data-testid') ?? active.getAttribute('aria-label') ?? active.textContent ?? '',
          shown: shown || frame.outlineStyle !== 'none' || frame.boxShadow !== 'none' || frame.borderColor !== '',
          others: row ? row.querySelectorAll('button').length - 1 : 0,
        };
      });
      if (stop) {
        expect(stop.shown, stop.id).toBe(true);
        seen.add(stop.id);
      }
      return stop;
    };
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const stop = await look();
      if (!stop) break;
      // The other buttons of a row are reached with arrow keys.
      if (stop.others > 0) await page.keyboard.press('Home');
      for (let others = stop.others; others > 0; others -= 1) {
        await look();
        await page.keyboard.press('ArrowRight');
      }
      await look();
    }
    for (const id of ['agent-running-cancel', 'composer-input', 'composer-stop', 'thread-new', 'settings-open']) {
      expect([...seen]).toContain(id);
    }
  });
});

test.describe('less motion', () => {
  test('nothing moves for a person who prefers reduced motion', async ({ heldChat: chat, thread, page }) => {
    await states.running?.(chat, thread);
    const moving = await page.evaluate(() =>
      [document, inside.root()]
        .flatMap((root) => root.getAnimations())
        .filter((animation) => {
          const timing = animation.effect?.getComputedTiming();
          return animation.playState === 'running' && Number(timing?.duration) > 10;
        })
        .map((animation) => (animation as CSSAnimation).animationName),
    );
    expect(moving).toEqual([]);
  });

  test('the spinner turns for everyone else', ALL, async ({ browser, agent, thread, guard: _ }) => {
    const { ChatPage } = await import('../pages/chat.ts');
    const context = await browser.newContext({
      reducedMotion: 'no-preference',
      baseURL: agent.url,
    });
    const page = await context.newPage();
    const chat = new ChatPage(page);
    await thread.hold();
    await chat.open(thread.id);
    await chat.start('tools');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('midturn-chat')?.shadowRoot?.getAnimations().length))
      .toBeGreaterThan(0);
    await context.close();
  });
});

test('controls are at least 24 px large, also on a phone', async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await states.paused?.(chat, thread);
  const small = await page.locator('button:visible').evaluateAll((all) =>
    all
      .map((one) => ({ box: one.getBoundingClientRect(), name: one.outerHTML.slice(0, 80) }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ name }) => name),
  );
  expect(small).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
});
