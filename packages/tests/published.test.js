// The tarball, as the tools that look for mistakes in published packages see it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const tarball = process.env.MIDTURN_TARBALL;
assert(tarball, 'MIDTURN_TARBALL names no file: run `cargo xtask test --filter package`');

test('publint finds nothing', async () => {
  const bytes = readFileSync(tarball);
  const packed = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true });
  assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
});

test('arethetypeswrong finds nothing', () => {
  const program = fileURLToPath(new URL('../node_modules/@arethetypeswrong/cli/dist/index.js', import.meta.url));
  const given = [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];
  const run = spawnSync(process.execPath, [program, ...given], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout + run.stderr);
});
