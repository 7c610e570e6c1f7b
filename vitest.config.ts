import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { firmnessMeanings, tags } from './src/contract/claim.ts';
import { operationIds } from './src/contract/operations.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const isSuite = ({ project }: TestSpecification): boolean => project.name === 'conformance';

/** Each suite is loaded once to learn its place, because a second time its checks would be registered again. */
const places = new Map<string, number>();

/** The order of suites follows from what their checks send. */
const inOrder = async (suites: readonly TestSpecification[]): Promise<TestSpecification[]> => {
  const [first] = suites;
  if (first === undefined || suites.length === 1) return [...suites];
  const { placesOf } = await first.project.import<typeof import('./src/harness/run-checks.ts')>(
    fileOf('src/harness/run-checks.ts'),
  );
  const unknown = suites.map(({ moduleId }) => moduleId).filter((file) => !places.has(file));
  for (const [file, place] of await placesOf(unknown)) places.set(file, place);
  const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? 0;
  return suites.toSorted((one, other) => placeOf(one) - placeOf(other) || one.moduleId.localeCompare(other.moduleId));
};

/** Vitest's own order for our tests, and that of the plan for the suites. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const own = await super.sort(files.filter((file) => !isSuite(file)));
    return [...(await inOrder(files.filter(isSuite))), ...own];
  }
}

/** What `npm test` leaves to `npm run test:whole`. */
const whole = '**/*.whole.test.ts';

/** What needs gateways of Debian: `npm run test:gateways`. */
const gateways = '**/*.gateways.test.ts';

const own = {
  globalSetup: ['src/testing/temporary.test.support.ts'],
  setupFiles: ['src/client/limits.test.support.ts'],
  // As long as a run may last: on a busy machine a test takes a multiple of its time.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // Tests leave much behind: a tenth of the time of a processor.
  execArgv: ['--max-semi-space-size=64'],
  // Half of the time of a processor, because each module is imported once a worker and not once a file.
  isolate: false,
  // Style sheets are text of our pages, which Vitest would leave empty.
  css: true,
};

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    // Half of the time of a processor that Vitest needs for a few tests: what was transformed once is kept by its content.
    experimental: { fsModuleCache: true },
    tags: [
      ...Object.entries(firmnessMeanings).map(([name, description]) => ({ name, description })),
      ...tags.map((name) => ({ name, description: 'a group of rules' })),
      ...operationIds.map((name) => ({ name, description: 'an operation' })),
      { name: 'release', description: 'long tests of our own that run before a release; .ci/run leaves them out' },
    ],
    projects: [
      {
        extends: true,
        test: {
          ...own,
          name: 'harness',
          include: ['{src,schemas,bench}/**/*.test.ts'],
          exclude: [whole, gateways],
          // As many as a small machine has cores: each further one imports all modules again and has the engine compile them
          // again, a tenth of the time of a processor.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...own,
          name: 'whole',
          include: [whole],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...own,
          name: 'gateways',
          include: [gateways],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['suites/**/*.test.ts'],
          setupFiles: ['src/cli/vitest/setup.ts'],
          globalSetup: ['src/cli/vitest/watch.ts'],
          includeTaskLocation: true,
          // Files share what was gathered, and all requests keep to one rate.
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
          maxConcurrency: 1_000,
        },
      },
    ],
  },
});
