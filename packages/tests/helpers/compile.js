// Type checks files in an app of their own, which has installed the package.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appWith } from './app.js';

const DEVELOPMENT = fileURLToPath(new URL('../..', import.meta.url));

export const TSC = ['typescript/bin/tsc', '--project', '.', '--pretty', 'false'];
export const VUE_TSC = ['vue-tsc/bin/vue-tsc.js', '--project', '.', '--pretty', 'false'];
export const SVELTE_CHECK = ['svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json', '--output', 'machine'];

export const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

/**
 * Runs a checker. Returns how it ended.
 *
 * @param {string[]} checker a program below `node_modules`, and its arguments
 * @param {object} how further compiler options
 * @param {Record<string, string>} dependencies where each dependency is, from `packages/`
 * @param {Record<string, string>} files the text of each file, by its name
 * @param {object} rest what else is in `tsconfig.json`
 */
export function compile(checker, how, dependencies, files, rest = {}) {
  const app = appWith(dependencies);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(app, name)), { recursive: true });
    writeFileSync(join(app, name), text);
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
    ...how,
  };
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ ...rest, compilerOptions, files: Object.keys(files) }));
  const [name, ...given] = checker;
  return spawnSync(process.execPath, [join(DEVELOPMENT, 'node_modules', name), ...given], { cwd: app, encoding: 'utf8' });
}
