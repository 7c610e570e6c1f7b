import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const blockIn = (page: string, id: string): string => {
  const [, block = ''] = new RegExp(`id="${id}">([^<]*)<`).exec(page) ?? [];
  return gunzipSync(Buffer.from(block, 'base64')).toString('utf8');
};

/** The data in Allure's page as a browser would unpack it, by name. */
export const dataIn = (page: string): Readonly<Record<string, string>> => {
  const entries = JSON.parse(blockIn(page, 'report-data')) as [string, string | number][];
  const text = (entry: string | number | undefined) =>
    typeof entry === 'number' ? entries[entry]?.[1] : entry;
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, Buffer.from(String(text(entry)), 'latin1').toString('utf8')]),
  );
};

export const appIn = (page: string): string => blockIn(page, 'report-app');

/** Every test result in the page of this file. */
export const shownIn = <Shown>(file: string): readonly Shown[] =>
  Object.entries(dataIn(readFileSync(file, 'utf8')))
    .filter(([name]) => name.startsWith('data/test-results/'))
    .map(([, text]) => JSON.parse(text) as Shown);
