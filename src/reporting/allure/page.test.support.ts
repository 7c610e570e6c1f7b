import { readFileSync } from 'node:fs';

/** The data in the page, by name. */
export const dataIn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...page.matchAll(/d\("([^"]+)","([^"]*)"\)/g)].map(([, name = '', text = '']) => [
      name,
      Buffer.from(text, 'base64').toString('utf8'),
    ]),
  );

/** Every test result in the page of this file. */
export const shownIn = <Shown>(file: string): readonly Shown[] =>
  Object.entries(dataIn(readFileSync(file, 'utf8')))
    .filter(([name]) => name.startsWith('data/test-results/'))
    .map(([, text]) => JSON.parse(text) as Shown);
