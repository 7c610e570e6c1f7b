import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { AllureReport } from '@allurereport/core';
import type { TestResult } from 'allure-js-commons';
import type { FileText } from '../files.ts';

/** A file of Allure's results; the others are attachments, or describe the run as a whole. */
export interface ParsedFile extends FileText {
  readonly result?: TestResult;
}

export const parsed = (file: FileText): ParsedFile =>
  file.file.endsWith('-result.json') ? { ...file, result: JSON.parse(file.text) as TestResult } : file;

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
