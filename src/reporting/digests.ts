import type { Digest } from './compliance/section.ts';
import { type FileText, sha256 } from './files.ts';

export const resultsFolder = 'allure-results';

/** Of each file, and of Allure's results as one. */
export const digestsOf = (
  written: readonly FileText[],
  kept: readonly FileText[],
  results: readonly FileText[],
): Digest[] => [
  ...written.map(({ file, text }) => ({ file, sha256: sha256(text) })),
  ...kept.map(({ file, text }) => ({
    file,
    sha256: sha256(text),
    note: 'written by the run, not written again for this report',
  })),
  ...(results.length === 0
    ? []
    : [
        {
          file: `${resultsFolder}/`,
          sha256: sha256(results.map(({ file, text }) => `${sha256(text)}  ${file}\n`).join('')),
          note: `of the list of its ${results.length} files, as sha256sum prints it`,
        },
      ]),
];
