// Plans and to-do lists of the agent, in activities and in the shared state.
import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import type { ActivityValue, HostContext, MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { ALL, expect, test as base, type Run } from '../fixtures/wire.ts';
import { test as agentTest } from '../fixtures/test.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';
import { scan } from '../pages/states.ts';

const test = base.extend<{ language: string; chat: ChatPage }>({
  language: ['en', { option: true }],
  chat: async ({ page, wire, language, guard: _guard }, use) => {
    await use(await new HostPage(page, wire.url).show(randomUUID(), { locale: language }));
  },
});

type Step = { [member: string]: unknown };

function snapshot(run: Run, content: object, activityType = 'plan'): void {
  run.event({ type: 'ACTIVITY_SNAPSHOT', messageId: 'plan-1', activityType, content });
}

function delta(run: Run, patch: object[]): void {
  run.event({ type: 'ACTIVITY_DELTA', messageId: 'plan-1', activityType: 'plan', patch });
}

function many(count: number, done: number): Step[] {
  const status = (index: number) => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending');
  return Array.from({ length: count }, (_, index) => ({ title: `Step ${index + 1}`, status: status(index) }));
}

const planOf = (chat: ChatPage): Locator => chat.root.getByTestId('plan');
const stepsOf = (chat: ChatPage): Locator => planOf(chat).getByRole('listitem');
const pinnedOf = (chat: ChatPage): Locator => chat.root.getByTestId('pinned-plan');
const progressOf = (chat: ChatPage): Locator => planOf(chat).getByTestId('plan-progress');

test('a plan is a list with its progress, and its rows stay while it changes', async ({ chat, wire }) => {
  await chat.say('plan');
  const run = await wire.run();
  snapshot(run, {
    steps: [
      { description: 'Look', status: 'completed' },
      { description: 'Leap', status: 'in_progress' },
      { description: 'Land', status: 'pending' },
    ],
  });
  await expect(planOf(chat)).toHaveAccessibleName('Plan');
  await expect(planOf(chat).getByRole('list')).toBeVisible();
  await expect(progressOf(chat)).toHaveText('1 of 3 done');
  await expect(stepsOf(chat)).toHaveText(['LookDone', 'LeapIn progress', 'LandNot started']);
  const row = await stepsOf(chat).nth(1).elementHandle();
  delta(run, [
    { op: 'replace', path: '/steps/1/status', value: 'completed' },
    { op: 'replace', path: '/steps/2/status', value: 'in_progress' },
    { op: 'add', path: '/steps/-', value: { description: 'Rest', status: 'skipped' } },
  ]);
  await expect(stepsOf(chat)).toHaveText(['LookDone', 'LeapDone', 'LandIn progress', 'RestSkipped']);
  expect(await stepsOf(chat).nth(1).evaluate((now, before) => now === before, row)).toBe(true);
  // The row in the list of steps says the same in short.
  await chat.card.header.getByRole('button').first().click();
  await expect(chat.root.getByTestId('activity').filter({ hasText: 'plan' })).toContainText('2 of 4 done');
  run.text('There.');
  run.finish();
  await chat.card.expectHidden();
  // Nobody works on a step any more.
  await expect(stepsOf(chat)).toHaveText(['LookDone', 'LeapDone', 'LandNot finished', 'RestSkipped']);
});

test('a list of the usual other names and shapes is a plan too, and is there after a reload', ALL, async ({ chat, wire, page }) => {
  await chat.say('todos');
  const run = await wire.run();
  snapshot(run, { title: 'Clean up', todos: [{ content: 'Sweep', status: 'failed' }, 'Mop'] }, 'todo_list');
  run.finish();
  await chat.card.expectHidden();
  await expect(planOf(chat)).toHaveAccessibleName('Clean up');
  await expect(stepsOf(chat)).toHaveText(['SweepFailed', 'MopNot started']);
  const id = await page.locator('midturn-chat').evaluate((chat) => (chat as MidturnChat).state.threadId);
  await page.reload();
  const host = new HostPage(page);
  await host.clear();
  await host.addOn(id);
  await expect(stepsOf(host.chat())).toHaveText(['SweepFailed', 'MopNot started']);
});

test('a plan in the shared state is drawn in the turn that changes it', ALL, async ({ chat, wire }) => {
  await chat.say('one');
  const first = await wire.run();
  first.event({
    type: 'STATE_SNAPSHOT',
    snapshot: { todos: [{ content: 'Look', status: 'in_progress' }, { content: 'Leap', status: 'pending' }], other: 1 },
  });
  await expect(stepsOf(chat)).toHaveText(['LookIn progress', 'LeapNot started']);
  first.event({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/todos/0/status', value: 'completed' }] });
  await expect(stepsOf(chat)).toHaveText(['LookDone', 'LeapNot started']);
  first.finish();
  await chat.card.expectHidden();
  await chat.say('two');
  const second = await wire.run();
  second.event({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/other', value: 2 }] });
  second.text('Nothing new.');
  second.finish();
  await chat.card.expectHidden();
  await expect(planOf(chat)).toHaveCount(1);
});

test('a list in the state that may be the data of the app is not a plan', ALL, async ({ chat, wire }) => {
  await chat.say('one');
  const run = await wire.run();
  run.event({ type: 'STATE_SNAPSHOT', snapshot: { todos: [{ text: 'Buy milk', done: false }], steps: ['a', 'b'] } });
  run.text('Noted.');
  run.finish();
  await chat.card.expectHidden();
  await expect(chat.turns).toContainText('Noted.');
  await expect(planOf(chat)).toHaveCount(0);
  await expect(chat.streams).toHaveCount(0);
});

test('a long plan is folded around the current step', ALL, async ({ chat, wire }) => {
  await chat.say('long');
  const run = await wire.run();
  snapshot(run, { steps: many(40, 20) });
  await expect(stepsOf(chat)).toHaveCount(6);
  await expect(stepsOf(chat).first()).toContainText('Step 19');
  await expect(stepsOf(chat).first()).toHaveAttribute('aria-posinset', '19');
  await expect(stepsOf(chat).first()).toHaveAttribute('aria-setsize', '40');
  await expect(planOf(chat)).toContainText('18 earlier steps');
  await expect(planOf(chat)).toContainText('16 more steps');
  const fold = planOf(chat).getByTestId('plan-fold');
  await expect(fold).toHaveText('Show all 40 steps');
  await fold.click();
  await expect(fold).toBeFocused();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(stepsOf(chat)).toHaveCount(40);
  delta(run, [{ op: 'replace', path: '/steps/20/status', value: 'completed' }]);
  await expect(stepsOf(chat).nth(20)).toHaveAttribute('data-status', 'done');
  await fold.click();
  await expect(stepsOf(chat)).toHaveCount(6);
  run.finish();
  await chat.card.expectHidden();
});

test('a plan of ten thousand steps draws few of them', ALL, async ({ chat, wire }) => {
  await chat.say('huge');
  const run = await wire.run();
  snapshot(run, { steps: many(10_000, 5000) });
  await expect(progressOf(chat)).toHaveText('5,000 of 10,000 done');
  await expect(stepsOf(chat)).toHaveCount(6);
  for (let place = 5000; place < 5040; place++) {
    delta(run, [{ op: 'replace', path: `/steps/${place}/status`, value: 'completed' }]);
  }
  await expect(progressOf(chat)).toHaveText('5,040 of 10,000 done');
  await planOf(chat).getByTestId('plan-fold').click();
  await expect(stepsOf(chat)).toHaveCount(200);
  await planOf(chat).getByTestId('plan-more').click();
  await expect(stepsOf(chat)).toHaveCount(400);
  await expect(planOf(chat)).toContainText('9,600 more steps');
  run.finish();
  await chat.card.expectHidden();
});

test('while the agent works, the step that it is at is above the composer, and opens to the steps', async ({ chat, wire, page }) => {
  await chat.say('plan');
  const run = await wire.run();
  snapshot(run, { steps: many(5, 1) });
  const line = pinnedOf(chat).getByRole('button');
  await expect(line).toHaveAccessibleName('Step 2 of 5 · Step 2');
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  const [pinned, composer] = [pinnedOf(chat), chat.composer];
  await expect.poll(async () => (await pinned.boundingBox())!.y < (await composer.boundingBox())!.y).toBe(true);
  // The line stays under the pointer when the list opens and closes.
  const top = async () => (await line.boundingBox())!.y;
  const before = await top();
  await line.click();
  const list = pinned.getByRole('list');
  await expect(list.getByRole('listitem')).toHaveText([
    'Step 1Done',
    'Step 2In progress',
    'Step 3Not started',
    'Step 4Not started',
    'Step 5Not started',
  ]);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  await scan(page);
  delta(run, [
    { op: 'replace', path: '/steps/1/status', value: 'completed' },
    { op: 'replace', path: '/steps/2/status', value: 'in_progress' },
  ]);
  await expect(line).toHaveAccessibleName('Step 3 of 5 · Step 3');
  await expect(list.getByRole('listitem').nth(1)).toHaveText('Step 2Done');
  await line.press('Enter');
  await expect(list).toHaveCount(0);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  // The focus was in the line: it does not fall to the page.
  run.text('There.');
  run.finish();
  await chat.card.expectHidden();
  await expect(pinnedOf(chat)).toHaveCount(0);
  await expect(chat.composer).toBeFocused();
  await expect(stepsOf(chat)).toHaveCount(5);
  // A turn without a plan has none above the composer.
  await chat.say('more');
  const next = await wire.run();
  next.text('More.');
  await expect(chat.turns.last()).toContainText('More.');
  await expect(pinnedOf(chat)).toHaveCount(0);
  next.finish();
  await chat.card.expectHidden();
});

test('a reader who follows the answer stays at its end while the plan above the composer comes and goes', async ({ chat, wire }) => {
  await chat.say('long');
  const run = await wire.run();
  run.text(Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join('\n\n'));
  await expect(chat.turns).toContainText('Paragraph 59.');
  const left = () => chat.scroll.evaluate((scroll) => scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop);
  const composer = async () => (await chat.composer.boundingBox())!.y;
  await expect.poll(left).toBeLessThanOrEqual(2);
  const before = await composer();
  snapshot(run, { steps: many(5, 1) });
  await expect(pinnedOf(chat)).toBeVisible();
  await expect.poll(left).toBeLessThanOrEqual(2);
  expect(Math.abs((await composer()) - before)).toBeLessThanOrEqual(2);
  run.finish();
  await chat.card.expectHidden();
  await expect(pinnedOf(chat)).toHaveCount(0);
  await expect.poll(left).toBeLessThanOrEqual(2);
  expect(Math.abs((await composer()) - before)).toBeLessThanOrEqual(2);
});

test('a plan of the shared state is above the composer too, and none of an embedder or of nobody', ALL, async ({ chat, wire, page }) => {
  await chat.say('plan');
  const run = await wire.run();
  run.event({ type: 'STATE_SNAPSHOT', snapshot: { todos: [{ content: 'Look', status: 'completed' }] } });
  await expect(pinnedOf(chat)).toContainText('Step 1 of 1 · Look');
  snapshot(run, { steps: many(3, 1) });
  await expect(pinnedOf(chat)).toContainText('Step 2 of 3 · Step 2');
  const element = page.locator('midturn-chat');
  await element.evaluate((chat) => {
    const plan = (_: ActivityValue, { document: made }: HostContext) => made.createTextNode('mine');
    (chat as MidturnChat).renderers = { activities: { plan } };
  });
  await expect(chat.root.getByTestId('drawn').first()).toHaveText('mine');
  await expect(pinnedOf(chat)).toHaveCount(0);
  await element.evaluate((chat) => {
    (chat as MidturnChat).renderers = { activities: { plan: null } };
  });
  await expect(chat.root.getByTestId('drawn')).toHaveCount(0);
  await expect(pinnedOf(chat)).toHaveCount(0);
  run.finish();
  await chat.card.expectHidden();
});

test('what is no plan has its row alone', ALL, async ({ chat, wire }) => {
  await chat.say('odd');
  const run = await wire.run();
  for (const content of [{ steps: 4 }, { steps: [] }, { steps: [{ status: 'pending' }] }, { steps: [1, 2] }, {}]) {
    snapshot(run, content);
  }
  snapshot(run, { steps: [{ title: 'Look', status: 'under review' }] });
  run.text('Odd.');
  run.finish();
  await chat.expectOutcomes('completed');
  await chat.streams.getByRole('button').first().click();
  await expect(chat.root.getByTestId('activity')).toContainText('under review');
  await expect(planOf(chat)).toHaveCount(0);
});

test("an embedder's renderer replaces the plan, and null switches it off", ALL, async ({ chat, wire, page }) => {
  await chat.say('plan');
  const run = await wire.run();
  const steps = [{ content: 'Look', status: 'completed' }];
  run.event({ type: 'STATE_SNAPSHOT', snapshot: { plan: { steps } } });
  snapshot(run, { todos: steps }, 'todos');
  run.finish();
  await chat.card.expectHidden();
  await expect(planOf(chat)).toHaveCount(2);
  const element = page.locator('midturn-chat');
  await element.evaluate((chat) => {
    const plan = ({ data }: ActivityValue, { document: made }: HostContext) =>
      made.createTextNode(`mine: ${data.steps.length}`);
    (chat as MidturnChat).renderers = { activities: { plan } };
  });
  await expect(chat.root.getByTestId('drawn')).toHaveText('mine: 1');
  await expect(planOf(chat)).toHaveCount(1);
  await element.evaluate((chat) => {
    (chat as MidturnChat).renderers = { activities: { todos: null } };
  });
  await expect(planOf(chat)).toHaveCount(1);
  await element.evaluate((chat) => {
    (chat as MidturnChat).renderers = { activities: { plan: null } };
  });
  await expect(planOf(chat)).toHaveCount(0);
  await expect(chat.root.getByTestId('drawn')).toHaveCount(0);
});

agentTest('the agent of this project ticks off a plan', ALL, async ({ chat }) => {
  await chat.say('todo');
  const plan = chat.root.getByTestId('plan');
  await expect(plan.getByTestId('plan-progress')).toHaveText('5 of 5 done');
  await chat.card.expectHidden();
  await expect(plan.getByRole('listitem')).toHaveCount(5);
});

const looks = [
  { name: 'light', theme: 'light', language: 'en', width: 900 },
  { name: 'dark', theme: 'dark', language: 'en', width: 900 },
  { name: 'narrow', theme: 'light', language: 'fr', width: 340 },
  { name: 'phone', theme: 'dark', language: 'fr', width: 390 },
  { name: 'phone-arabic', theme: 'light', language: 'ar', width: 390 },
  { name: 'arabic', theme: 'dark', language: 'ar', width: 600 },
] as const;

for (const { name, theme, language, width } of looks) {
  // The Arabic one also shows that nothing is laid out for left to right alone.
  test.describe(name, name === 'arabic' ? {} : ALL, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 }, language });

    test(`axe finds nothing in a plan, and it fits, ${name}`, async ({ chat, wire, page }) => {
      await chat.say('plan');
      const run = await wire.run();
      const steps = many(12, 4);
      steps[2] = { title: 'Try the other way', status: 'failed' };
      steps[5] = { title: 'a_word_without_any_place_to_break_'.repeat(4), status: 'pending' };
      snapshot(run, { steps });
      await expect(stepsOf(chat)).toHaveCount(6);
      run.text('Working on it.');
      await expect(chat.turns).toContainText('Working on it.');
      await scan(page);
      const [outer, inner] = await planOf(chat).evaluate((plan) => [plan.clientWidth, plan.scrollWidth]);
      expect(inner).toBeLessThanOrEqual(outer);
      await page.screenshot({ path: `shots/plan-${name}.png` });
      await pinnedOf(chat).getByRole('button').click();
      await expect(pinnedOf(chat).getByRole('listitem')).toHaveCount(12);
      await scan(page);
      const [wide, needed] = await pinnedOf(chat).evaluate((plan) => [plan.clientWidth, plan.scrollWidth]);
      expect(needed).toBeLessThanOrEqual(wide);
      const [end, last] = await Promise.all([chat.root.locator('.mt-chat'), chat.composer].map((held) => held.boundingBox()));
      expect(last!.y + last!.height).toBeLessThanOrEqual(end!.y + end!.height);
      await page.screenshot({ path: `shots/plan-${name}-open.png` });
      run.finish();
      await chat.card.expectHidden();
      await page.screenshot({ path: `shots/plan-${name}-over.png` });
    });
  });
}
