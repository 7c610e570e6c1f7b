import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Allure's page as a browser would unpack it. */
export const unpacked = (page: string): string => {
  const [, packed = ''] = /id="page">([^<]*)</.exec(page) ?? [];
  return gunzipSync(Buffer.from(packed, 'base64'))
    .toString('utf8')
    .split('\u0001')
    .map((part, at) => (at % 2 === 1 ? Buffer.from(part).toString('base64') : part))
    .join('');
};

/** The data in the page, by name. */
export const dataIn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...unpacked(page).matchAll(/d\("([^"]+)","([^"]*)"\)/g)].map(([, name = '', text = '']) => [
      name,
      Buffer.from(text, 'base64').toString('utf8'),
    ]),
  );

/** Every test result in the page of this file. */
export const shownIn = <Shown>(file: string): readonly Shown[] =>
  Object.entries(dataIn(readFileSync(file, 'utf8')))
    .filter(([name]) => name.startsWith('data/test-results/'))
    .map(([, text]) => JSON.parse(text) as Shown);
