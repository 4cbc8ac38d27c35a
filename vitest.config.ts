import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { mutation } from './api/test/mutants.ts';
import TestOrder from './test-order.ts';

/** Starting a server or a browser takes longer than everything else, on a busy machine ten times as long. */
const SERVERS = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // The reporter names each slow test: many take seconds.
    slowTestThreshold: 60_000,
    sequence: { sequencer: TestOrder },
    // A worker often waits for PostgreSQL, a browser or a process it has started.
    maxWorkers: availableParallelism() + 1,
    // Tests of screens make many short-lived objects. With more room for them V8 collects garbage less often.
    execArgv: ['--max-semi-space-size=32'],
    // Ten times what a calm machine needs: no result depends on how busy the machine is.
    testTimeout: 120_000,
    // Vitest sets MODE to 'test', which the product would read as its own setting.
    env: { MODE: '' },
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A worker keeps what it has loaded for its next file of the same project.
    isolate: false,
    // In the order in which they run. A worker ends with its project and the next one loads everything again, so few projects are fast.
    projects: [
      {
        extends: true,
        plugins: [mutation],
        test: { name: 'api', include: ['api/src/**/*.test.ts'], globalSetup: 'api/test/postgres.ts', ...SERVERS },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{console,deploy,docs,e2e,scripts,web}/*.test.ts', '{domain,sandbox}/src/**/*.test.ts'],
          ...SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/journeys/*.test.ts'],
          globalSetup: 'e2e/setup.ts',
          setupFiles: ['e2e/wait-for-product.ts'],
          ...SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded-postgres',
          include: ['embedded-postgres/src/**/*.test.ts'],
          globalSetup: 'embedded-postgres/src/setup.testing.ts',
          ...SERVERS,
        },
      },
      {
        extends: true,
        test: {
          // Starts once all others have ended.
          name: 'plans',
          include: ['api/test/plans.test.ts'],
          globalSetup: 'api/test/postgres.ts',
          sequence: { groupOrder: 1 },
          ...SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          setupFiles: ['console/src/test-setup.ts'],
          environment: 'jsdom',
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test-setup.ts'],
          // Fresh modules and a fresh page for each file: a module that is still loading when its file ends would break the next one.
          pool: 'vmForks',
        },
      },
    ],
  },
});
