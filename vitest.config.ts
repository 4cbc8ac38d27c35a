import { defineConfig } from 'vitest/config';
import { mutation } from './api/test/mutants.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'docs', include: ['*.test.ts'] } },
      { test: { name: 'sandbox', include: ['sandbox/src/**/*.test.ts'] } },
      { test: { name: 'domain', include: ['domain/src/**/*.test.ts'] } },
      {
        test: {
          name: 'embedded-postgres',
          include: ['embedded-postgres/src/**/*.test.ts'],
          globalSetup: 'embedded-postgres/src/setup.testing.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [mutation],
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          globalSetup: 'api/test/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], setupFiles: ['web/src/test-setup.ts'] } },
      { test: { name: 'start', include: ['e2e/start.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      {
        test: {
          name: 'journeys',
          include: ['e2e/journeys/*.test.ts'],
          globalSetup: 'e2e/setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
