// The recipe for A2UI: Google's renderer inside an activity, under the strict content security policy.
// The guard fails a test for any violation.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { bundled } from '../fixtures/bundle.ts';
import { ALL, expect, test as base, type Run } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';

const doc = readFileSync(new URL('../../docs/recipes-a2ui.md', import.meta.url), 'utf8');

/** The code of the recipe's page, as an embedder copies it. */
const use = /```js\n([\s\S]*?)```/.exec(doc)?.[1] ?? '';

let module: Promise<string>;

/** The directive of the agent's page, which has the strictest policy, and the one that the recipe needs. */
const [NONE, LIT] = ["trusted-types 'none'", 'trusted-types lit-html'];

const test = base.extend<{ types: string; chat: ChatPage }>({
  types: [LIT, { option: true }],
  chat: async ({ page, wire, types, guard: _guard }, use_) => {
    module ??= bundled('a2ui.js');
    wire.files.set('/a2ui.js', { type: 'text/javascript', body: await module });
    wire.files.set('/use.js', { type: 'text/javascript', body: use });
    await page.route('**/embed.html', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const name = 'content-security-policy';
      const policy = headers[name] ?? '';
      expect(policy).toContain(NONE);
      await route.fulfill({ response, headers: { ...headers, [name]: policy.replace(NONE, types) } });
    });
    const chat = await new HostPage(page, wire.url).show(randomUUID(), { locale: 'en' });
    if (types === LIT) await page.evaluate((path) => import(path), '/use.js');
    await use_(chat);
  },
});

