// The first use of a page that has just started: `node newcomer.mjs URL` opens it, sends a message
// and waits for the answer. Also fails on an error in the page or its console.
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
  // Wait until the turn is over, so that Stop is hidden.
  await expect(page.getByTestId('composer-stop')).toBeHidden();

  // The element of the same build, on its example host page.
  await page.goto(new URL('/embed.html', url).href);
  await expect(page.locator('midturn-chat').getByTestId('composer-input')).toBeVisible();
  expect(problems).toEqual([]);
} finally {
  await browser.close();
}
