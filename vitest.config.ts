import { defineConfig } from 'vitest/config';

/** `source` makes the rooms resolve to TypeScript, so that an edit counts without a build. */
const conditions = ['source', 'module', 'node', 'development|production'];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'harness',
          include: ['src/**/*.test.ts', 'schemas/**/*.test.ts'],
          globalSetup: ['src/cli/temporary.test.support.ts'],
          // More than a small machine has cores, because many tests wait for a command or a deadline.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['suites/all.ts'],
          globalSetup: ['src/cli/editor.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          maxConcurrency: 1_000,
        },
      },
    ],
  },
});
