// How an answer is drawn while it streams, and what its controls do.
import { refuseRequests } from '../fixtures/requests.ts';
import { ALL, expect, test } from '../fixtures/wire.ts';
import { HostPage } from '../pages/host.ts';

const RICH = `# Title

A paragraph with **strong**, \`code\` and [a link](https://example.com/x).

- one
- two

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`js
const x = 1;
\`\`\`

The last one.`;

test('a long answer that comes at once is drawn once', async ({ wired, wire, page }) => {
  await page.evaluate(() => {
    const content = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
    const emptied: string[] = [];
    Object.assign(window, { emptied });
    Object.defineProperty(Node.prototype, 'textContent', {
      ...content,
      set(this: Node, text: string | null) {
        if (this instanceof Element && this.matches('.mt-answer')) emptied.push(this.className);
        content?.set?.call(this, text);
      },
    });
  });
  await wired.say('go');
  const run = await wire.run();
  // More than the parser gets at once, so the paragraph grows before the answer is on the page.
  run.text(`${'word '.repeat(3000)}\n\nend`);
  await expect(page.locator('.mt-answer p').last()).toHaveText('end');
  run.finish();
  await wired.card.expectHidden();
  expect(await page.evaluate(() => (window as unknown as { emptied: string[] }).emptied)).toEqual([]);
});

test('finished blocks keep their nodes, and a growing paragraph is one text node', async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('# Title\n\nFirst paragraph.\n\n- one\n- two\n\nsecond ');
  const answer = page.locator('.mt-answer');
  await expect(answer.locator('p').last()).toHaveText('second');
  await answer.evaluate((node) => {
    const blocks = node.querySelectorAll('.mt-part > *');
    for (const child of blocks) (child as { seen?: boolean } & Element).seen = true;
    const last = blocks[blocks.length - 1]?.firstChild;
    if (last) (last as { seen?: boolean } & Node).seen = true;
  });
  run.text('paragraph ');
  run.text('grows.\n\n```js\nlet a');
  await expect(answer.locator('.mt-code code')).toHaveText('let a');
  run.text(' = 1;\n```\n\nend');
  run.finish();
  await expect(answer.locator('p').last()).toHaveText('end');
  const kept = await answer.evaluate((node) =>
    [...node.querySelectorAll('.mt-part > *')].map((child) => !!(child as { seen?: boolean } & Element).seen),
  );
  expect(kept).toEqual([true, true, true, true, false, false]);
  const text = await answer.evaluate((node) => {
    const paragraph = node.querySelectorAll('.mt-part > *')[3];
    const first = paragraph?.firstChild as ({ seen?: boolean } & Node) | null;
    return [paragraph?.childNodes.length, first?.seen, paragraph?.textContent];
  });
  expect(text).toEqual([1, true, 'second paragraph grows.']);
});

test('an answer streamed letter by letter looks like one that came at once', async ({ wired, wire, page }) => {
  await wired.say('letters');
  const slow = await wire.run();
  for (const letter of RICH) slow.text(letter);
  slow.finish();
  await expect(page.locator('.mt-answer').first()).toContainText('The last one.');
  await wired.say('at once');
  const whole = await wire.run();
  whole.text(RICH);
  whole.finish();
  await expect(page.locator('.mt-answer')).toHaveCount(2);
  await expect(page.locator('.mt-answer').nth(1)).toContainText('The last one.');
  await expect(async () => {
    const same = await page
      .locator('.mt-answer')
      .evaluateAll(([first, second]) => first?.isEqualNode(second ?? null));
    expect(same).toBe(true);
  }).toPass();
});

test('an answer has headings, lists, a table, and a link that shows its address', async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  run.text(RICH);
  run.finish();
  const answer = page.getByTestId('assistant-message');
  await expect(answer.getByRole('heading', { name: 'Title', level: 3 })).toBeVisible();
  await expect(answer.getByRole('listitem')).toHaveCount(2);
  await expect(answer.getByRole('columnheader')).toHaveText(['a', 'b']);
  await expect(answer.getByRole('cell')).toHaveText(['1', '2']);
  const link = answer.getByRole('link', { name: 'a link example.com' });
  await expect(link).toHaveAttribute('href', 'https://example.com/x');
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(answer.getByRole('group', { name: 'Table' })).toBeVisible();
});

