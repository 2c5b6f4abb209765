// An image in a dialog: opened by a click or by keys, closed by Escape, a button and a click beside it.
import { ALL, expect, test } from '../fixtures/wire.ts';
import { Files, png } from '../pages/files.ts';

test('an image of an answer opens large without another request, and the focus returns', ALL, async ({
  wired,
  wire,
  page,
  guard,
}) => {
  wire.files.set('/a.png', { type: 'image/png', body: png('a.png', 640, 400).buffer });
  const other = wire.url.replace('127.0.0.1', 'localhost');
  guard.allow(/request to http:\/\/localhost/);
  await wired.say('go');
  const run = await wire.run();
  run.text(`![the sea](${other}/a.png)\n\n[![linked](${other}/a.png)](https://example.com)`);
  run.finish();
  await page.getByRole('button', { name: /^Always from localhost/ }).first().click();
  const open = page.getByRole('button', { name: 'Show the image large' });
  await expect(open).toHaveCount(1);
  const asked = wire.asked.length;
  const dialog = page.getByRole('dialog', { name: 'the sea' });
  await open.click();
  await expect(dialog.getByRole('img', { name: 'the sea' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  expect(wire.asked.length).toBe(asked);
});

test('a picture of a message opens large', ALL, async ({ wired, wire, page }) => {
  const files = new Files(wired);
  await files.choose(png('sea.png', 640, 400));
  await expect(files.composed.getByRole('button', { name: 'Show the image large' })).toHaveCount(0);
  await wired.say('go');
  (await wire.run()).finish();
  await files.said(0).getByRole('button', { name: 'Show the image large sea.png' }).click();
  const canvas = page.getByRole('dialog', { name: 'sea.png' }).locator('canvas');
  await expect(canvas).toHaveAttribute('data-drawn', '');
  await expect(canvas).toHaveJSProperty('width', 640);
});
