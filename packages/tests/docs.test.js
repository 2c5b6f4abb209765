// The code in the documents compiles against the packed package, and names only what there is.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { api, ROOT } from '../api/generate.js';
import { PACKAGE } from './helpers/app.js';
import { blocks, script, written } from './helpers/blocks.js';
import { BUNDLER, compile, SVELTE_CHECK, TSC, VUE_TSC } from './helpers/compile.js';

/** JavaScript as it is checked in an editor. Variables without a type may be anything. */
const JAVASCRIPT = { ...BUNDLER, allowJs: true, checkJs: true, noImplicitAny: false, strictNullChecks: false };
const REACT = { react: 'node_modules/react', '@types/react': 'node_modules/@types/react' };
const VUE = { vue: 'node_modules/vue' };
const COMPILER = { '@vue/compiler-dom': 'node_modules/@vue/compiler-dom' };
const SVELTE = { svelte: 'node_modules/svelte' };

/** What the documents leave to their readers. */
const READER = `
import type { MidturnChat, Renderers } from 'midturn';
import type { CompilerOptions } from '@vue/compiler-dom';
declare global {
  const chat: MidturnChat;
  const freshToken: () => Promise<string>;
  const openPicker: (about: unknown, signal: AbortSignal) => Promise<string>;
  const drawSeats: NonNullable<Renderers['activities']>[string];
  function vue(options: { template: { compilerOptions: CompilerOptions } }): object;
}
`;

/** What a bundler declares, files of the reader, and what of Angular its recipe uses. */
const MODULES = `
declare module '*.css';
declare module '*/my-vega.js' { export const draw: (source: string, context: object) => Node; }
declare module '*/extras/highlight.js' { export const highlighter: any, KINDS: readonly string[]; }
declare module '*/a2ui.js' {
  export const a2ui: (chat: import('midturn').MidturnChat) => NonNullable<import('midturn').Renderers['activities']>[string];
}
declare module '@angular/core' {
  export function Component(given: { selector: string; schemas: object[]; template: string }): ClassDecorator;
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export interface ElementRef<T> { nativeElement: T }
  export const viewChild: { required<T>(name: string): () => T };
}
`;

/** A block of the recipes, by its language and the heading above. */
function recipe(heading, language) {
  const found = written('docs/recipes.md', language).filter((block) => block.heading === heading);
  assert.equal(found.length, 1, `${heading}: ${language}`);
  return found[0].text;
}

/** The file that all recipes use. */
const PARTS = recipe('Recipes', 'js');

/** What most mistakes are: a property that the event does not have. */
const OUTCOME = ['detail.outcome', 'detail.outcom'];

/** The documents with JavaScript, as their reader has it, and a mistake in it. */
const SCRIPTS = {
  'docs/element.md': ['openPicker(about, signal)', 'openPicker(about)'],
  'docs/embedding.md': OUTCOME,
  'docs/extending.md': ['chat.renderers', 'chat.renderer'],
  'docs/recipes-a2ui.md': ['chat.renderers', 'chat.renderer'],
};

/** Documents with components, markup or styles. */
const OTHERS = ['README.md', 'packages/midturn/README.md', 'docs/consumers.md', 'docs/recipes.md', 'docs/theming.md'];

/**
 * Compiles these files, and beside each a copy with a mistake: the copies are wrong, and nothing else.
 *
 * @param {Record<string, [string, string[]]>} files the text and the mistake of each file, by its name
 */
function check(checker, how, dependencies, files, others = {}) {
  const all = { 'chat-parts.js': PARTS, 'modules.d.ts': MODULES, ...others };
  for (const [name, [text, [right, wrong]]] of Object.entries(files)) {
    all[name] = text;
    all[`Wrong-${name}`] = text.replace(right, wrong);
    assert(text.includes(right), `${name} has no ${right}`);
  }
  const { stdout, stderr, error } = compile(checker, how, dependencies, all);
  assert.ifError(error);
  const found = [...stdout.matchAll(/^([\w./-]+)\(\d+,\d+\): error |^\d+ (?:ERROR|WARNING) "([^"]+)"/gm)];
  const mistaken = new Set(found.map(([, tsc, svelte]) => tsc ?? svelte));
  const wrong = Object.keys(files).map((name) => `Wrong-${name}`);
  assert.deepEqual([...mistaken].sort(), wrong.sort(), stdout + stderr);
}

test('every document with code is checked here', () => {
  const all = readdirSync(new URL('docs/', ROOT)).filter((file) => file.endsWith('.md'));
  const pages = ['README.md', 'packages/midturn/README.md', ...all.map((file) => `docs/${file}`)];
  const languages = ['js', 'jsx', 'ts', 'vue', 'svelte', 'html', 'css'];
  // `docs/api.md` is made of the types.
  const withCode = pages.filter((page) => page !== 'docs/api.md' && written(page, ...languages).length > 0);
  assert.deepEqual(withCode.sort(), [...Object.keys(SCRIPTS), ...OTHERS].sort());
});

