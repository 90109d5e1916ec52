import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest_first.ts';
import { listTests, type Tier, tiers } from './test/tiers.ts';

const tests = listTests();

const project = (tier: Tier): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: tier,
    include: tests.filter((test) => test.tier === tier).map(({ path }) => path),
    // A worker imports the product once for all its files; what kills processes or watches its own begins afresh.
    isolate: tier === 'faults',
    ...(tier === 'unit'
      ? { setupFiles: ['test/support/unit_guard.ts'] }
      : { globalSetup: ['test/support/global_setup.ts'] }),
  },
});

export default defineConfig({
  test: {
    projects: tiers.map(project),
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Half of them wait for programs and processes at any time.
    maxWorkers: 4,
    // Those of one file that may run at a time mostly wait as well.
    maxConcurrency: 10,
    testTimeout: 60_000,
    // Hooks start services and browsers, which is no part of what is tested.
    hookTimeout: 120_000,
    // Sooner than the test, so that what did not come is named.
    expect: { poll: { timeout: 30_000 } },
  },
});