test('unfinished markdown syntax is never visible', ALL, async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  const answer = page.locator('.mt-answer');
  run.text('a **bold');
  await expect(answer.locator('strong')).toHaveText('bold');
  await expect(answer).toHaveText('a bold');
  run.text('** b');
  await expect(answer.locator('strong')).toHaveText('bold');
  run.text('\n\nsee [x](https://example.c');
  // Half a link waits for the rest, but not for long.
  await expect(answer.locator('p').last()).toHaveText('see [x](https://example.c');
  await expect(answer.locator('a')).toHaveCount(0);
  run.text('om) and ![pic](https://img.exam');
  await expect(answer.locator('a')).toHaveCount(1);
  await expect(answer.locator('p').last()).not.toContainText('pic');
  run.text('ple/x.png) done\n\n-');
  await expect(answer.locator('.mt-image')).toHaveCount(1);
  await expect(answer.locator('h3, h4, li, hr')).toHaveCount(0);
  run.text(' item\n\n```');
  await expect(answer.locator('li')).toHaveText('item');
  await expect(answer.locator('.mt-code')).toHaveCount(1);
  run.text('rust\nfn main() {');
  await expect(answer.locator('.mt-code__language')).toHaveText('rust');
  await expect(answer.locator('code').last()).toHaveText('fn main() {');
  run.finish();
});

test('a link works whose definition comes after its use', ALL, async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('See [the notes] first.\n\nThen more.\n\nAnd more.\n\n');
  await expect(page.locator('.mt-answer p')).toHaveCount(3);
  run.text('[the notes]: https://example.com/notes\n\nThe end.\n');
  run.finish();
  await expect(page.getByRole('link', { name: /the notes/ })).toHaveAttribute('href', 'https://example.com/notes');
  await expect(page.locator('.mt-answer p')).toHaveCount(4);
});

test('long code is drawn in parts, and coloured and copied as one text', ALL, async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  const comment = Array.from({ length: 500 }, (_, i) => `   the same comment, line ${i} of it, éà…`).join('\n');
  const code = `let a = 1 + 2;\n/* from here\n${comment}\n to here */\nlet b = "end";\n`;
  const text = `\`\`\`js\n${code}\`\`\`\n`;
  for (let at = 0; at < text.length; at += 1_000) run.text(text.slice(at, at + 1_000));
  run.finish();
  const held = page.locator('.mt-code code');
  expect(code.length).toBeGreaterThan(2 * 8192);
  // Both ends are coloured, so the state of the tokenizer reached the last part.
  await expect(held.locator('.mt-k-keyword')).toHaveText(['let', 'let']);
  await expect(held.locator('.mt-k-string')).toHaveText('"end"');
  await expect(held.locator('.mt-lines')).not.toHaveCount(0);
  expect(await held.evaluate((node) => node.textContent)).toBe(code);
  // Every line of the comment is one node; an operator has no node.
  await expect(held.locator('.mt-k-comment')).toHaveCount(502);
  await expect(held.locator('.mt-k-operator')).toHaveCount(0);
  // The parts leave no gap on the page or in copied text.
  const { lines, selected } = await held.evaluate((node) => {
    getSelection()?.selectAllChildren(node);
    const height = Number.parseFloat(getComputedStyle(node).lineHeight);
    return { lines: Math.round(node.getBoundingClientRect().height / height), selected: String(getSelection()) };
  });
  expect(lines).toBe(code.trimEnd().split('\n').length);
  expect(selected.trimEnd()).toBe(code.trimEnd());
});

