import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';

/**
 * Writes results as plain files, and remembers their texts. Allure's own writer brings each of a thousand files to the
 * disk before it goes on, which takes longer than the tests; a run that is cut off is described by its verdict, and its results
 * are written again.
 */
export class PlainWriter extends FileSystemWriter {
  readonly #directory: string;
  readonly #written = new Map<string, string>();

  constructor(resultsDir: string) {
    super({ resultsDir });
    this.#directory = resultsDir;
  }

  /** By name; not what the base class writes, such as the environment. */
  get written(): ReadonlyMap<string, string> {
    return this.#written;
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#directory, file), text);
    this.#written.set(file, text);
  }

  override writeResult(result: TestResult): void {
    this.write(`${result.uuid}-result.json`, JSON.stringify(result));
  }
}
