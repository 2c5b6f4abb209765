// Trunk's hook: bundles the extras beside the page that Trunk builds. Installs the packages of the
// extras if they are missing. The hook never fails: a page without extras is better than no page.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;

try {
  if (!existsSync(join(here, 'node_modules'))) {
    console.error('extras: installing their packages (npm ci)');
    const windows = process.platform === 'win32';
    const options = { cwd: here, stdio: 'inherit', shell: windows };
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], options);
  }
  const { build } = await import('./build.js');
  // Trunk builds the page in a staging directory, and passes its path to the hooks.
  await build(join(process.env.TRUNK_STAGING_DIR, 'extras'), false);
} catch (error) {
  console.error(`extras: ${error.message}`);
  console.error('extras: left out, so code, formulas and diagrams stay text; run `npm ci` in extras/');
}
