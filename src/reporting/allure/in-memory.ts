import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { AllureReport } from '@allurereport/core';
import type { FileText } from '../files.ts';

/** A file of results, as Allure asks for it. */
type ResultFile = Parameters<AllureReport['readResult']>[0];

/** A file of results of which the text is known, so that Allure need not read it. */
export const inMemory = ({ file, text }: FileText): ResultFile => {
  const buffer = () => Buffer.from(text);
  return {
    getOriginalFileName: () => file,
    getExtension: () => extname(file),
    // A result names the type of what is attached to it; nothing else of ours is asked for one.
    getContentType: () => undefined,
    getContentLength: () => Buffer.byteLength(text),
    asJson: async () => JSON.parse(text),
    asUtf8String: async () => text,
    asBuffer: async () => buffer(),
    readContent: (transform) => transform(Readable.from([buffer()])),
    writeTo: (path) => writeFile(path, text),
  };
};
