// Playwright's configuration for the apps that use the npm package: a project for each way in which
// an app uses it. `cargo xtask test --consumers` builds the apps, and passes their place in
// `MIDTURN_CONSUMERS`.
import base, { desktop } from '../playwright.config.ts';
import { defineConfig } from '@playwright/test';
import { CONSUMERS, type Use, type Way } from './fixtures/consumers.ts';

export default defineConfig<object, { use: Use }>({
  ...base,
  testDir: 'specs',
  outputDir: '../test-results/consumers',
  projects: CONSUMERS.flatMap(({ name, ways }) =>
    Object.entries(ways).map(([way, without]) => ({
      name: `${name}-${way}`,
      testIgnore: without.map((spec) => `**/${spec}.spec.ts`),
      use: { ...desktop, use: { consumer: name, way: way as Way } },
    })),
  ),
});
