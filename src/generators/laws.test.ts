import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as generators from './index.ts';

const { dirname } = import.meta;

const textsIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

/** They draw nothing at random: a table, and the members of one body. */
const tables: ReadonlySet<string> = new Set(['railSpace', 'withoutEachMember']);

/** Nor do valid orders. */
const isOrder = (name: string): boolean => name.endsWith('Order');

const isClassifier = (name: string): boolean => /^(?:is|has|lacks)[A-Z]/.test(name);

const drawing = Object.keys(generators).filter(
  (name) => !isClassifier(name) && !isOrder(name) && !tables.has(name),
);

const underLaws = textsIn(dirname, '.test.ts').flatMap((text) =>
  [...text.matchAll(/keepsTheLaws\(\s*[`'"](.+?)[`'"],/g)].flatMap(([, name = '']) => name.split(/\W+/)),
);

test.each(drawing)('%s is under the laws', (name) => {
  expect(underLaws).toContain(name);
});

/** By what a case is looked at again once it was sent. */
const classifiers: Readonly<Record<string, string>> = {
  alteredKey: 'isAlteredKey',
  depositOrders: 'isUnlistedCurrency',
  malformedBound: 'isMalformedBound',
  malformedId: 'isMalformedId',
  misplacement: 'isMisplacedKey',
  mistypedMember: 'hasMistypedMember',
  nonsenseRail: 'isNonsenseRail',
  notJson: 'isNoJsonObject',
  oddMember: 'hasOddMember',
  onrampOrders: 'isUnlistedAsset',
  realButUnlistedRail: 'isRealButUnlistedRail',
  recasedAsset: 'isRecasedAsset',
  recasedCurrency: 'isRecasedCurrency',
  strangeSegment: 'isStrangeCurrency',
  unlistedAsset: 'isUnlistedAsset',
  unlistedCurrency: 'isUnlistedCurrency',
};

test('every generator has a classifier', () => {
  expect(drawing.toSorted()).toEqual(Object.keys(classifiers));
});

const suites = textsIn(join(dirname, '../../suites'), '.ts');

test.each(Object.entries(classifiers))('what %s draws is judged only where %s holds', (name, classifier) => {
  const users = suites.filter((text) => new RegExp(`\\b${name}\\(`).test(text));
  expect(users.length).toBeGreaterThan(0);
  for (const text of users) expect(text).toMatch(new RegExp(`\\b${classifier}\\(`));
});
