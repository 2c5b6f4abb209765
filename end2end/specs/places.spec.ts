// The program's files at another origin (`base-url`), and all in one file (`midturn-inline.js`).
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { expect, test as base } from '../fixtures/test.ts';
import { Run } from '../fixtures/wire.ts';
import { HostPage } from '../pages/host.ts';

const DIST = process.env.MIDTURN_DIST ?? resolve(import.meta.dirname, '..', '..', 'dist');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const INLINE = join(DIST, 'midturn-inline.js');

/** A server on a port of its own, with the paths that were requested. */
class Site {
  readonly requested: string[] = [];
  readonly #server = createServer((request, response) => {
    const path = request.url ?? '/';
    this.requested.push(path);
    if (!this.answer(path, request, response)) response.writeHead(404).end();
  });

  constructor(private readonly answer: (path: string, request: IncomingMessage, response: ServerResponse) => boolean) {}

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** Answers with a file of `dist/`. */
function file(path: string, response: ServerResponse, headers: Record<string, string> = {}): boolean {
  const place = join(DIST, new URL(path, 'http://x').pathname);
  const type = TYPES[extname(place)];
  if (!type || !existsSync(place)) return false;
  response.writeHead(200, { 'content-type': type, ...headers }).end(readFileSync(place));
  return true;
}

/** A host page with this element, its policy, and an agent that answers with a code block. */
function host(html: string, policy: string, modules: string[]): Site {
  return new Site((path, request, response) => {
    if (modules.includes(path)) return file(path, response);
    if (path === '/agui') {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const run = new Run(JSON.parse(text), response);
        run.text('Here it is:\n\n```rust\nfn main() {}\n```\n');
        run.finish();
      });
      return true;
    }
    if (path !== '/') return false;
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html);
    return true;
  });
}

const policy = (files = '') =>
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval' ${files}; style-src 'self'; connect-src 'self' ${files}; ` +
  `require-trusted-types-for 'script'; trusted-types 'none'`;

const test = base.extend<{ show(site: Site): Promise<HostPage> }>({
  show: async ({ page, guard }, use) => {
    const running: Site[] = [];
    // The pages of this spec are not the agent's.
    guard.allow(/^request to http:\/\/127\.0\.0\.1/, /favicon/);
    await use(async (site) => {
      running.push(site);
      await page.goto(await site.start());
      return new HostPage(page);
    });
    await Promise.all(running.map((site) => site.stop()));
  },
});

/** Uses the first file, a part with the methods, a language, and a module of the extras. */
async function use(host: HostPage): Promise<void> {
  const chat = host.chat();
  await chat.say('code');
  await expect(chat.root.locator('pre code span').first()).toBeVisible();
  const sent = await host.page.evaluate(async () => {
    const element = document.querySelector('midturn-chat') as HTMLElement & { messages(): Promise<unknown[]> };
    return (await element.messages()).length;
  });
  expect(sent).toBe(2);
}

test('base-url: program, parts and extras come from another origin', async ({ show }) => {
  const files = new Site((path, _, response) => file(path.replace('/files/', '/'), response, { 'access-control-allow-origin': '*' }));
  const origin = await files.start();
  const html = `<!doctype html><meta charset="utf-8"><title>Host</title><script type="module" src="/midturn.js"></script>
    <midturn-chat locale="fr" base-url="${origin}/files"></midturn-chat>`;
  const site = host(html, policy(origin), ['/midturn.js']);
  await use(await show(site));
  await files.stop();
  const loaded = (pattern: RegExp) => expect(files.requested.filter((path) => pattern.test(path)), `${pattern}`).not.toEqual([]);
  loaded(/^\/files\/midturn_bg\.wasm$/);
  loaded(/^\/files\/split_methods_/);
  loaded(/^\/files\/split_french_/);
  loaded(/^\/files\/extras\/highlight\.js$/);
  expect(site.requested.filter((path) => /\.wasm|extras/.test(path))).toEqual([]);
});

test('in one file: nothing else is requested', async ({ show }) => {
  test.skip(!existsSync(INLINE), 'only a release build writes it');
  const html = `<!doctype html><meta charset="utf-8"><title>Host</title><script type="module" src="/midturn-inline.js"></script>
    <midturn-chat locale="fr"></midturn-chat>`;
  const site = host(html, policy(), ['/midturn-inline.js']);
  await use(await show(site));
  const others = site.requested.filter((path) => path !== '/favicon.ico');
  expect([...new Set(others)].sort()).toEqual(['/', '/agui', '/midturn-inline.js']);
});
