// Every state passes axe in every language; `accessibility.spec.ts` scans the other states in English.
// In Arabic, the layout and the keys are those of a page that reads from right to left.
import { ALL, expect, test } from '../fixtures/test.ts';
import { controlStates, scan, states } from '../pages/states.ts';

test.use({ control: true });

/** The states that the gate scans. `accessibility.spec.ts` has the others of English. */
const GATE: Record<string, string[]> = {
  'en-GB': ['waiting for an answer'],
  ar: ['cancelling'],
};

for (const locale of ['en-GB', 'fr-FR', 'ar']) {
  test.describe(`axe finds nothing in ${locale}`, () => {
    test.use({ locale });
    const all = locale === 'en-GB' ? controlStates : { ...states, ...controlStates };
    for (const [state, reach] of Object.entries(all)) {
      test(state, GATE[locale]?.includes(state) ? {} : ALL, async ({ heldChat: chat, thread, page }) => {
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
        await reach(chat, thread);
        await scan(page);
      });
    }
  });
}

for (const locale of ['en-GB', 'fr-FR', 'ar']) {
  test.describe(`on a phone in ${locale}`, () => {
    test.use({ locale, viewport: { width: 360, height: 740 } });

    test('how a turn ended is read whole on its card, which is as high as before', ALL, async ({ heldChat: chat, thread }) => {
      await chat.start('tools');
      await chat.say('text next');
      for (let step = 0; step < 2; step += 1) await thread.step({ until: 'tool_finished' });
      await expect(chat.card.timer).toBeVisible();
      let before = 0;
      // The header is drawn anew with each step.
      const height = async () => (before = (await chat.card.header.boundingBox())?.height ?? 0);
      await expect.poll(height).toBeGreaterThan(0);
      await chat.card.cancel.click();
      await chat.card.input.press('Escape');
      await chat.card.expectState('paused');
      await expect(chat.card.resume).toBeVisible();
      const said = chat.card.toggle.locator('.mt-card__current');
      await expect(said).toContainText(/\S/);
      const cut = await said.evaluate((said) => said.scrollWidth > said.clientWidth || said.scrollHeight > said.clientHeight);
      expect(cut, `“${await said.textContent()}” is cut`).toBe(false);
      expect((await box(chat.card.header)).height).toBe(before);
    });
  });
}

for (const scheme of ['dark'] as const) {
  test.describe(`axe finds nothing, ${scheme}`, () => {
    test.use({ colorScheme: scheme });
    for (const [state, reach] of Object.entries(controlStates)) {
      test(state, ALL, async ({ heldChat: chat, thread, page }) => {
        await reach(chat, thread);
        await scan(page);
      });
    }
  });
}

test.describe('Arabic', () => {
  test.use({ locale: 'ar' });

  test('the person’s message is at the end of the line, and Send at the end of the bar', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('tools');
    await thread.step({ until: 'tool_started' });
    await expect(chat.card.header).toContainText('read_file');
    const bubble = await box(chat.userMessages.first());
    const card = await box(chat.card.root);
    // In Arabic the end of a line is at the left.
    expect(bubble.x).toBeLessThan(card.x + card.width / 2);
    const [stop, send] = [await box(chat.stop), await box(chat.send)];
    expect(send.x + send.width).toBeLessThan(stop.x);
    const [header, cancel] = [await box(chat.card.header), await box(chat.card.cancel)];
    expect(cancel.x).toBeLessThan(header.x + header.width / 2);
    await chat.card.expand();
    const details = chat.card.activities.first().getByRole('button').first();
    await details.click();
    await expect(chat.card.activities.first().locator('pre').first()).toHaveCSS(
      'direction',
      'ltr',
    );
  });

  test('by keyboard: send, interject, aim, take back, queue, cancel with a message', async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.composer.fill('team');
    await chat.composer.press('Enter');
    await chat.card.expectState('running');
    await thread.step({ until: 'tool_started' });
    await thread.step({ count: 6 });
    // The name is isolated from the direction of the text around it.
    await expect(chat.target).toHaveText('إلى: \u2068explore\u2069');
    // The row of buttons is one stop, at Stop; the next button is to the left of it.
    await chat.composer.focus();
    await chat.page.keyboard.press('Tab');
    await chat.page.keyboard.press('ArrowLeft');
    await expect(chat.target).toBeFocused();
    await chat.target.press('Enter');
    await expect(chat.root.locator('[role=menuitemradio]:focus')).toHaveCount(1);
    await chat.page.keyboard.press('ArrowUp');
    await chat.page.keyboard.press('Enter');
    await expect(chat.target).toHaveText('إلى: \u2068الوكيل الرئيسي\u2069');
    await chat.composer.fill('أسرع');
    await chat.composer.press('Control+Enter');
    await expect(chat.interjections).toContainText('أسرع');
    await expect(chat.interjections).toContainText('لم يقرأها \u2068الوكيل الرئيسي\u2069 بعد');
    await chat.interjections.getByTestId('interjection-take-back').press('Enter');
    await expect(chat.composer).toHaveValue('أسرع');
    await chat.composer.fill('text ثم هذا');
    await chat.composer.press('Enter');
    await chat.queue.expect('text ثم هذا');
    await chat.card.cancel.press('Enter');
    await expect(chat.card.input).toBeFocused();
    await chat.card.input.fill('text بدلًا من ذلك');
    await chat.card.input.press('Enter');
    await thread.release();
    await chat.card.expectHidden();
    await chat.expectUsers('team', 'text بدلًا من ذلك', 'text ثم هذا');
  });
});

async function box(locator: import('@playwright/test').Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on screen');
  return box;
}
