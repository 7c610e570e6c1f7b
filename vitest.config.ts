import { defineConfig } from 'vitest/config';

/** `source` makes the rooms resolve to TypeScript, so that an edit counts without a build. */
const conditions = ['source', 'module', 'node', 'development|production'];

/** They replace modules, end processes and write where they stand: each file has a process of its own. */
const commands = ['src/cli/**/*.test.ts'];

const own = {
  globalSetup: ['src/cli/temporary.test.support.ts'],
  // More than a small machine has cores, because many tests wait for a command or a deadline.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  testTimeout: 180_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...own,
          name: 'harness',
          include: ['src/**/*.test.ts', 'schemas/**/*.test.ts'],
          exclude: commands,
          // Of 79 files, two cores spend 22 s rather than 44 s where each room is imported once a worker.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...own,
          name: 'commands',
          include: commands,
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
