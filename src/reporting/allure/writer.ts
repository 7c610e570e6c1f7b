import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';

/**
 * Writes results as plain files. Allure's own writer brings each of a thousand files to the disk before it goes on, which
 * takes longer than the tests; a run that is cut off is told by its verdict, and its results are made anew.
 */
export class PlainWriter extends FileSystemWriter {
  readonly #directory: string;

  constructor(resultsDir: string) {
    super({ resultsDir });
    this.#directory = resultsDir;
  }

  override writeAttachment(name: string, content: Buffer): void {
    writeFileSync(join(this.#directory, name), content);
  }

  override writeResult(result: TestResult): void {
    writeFileSync(join(this.#directory, `${result.uuid}-result.json`), JSON.stringify(result));
  }
}
