import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { mutation } from './api/test/mutants.ts';

/** Starting a server or a browser takes longer than everything else, on a busy machine ten times as long. */
const SERVERS = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    reporters: ['./progress-reporter.ts'],
    // A worker often waits for PostgreSQL, a browser or a process it has started.
    maxWorkers: availableParallelism() * 2,
    // Ten times what a calm machine needs: no result depends on how busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'docs', include: ['*.test.ts'] } },
      { extends: true, test: { name: 'sandbox', include: ['sandbox/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'domain', include: ['domain/src/**/*.test.ts'] } },
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
        plugins: [mutation],
        test: { name: 'api', include: ['api/src/**/*.test.ts'], globalSetup: 'api/test/postgres.ts', ...SERVERS },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test-setup.ts'],
          // A worker keeps jsdom's code for its next file, whose modules and page are new all the same.
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['console/src/**/*.test.{ts,tsx}'],
          setupFiles: ['console/src/test-setup.ts'],
          pool: 'vmForks',
        },
      },
      // Not in a VM, in which a build can't run.
      { extends: true, test: { name: 'web-build', include: ['web/*.test.ts'], ...SERVERS } },
      { extends: true, test: { name: 'start', include: ['e2e/start.test.ts'], ...SERVERS } },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/journeys/*.test.ts'],
          globalSetup: 'e2e/setup.ts',
          // Files share the worker, and with it the driver of the browser, which takes a second to load.
          isolate: false,
          ...SERVERS,
        },
      },
    ],
  },
});