test('the JavaScript of the documents, and the recipes for plain HTML, React and Angular', () => {
  const scripts = Object.entries(SCRIPTS).map(([page, mistake]) => [page.replace(/^docs\/|\.md$/g, '') + '.js', [script(page), mistake]]);
  const [shop] = written('docs/recipes.md', 'js').filter(({ heading }) => heading === 'Plain HTML');
  const [component] = written('packages/midturn/README.md', 'jsx');
  const [app] = written('docs/consumers.md', 'jsx');
  const files = {
    ...Object.fromEntries(scripts),
    'shop.js': [shop.text, OUTCOME],
    'vite.config.js': [recipe('Vue', 'js'), ['isCustomElement', 'isCustomTag']],
    'Support.jsx': [recipe('React', 'jsx'), OUTCOME],
    'Readme.jsx': [component.text, OUTCOME],
    'App.jsx': [app.text, ['agentUrl', 'agentUri']],
    // Without its template, which the suite `angular` compiles with Angular itself.
    'support.ts': [recipe('Angular', 'ts'), OUTCOME],
  };
  const how = { ...JAVASCRIPT, experimentalDecorators: true };
  check(TSC, how, { ...REACT, ...VUE, ...COMPILER }, files, { 'reader.d.ts': READER });
});

test('the files of the recipes have the names that others import', () => {
  const named = written('docs/recipes.md', 'js').map(({ text }) => /^\/\/ (\S+)\n/.exec(text)?.[1]);
  assert.deepEqual(named, ['chat-parts.js', 'shop.js', 'vite.config.js']);
});

test('the recipe for Vue', () => {
  // Only in TypeScript are events in templates checked.
  const typed = (text) => text.replace('<script setup>', '<script setup lang="ts">');
  const [component] = written('packages/midturn/README.md', 'vue');
  const files = { 'Support.vue': [typed(recipe('Vue', 'vue')), OUTCOME], 'Readme.vue': [typed(component.text), OUTCOME] };
  check(VUE_TSC, JAVASCRIPT, VUE, files);
});

test('the recipe for Svelte', () => {
  check(SVELTE_CHECK, { ...BUNDLER, allowJs: true }, SVELTE, { 'Support.svelte': [recipe('Svelte', 'svelte'), OUTCOME] });
});

/** What a document's markup and styles name that is not there. */
function unknown(texts) {
  const { options, events, slots, looks } = api();
  const names = (list) => list.map(({ name }) => name);
  const known = {
    attribute: [...options.map(({ attribute }) => attribute), 'class', 'id', 'slot', '#chat'],
    property: names(options),
    event: names(events),
    slot: slots,
    part: names(looks.parts),
    token: names(looks.properties),
  };
  const found = [];
  const look = (kind, name) => known[kind].includes(name) || found.push(`${kind} ${name}`);
  for (const text of texts) {
    for (const [, inside] of text.matchAll(/<midturn-chat((?:"[^"]*"|'[^']*'|[^>"'])*)>/g)) {
      const bare = inside.replaceAll(/"[^"]*"/g, '""');
      for (const [, name] of bare.matchAll(/(?:^|\s)([^\s={]+)(?==|\s|$)/g)) {
        if (name.startsWith('[')) look('property', name.slice(1, -1));
        else if (name.startsWith('(')) look('event', name.slice(1, -1));
        else look('attribute', name);
      }
    }
    for (const [, name] of text.matchAll(/ slot="([^"]+)"/g)) look('slot', name);
    for (const [, name] of text.matchAll(/::part\(([^)]+)\)/g)) look('part', name);
    for (const [name] of text.matchAll(/--midturn-[\w-]+/g)) look('token', name);
  }
  return found;
}

test('the markup and the styles of the documents name what there is', () => {
  const pages = [...Object.keys(SCRIPTS), ...OTHERS];
  const texts = pages.flatMap((page) => written(page, 'html', 'css').map(({ text }) => text));
  assert(texts.length > 8);
  assert.deepEqual(unknown([...texts, recipe('Angular', 'ts')]), []);
  const wrong = '<midturn-chat agent="/" [tool]="x" (midturn-end)="y"><p slot="top">';
  const style = 'midturn-chat::part(body) { --midturn-ink: red; }';
  const expected = ['attribute agent', 'property tool', 'event midturn-end', 'slot top', 'part body', 'token --midturn-ink'];
  assert.deepEqual(unknown([wrong, style]), expected);
});

test('what is published points at no document that is not in it', () => {
  const types = ['midturn.d.ts', 'strings.d.ts', 'react.d.ts', 'vue.d.ts', 'jsx/react.d.ts', 'jsx/svelte.d.ts', 'jsx/vue.d.ts'];
  for (const file of [...types, 'custom-elements.json', 'web-types.json', 'README.md']) {
    assert.doesNotMatch(readFileSync(join(PACKAGE, file), 'utf8'), /docs\/|\.md#/, file);
  }
});

test('blocks are read with their language and heading', () => {
  const css = blocks('docs/theming.md').filter(({ heading }) => heading === 'Parts');
  assert.deepEqual(css.map(({ language }) => language), ['css']);
  assert.match(css[0].text, /^midturn-chat::part\(message-user\)/);
});
