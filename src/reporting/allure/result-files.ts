import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { AllureReport } from '@allurereport/core';
import type { TestResult } from 'allure-js-commons';
import { type FileText, readFolder } from '../files.ts';
import { sanitise } from '../sanitise.ts';

/** Another run, whose results are shown in the same report. */
export interface OtherRun {
  /** Distinguishes it from a run against the same target, such as an earlier version of it. */
  readonly name: string;
  readonly resultsDir: string;
}

/** A file of Allure's results; the others are attachments, or describe the run as a whole. */
export interface ParsedFile extends FileText {
  readonly result?: TestResult;
}

export const parsed = (file: FileText): ParsedFile =>
  file.file.endsWith('-result.json') ? { ...file, result: JSON.parse(file.text) as TestResult } : file;

/** Targets of results, each once. */
export const targetsIn = (files: readonly ParsedFile[]): string[] => {
  const labels = files.flatMap(({ result }) => result?.labels ?? []);
  return [...new Set(labels.filter(({ name }) => name === 'target').map(({ value }) => value))];
};

const renamed = (each: ParsedFile, taken: readonly string[], name: string): FileText => {
  const { file, text, result } = each;
  if (result === undefined) return { file, text };
  for (const label of result.labels ?? [])
    if (['target', 'parentSuite'].includes(label.name) && taken.includes(label.value))
      label.value += ` (${sanitise(name)})`;
  return { file, text: JSON.stringify(result) };
};

/** Results and attachments of the other runs, each under its own target; what describes a run as a whole stays there. */
export const readOtherRuns = async (
  own: readonly FileText[],
  others: readonly OtherRun[],
): Promise<readonly FileText[]> => {
  const all: FileText[] = [];
  for (const { name, resultsDir } of others) {
    const taken = targetsIn([...own, ...all].map(parsed));
    const files = (await readFolder(resultsDir)).filter(({ file }) => /-(?:result|attachment)\./.test(file));
    all.push(...files.map((each) => renamed(parsed(each), taken, name)));
  }
  return all;
};

/** Results by the time at which they began, so that Allure, which keeps some lists as they came, has all in one order. */
export const inOrder = (files: readonly ParsedFile[]): ParsedFile[] => {
  const startOf = ({ result }: ParsedFile) => (result ? (result.start ?? 0) : Number.MAX_SAFE_INTEGER);
  return files.toSorted((first, second) => startOf(first) - startOf(second));
};

/** A file of which the text is known, as Allure asks for it. */
export const inMemory = ({ file, text, result }: ParsedFile): Parameters<AllureReport['readResult']>[0] => {
  const buffer = () => Buffer.from(text);
  return {
    getOriginalFileName: () => file,
    getExtension: () => extname(file),
    // A result names the types of its attachments, and Allure asks for no other.
    getContentType: () => undefined,
    getContentLength: () => Buffer.byteLength(text),
    asJson: async <T>() => (result ?? JSON.parse(text)) as T,
    asUtf8String: async () => text,
    asBuffer: async () => buffer(),
    readContent: (transform) => transform(Readable.from([buffer()])),
    writeTo: (path) => writeFile(path, text),
  };
};
