// What a newcomer does with a page that has just started: `node newcomer.mjs URL` opens it, says
// something, and waits for the answer. Fails on an error in the page or its console too.
import { chromium, expect } from '@playwright/test';

const [url] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.MIDTURN_CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ locale: 'en-GB' });
  const problems = [];
  page.on('pageerror', (error) => problems.push(`${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  await page.goto(url);
  const composer = page.getByTestId('composer-input');
  await composer.fill('hello');
  await composer.press('Enter');
  await expect(page.getByTestId('user-message')).toContainText('hello');
  await expect(page.getByTestId('assistant-message').locator('.mt-answer')).toContainText(/\w/);
  // The turn is over: nothing runs that could be stopped.
  await expect(page.getByTestId('composer-stop')).toBeHidden();

  // The element of the same build, on a page of its own.
  await page.goto(new URL('/embed.html', url).href);
  await expect(page.locator('midturn-chat').getByTestId('composer-input')).toBeVisible();
  expect(problems).toEqual([]);
} finally {
  await browser.close();
}
