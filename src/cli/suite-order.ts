import type { TestSequencer, TestSpecification } from 'vitest/node';

const places = [/\/endpoints\//, /\/rules\/(?!authentication\.)/, /\/rules\//, /\/flows\//];

const placeOf = ({ moduleId }: TestSpecification): number =>
  places.findIndex((place) => place.test(moduleId.replaceAll('\\', '/')));

/** Endpoints, then rules with the refused keys last, then what must run alone. */
export class SuiteOrder implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return [...files].sort(
      (one, other) => placeOf(one) - placeOf(other) || (one.moduleId < other.moduleId ? -1 : 1),
    );
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
