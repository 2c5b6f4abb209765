// Programs that the tests start, and waiting for what must come.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

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

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
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
