// A module that failed to load is requested again under another address, because some browsers never
// request a failed address again. In this spec, a failed address keeps failing in every browser.
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/wire.ts';

/** Makes requests for some extras fail. After `end`, only the addresses that have failed before still fail. */
async function outage(page: Page, part: RegExp): Promise<{ end(): void }> {
  const failed = new Set<string>();
  let over = false;
  await page.route('**/extras/**', (route) => {
    const url = route.request().url();
    if (!part.test(new URL(url).pathname) || (over && !failed.has(url))) return route.continue();
    failed.add(url);
    return route.abort();
  });
  return {
    end: () => {
      over = true;
    },
  };
}

for (const [what, part] of [
  ['the tokenizer', /highlight\.js$/],
  ['a language', /rust-\w+\.js$/],
  ['the chunk that languages share', /chunk-\w+\.js$/],
] as const) {
  test(`after ${what} failed to load, the next code is coloured once it can be loaded`, ALL, async ({ wired, wire, page, guard }) => {
    guard.allow(/ERR_FAILED/, /extras/);
    const { end } = await outage(page, part);
    const lost = page.waitForEvent('requestfailed');
    await wired.say('go');
    const first = await wire.run();
    first.text('```rust\nfn main() {}\n```\n');
    first.finish();
    await lost;
    await wired.card.expectHidden();
    end();
    await wired.say('again');
    const second = await wire.run();
    second.text('```rust\nfn again() {}\n```\n');
    second.finish();
    await expect(wired.turns.last().locator('.mt-k-keyword')).toHaveText('fn');
  });
}

for (const [what, part, source, drawn] of [
  ['formulas', /math\.js$/, '$$x^2$$', 'math msup'],
  ['what formulas share', /chunk-\w+\.js$/, '$$x^2$$', 'math msup'],
  ['the macros of chemistry', /chemistry-\w+\.js$/, '$$\\ce{H2O}$$', 'math msub'],
  ['diagrams', /diagram\.js$/, '```mermaid\ngraph TD\n  A --> B\n```', 'svg text'],
] as const) {
  test(`after ${what} failed to load, the next answer is drawn once they can be loaded`, what === 'formulas' ? {} : ALL, async ({ wired, wire, page, guard }) => {
    guard.allow(/ERR_FAILED/, /extras/);
    const { end } = await outage(page, part);
    await wired.say('go');
    const first = await wire.run();
    first.text(`${source}\n`);
    first.finish();
    await expect(page.locator('.mt-answer [data-undrawn]')).toHaveCount(1);
    end();
    await wired.say('again');
    const second = await wire.run();
    second.text(`${source}\n`);
    second.finish();
    await expect(wired.turns.last().locator(drawn).first()).toBeVisible();
  });
}
