import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** `source` makes the rooms resolve to TypeScript, so that an edit counts without a build. */
const conditions = ['source', 'module', 'node', 'development|production'];

/** A command that a test runs in its own process does not start Vitest inside Vitest. */
const alias = [
  {
    find: /^\.\.?\/(?:run\/)?vitest\.ts$/,
    replacement: fileURLToPath(new URL('src/cli/testing/run-checks.test.support.ts', import.meta.url)),
  },
];

/**
 * What runs whole commands waits most and comes early, so that no worker is left alone with a long file. A worker ends where a
 * file of another project follows, and the next one imports all rooms again: the suites, one file, come before all.
 */
const place = ({ moduleId, project }: TestSpecification): number => {
  if (project.name === 'conformance') return 0;
  return moduleId.includes('/src/cli/') ? 1 : 2;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

const own = {
  globalSetup: ['src/cli/testing/temporary.test.support.ts'],
  testTimeout: 180_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than a small machine has cores, because many tests wait for a command or a deadline; each further one imports
    // all rooms again, a tenth of the time of a processor.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...own,
          name: 'harness',
          include: ['{src,schemas,bench}/**/*.test.ts'],
          // Tests leave much behind: a tenth of the time of a processor.
          execArgv: ['--max-semi-space-size=64'],
          // Half of the time of a processor, because each room is imported once a worker and not once a file.
          isolate: false,
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
          maxConcurrency: 1_000,
        },
      },
    ],
  },
});
