import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** `source` makes the rooms resolve to TypeScript, so that an edit counts without a build. */
const conditions = ['source', 'module', 'node', 'development|production'];

const commands = ['src/cli/**/*.test.ts'];

/** They replace modules: each has a process of its own. */
const separate = ['src/cli/field/field*.test.ts'];

/** A command that a test runs in its own process does not start Vitest inside Vitest. */
const alias = [
  {
    find: /^\.\.?\/(?:run\/)?vitest\.ts$/,
    replacement: fileURLToPath(new URL('src/cli/testing/run-checks.test.support.ts', import.meta.url)),
  },
];

/** What waits most comes first, and what is short comes last, so that no worker is left alone with a long file. */
const order = ['separate', 'commands', 'harness', 'conformance'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return order.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

const own = {
  globalSetup: ['src/cli/testing/temporary.test.support.ts'],
  // More than a small machine has cores, because many tests wait for a command or a deadline.
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  testTimeout: 180_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    sequence: { sequencer: LongestFirst },
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
          exclude: separate,
          // Of its 27 short files, two cores spend 32 s rather than 44 s.
          isolate: false,
          alias,
        },
      },
      {
        extends: true,
        test: {
          ...own,
          name: 'separate',
          include: separate,
          alias,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['suites/all.ts'],
          globalSetup: ['src/cli/run/editor.ts'],
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
