// How a page changes the look of the element, and what of the page does not reach it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test as base } from '../fixtures/test.ts';
import { HostPage } from '../pages/host.ts';

// Not in the gate: `cargo xtask test --all` runs these.
const ALL = { tag: '@all' };

const THEMES = resolve(import.meta.dirname, '..', '..', 'packages', 'midturn', 'themes');

const test = base.extend<{ host: HostPage; style: (css: string) => Promise<void> }>({
  host: async ({ page, guard: _guard, thread }, use) => {
    const host = new HostPage(page);
    await host.open();
    await host.clear();
    await host.add({ attributes: { 'agent-url': '/agui', 'thread-id': thread.id } });
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

test('a reset of the page changes nothing', async ({ host, style }) => {
  const { page } = host;
  const chat = page.locator('midturn-chat');
  // The element's own size and border are the page's.
  const own = 'height: 600px; width: 800px; border: none;';
  await style(`midturn-chat { ${own} }`);
  await expect(chat).toHaveCSS('width', '800px');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // What every chat inherits or is laid out by: measured of each element in it.
  const look = () =>
    chat.evaluate((element) => {
      const all = [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
      return all.map((one) => {
        const { color, backgroundColor, fontFamily, fontSize, lineHeight, letterSpacing, textAlign } = getComputedStyle(one);
        const { width, height } = one.getBoundingClientRect();
        const size = [width, height].map(Math.round);
        return [color, backgroundColor, fontFamily, fontSize, lineHeight, letterSpacing, textAlign, ...size].join();
      });
    });
  // The chat may still draw the end of the turn.
  let before: string[] = [];
  await expect(async () => {
    before = await look();
    expect(before.length).toBeGreaterThan(50);
    expect(await look()).toEqual(before);
  }).toPass();
  await style(`
    *, *::before, *::after { all: unset; }
    body { color: red; font: 40px/3 serif; letter-spacing: 9px; text-align: center; word-spacing: 20px; }
    midturn-chat { all: unset; ${own} }
  `);
  await expect.poll(look).toEqual(before);
});

test('nodes of the page are shown in the slots', ALL, async ({ page, guard: _guard }) => {
  const host = new HostPage(page);
  await host.open();
  await host.clear();
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
      const ratio = await chat.evaluate((element) => {
        const said = element.shadowRoot?.querySelector('[data-testid=user-message] .mt-text');
        const ground = element.shadowRoot?.querySelector('.midturn');
        if (!said || !ground) throw new Error('there is no chat');
        const light = (color: string) => {
          const parts = color.match(/[\d.]+/g)?.slice(0, 3).map(Number) ?? [];
          const [r = 0, g = 0, b = 0] = parts.map((part) => {
            const one = part / 255;
            return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const [one, other] = [light(getComputedStyle(said).color), light(getComputedStyle(ground).backgroundColor)];
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      });
      expect(ratio).toBeGreaterThan(7);
      await info.attach(`${name}-${theme}`, { body: await host.page.screenshot(), contentType: 'image/png' });
    }
  });
}
