// WebKit, the engine of Safari, as Debian has it: webkit2gtk-driver and xvfb.
import { readdirSync, existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import { eventually, freePort, start } from './programs.mjs';
import { Tab } from './tab.mjs';

/** MiniBrowser is in a directory that names the architecture and WebKit's version. */
function miniBrowser() {
  for (const architecture of readdirSync('/usr/lib')) {
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
      const path = `/usr/lib/${architecture}/${version}/MiniBrowser`;
      if (existsSync(path)) return path;
    }
  }
  throw new Error('there is no MiniBrowser');
}

/** The driver speaks to one window at a time. */
class WebKitTab extends Tab {
  #driver;
  #window;

  constructor(driver, window) {
    super();
    this.#driver = driver;
    this.#window = window;
  }

  async #here() {
    await this.#driver.switchTo().window(this.#window);
    return this.#driver;
  }

  async goTo(address) {
    await (await this.#here()).get(address);
  }

  async reload() {
    await (await this.#here()).navigate().refresh();
  }

  async run(code, ...given) {
    return (await this.#here()).executeScript(code, ...given);
  }

  async clickAt(x, y) {
    await (await this.#here()).actions().move({ x, y }).click().perform();
  }

  async pressAt(x, y) {
    await (await this.#here()).actions().move({ x, y }).press().perform();
  }

  async release() {
    await (await this.#here()).actions().release().perform();
  }

  async type(text) {
    await (await this.#here()).actions().sendKeys(text).perform();
  }

  press(key) {
    return this.type(Key[key.toUpperCase()]);
  }

  async command(key) {
    await (await this.#here()).actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform();
  }

  async close() {
    await (await this.#here()).close();
  }
}

/** WebKit. */
export class Browser {
  #programs = [];
  #driver;
  /** Whether the window that the driver began with is in use. */
  #begun = false;

  static async open() {
    const browser = new Browser();
    try {
      await browser.#start();
      return browser;
    } catch (error) {
      // What was started would keep the tests from ending.
      await browser.close();
      throw error;
    }
  }

  async #start() {
    const screen = await start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], /(\d+)\n/);
    this.#programs.push(screen.child);
    const port = await freePort();
    const env = { DISPLAY: `:${screen.found}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
    this.#programs.push(spawn('WebKitWebDriver', [`--port=${port}`], { env: { ...process.env, ...env }, stdio: 'ignore' }));
    const options = { binary: miniBrowser(), args: ['--automation'] };
    const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options });
    const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities);
    // The driver answers a moment after it has started.
    this.#driver = await eventually(() => builder.build().catch(() => undefined), 'WebKit starts');
  }

  /** A tab, in a window of its own: one in the background would draw nothing. */
  async tab() {
    if (this.#begun) await this.#driver.switchTo().newWindow('window');
    this.#begun = true;
    return new WebKitTab(this.#driver, await this.#driver.getWindowHandle());
  }

  async close() {
    await this.#driver?.quit();
    for (const program of this.#programs) program.kill();
  }
}
