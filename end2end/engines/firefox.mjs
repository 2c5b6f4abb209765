// Firefox as Debian has it, through WebDriver BiDi. Playwright 1.54 is the last that speaks to an
// ESR of this age. It runs code with `eval`, so the page comes through a proxy that takes off its policy.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import playwright from 'playwright-core';
import { Tab } from './tab.mjs';

class FirefoxTab extends Tab {
  #page;
  #reach;

  constructor(page, reach) {
    super();
    this.#page = page;
    this.#reach = reach;
  }

  async goTo(address) {
    await this.#page.goto(await this.#reach(address));
  }

  async reload() {
    await this.#page.reload();
  }

  run(code, ...given) {
    return this.#page.evaluate(([code, given]) => new Function(code)(...given), [code, given]);
  }

  async clickAt(x, y) {
    await this.#page.bringToFront();
    await this.#page.mouse.click(x, y);
  }

  async pressAt(x, y) {
    await this.#page.bringToFront();
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
  }

  async release() {
    await this.#page.mouse.up();
  }

  /** A click with Shift. WebKit's driver makes no such clicks. */
  async shiftClickAt(x, y) {
    await this.#page.keyboard.down('Shift');
    await this.clickAt(x, y);
    await this.#page.keyboard.up('Shift');
  }

  async type(text) {
    await this.#page.bringToFront();
    await this.#page.keyboard.type(text);
  }

  async press(key) {
    await this.#page.bringToFront();
    await this.#page.keyboard.press(key);
  }

  command(key) {
    return this.press(`Control+${key}`);
  }

  async close() {
    await this.#page.close();
  }
}

/** Passes requests on to a server, and takes its policy off the answers. */
async function withoutPolicy(origin) {
  const proxy = createServer((asked, answer) => {
    const { method, headers } = asked;
    const passed = request(new URL(asked.url, origin), { method, headers }, (got) => {
      delete got.headers['content-security-policy'];
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
    });
    // Either side may leave an answer that streams.
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

/** Firefox. */
export class Browser {
  #browser;
  #context;
  #proxies = new Map();

  static async open() {
    const browser = new Browser();
    browser.#browser = await playwright._bidiFirefox.launch({ executablePath: '/usr/bin/firefox-esr' });
    try {
      browser.#context = await browser.#browser.newContext();
      return browser;
    } catch (error) {
      // What was started would keep the tests from ending.
      await browser.close();
      throw error;
    }
  }

  /** The address of the proxy for an address. */
  async #reach(address) {
    const { origin, pathname } = new URL(address);
    if (!this.#proxies.has(origin)) this.#proxies.set(origin, await withoutPolicy(origin));
    const { port } = this.#proxies.get(origin).address();
    return `http://127.0.0.1:${port}${pathname}`;
  }

  async tab() {
    return new FirefoxTab(await this.#context.newPage(), (address) => this.#reach(address));
  }

  async close() {
    await this.#browser.close();
    for (const proxy of this.#proxies.values()) {
      proxy.closeAllConnections();
      proxy.close();
    }
  }
}
