import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest_first.ts';
import { listTests, type Tier, tiers } from './test/tiers.ts';

const tests = listTests();

const project = (tier: Tier): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: tier,
    include: tests.filter((test) => test.tier === tier).map(({ path }) => path),
    // A worker imports the product once for all its files; what kills processes and foreign programs begins afresh.
    isolate: tier === 'faults' || tier === 'judges',
    // Browsers and programs of others have a timing of their own. No test of a guarantee is tried again.
    retry: tier === 'judges' ? 1 : 0,
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
    // A third works while others wait for programs and processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default'],
  },
});
