// A walk by keyboard alone over the controls of the page: whatever closes because one was pressed, the
// focus goes somewhere where the next key does something. The guard of every test reports a focus that
// fell to the page; see `fixtures/focus.ts`.
import type { Page } from '@playwright/test';
import { focusKnown } from '../fixtures/focus.ts';
import { CONTROL_ANSWERS, random } from '../fixtures/monkey.ts';
import { ALL, expect, test } from '../fixtures/test.ts';

const FEW = 30;
const MANY = 250;
const SEED = Number(process.env.MIDTURN_SEED ?? 1);

const MESSAGES = ['text', 'tools', 'approval', 'team', 'slow', 'fail', 'parallel', 'ask'];

/** Controls that a key presses. Those that leave the page or open a window of the system are left out. */
const PRESSABLE =
  ':is(button, [role=menuitem], [role=option], summary):not(:disabled, [aria-disabled=true])';
const LEFT_OUT = /attach|export|save|download|debug/i;

/** Focuses one of the controls in view. Returns what it is; `undefined` if there is none. */
async function focusOne(page: Page, share: number): Promise<string | undefined> {
  return page.evaluate(
    ({ pressable, leftOut, share }) => {
      // Behind a dialog nothing can be reached.
      const dialog = [document, inside.root()].flatMap((root) => [...root.querySelectorAll('dialog:modal')]).at(-1);
      const name = (element: Element) =>
        element.getAttribute('data-testid') ?? element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const found = (dialog ? [dialog] : [document, inside.root()]).flatMap((root) => [...root.querySelectorAll<HTMLElement>(pressable)]).filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !new RegExp(leftOut, 'i').test(name(element)),
      );
      const one = found[Math.floor(share * found.length)];
      one?.focus();
      return one && inside.focused() === one ? name(one).slice(0, 60) : undefined;
    },
    { pressable: PRESSABLE, leftOut: LEFT_OUT.source, share },
  );
}

for (const acts of [FEW, MANY]) {
  test(`${acts} keys on controls: the focus never falls to the page`, acts === FEW ? {} : ALL, async ({
    chat,
    context,
    page,
    guard,
  }) => {
    test.setTimeout(acts * 1_500 + 20_000);
    // One of the beginnings breaks its connection off.
    guard.allow(...CONTROL_ANSWERS, /ERR_INCOMPLETE_CHUNKED_ENCODING/);
    const next = random(SEED);
    const done: string[] = [];
    for (let act = 0; act < acts; act += 1) {
      const kind = next();
      const share = next();
      if (kind < 0.2 && (await chat.composer.isVisible()) && (await page.locator('dialog:modal').count()) === 0) {
        const text = MESSAGES[Math.floor(share * MESSAGES.length)] ?? 'text';
        await chat.composer.focus();
        await page.keyboard.insertText(text);
        await page.keyboard.press('Enter');
        done.push(`send ${text}`);
      } else if (kind < 0.3) {
        await page.keyboard.press('Escape');
        done.push('Escape');
      } else {
        const one = await focusOne(page, share);
        if (one === undefined) continue;
        await page.keyboard.press('Enter');
        done.push(`press ${one}`);
      }
      await focusKnown(context);
      expect(guard.unexpected, `seed ${SEED}: ${done.join(', ')}`).toEqual([]);
    }
    expect(done.length).toBeGreaterThan(acts / 2);
  });
}
