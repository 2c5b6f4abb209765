// The embedder names another agent while a run of the first one is under way.
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

const test = base.extend<{ host: HostPage }>({
  host: async ({ page, guard: _guard }, use) => {
    await use(new HostPage(page));
  },
});

test.use({ control: true });

test('a run is stopped at the agent that it was sent to', ALL, async ({ host, page, thread }) => {
  let asked = 0;
  await page.route('**/other/**', (route) => {
    asked += 1;
    return route.fulfill({ status: 404 });
  });
  await thread.hold();
  const chat = await host.show(thread.id);
  await chat.start('text');
  await thread.step({ until: 'text' });
  await expect(chat.turns).toHaveText(/./);
  await page.evaluate(() => {
    document.querySelector('midturn-chat')?.setAttribute('agent-url', '/other/agui');
  });
  await chat.stop.click();
  await thread.release();
  await thread.expectStates('cancelled');
  await chat.expectOutcomes('cancelled');
  expect(asked).toBe(0);
});
