// An app that has installed the package and a framework, in a directory of its own.

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DEVELOPMENT = fileURLToPath(new URL('../..', import.meta.url));

/** The directory of the package as it is packed. */
export const PACKAGE = process.env.MIDTURN_PACKAGE;
if (!PACKAGE) throw new Error('MIDTURN_PACKAGE names no directory: run `cargo xtask test --filter package`');

/**
 * Makes the directory. It is removed when the process ends.
 *
 * @param {Record<string, string>} dependencies where each dependency is, from `packages/`
 * @returns {string}
 */
export function appWith(dependencies) {
  const app = mkdtempSync(join(dirname(PACKAGE), 'app-'));
  process.on('exit', () => rmSync(app, { recursive: true, force: true }));
  const modules = join(app, 'node_modules');
  // A link to the package would be followed, and then the framework would not be found beside it.
  cpSync(PACKAGE, join(modules, 'midturn'), { recursive: true, filter: (file) => extname(file) !== '.wasm' });
  for (const [name, place] of Object.entries(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(DEVELOPMENT, place), join(modules, name), 'junction');
  }
  return app;
}

/** Imports a file of something that is installed in an app. */
export const installed = (app, path) => import(pathToFileURL(join(app, 'node_modules', path)));

/** The versions of React that the package promises to work with. */
export const REACTS = [
  ['React 19', { react: 'node_modules/react', 'react-dom': 'node_modules/react-dom' }],
  ['React 18', { react: 'react-18/node_modules/react', 'react-dom': 'react-18/node_modules/react-dom' }],
];

export const VUE = { vue: 'node_modules/vue', '@vue/server-renderer': 'node_modules/@vue/server-renderer' };
