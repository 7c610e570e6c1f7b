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

type Config = ConstructorParameters<typeof AllureReport>[0];

const pageFile = '/index.html';

/** Has the page kept as it is made, instead of being written and read back; its other files go where they went. */
export const keepPage = (config: Config): { readonly config: Config; readonly made: () => string } => {
  let kept: Buffer | undefined;
  const { reportFiles } = config;
  const addFile = (path: string, data: Buffer): Promise<string> => {
    if (!path.endsWith(pageFile)) return reportFiles.addFile(path, data);
    kept = data;
    return Promise.resolve(path);
  };
  const made = () => {
    if (kept === undefined) throw new Error('Allure generated no page');
    return kept.toString('utf8');
  };
  return { config: { ...config, reportFiles: { addFile } }, made };
};
