// Images in an answer: which are fetched, and when.
import { ALL, expect, test } from '../fixtures/wire.ts';

test('an image is fetched only after consent, which counts for its whole origin', async ({ wired, wire, page, guard }) => {
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
  for (const name of ['a', 'b', 'c']) wire.files.set(`/${name}.png`, { type: 'image/png', body: pixel });
  // The same server under another host name is another origin.
  const other = wire.url.replace('127.0.0.1', 'localhost');
  guard.allow(/request to http:\/\/localhost/);
  await wired.say('go');
  const run = await wire.run();
  run.text(`[![first](${other}/a.png)](${other}/c.png)\n\n![second](${other}/b.png)\n\n![third](${other}/c.png) end`);
  run.finish();
  await expect(page.locator('.mt-answer')).toContainText('end');
  expect(wire.asked.filter((path) => path.endsWith('.png'))).toEqual([]);
  await page.getByRole('button', { name: 'Show image' }).first().click();
  await expect(page.getByRole('img', { name: 'first' })).toBeVisible();
  await expect.poll(() => wire.asked.filter((path) => path.endsWith('.png'))).toEqual(['/a.png']);
  await page.getByRole('button', { name: /^Always from localhost/ }).first().click();
  await expect(page.getByRole('img', { name: 'third' })).toBeVisible();
  // The link around the image was not followed. The browser would have opened a page long before.
  expect(page.context().pages()).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('img', { name: 'second' })).toBeVisible();
});

test('an allowed image is drawn once when the element around it changes', ALL, async ({ wired, wire, page, guard }) => {
  wire.files.set('/a.png', { type: 'image/svg+xml', body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  const other = wire.url.replace('127.0.0.1', 'localhost');
  guard.allow(/request to http:\/\/localhost/);
  await wired.say('go');
  const run = await wire.run();
  run.text(`**![pic](${other}/a.png) more`);
  const show = page.getByRole('button', { name: 'Show image' });
  await show.focus();
  await show.press('Enter');
  const picture = page.locator('.mt-answer').getByRole('img', { name: 'pic' });
  await expect(picture).toBeFocused();
  run.text(' and more** end');
  await expect(page.locator('.mt-answer strong')).toHaveText('more and more');
  run.finish();
  await expect(picture).toHaveCount(1);
  await expect(page.locator('.mt-answer strong').getByRole('img', { name: 'pic' })).toHaveCount(1);
});

test('a picture in an address is drawn, and an image that is not fetched says why', async ({ wired, wire, page }) => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  await wired.say('go');
  const run = await wire.run();
  run.text(`![a dot](data:image/png;base64,${dot})<BR>![a drawing](data:image/svg+xml;base64,${'PHN2Zy8+'.repeat(1000)})\n\n![half](data:image/png;base64,${dot.slice(0, 40)})\n`);
  run.finish();
  const answer = page.locator('.mt-answer');
  await expect(answer.getByRole('img', { name: 'a dot' }).locator('canvas[data-drawn]')).toBeVisible();
  await expect(answer.locator('br')).toHaveCount(1);
  await expect(answer.locator('.mt-image--refused', { hasText: 'half' })).toContainText('cannot be read');
  const refused = answer.locator('.mt-image--refused', { hasText: 'a drawing' });
  await expect(refused).toContainText('Not shown');
  await expect(refused).toHaveAttribute('title', /^data:image\/svg.{0,1100}$/);
});
