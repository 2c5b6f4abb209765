// The way from a reference to its footnote and back.
import { randomUUID } from 'node:crypto';
import { ALL, expect, test } from '../fixtures/wire.ts';
import { HostPage } from '../pages/host.ts';

test('a footnote reference leads to its footnote and back', ALL, async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('Claim[^1].\n\n[^1]: Proof.\n');
  run.finish();
  await page.getByRole('button', { name: 'Footnote 1' }).click();
  await expect(page.getByRole('note')).toBeFocused();
  await page.getByRole('button', { name: 'Back to reference 1' }).click();
  await expect(page.getByRole('button', { name: 'Footnote 1' })).toBeFocused();
});

test('a footnote is shown without scrolling the page around the chat', ALL, async ({ page, wire, guard: _guard }) => {
  const chat = await new HostPage(page, wire.url).show(randomUUID());
  await page.evaluate(() => {
    document.body.style.paddingBlock = '2000px';
    const chat = document.querySelector('midturn-chat');
    if (chat instanceof HTMLElement) chat.style.height = '500px';
  });
  await chat.say('go');
  const run = await wire.run();
  run.text(`Claim[^1].\n\n${'More.\n\n'.repeat(60)}[^1]: Proof.\n`);
  run.finish();
  await chat.card.expectHidden();
  const reference = chat.root.getByRole('button', { name: 'Footnote 1' });
  const note = chat.root.getByRole('note');
  for (const [from, to] of [[reference, note], [chat.root.getByRole('button', { name: 'Back to reference 1' }), reference]] as const) {
    await from.hover();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(1000);
    await from.click();
    await expect(to).toBeFocused();
    await expect(to).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  }
});
