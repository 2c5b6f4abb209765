// Makes `custom-elements.json`, `web-types.json` and `docs/api.md` of the element's types and of
// `docs/theming.md`. Run as a program, it writes them: `npm run generate`.

import { readFileSync, writeFileSync } from 'node:fs';
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

/** Each file, with its text, by its path from the root. */
export function files() {
  const { version } = JSON.parse(text('packages/midturn/package.json'));
  const found = api();
  return {
    'packages/midturn/custom-elements.json': json(manifest(found)),
    'packages/midturn/web-types.json': json(webTypes(found, version)),
    'docs/api.md': page(found),
  };
}

/** The text of a file as it is now. */
export const current = text;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, content] of Object.entries(files())) {
    writeFileSync(fileURLToPath(new URL(path, ROOT)), content);
    console.log(path);
  }
}
