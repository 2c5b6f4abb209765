// The documents that are made of the element's types are up to date, and say the same as the code.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { api, current, PAGE, pageText, ROOT } from '../api/generate.js';
import { PACKAGE } from './helpers/app.js';

const { ATTRIBUTES, METHODS, PROPERTIES } = await import(pathToFileURL(join(PACKAGE, 'program.js')));
const { EVENTS } = await import(pathToFileURL(join(PACKAGE, 'given.js')));
const said = api();
const names = (list) => list.map(({ name }) => name).sort();
const guide = current('docs/element.md');
const packed = (file) => JSON.parse(readFileSync(join(PACKAGE, file), 'utf8'));

/** The texts in the first cells of the tables below a heading of `docs/element.md`. */
function cells(heading, column = 0) {
  const [, section] = guide.split(`\n## ${heading}\n`);
  const rows = section.split('\n## ')[0].split('\n').filter((line) => line.startsWith('| '));
  return rows.flatMap((row) => [...row.split(' | ')[column].matchAll(/`([\w-]+)/g)].map(([, name]) => name));
}

test('the page is up to date', () => {
  assert.equal(current(PAGE), pageText(), `${PAGE}: run \`npm run generate\` in packages/`);
});

test('the attributes and properties are those of the code', () => {
  const attributes = said.options.map(({ attribute }) => attribute).filter(Boolean);
  assert.deepEqual(attributes.sort(), [...ATTRIBUTES].sort());
  assert.deepEqual(names(said.options), [...PROPERTIES].sort());
});

test('the methods are those of the code', () => {
  assert.deepEqual(names(said.methods), [...METHODS, 'openThread', 'focus'].sort());
});

test('the events are those that are fired', () => {
  const events = names(said.events);
  assert.deepEqual(events, EVENTS.map((event) => `midturn-${event}`).sort());
  const told = readdirSync(new URL('src/told/', ROOT)).filter((file) => file.endsWith('.rs') && file !== 'tests.rs');
  const sources = [...told.map((file) => `src/told/${file}`), 'src/embed/host.rs', 'src/embed/element.js'];
  const fired = sources.flatMap((path) =>
    [...current(path).matchAll(/(?:\btell\(\s*(?:out,\s*)?"|\bname: "|#dispatch\(')([a-z-]+)["']/g)].map(([, name]) => name));
  const expected = [...new Set(fired)].filter((name) => name !== 'loaded').map((name) => `midturn-${name}`);
  assert.deepEqual(events, expected.sort());
});

test('the slots are those of the style', () => {
  assert.deepEqual([...said.slots].sort(), names(said.looks.slots));
});

test('everything has a description', () => {
  const { options, methods, events, state, errors, errorEvents, looks } = said;
  const all = [...options, ...methods, ...events, ...state, ...errors, ...errorEvents];
  for (const { name, doc, default: fallback } of all) assert(doc || fallback, `${name} has no comment`);
  for (const { name, doc } of [...looks.properties, ...looks.parts, ...looks.slots]) assert(doc, name);
  for (const { name, doc } of said.types) assert(doc, `${name} has no comment`);
});

test('the guide names the same', () => {
  assert.deepEqual(cells('Attributes and properties').filter((name) => name !== '').sort(), [...ATTRIBUTES].sort());
  assert.deepEqual(cells('Attributes and properties', 1).sort(), [...PROPERTIES].sort());
  const methods = new Set(cells('Methods'));
  for (const { name } of [...said.methods, ...said.errors]) assert(methods.has(name), name);
  assert.deepEqual(cells('State').sort(), names(said.state));
  assert.deepEqual(cells('Events').sort(), names(said.events));
  for (const { name } of said.errorEvents) assert(guide.includes(`\`${name}\``), name);
});

test('the guide has the types of the state', () => {
  const [, section] = guide.split('\n## State\n');
  const rows = section.split('\n## ')[0].split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.map((row) => row.slice(2, -2).split(' | '));
  const types = told.map(([name, type]) => [name, type.replaceAll('\\|', '|')]);
  assert.deepEqual(types, said.state.map(({ name, type }) => [`\`${name}\``, `\`${type}\``]));
  for (const [, type, what] of told) {
    const declared = said.types.find(({ name }) => name === /^`(\w+)(\[\])?`$/.exec(type)?.[1]);
    if (!declared) continue;
    const members = [...declared.text.matchAll(/^  (\w+)\??:/gm)].map(([, name]) => name);
    assert(what.includes(`\`{ ${members.join(', ')} }\``), `${declared.name} has ${members}`);
  }
});

test('the manifest is complete', () => {
  const [{ declarations, exports }] = packed('custom-elements.json').modules;
  const [element] = declarations;
  assert.equal(element.tagName, 'midturn-chat');
  assert.deepEqual(exports.map(({ kind }) => kind), ['js', 'custom-element-definition']);
  for (const { name, fieldName } of element.attributes) {
    const field = element.members.find((member) => member.name === fieldName);
    assert.equal(field.attribute, name);
  }
  const [{ attributes, js }] = packed('web-types.json').contributions.html.elements;
  assert.deepEqual(names(attributes), [...ATTRIBUTES].sort());
  assert.deepEqual(names(js.events), names(said.events));
});