const surfaceId = 'table';
const created = {
  version: 'v0.9',
  createSurface: { surfaceId, catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
};

function components(list: object[]): object {
  return { version: 'v0.9', updateComponents: { surfaceId, components: list } };
}

function model(value: object): object {
  return { version: 'v0.9', updateDataModel: { surfaceId, value } };
}

const form = components([
  { id: 'root', component: 'Card', child: 'all' },
  { id: 'all', component: 'Column', children: ['title', 'about', 'icon', 'photo', 'dishes', 'name', 'book'] },
  { id: 'title', component: 'Text', text: 'Book a table', variant: 'h2' },
  { id: 'about', component: 'Text', text: { path: '/about' } },
  { id: 'icon', component: 'Icon', name: 'star' },
  { id: 'photo', component: 'Image', url: 'https://pictures.example/room.jpg', description: 'The dining room' },
  { id: 'dishes', component: 'List', children: { componentId: 'dish', path: '/dishes' } },
  { id: 'dish', component: 'Text', text: { path: 'title' } },
  { id: 'name', component: 'TextField', label: 'Your name', value: { path: '/name' } },
  {
    id: 'book',
    component: 'Button',
    child: 'label',
    action: { event: { name: 'book', context: { name: { path: '/name' } } } },
  },
  { id: 'label', component: 'Text', text: 'Book now' },
]);

const values = { about: 'Open until ten.', name: '', dishes: [{ title: 'Soup' }, { title: 'Pie' }] };

function show(run: Run, operations: object[]): void {
  run.event({
    type: 'ACTIVITY_SNAPSHOT',
    messageId: 'surface-1',
    activityType: 'a2ui-surface',
    content: { a2ui_operations: operations },
  });
}

test('a surface is drawn, and changes without losing what was typed', async ({ chat, wire }) => {
  await chat.say('book');
  const run = await wire.run();
  show(run, [created, form, model(values)]);
  const drawn = chat.root.getByTestId('drawn');
  await expect(drawn.getByRole('heading', { name: 'Book a table' })).toBeVisible();
  await expect(drawn).toContainText('Open until ten.');
  for (const dish of ['Soup', 'Pie']) await expect(drawn.getByText(dish, { exact: true })).toBeVisible();
  // Nothing is fetched for the image, and the icon's name is not shown as a text.
  await expect(drawn.getByRole('link', { name: 'The dining room' })).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(drawn).not.toContainText('star');
  const field = drawn.getByRole('textbox');
  // The keys of the chat are the field's own while it is written in.
  await field.pressSequentially('?!');
  await field.press('ControlOrMeta+a');
  await field.pressSequentially('da');
  await field.press('Home');
  await field.pressSequentially('A');
  await expect(field).toHaveValue('Ada');
  await expect(chat.root.getByRole('dialog')).toHaveCount(0);
  const later = { version: 'v0.9', updateDataModel: { surfaceId, path: '/about', value: 'One table left.' } };
  show(run, [created, form, model(values), later]);
  await expect(drawn).toContainText('One table left.');
  await expect(field).toHaveValue('Ada');
  run.finish();
  await chat.card.expectHidden();
  await drawn.getByRole('button', { name: 'Book now' }).click();
  await chat.expectUsers('book', 'book {"name":"Ada"}');
  (await wire.run()).finish();
});

test('an action is the answer to an open question that takes JSON', ALL, async ({ chat, wire }) => {
  await chat.say('book');
  const run = await wire.run();
  show(run, [created, form, model({ ...values, name: 'Grace' })]);
  run.endMessage();
  const { threadId, runId } = run.input;
  const responseSchema = { type: 'object', properties: { name: { type: 'string' }, context: { type: 'object' } } };
  run.event({
    type: 'RUN_FINISHED',
    threadId,
    runId,
    outcome: {
      type: 'interrupt',
      interrupts: [{ id: 'q1', reason: 'form', message: 'Which table?', responseSchema }],
    },
  });
  await expect(chat.root.getByTestId('approval')).toBeVisible();
  await chat.root.getByRole('button', { name: 'Book now' }).click();
  const next = await wire.run();
  const { resume } = next.input as unknown as { resume: { interruptId: string; payload: { name: string } }[] };
  expect(resume[0]).toMatchObject({ interruptId: 'q1', payload: { name: 'book', context: { name: 'Grace' } } });
  next.finish();
  await chat.card.expectHidden();
});

test('other surfaces replace the first ones, and a link to a script is not drawn', ALL, async ({ chat, wire }) => {
  await chat.say('book');
  const run = await wire.run();
  show(run, [created, form, model(values)]);
  const drawn = chat.root.getByTestId('drawn');
  await expect(drawn.getByRole('button', { name: 'Book now' })).toBeVisible();
  const bad = components([
    { id: 'root', component: 'Column', children: ['said', 'image'] },
    { id: 'said', component: 'Text', text: '<b>plain</b> text', variant: 'caption' },
    { id: 'image', component: 'Image', url: 'javascript:alert(1)', description: 'A trap' },
  ]);
  const another = { version: 'v0.9', createSurface: { ...created.createSurface, theme: {} } };
  show(run, [another, bad]);
  await expect(drawn).toContainText('<b>plain</b> text');
  await expect(drawn.getByRole('button')).toHaveCount(0);
  await expect(drawn.getByRole('link')).toHaveCount(0);
  run.finish();
  await chat.card.expectHidden();
});

test('a surface that cannot be read is reported, and the row of the activity stays', ALL, async ({ chat, wire, page }) => {
  await page.locator('midturn-chat').evaluate((element) => {
    const said: string[] = [];
    Object.assign(window, { said });
    element.addEventListener('midturn-error', (event) => said.push((event as CustomEvent).detail.code));
  });
  await chat.say('book');
  const run = await wire.run();
  show(run, [{ version: 'v0.9', updateComponents: { surfaceId: 'nowhere', components: [{ id: 'root' }] } }]);
  run.text('It goes on.');
  run.finish();
  await chat.expectOutcomes('completed');
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    'renderer-failed',
  ]);
  await expect(chat.turns).toContainText('It goes on.');
});

test.describe('under a policy that allows no policy of Trusted Types', () => {
  test.use({ types: NONE });

  test('the library cannot be loaded', ALL, async ({ chat, page, guard }) => {
    guard.allow(/lit-html/);
    await expect(chat.composer).toBeVisible();
    const failed = page.evaluate((path) => import(path), '/use.js');
    await expect(failed).rejects.toThrow(/Policy "lit-html" disallowed/);
  });
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing but the library's labels, ${theme}`, ALL, async ({ chat, wire, page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await chat.say('book');
    const run = await wire.run();
    show(run, [created, form, model(values)]);
    run.finish();
    await chat.card.expectHidden();
    await expect(chat.root.getByRole('button', { name: 'Book now' })).toBeVisible();
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations.map(({ id }) => id).filter((id) => id !== 'label')).toEqual([]);
    await page.screenshot({ path: `shots/a2ui-${theme}.png` });
  });
}
