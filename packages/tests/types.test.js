// The types of the packed package. The files in `types/` must compile, and the lines in them that are
// marked as wrong must not.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { appWith } from './helpers/app.js';

const DEVELOPMENT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('types', import.meta.url));

const REACT_19 = { react: 'node_modules/react', '@types/react': 'node_modules/@types/react' };
const REACT_18 = { react: 'react-18/node_modules/react', '@types/react': 'react-18/node_modules/@types/react' };
const VUE = { vue: 'node_modules/vue' };
const SVELTE = { svelte: 'node_modules/svelte' };
const REACT_FILES = ['element.ts', 'react.tsx', 'jsx-react.tsx'];

const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };
const NODE = { module: 'nodenext', moduleResolution: 'nodenext' };
const NODE_10 = { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0' };

/** Runs a checker in an app that has only these dependencies and files. Returns how it ended. */
function run(checker, how, dependencies, files) {
  const app = appWith(dependencies);
  for (const file of files) cpSync(join(EXAMPLES, file), join(app, file));
  const compilerOptions = {
    ...how,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
  };
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const [name, ...given] = checker;
  return spawnSync(process.execPath, [join(DEVELOPMENT, 'node_modules', name), ...given], { cwd: app, encoding: 'utf8' });
}

function check(...given) {
  const { status, stdout, stderr } = run(...given);
  assert.equal(status, 0, stdout + stderr);
}

const TSC = ['typescript/bin/tsc', '--project', '.'];

test('without a framework', () => check(TSC, NODE, {}, ['element.ts']));
test('in an app with an old module resolution', () => check(TSC, NODE_10, REACT_19, ['element.ts', 'react.tsx', 'jsx-react.tsx']));
test('with React 19, for a bundler', () => check(TSC, BUNDLER, REACT_19, REACT_FILES));
test('with React 19, for node', () => check(TSC, NODE, REACT_19, REACT_FILES));
test('with React 18', () => check(TSC, BUNDLER, REACT_18, REACT_FILES));
test('with Vue, for node', () => check(TSC, NODE, VUE, ['element.ts', 'vue.ts']));
test('with Vue’s templates, for a bundler', () =>
  check(['vue-tsc/bin/vue-tsc.js', '--project', '.'], BUNDLER, VUE, ['vue.ts', 'App.vue', 'Tag.vue']));
test('with Svelte’s templates', () => {
  const checker = ['svelte-check/bin/svelte-check', '--tsconfig', 'tsconfig.json', '--output', 'machine'];
  const { stdout } = run(checker, BUNDLER, SVELTE, ['App.svelte', 'Wrong.svelte']);
  const found = [...stdout.matchAll(/ (?:ERROR|WARNING) "([^"]+)" (\d+):/g)].map(([, file, line]) => `${file}:${line}`);
  // Svelte has no comment that expects an error.
  assert.deepEqual(found, ['Wrong.svelte:6', 'Wrong.svelte:7', 'Wrong.svelte:8'], stdout);
});
