// The row below an answer: copy it, its link, its source.
import { ALL, expect, test } from '../fixtures/wire.ts';
import { Answer } from '../pages/answer.ts';

const SOURCE = '# Two timers\n\nOne by `send`, **one** by `resend`:\n\n```rust\nfn main() {}\n```\n';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an answer is copied as Markdown, and as it looks', async ({ wired, wire, page }) => {
  const answer = new Answer(wired, 0);
  await wired.say('go');
  const run = await wire.run();
  run.text(SOURCE);
  await expect(wired.assistantMessages.last()).toContainText('Two timers');
  await expect(answer.copy).toHaveCount(0);
  run.finish();
  await expect(answer.copy).toHaveAccessibleName(/^Copy “Two timers/);
  await answer.copy.click();
  await expect(wired.announcer).toContainText('Copied');
  await expect(answer.copy).toBeFocused();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const text = async (type: string) => (await item?.getType(type))?.text();
    return { plain: await text('text/plain'), html: await text('text/html') };
  });
  expect(copied.plain).toBe(SOURCE);
  expect(copied.html).toMatch(/<h3[^>]*>Two timers<\/h3>/);
  expect(copied.html).toMatch(/<strong>one<\/strong>/);
  // The code may have its colours already.
  expect(copied.html?.replaceAll(/<\/?span[^>]*>/g, '')).toContain('fn main() {}');
  expect(copied.html).not.toContain('button');
});

test('a copied list says which tasks are done', ALL, async ({ wired, wire, page }) => {
  const answer = new Answer(wired, 0);
  await wired.say('go');
  const run = await wire.run();
  run.text('- [x] Bread\n- [ ] Milk\n');
  run.finish();
  await answer.copy.click();
  await expect(wired.announcer).toContainText('Copied');
  const text = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  expect(text?.replaceAll(/<[^>]*>/g, '')).toMatch(/☑ Bread\s*☐ Milk/);
});

test('where the browser copies only text, the Markdown is copied', ALL, async ({ wired, wire, page }) => {
  await page.evaluate(() => Reflect.deleteProperty(window, 'ClipboardItem'));
  const answer = new Answer(wired, 0);
  await wired.say('go');
  const run = await wire.run();
  run.text(SOURCE);
  run.finish();
  await answer.copy.click();
  await expect(wired.announcer).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(SOURCE);
});

test('the menu shows the source and copies the link, by keys alone', ALL, async ({ wired, wire, page }) => {
  const answer = new Answer(wired, 0);
  await wired.say('go');
  const run = await wire.run();
  run.text(SOURCE);
  run.finish();
  await answer.more.press('ArrowDown');
  await expect(answer.link).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(answer.showSource).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answer.source.locator('pre')).toHaveText(SOURCE);
  await page.keyboard.press('Escape');
  await expect(answer.source).toHaveCount(0);
  await expect(answer.more).toBeFocused();
  await answer.more.press('ArrowDown');
  await expect(answer.link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(wired.announcer).toContainText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#m-/);
  await expect(answer.more).toBeFocused();
});

test('below older answers the row is there for the pointer and the keys, and nothing moves', ALL, async ({ wired, wire, page }) => {
  for (const message of ['one', 'two']) {
    await wired.say(message);
    const run = await wire.run();
    run.text(`The answer to ${message}.`);
    run.finish();
    await wired.card.expectHidden();
  }
  const [older, last] = [new Answer(wired, 0), new Answer(wired, 1)];
  const row = (answer: Answer) => answer.copy.locator('xpath=..');
  await page.mouse.move(0, 0);
  await expect(row(last)).toHaveCSS('opacity', '1');
  await expect(row(older)).toHaveCSS('opacity', '0');
  const places = () => wired.assistantMessages.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await places();
  await wired.assistantMessages.first().hover();
  await expect(row(older)).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(row(older)).toHaveCSS('opacity', '0');
  await older.copy.focus();
  await expect(row(older)).toHaveCSS('opacity', '1');
  expect(await places()).toEqual(before);
});

test('the row is as high as the folded running card, and has its place while the text grows', ALL, async ({ wired, wire }) => {
  await wired.say('go');
  const run = await wire.run();
  await wired.card.expectState('running');
  const card = (await wired.card.root.boundingBox())?.height;
  run.text('A text that grows');
  const message = wired.assistantMessages.last();
  await expect(message).toContainText('grows');
  const before = (await message.boundingBox())?.height;
  run.finish();
  const answer = new Answer(wired, 0);
  await expect(answer.copy).toBeVisible();
  expect((await answer.copy.locator('xpath=..').boundingBox())?.height).toBe(card);
  await wired.card.expectHidden();
  expect(before).toBeDefined();
});
