// Makes `docs/api.md`, and `custom-elements.json` and `web-types.json` for the package, of the element's
// types and of `docs/theming.md`. Run as a program, it writes the page: `npm run generate`; or the two
// others into the directory that it is given.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { looks } from './looks.js';
import { manifest } from './manifest.js';
import { page } from './page.js';
import { read } from './read.js';
import { webTypes } from './web-types.js';

/** The root of the repository. */
export const ROOT = new URL('../..', import.meta.url);

const text = (path) => readFileSync(new URL(path, ROOT), 'utf8');
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** What the types and the tables say. */
export const api = () => ({
  ...read(text('packages/midturn/midturn.d.ts')),
  looks: looks(text('docs/theming.md')),
});

/** The path of the page from the root. */
export const PAGE = 'docs/api.md';

/** The page as it should be. */
export const pageText = () => page(api());

/** What editors read, by its name in the package. */
function manifests() {
  const { version } = JSON.parse(text('packages/midturn/package.json'));
  const found = api();
  return { 'custom-elements.json': json(manifest(found)), 'web-types.json': json(webTypes(found, version)) };
}

/** The text of a file as it is now. */
export const current = text;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , directory] = process.argv;
  const files = directory ? manifests() : { [PAGE]: pageText() };
  for (const [path, content] of Object.entries(files)) {
    writeFileSync(join(directory ?? fileURLToPath(ROOT), path), content);
    console.log(path);
  }
}
