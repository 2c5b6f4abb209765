// How a page changes the look of the element, and what of the page does not reach it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ALL, expect, test as base } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

const THEMES = resolve(import.meta.dirname, '..', '..', 'packages', 'midturn', 'themes');

const test = base.extend<{ host: HostPage; style: (css: string) => Promise<void> }>({
  host: async ({ page, guard: _guard, thread }, use) => {
    const host = new HostPage(page);
    await host.show(thread.id);
    await host.chat().say('tools');
    await host.chat().expectOutcomes('completed');
    // Their part of the program is loaded once the first turn is over.
    for (const later of ['answer-copy', 'message-edit', 'find-open']) {
      await expect(host.chat().root.getByTestId(later)).toBeAttached();
    }
    await use(host);
  },
  style: async ({ page }, use) => {
    await use((css) =>
      page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, css),
    );
  },
});

test('custom properties and parts change the look', async ({ host, style }) => {
  const said = host.chat().userMessages.first();
  await style(`
    midturn-chat { --midturn-background: rgb(1, 2, 3); --midturn-font-size: 20px; }
    midturn-chat::part(message-user) { border: 3px solid rgb(4, 5, 6); }
  `);
  await expect(said).toHaveCSS('border-top-color', 'rgb(4, 5, 6)');
  await expect(said).toHaveCSS('font-size', '20px');
  await expect(host.page.locator('midturn-chat .midturn')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
});

/** What every chat inherits, or is laid out by. A value for the page that would spoil a chat. */
const INHERITED: Record<string, string> = {
  color: 'red',
  'caret-color': 'red',
  cursor: 'wait',
  direction: 'rtl',
  'empty-cells': 'hide',
  'font-family': 'serif',
  'font-feature-settings': '"smcp"',
  'font-kerning': 'none',
  'font-size': '40px',
  'font-stretch': 'condensed',
  'font-style': 'italic',
  'font-variant-caps': 'small-caps',
  'font-weight': '900',
  hyphens: 'auto',
  'letter-spacing': '1em',
  'line-break': 'anywhere',
  'line-height': '3',
  'list-style-type': 'square',
  quotes: 'none',
  'tab-size': '20',
  'text-align': 'center',
  'text-align-last': 'right',
  'text-decoration': 'underline',
  'text-emphasis-style': 'dot',
  'text-indent': '5em',
  'text-shadow': '2px 2px red',
  'text-transform': 'uppercase',
  'text-underline-offset': '9px',
  'text-wrap': 'nowrap',
  'user-select': 'none',
  'white-space-collapse': 'preserve',
  'word-break': 'break-all',
  'word-spacing': '20px',
  'overflow-wrap': 'anywhere',
  'writing-mode': 'vertical-rl',
  '-webkit-text-fill-color': 'red',
  '-webkit-text-stroke-width': '2px',
};

test('a reset of the page changes nothing, nor does what it would inherit', async ({ host, style }) => {
  const { page } = host;
  const chat = page.locator('midturn-chat');
  // The element's own size and border are the page's.
  const own = 'height: 600px; width: 800px; border: none;';
  await style(`midturn-chat { ${own} }`);
  await expect(chat).toHaveCSS('width', '800px');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // Measured of each element in the chat. The last ones are of decorations and selections, which do not
  // come by inheritance alone.
  const look = () =>
    chat.evaluate((element, names) => {
      // What was announced goes after a while.
      const all = [...(element.shadowRoot?.querySelectorAll('*:not([data-testid$=announcer] *)') ?? [])];
      return all.map((one) => {
        const style = getComputedStyle(one);
        const { width, height } = one.getBoundingClientRect();
        const values = [...names, 'background-color', '-webkit-text-decorations-in-effect'].map((name) => {
          return `${name}: ${style.getPropertyValue(name)}`;
        });
        const selected = getComputedStyle(one, '::selection').color === style.color;
        return [one.className, ...values, Math.round(width), Math.round(height), selected].join('; ');
      });
    }, Object.keys(INHERITED));
  // The chat may still draw the end of the turn.
  let before: string[] = [];
  await expect(async () => {
    before = await look();
    expect(before.length).toBeGreaterThan(50);
    expect(await look()).toEqual(before);
  }).toPass();
  const inherited = Object.entries(INHERITED).map(([name, value]) => `${name}: ${value};`);
  await style(`
    *, *::before, *::after { all: unset; }
    ::selection { color: white; background: white; }
    body, midturn-chat { ${inherited.join(' ')} }
    midturn-chat { all: unset; ${own} }
  `);
  await expect.poll(look).toEqual(before);
  await style(`midturn-chat { ${inherited.join(' ')} }`);
  await expect.poll(look).toEqual(before);
  // What is said can be selected, also in a page where nothing can be.
  await host.chat().userMessages.first().getByText('tools').dblclick();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('tools');
});

test('a hidden element stays hidden, and one that is transparent to presses lets them through', async ({ host, style }) => {
  const root = host.page.locator('midturn-chat .midturn');
  await expect(root).toHaveCSS('pointer-events', 'auto');
  await style('main { visibility: hidden; pointer-events: none; }');
  await expect(root).toHaveCSS('visibility', 'hidden');
  await expect(root).toHaveCSS('pointer-events', 'none');
});

test('nodes of the page are shown in the slots', ALL, async ({ page, guard: _guard }) => {
  const host = new HostPage(page);
  await host.openEmpty();
  await host.add({ attributes: { 'agent-url': '/agui' } });
  const names = ['header', 'empty', 'composer-start', 'composer-end', 'footer'];
  const welcome = host.chat().root.getByRole('heading', { level: 2 });
  await expect(welcome).toBeVisible();
  await page.locator('midturn-chat').evaluate((element, names) => {
    for (const slot of names) {
      element.append(Object.assign(document.createElement('span'), { slot, textContent: `my ${slot}` }));
    }
  }, names);
  for (const name of names) await expect(page.getByText(`my ${name}`, { exact: true })).toBeVisible();
  await expect(welcome).toBeHidden();
});

for (const name of ['paper', 'ocean', 'contrast']) {
  test(`the theme ${name} has a light and a dark side that can be read`, ALL, async ({ host, page, style }, info) => {
    await style(readFileSync(resolve(THEMES, `${name}.css`), 'utf8'));
    const chat = page.locator('midturn-chat');
    await chat.evaluate((element, name) => element.classList.add(`midturn-${name}`), name);
    for (const theme of ['light', 'dark']) {
      await chat.evaluate((element, theme) => element.setAttribute('theme', theme), theme);
      await expect(chat.locator('.midturn')).toHaveAttribute('data-theme', theme);
      const [text, edge] = await chat.evaluate((element) => {
        const said = element.shadowRoot?.querySelector('[data-testid=user-message] .mt-text');
        const ground = element.shadowRoot?.querySelector('.midturn');
        const field = element.shadowRoot?.querySelector('.mt-composer__box');
        if (!said || !ground || !field) throw new Error('there is no chat');
        // A field with the focus has the accent.
        (element.shadowRoot?.activeElement as HTMLElement | null)?.blur();
        const light = (color: string) => {
          const parts = color.match(/[\d.]+/g)?.slice(0, 3).map(Number) ?? [];
          const [r = 0, g = 0, b = 0] = parts.map((part) => {
            const one = color.startsWith('color(') ? part : part / 255;
            return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const under = light(getComputedStyle(ground).backgroundColor);
        return [getComputedStyle(said).color, getComputedStyle(field).borderTopColor].map((color) => {
          const over = light(color);
          return (Math.max(over, under) + 0.05) / (Math.min(over, under) + 0.05);
        });
      });
      expect(text).toBeGreaterThan(7);
      expect(edge).toBeGreaterThan(3);
      await info.attach(`${name}-${theme}`, { body: await host.page.screenshot(), contentType: 'image/png' });
    }
  });
}