test('code can be copied, wrapped and folded', async ({ wired, wire, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await wired.say('go');
  const run = await wire.run();
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i} ${'x'.repeat(i * 4)}`).join('\n');
  run.text(`\`\`\`\n${lines}\n\`\`\`\n`);
  const block = page.locator('.mt-code');
  await expect(block.locator('code')).toContainText('line 59');
  run.finish();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(wired.announcer).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${lines}\n`);
  const pre = block.locator('pre');
  const overflows = () => pre.evaluate((node) => node.scrollWidth > node.clientWidth);
  await expect.poll(overflows).toBe(true);
  const wrap = block.getByRole('button', { name: 'Wrap lines' });
  await wrap.click();
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(overflows).toBe(false);
  const fold = block.getByRole('button', { name: 'Show whole code' });
  const open = await pre.evaluate((node) => node.clientHeight);
  // The chevron points up or down, not to a side.
  const chevron = await fold.locator('path').boundingBox();
  expect(chevron?.width).toBeGreaterThan(chevron?.height ?? 0);
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => pre.evaluate((node) => node.clientHeight)).toBeLessThan(open / 2);

  // An answer that came whole is folded, also when it is drawn anew.
  await wired.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await block.evaluate((node) => node.setAttribute('data-before', ''));
  await page.locator('midturn-chat').evaluate((element) => Object.assign(element, { images: 'never' }) && undefined);
  await expect(page.locator('[data-before]')).toHaveCount(0);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
});

test('each block has its own text direction, and code has none', async ({ wired, wire, page }) => {
  await wired.say('Translate this greeting into English:\n\nمرحبا');
  // The distances of each line from the left and the right.
  const lines = await wired.userMessages.locator('p').evaluate((text) => {
    const { left, right } = text.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    const written = [...range.getClientRects()].filter((line) => line.width > 0);
    return written.map((line) => [Math.round(line.left - left), Math.round(right - line.right)]);
  });
  expect(lines[0]?.[0]).toBe(0);
  expect(lines.at(-1)?.[0]).toBeGreaterThan(50);
  expect(lines.at(-1)?.[1]).toBe(0);
  const run = await wire.run();
  run.text('مرحبا [x]\n\nEnglish second.\n\nمرحبا `x = 1` بالعالم\n\n```\ncode\n```\n');
  await expect(page.locator('.mt-answer code')).toHaveCount(2);
  // The first block is drawn anew, because it refers to this.
  run.text('\n[x]: https://a.example\n\nEnd.');
  run.finish();
  const direction = (selector: string) =>
    page.locator(selector).last().evaluate((node) => getComputedStyle(node).direction);
  const first = page.locator('.mt-answer p').first();
  await expect(first.getByRole('link', { name: 'x' })).toBeVisible();
  await expect(first).toHaveCSS('direction', 'rtl');
  expect(await direction('.mt-answer p:has(code)')).toBe('rtl');
  expect(await direction('.mt-answer p code')).toBe('ltr');
  expect(await direction('.mt-answer pre code')).toBe('ltr');
});

test('a quote, an alert, a footnote and a list with paragraphs have the direction of what is in them', async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  const words = 'مرحبا بالعالم';
  run.text(`See[^1].\n\n> ${words}\n\n> [!NOTE]\n> ${words}\n\n- ${words}\n\n- ${words}\n\n> English\n\n[^1]: ${words}\n`);
  run.finish();
  const answer = page.locator('.mt-answer');
  await expect(answer.locator('.mt-note')).toHaveCSS('direction', 'rtl');
  await expect(answer.locator('.mt-alert')).toHaveCSS('direction', 'rtl');
  await expect(answer.locator('ul')).toHaveCSS('direction', 'rtl');
  await expect(answer.locator('blockquote').first()).toHaveCSS('direction', 'rtl');
  await expect(answer.locator('blockquote').last()).toHaveCSS('direction', 'ltr');
});

test('emphasis, addresses, prices and formulas are read in every language', async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  const parts = ['**粗体。**后，这是**“引号”**和**설정(고급)**을。', '见https://a.example/x。好', '**$2.75** or **$8**, $5/$10.', '所以\\(x_1\\)是。'];
  // The marks of what is complete or still open are never seen.
  await page.evaluate(() => {
    const marks: string[] = [];
    Object.assign(globalThis, { marks });
    new MutationObserver(() => {
      const text = inside.root().querySelector('.mt-answer')?.textContent ?? '';
      if (text.includes('*')) marks.push(text);
    }).observe(inside.root(), { subtree: true, childList: true, characterData: true });
  });
  for (const letter of parts.join('\n\n')) run.text(letter);
  run.finish();
  const answer = page.locator('.mt-answer');
  await expect(answer.locator('strong')).toHaveText(['粗体。', '“引号”', '설정(고급)', '$2.75', '$8']);
  const link = answer.getByRole('link');
  await expect(link).toHaveText('https://a.example/x');
  await expect(link).toHaveAttribute('href', 'https://a.example/x');
  await expect(answer.locator('.mt-math')).toHaveCount(1);
  await expect(answer).toContainText('$2.75 or $8, $5/$10.');
  expect(await page.evaluate(() => (globalThis as unknown as { marks: string[] }).marks)).toEqual([]);
});

test('lists show the numbers that were written, however wide', async ({ wired, wire, page }) => {
  await page.setViewportSize({ width: 340, height: 640 });
  await wired.say('go');
  const run = await wire.run();
  run.text('3. c\n1. a\n\ntext\n\n10001. wide\n\ntext\n\n10001. مرحبا بالعالم\n');
  run.finish();
  const lists = page.locator('.mt-answer ol');
  await expect(lists).toHaveCount(3);
  await expect(lists.first()).toHaveAttribute('start', '3');
  await expect(lists.first().locator('li').last()).toHaveAttribute('value', '1');
  for (const at of [1, 2]) {
    // The marker stands in the padding of the list.
    const room = await lists.nth(at).evaluate((list) => {
      const style = getComputedStyle(list);
      const ruler = document.createElement('span');
      ruler.textContent = '10001. ';
      list.querySelector('li')?.append(ruler);
      const width = ruler.getBoundingClientRect().width;
      ruler.remove();
      return parseFloat(style.paddingInlineStart) - width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
  }
});

test('an embedder limits links and images, and draws some blocks itself', async ({ wire, page, guard }) => {
  // With other rules, the answer is drawn anew while a button in it has the focus.
  guard.allow(/the focus fell to the page: <button class="mt-code__act"/);
  const host = new HostPage(page, wire.url);
  await host.openEmpty();
  await host.add({ attributes: { images: 'never' }, properties: { links: { schemes: ['app'], relative: true } } });
  await page.locator('midturn-chat').evaluate((element) => {
    const bold = (source: string, { document: made }: { document: Document }) => {
      const node = made.createElement('b');
      node.textContent = `drawn ${source.trim()}`;
      return node;
    };
    const refuse = () => {
      throw new Error('Not today.');
    };
    Object.assign(element, {
      renderers: {
        code: { vega: bold, dot: refuse, math: null },
      },
    });
  });
  const chat = host.chat();
  await chat.say('go');
  const run = await wire.run();
  run.text('[in](app:x) [here](/docs) [out](https://example.com) ![pic](https://img.example.com/x.png) $x$\n\n```vega\nspec\n```\n\n```dot\ngraph\n```\n');
  run.finish();
  const answer = page.locator('.mt-answer');
  await expect(answer.getByText('drawn spec')).toBeVisible();
  await expect(answer.locator('.mt-code').nth(1)).toHaveAttribute('data-undrawn', /Not today\.$/);
  await expect(answer.locator('.mt-code code').nth(1)).toHaveText('graph');
  await expect(answer.locator('a')).toHaveText(['in', 'here']);
  await expect(answer.locator('.mt-image')).toContainText('pic');
  await expect(answer.getByRole('button', { name: 'Show image' })).toHaveCount(0);
  await expect(answer.locator('.mt-math')).toHaveText('x');
  await answer.locator('.mt-code').first().getByRole('button', { name: 'Show source' }).click();
  await expect(answer.locator('.mt-code code').first()).toBeVisible();

  // Changed rules also apply to answers that are already drawn.
  await page.locator('midturn-chat').evaluate((element) => {
    Object.assign(element, { links: { schemes: ['https'] }, images: 'ask' });
  });
  await expect(answer.locator('a')).toHaveText([/^out/]);
  await expect(answer.getByRole('button', { name: 'Show image' })).toHaveCount(1);
});

test('a text that a stop cuts off keeps its looks, also after a reload', ALL, async ({ wired, wire, page }) => {
  await wired.say('go');
  const run = await wire.run();
  run.text('Noted: *Only the');
  const marked = page.locator('.mt-answer em');
  await expect(marked).toHaveText('Only the');
  await wired.stop.click();
  await wired.card.expectHidden();
  await expect(wired.turns).toContainText('Noted: Only the');
  await expect(marked).toHaveText('Only the');
  await wired.reload();
  await expect(wired.turns).toContainText('Noted: Only the');
  await expect(marked).toHaveText('Only the');
});

test('a tokenizer that fails to load is requested again with the next code', ALL, async ({ wired, wire, page, guard }) => {
  guard.allow(/ERR_FAILED/, /extras/);
  const MODULE = '**/extras/**';
  let asked = 0;
  const allow = await refuseRequests(page, MODULE, { each: () => (asked += 1) });
  await wired.say('go');
  const first = await wire.run();
  first.text('```rust\nfn main() {}\n```\n');
  first.finish();
  await expect.poll(() => asked).toBe(1);
  await wired.card.expectHidden();
  allow();
  await wired.say('again');
  const second = await wire.run();
  second.text('```rust\nfn again() {}\n```\n');
  second.finish();
  await expect(wired.turns.last().locator('.mt-k-keyword')).toHaveText('fn');
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 800 } });

  test('code and an English table begin in view', ALL, async ({ wired, wire }) => {
    await wired.say('go');
    const run = await wire.run();
    const cells = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map((name) => `a ${name} column`);
    run.text(`مثال:\n\n| ${cells.join(' | ')} |\n${'|-'.repeat(7)}|\n| ${cells.join(' | ')} |\n\n`);
    run.text(`\`\`\`rust\nlet first = ${'a_long_name + '.repeat(9)}1;\n\`\`\`\n`);
    run.finish();
    await wired.card.expectHidden();
    const isInView = (inner: Element) => {
      const outer = inner.closest('.mt-table, pre')!;
      const [at, view] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      return outer.scrollWidth > outer.clientWidth && at.left >= view.left && at.left < view.right;
    };
    for (const first of ['.mt-table th', '.mt-code > pre code']) {
      expect(await wired.turns.locator(first).first().evaluate(isInView), first).toBe(true);
    }
  });
});
