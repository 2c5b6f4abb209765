// The strict content security policy with Trusted Types. The guard fails every test that violates
// it; this spec tests the policy and the guard.
import { ALL, expect, test } from '../fixtures/test.ts';

for (const path of ['/', '/embed.html']) {
  // The agent's own tests check these headers, too.
  test(`${path} is served with the policy`, ALL, async ({ page, guard: _ }) => {
    const answer = await page.goto(path);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-inline');
    expect(answer?.headers()['x-content-type-options']).toBe('nosniff');
  });
}

test('Trusted Types are enforced', async ({ chat, page, guard }) => {
  guard.allow(/CSP: require-trusted-types-for/, /TrustedHTML/);
  await chat.say('text');
  const refused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>';
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  await expect.poll(() => guard.problems.length).toBeGreaterThan(0);
});

test('the guard records a violation, an error and a request to another origin', async ({ chat, page, guard }) => {
  await expect(chat.composer).toBeVisible();
  guard.allow(/./);
  await page.evaluate(() => {
    fetch('http://127.0.0.1:9/x').catch(() => {});
    console.error('on purpose');
    setTimeout(() => {
      throw new Error('also on purpose');
    });
  });
  await expect
    .poll(() => guard.problems.map((problem) => problem.split(/[: ]/)[0]).sort())
    .toEqual(expect.arrayContaining(['CSP', 'console', 'page']));
});
