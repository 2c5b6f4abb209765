// The recipe for Angular, with its template, compiles under Angular's own compiler.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { written } from '../tests/helpers/blocks.js';
import { BUNDLER, compile } from '../tests/helpers/compile.js';

const NGC = ['../angular/node_modules/@angular/compiler-cli/bundles/src/bin/ngc.js', '--project', '.'];
const ANGULAR = Object.fromEntries(['core', 'compiler'].map((name) => [`@angular/${name}`, `angular/node_modules/@angular/${name}`]));

const blocks = written('docs/recipes.md', 'js', 'ts');
const parts = blocks.find(({ heading }) => heading === 'Recipes').text;
const component = blocks.find(({ heading }) => heading === 'Angular').text;

/** Compiles the component, and returns what the compiler says. */
function said(text) {
  const how = { ...BUNDLER, allowJs: true, noEmit: false, outDir: 'out', experimentalDecorators: true, skipLibCheck: true };
  const files = { 'support.ts': text, 'chat-parts.js': parts };
  const { status, stdout, stderr, error } = compile(NGC, how, ANGULAR, files, {
    angularCompilerOptions: { strictTemplates: true },
  });
  assert.ifError(error);
  return { status, said: stdout + stderr };
}

test('the component and its template', () => assert.deepEqual(said(component), { status: 0, said: '' }));

test('a mistake in the template is found', () => {
  const wrong = said(component.replace('ended($any($event))', 'end($any($event))'));
  assert.notEqual(wrong.status, 0);
  assert.match(wrong.said, /'end' does not exist on type 'Support'/);
});

test('a mistake in the class is found', () => {
  const wrong = said(component.replace('detail.outcome', 'detail.outcom'));
  assert.notEqual(wrong.status, 0);
  assert.match(wrong.said, /'outcom' does not exist/);
});
