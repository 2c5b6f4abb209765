// The modules for formulas, diagrams and coloured code, in a real browser: they are loaded on demand,
// return nodes, and do not violate the page's content security policy.
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { ALL, expect, test } from '../fixtures/test.ts';

const SHOTS = resolve(import.meta.dirname, '..', 'shots');

const FORMULAS = [
  'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}',
  '\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}',
  '\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  'f(x) = \\begin{cases} x^2 & \\text{if } x \\ge 0 \\\\ -x & \\text{otherwise} \\end{cases}',
  '\\begin{aligned} \\nabla \\cdot \\mathbf{E} &= \\frac{\\rho}{\\varepsilon_0} \\\\ a &= b \\end{aligned}',
  "\\lim_{h \\to 0} \\frac{f(x+h)-f(x)}{h} = f'(x)",
  '\\cancel{x} + \\boxed{E = mc^2} + \\overline{AB} + \\underbrace{a+b}_{n}',
  '\\textcolor{red}{a} + \\colorbox{yellow}{b} \\tag{1}',
  '\\left( \\frac{1}{1+\\frac{1}{x}} \\right) \\xrightarrow{n \\to \\infty} \\vec{v} \\cdot \\hat{q}',
  '\\ce{2 H2 + O2 ->[heat] 2 H2O}',
];

const DIAGRAMS = [
  'flowchart TD\n A[Start] --> B{Is it ok?}\n B -->|Yes| C[("Store (db)")]\n B -- No --> D[Again]\n D --> B\n click A "javascript:alert(1)"',
  'flowchart LR\n subgraph one [First]\n a --> b\n end\n one --> c\n style a fill:#f9f',
  'sequenceDiagram\n actor U as User\n U->>+S: ask\n alt found\n S-->>U: answer\n else\n S-->>-U: none\n end\n Note over U,S: a note',
  'classDiagram\n class Animal {\n +String name\n +speak() void\n }\n Animal <|-- Dog\n Dog "1" *-- "4" Leg : has',
  'erDiagram\n CUSTOMER ||--o{ ORDER : places\n CUSTOMER {\n string name PK\n }',
  'stateDiagram-v2\n [*] --> Idle\n Idle --> Running : start\n Running --> [*]',
  'pie title Pets\n "Dogs" : 3\n "<b>Cats</b>" : 1',
];

interface Drawn {
  name: string;
  label: string | null;
  width: number;
  height: number;
  error: string;
}

/** Renders sources into the page, and returns a description of each result. */
function draw(page: Page, module: string, sources: string[]): Promise<Drawn[]> {
  return page.evaluate(
    async ([path, all]) => {
      const { default: renderer } = await import(path);
      const place = document.createElement('section');
      place.className = 'midturn extras';
      place.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9;padding:16px';
      place.style.setProperty('background', 'var(--mt-bg)');
      document.body.append(place);
      const context = {
        document, kind: 'code', language: '', display: true, locale: 'en', dark: false,
        signal: new AbortController().signal,
      };
      const one = async (source: string) => {
        const box = document.createElement('div');
        box.style.cssText = 'display:inline-block;margin:8px;vertical-align:top';
        place.append(box);
        try {
          const node = (await renderer.render(source, context)) as Element;
          box.append(node);
          const { width, height } = node.getBoundingClientRect();
          const label = node.getAttribute('aria-label');
          return { name: node.nodeName, label, width, height, error: '' };
        } catch (error) {
          return { name: '', label: null, width: 0, height: 0, error: String(error) };
        }
      };
      return Promise.all(all.map(one));
    },
    [module, sources] as const,
  );
}

async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: resolve(SHOTS, `${name}.png`) });
}

test('formulas are MathML, laid out by the browser', async ({ chat, page }) => {
  await expect(chat.composer).toBeVisible();
  const drawn = await draw(page, '/extras/math.js', FORMULAS);
  await shoot(page, 'extras-formulas');
  for (const [at, one] of drawn.entries()) {
    expect(one, FORMULAS[at]).toMatchObject({ name: 'math', error: '' });
    expect(one.width, FORMULAS[at]).toBeGreaterThan(10);
    expect(one.height, FORMULAS[at]).toBeGreaterThan(10);
  }
  // The numerator of a fraction is above the denominator.
  const above = await page.locator('.extras mfrac').first().evaluate((fraction) => {
    const [top, bottom] = [...fraction.children].map((child) => child.getBoundingClientRect());
    return !!top && !!bottom && top.bottom <= bottom.top + 2;
  });
  expect(above).toBe(true);
});

for (const theme of ['light', 'dark'] as const) {
  test(`diagrams are SVG with an accessible name, ${theme}`, theme === 'light' ? {} : ALL, async ({ chat, page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await expect(chat.composer).toBeVisible();
    const drawn = await draw(page, '/extras/diagram.js', DIAGRAMS);
    await shoot(page, `extras-diagrams-${theme}`);
    for (const [at, one] of drawn.entries()) {
      expect(one, DIAGRAMS[at]).toMatchObject({ name: 'svg', error: '' });
      expect(one.width, DIAGRAMS[at]).toBeGreaterThan(50);
      expect(one.label, DIAGRAMS[at]).toMatch(/^\S.+: ./);
    }
    await expect(page.getByRole('img', { name: /^Flowchart: Start, Is it ok\?/ })).toBeVisible();
    // The drawing follows the theme: text is dark on light, and light on dark.
    const written = page.locator('.extras svg text').getByText('Start', { exact: true });
    const fill = await written.evaluate((text) => getComputedStyle(text).fill);
    expect(fill).toMatch(theme === 'light' ? /^rgb\(\d{1,2}, / : /^rgb\(2\d\d, /);
    await expect(page.locator('.extras').locator('script, a, foreignObject, style')).toHaveCount(0);
  });
}

test('code is tokenized, and only its language is loaded', ALL, async ({ chat, page }) => {
  await expect(chat.composer).toBeVisible();
  const before = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  expect(before.filter((path) => path.startsWith('/extras/'))).toEqual([]);
  const { kinds, loaded } = await page.evaluate(async (path) => {
    const { highlighter, KINDS } = await import(path);
    const mode = await highlighter('rust');
    const tokens: number[] = mode.line('fn main() { print("x") } // c', mode.start());
    const found = tokens.filter((_, at) => at % 2 === 1).map((kind) => KINDS[kind] as string);
    const all = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return { kinds: found, loaded: all.filter((one) => one.startsWith('/extras/')) };
  }, '/extras/highlight.js');
  expect(kinds).toEqual(expect.arrayContaining(['keyword', 'name', 'string', 'comment']));
  // The tokenizer, one language, and chunks that languages share.
  expect(loaded.length).toBeLessThanOrEqual(4);
});
