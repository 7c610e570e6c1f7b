import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as generators from './index.ts';

const { dirname } = import.meta;

const textsIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

/** Tables draw nothing at random. */
const tables: ReadonlySet<string> = new Set([
  'alteredKeys',
  'unrelatedKeys',
  'sameShape',
  'withCases',
  'withoutEachMember',
  'withNulls',
  'emptied',
  'mistypedMembers',
  'withoutUuids',
  'noJson',
  'noJsonKinds',
  'lenientlyRead',
  'nearIds',
  'oddTexts',
  'takenBy',
]);

/** Valid orders draw nothing at random. */
const isOrder = (name: string): boolean => name.endsWith('Order');

const isClassifier = (name: string): boolean => /^(?:is|has|lacks)[A-Z]/.test(name);

const drawing = Object.keys(generators).filter((name) => !isClassifier(name) && !isOrder(name) && !tables.has(name));

const underLaws = textsIn(dirname, '.test.ts').flatMap((text) =>
  [...text.matchAll(/keepsTheLaws\(\s*[`'"](.+?)[`'"],/g)].flatMap(([, name = '']) => name.split(/\W+/)),
);

test.each(drawing)('%s is under the laws', (name) => {
  expect(underLaws).toContain(name);
});

const classifiers: Readonly<Record<string, string>> = {
  alteredKey: 'isAlteredKey',
  depositOrders: 'isUnlistedCurrency',
  malformedBound: 'isMalformedBound',
  malformedId: 'isMalformedId',
  nonsenseRail: 'isNonsenseRail',
  oddMember: 'hasOddMember',
  onrampOrders: 'isUnlistedAsset',
  strangeSegment: 'isStrangeCurrency',
  unlistedRail: 'isUnlistedRail',
};

test('every generator has a classifier', () => {
  expect(drawing.toSorted()).toEqual(Object.keys(classifiers));
});

/** Without imports, so that a name stands only where it is used. */
const users = ['../../suites', '../probes']
  .flatMap((folder) => textsIn(join(dirname, folder), '.ts'))
  .map((text) => text.replaceAll(/^import [^;]*;$/gm, ''));

test.each(Object.entries(classifiers))('what %s draws is judged only where %s holds', (name, classifier) => {
  const uses = users.filter((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(uses.length).toBeGreaterThan(0);
  for (const text of uses) expect(text).toMatch(new RegExp(`\\b${classifier}\\b`));
});
