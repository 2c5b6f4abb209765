// The dev server of the app's bundler: a change of the app's source reaches the page, and the chat stays.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDev } from '../fixtures/hosts/dev.ts';
import { placeOf } from '../fixtures/consumers.ts';
import { expect, test as base } from '../fixtures/test.ts';

const TITLES: Record<string, string> = {
  'vite-react': 'src/Title.tsx',
  'vite-vue': 'src/AppTitle.vue',
  'vite-svelte': 'src/AppTitle.svelte',
};

const test = base.extend<object, { host: Awaited<ReturnType<typeof startDev>> }>({
  host: [
    async ({ use: { consumer } }, use) => {
      const host = await startDev(placeOf(consumer));
      await use(host);
      await host.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('a change of a component’s text appears, and the chat keeps its thread', async ({
  page,
  shop,
  thread,
  guard,
  use: { consumer },
}) => {
  // The strict policy, which is not that of the dev server, forbids the browser to ask for an icon.
  guard.allow(/favicon\.ico/);
  await shop.open();
  await shop.chat.say('tools');
  await expect(shop.chat.turns).toContainText('Found it.');
  const chat = await shop.element.elementHandle();
  const file = join(placeOf(consumer), TITLES[consumer] ?? '');
  const source = await readFile(file, 'utf8');
  try {
    await writeFile(file, source.replace('A shop with a chat', 'A better shop'));
    await expect(page.getByRole('heading', { name: 'A better shop' })).toBeVisible();
    expect(await shop.element.evaluate((now, before) => now === before, chat)).toBe(true);
    await shop.chat.expectUsers('tools');
    await shop.chat.say('rich');
    await expect(shop.chat.turns.last().locator('math')).toHaveCount(2);
    await thread.expectStates('finished', 'finished');
  } finally {
    await writeFile(file, source);
  }
});
