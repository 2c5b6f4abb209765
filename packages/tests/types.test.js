// The types of the packed package. The files in `types/` must compile, and the lines in them that are
// marked as wrong must not.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUNDLER, compile, SVELTE_CHECK, TSC, VUE_TSC } from './helpers/compile.js';

const REACT_19 = { react: 'node_modules/react', '@types/react': 'node_modules/@types/react' };
const REACT_18 = { react: 'react-18/node_modules/react', '@types/react': 'react-18/node_modules/@types/react' };
const VUE = { vue: 'node_modules/vue' };
const SVELTE = { svelte: 'node_modules/svelte' };
const REACT_FILES = ['element.ts', 'react.tsx', 'jsx-react.tsx'];

const NODE = { module: 'nodenext', moduleResolution: 'nodenext' };
const NODE_10 = { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0' };

/** Runs a checker in an app that has only these dependencies and files of `types/`. Returns how it ended. */
function run(checker, how, dependencies, files) {
  const text = (file) => readFileSync(new URL(`types/${file}`, import.meta.url), 'utf8');
  return compile(checker, how, dependencies, Object.fromEntries(files.map((file) => [file, text(file)])));
}

function check(...given) {
  const { status, stdout, stderr } = run(...given);
  assert.equal(status, 0, stdout + stderr);
}

test('without a framework', () => check(TSC, NODE, {}, ['element.ts']));
test('in an app with an old module resolution', () => check(TSC, NODE_10, REACT_19, ['element.ts', 'react.tsx', 'jsx-react.tsx']));
test('with React 19, for a bundler', () => check(TSC, BUNDLER, REACT_19, REACT_FILES));
test('with React 19, for node', () => check(TSC, NODE, REACT_19, REACT_FILES));
test('with React 18', () => check(TSC, BUNDLER, REACT_18, REACT_FILES));
test('with Vue, for node', () => check(TSC, NODE, VUE, ['element.ts', 'vue.ts']));
test('with Vue’s templates, for a bundler', () =>
  check(VUE_TSC, BUNDLER, VUE, ['vue.ts', 'App.vue', 'Tag.vue']));
test('with Svelte’s templates', () => {
  const { stdout } = run(SVELTE_CHECK, BUNDLER, SVELTE, ['App.svelte', 'Wrong.svelte']);
  const found = [...stdout.matchAll(/ (?:ERROR|WARNING) "([^"]+)" (\d+):/g)].map(([, file, line]) => `${file}:${line}`);
  // Svelte has no comment that expects an error.
  assert.deepEqual(found, ['Wrong.svelte:6', 'Wrong.svelte:7', 'Wrong.svelte:8'], stdout);
});
