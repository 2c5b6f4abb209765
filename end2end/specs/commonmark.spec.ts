// The examples of the CommonMark specification, each drawn as an answer, compared with the expected
// structure. Intended differences are counted by reason.
import { createRequire } from 'node:module';
import { ALL, expect, test } from '../fixtures/wire.ts';

interface Example {
  markdown: string;
  html: string;
  section: string;
  number: number;
}

const { tests } = createRequire(import.meta.url)('commonmark-spec') as { tests: Example[] };
const examples = tests.map((one) => ({
  ...one,
  markdown: one.markdown.replaceAll('→', '\t'),
  html: one.html.replaceAll('→', '\t'),
}));

/** A tree to compare: a text, or a tag name with children. */
type Tree = string | [string, ...Tree[]];

/** Runs in a page: reads the specification's HTML, or an answer, as trees. */
function read(from: { html: string[] } | { answers: true }): Tree[][] {
  const allowed = /^\s*(https?|mailto):/i;
  const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ');
  const join = (parts: Tree[]): Tree[] => {
    const joined: Tree[] = [];
    for (const part of parts) {
      const last = joined.at(-1);
      if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
      else joined.push(part);
    }
    return joined.map((part) => (typeof part === 'string' ? squeeze(part) : part));
  };
  const block = /^(p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|div)$/;
  const tidy = (parts: Tree[]): Tree[] => {
    const hasBlock = parts.some((part) => typeof part !== 'string' && block.test(part[0].split(' ')[0] ?? ''));
    const joined = join(parts).map((part) => (typeof part === 'string' && hasBlock ? part.trim() : part));
    const kept = joined.filter((part) => part !== '' && !(hasBlock && part === ' '));
    if (typeof kept[0] === 'string') kept[0] = kept[0].trimStart();
    const last = kept.length - 1;
    if (typeof kept[last] === 'string') kept[last] = kept[last].trimEnd();
    // A line break in the source is a space, except after a <br>, where it is dropped.
    for (const [index, part] of kept.entries()) {
      const before = kept[index - 1];
      if (typeof part === 'string' && Array.isArray(before) && before[0] === 'br') kept[index] = part.trimStart();
    }
    return kept.filter((part) => part !== '');
  };
  const address = (url: string) => {
    let plain = url;
    try {
      plain = decodeURI(url);
    } catch {
      // Not a valid URI: compare it unchanged.
    }
    return plain.replaceAll(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  };
  const tree = (node: Node): Tree[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const parts = () => tidy([...node.childNodes].flatMap(tree));
    const name = node.localName;
    const attribute = (which: string) => node.getAttribute(which) ?? '';
    if (node.matches('.mt-a__host, .mt-code__head')) return [];
    if (node.matches('.mt-code')) {
      const code = node.querySelector('code')?.textContent ?? '';
      return [['pre', attribute('data-language'), code]];
    }
    if (node.matches('.mt-image')) {
      const alt = node.hasAttribute('data-alt') ? attribute('data-alt') : (node.textContent ?? '');
      return [['img', alt]];
    }
    if (name === 'img') return [['img', attribute('alt')]];
    if (name === 'pre') {
      const code = node.querySelector('code');
      const language = /language-(\S+)/.exec(code?.className ?? '')?.[1] ?? '';
      return [['pre', language, code?.textContent ?? node.textContent ?? '']];
    }
    if (name === 'a') {
      const words = parts();
      const url = attribute('href');
      return [allowed.test(url) ? ['a ' + address(url) + ' ' + attribute('title'), ...words] : ['refused', ...words]];
    }
    if (node.matches('.mt-refused')) return [['refused', ...parts()]];
    if (node.matches('span, .mt-table, .mt-part')) return [...node.childNodes].flatMap(tree);
    const level = /^mt-h(\d)$/.exec(node.className)?.[1];
    if (/^h[1-6]$/.test(name)) return [['h' + (level ?? String(Math.min(4, Number(name[1])))), ...parts()]];
    if (name === 'ol') return [['ol ' + (attribute('start') || '1'), ...parts()]];
    return [[name, ...parts()]];
  };
  if ('html' in from) {
    const parser = new DOMParser();
    return from.html.map((html) => tidy([...parser.parseFromString(html, 'text/html').body.childNodes].flatMap(tree)));
  }
  return [...inside.root().querySelectorAll('.mt-answer')].map((answer) => tidy([...answer.childNodes].flatMap(tree)));
}

/** Why an example differs from the specification by intent; null if it must match. */
function reason(example: Example): string | null {
  const code = example.markdown.replaceAll(/<(https?|mailto|[a-z][a-z0-9+.-]{1,31}):[^\s<>]*>/gi, '').replaceAll(/<[^\s<>@]+@[^\s<>]+>/g, '');
  if (example.section === 'HTML blocks' || example.section === 'Raw HTML') return 'HTML is text';
  const tags = code.match(/<[a-zA-Z!?/][^>]*>?/g) ?? [];
  // Tags that the specification passes through as HTML.
  if (tags.some((tag) => example.html.includes(tag))) return 'HTML is text';
  if (/(^|[\s*_~("'[])(https?:\/\/|www\.)/.test(example.markdown)) return 'addresses in text are links (GitHub)';
  return null;
}

test('the examples of CommonMark 0.31.2 have the expected structure', ALL, async ({ wired, wire, page, context, guard }) => {
  test.slow();
  guard.allow(/extras\//);
  await wired.say('go');
  const run = await wire.run();
  for (const example of examples) {
    run.text(example.markdown);
    run.endMessage();
  }
  run.finish();
  const shown = examples.filter((example) => example.markdown !== '');
  await expect(page.locator('.mt-answer')).toHaveCount(shown.length);
  await expect(page.locator('.mt-assistant[data-live]')).toHaveCount(0);

  const other = await context.newPage();
  const expected = await other.evaluate(read, { html: shown.map((example) => example.html) });
  let answers: Tree[][] = [];
  const same = (index: number) => JSON.stringify(answers[index]) === JSON.stringify(expected[index]);
  // Wait until the last answer is drawn.
  await expect(async () => {
    answers = await page.evaluate(read, { answers: true } as const);
    expect(same(shown.length - 1)).toBe(true);
  }).toPass();

  const counts = new Map<string, number>();
  const wrong: string[] = [];
  for (const [index, example] of shown.entries()) {
    const why = same(index) ? 'as the specification has it' : reason(example);
    if (why) counts.set(why, (counts.get(why) ?? 0) + 1);
    else wrong.push(`${example.number} (${example.section}): ${JSON.stringify(example.markdown)}\n  is ${JSON.stringify(answers[index])}\n  not ${JSON.stringify(expected[index])}`);
    if (why === 'HTML is text') {
      // HTML shown as text must keep every word.
      const words = example.markdown.match(/[a-z]{3,}/gi) ?? [];
      const text = JSON.stringify(answers[index]);
      for (const word of words) {
        // Addresses of links are not shown as text.
        if (!text.includes(word) && !/\](\(|:)/.test(example.markdown)) wrong.push(`${example.number} lost ${word}`);
      }
    }
  }
  console.log(`CommonMark: ${shown.length} examples: ${[...counts].map(([why, count]) => `${count} ${why}`).join(', ')}, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
});
