// Answers that are far longer, wider or deeper than usual.
import { ALL, expect, test } from '../fixtures/wire.ts';

for (const [name, text, sign] of [
  ['a message of 1 MB', Array.from({ length: 12_000 }, (_, i) => `Paragraph ${i}: ${'word '.repeat(16)}`).join('\n\n'), 'Paragraph 11999:'],
  ['a line of 1 MB', `${'word '.repeat(200_000)}theend`, 'theend'],
  ['a table of 2,000 columns', `|${' h |'.repeat(2000)}\n|${'---|'.repeat(2000)}\n|${' c |'.repeat(2000)}\n|${' d |'.repeat(1999)} theend |\n`, 'theend'],
  ['10,000 nested quotes', `${'>'.repeat(10_000)} theend`, 'theend'],
] as const) {
  test(`${name}: no text is lost`, ALL, async ({ wired, wire, page }) => {
    test.slow();
    await wired.say('go');
    const run = await wire.run();
    for (let at = 0; at < text.length; at += 60_000) run.text(text.slice(at, at + 60_000));
    run.finish();
    // As long as the test may take: this is not about speed.
    await expect(page.locator('.mt-answer')).toContainText(sign, { timeout: 0 });
    const words = await page.locator('.mt-answer').evaluate((node) => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      let count = 0;
      while (texts.nextNode()) count += texts.currentNode.nodeValue?.match(/\w+/g)?.length ?? 0;
      return count;
    });
    const expected = text.match(/\w+/g)?.length;
    expect(words).toBe(expected);
    await expect(wired.composer).toBeEditable();
  });
}
