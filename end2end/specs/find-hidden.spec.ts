// Find in a thread: a match that something in the answer hides, and an answer that is still written.
import { marked, seen } from '../fixtures/marked.ts';
import { ALL, expect, test } from '../fixtures/wire.ts';
import type { ChatPage } from '../pages/chat.ts';

/** Opens the search and looks for a word. */
async function find(chat: ChatPage, word: string) {
  await chat.composer.focus();
  await chat.page.keyboard.press('Control+f');
  const input = chat.root.getByTestId('find-input');
  await input.fill(word);
  return { input, count: chat.root.getByTestId('find-count') };
}

test('a match in folded code opens the fold', ALL, async ({ wired, wire }) => {
  await wired.say('go');
  const run = await wire.run();
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n');
  run.text(`\`\`\`\n${lines}\n\`\`\`\n`);
  const fold = wired.root.getByRole('button', { name: 'Show whole code' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  run.finish();
  await wired.card.expectHidden();
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  const { count } = await find(wired, 'line 58');
  await expect(count).toHaveText('1 of 1');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => seen(wired)).toContain('line 58');
});

test('a match in the source of a diagram shows the source, and the words of the drawing count once', ALL, async ({
  wired,
  wire,
}) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('```mermaid\nflowchart LR\n  A[Needle] --> B[Another needle]\n```\n\nA needle in the text.\n');
  run.finish();
  await expect(wired.root.getByRole('img', { name: /^Flowchart/ })).toBeVisible();
  const { input, count } = await find(wired, 'needle');
  await expect(count).toHaveText('1 of 3');
  await expect(wired.root.getByRole('button', { name: 'Show source' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => seen(wired)).toContain('A[Needle]');
  await input.press('Enter');
  await input.press('Enter');
  await expect(count).toHaveText('3 of 3');
  await expect.poll(() => seen(wired)).toBe('A needle in the text.');
});

test('the words on screen count, and what is beside them does not', ALL, async ({ wired, wire }) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('## Data\n\nIngestion: [the docs](https://b.example/x) say it.\n\n| 1 | 5 |\n|---|---|\n| a | b |\n\nThe main 15.\n');
  run.finish();
  await wired.card.expectHidden();
  const { input, count } = await find(wired, '15');
  await expect(count).toHaveText('1 of 1');
  await expect.poll(() => seen(wired)).toBe('The main 15.');
  await input.fill('ai');
  await expect(count).toHaveText('1 of 1');
  await expect.poll(() => seen(wired)).toBe('The main 15.');
  await input.fill('the docs say');
  await expect(count).toHaveText('1 of 1');
  await input.fill('b.example');
  await expect(count).toHaveText('No matches');
});

for (const [what, text] of [
  ['a long line of code', `\`\`\`\n${'x'.repeat(400)} needle ${'x'.repeat(400)}\n\`\`\`\n`],
  ['a wide table', `|${'column|'.repeat(40)}\n|${'-|'.repeat(40)}\n|${'cell|'.repeat(30)}needle|${'cell|'.repeat(9)}\n`],
] as const) {
  test(`a match to the right in ${what} scrolls there`, ALL, async ({ wired, wire }) => {
    await wired.say('go');
    const run = await wire.run();
    run.text(text);
    run.finish();
    await wired.card.expectHidden();
    const { count } = await find(wired, 'needle');
    await expect(count).toHaveText('1 of 1');
    await expect.poll(() => seen(wired)).toContain('needle');
  });
}

test('what the agent writes meanwhile is found by the next step, and at the end of the turn', ALL, async ({
  wired,
  wire,
}) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('The first needle.\n\n');
  await expect(wired.turns).toContainText('The first needle.');
  const { input, count } = await find(wired, 'needle');
  await expect(count).toHaveText('1 of 1');
  run.text('The second needle.\n\n');
  await expect(wired.turns).toContainText('The second needle.');
  await input.press('Enter');
  await expect(count).toHaveText('2 of 2');
  await expect.poll(() => seen(wired)).toBe('The second needle.');
  run.text('The third needle.\n\n');
  run.finish();
  await expect(count).toHaveText('2 of 3');
  await expect.poll(() => marked(wired)).toBe('needle');
});
