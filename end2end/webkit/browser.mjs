// WebKit as Debian has it (webkit2gtk-driver, xvfb), and the chat in it. WebDriver does not see into
// shadow trees: elements are found by test id through all of them, and clicked by their place.
import { once } from 'node:events';
import { readdirSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Capabilities, Key } from 'selenium-webdriver';

/** How long to wait for what must come, in milliseconds. */
const PATIENCE = 30_000;

/** Starts a program, and returns it with what its first line of this form has in its group. */
export async function start(program, args, line, { env, from = 'stdout' } = {}) {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  let said = '';
  const ready = new Promise((done, fail) => {
    child[from].on('data', (data) => {
      said += data;
      const found = said.match(line);
      if (found) done(found[1]);
    });
    child.on('error', fail);
    child.on('exit', (code) => fail(new Error(`${program} ended with ${code}: ${said}`)));
  });
  child.stderr.resume();
  return { child, found: await ready };
}

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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** A window of WebKit. */
export class Browser {
  #programs = [];
  #driver;

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

  async close() {
    await this.#driver?.quit();
    for (const program of this.#programs) program.kill();
  }

  goTo(address) {
    return this.#driver.get(address);
  }

  reload() {
    return this.#driver.navigate().refresh();
  }

  /** Runs code in the page. */
  run(code, ...given) {
    return this.#driver.executeScript(code, ...given);
  }

  /** The elements with a test id. */
  all(id) {
    return this.run(
      `const found = [];
       const look = (root) => {
         for (const element of root.querySelectorAll('*')) {
           if (element.dataset.testid === arguments[0]) found.push(element);
           if (element.shadowRoot) look(element.shadowRoot);
         }
       };
       look(document);
       return found;`,
      id,
    );
  }

  /** The first element with a test id, once there is one. */
  one(id) {
    return eventually(async () => (await this.all(id))[0], id);
  }

  /** Waits until there are this many elements with a test id. */
  count(id, number) {
    return eventually(async () => (await this.all(id)).length === number, `${number} ${id}`);
  }

  async text(id) {
    return this.run('return arguments[0].innerText', await this.one(id));
  }

  async click(id) {
    const middle = `const box = arguments[0].getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);`;
    const [x, y] = await this.run(middle, await this.one(id));
    await this.#driver.actions().move({ x, y }).click().perform();
  }

  async press(...keys) {
    await this.#driver.actions().sendKeys(...keys).perform();
  }

  /** Writes a message and sends it with Enter. */
  async say(text) {
    // No click: in an empty thread the field may still move to its place.
    await this.run('arguments[0].focus()', await this.one('composer-input'));
    await this.press(text, Key.ENTER);
    const value = async () => this.run('return arguments[0].value', await this.one('composer-input'));
    await eventually(async () => (await value()) === '', 'the message is sent');
  }

  /** How many pixels of the transcript are below the view. */
  async below() {
    const transcript = await this.one('chat-scroll-container');
    return this.run('const { scrollHeight, clientHeight, scrollTop } = arguments[0]; return scrollHeight - clientHeight - scrollTop', transcript);
  }
}

/** Asks until the answer is true, and returns it. */
export async function eventually(ask, what = 'it') {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await wait(50);
  }
}
