// Playwright's configuration. `cargo xtask test --filter e2e` builds what the specs need and passes
// the paths in environment variables; the defaults are for running Playwright by hand.
import { defineConfig, devices } from '@playwright/test';
import type { Project } from '@playwright/test';
import { chosen, chosenProtocols, type Backend } from './fixtures/backends.ts';

const chromium = process.env.MIDTURN_CHROMIUM;

/** How Chromium is started. */
export const desktop = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    ...(chromium ? { executablePath: chromium } : {}),
    // Chromium's sandbox refuses to work for root, which containers often are.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  },
};

// The specs for backends that are not our own run once for each chosen backend.
const agUi = '**/backends*.spec.ts';
const protocols = '**/protocols*.spec.ts';
const foreign = [agUi, protocols];

const projects: Project<object, { backend: Backend }>[] = [
  { name: 'chromium', testIgnore: foreign, use: desktop },
];
for (const backend of chosen()) {
  projects.push({ name: backend.name, testMatch: agUi, use: { ...desktop, backend } });
}
for (const backend of chosenProtocols()) {
  projects.push({ name: backend.name, testMatch: protocols, use: { ...desktop, backend } });
}

export default defineConfig<object, { backend: Backend }>({
  testDir: 'specs',
  outputDir: 'test-results',
  snapshotPathTemplate: 'pictures/{arg}{ext}',
  // Tests share their machine with others, so one may fail without a fault. It runs once more at the end,
  // alone; if it passes then, the summary of `cargo xtask test` names it as flaky.
  retries: 1,
  retryStrategy: 'isolated',
  // So many tests fail twice only if something is broken.
  maxFailures: 13,
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  workers: 2,
  timeout: 40_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  use: {
    viewport: { width: 1100, height: 760 },
    locale: 'en-GB',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a fifth of the time, so only the second try has one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects,
});
