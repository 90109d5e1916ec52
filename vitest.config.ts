import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{runtime,server,gateway,device-agent,test}/**/*.test.ts'],
    globalSetup: ['test/support/global_setup.ts'],
    pool: 'forks',
    // A third works while others wait for programs and processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Machines that run CI are shared and stall; what needed a second try is printed as such.
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default'],
  },
});
