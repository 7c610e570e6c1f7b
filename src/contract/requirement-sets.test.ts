import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  catalogueVersion,
  goneFrom,
  inSet,
  isRuledBetween,
  requirementOf,
  requirementSets,
  requirements,
  sinceOf,
} from './index.ts';

const root = join(import.meta.dirname, '../..');

const listOf = (version: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `sets/${version}.json`), 'utf8'));

/** Requirements that a version brought. */
const broughtBy = (version: string) =>
  requirements.map(({ id }) => id).filter((id) => sinceOf(id) === version);

test('each released version has its list, and the newest is that of this catalogue', () => {
  expect(requirementSets).toEqual(['0.1.0', '0.2.0', catalogueVersion]);
  expect(requirementSets.slice(0, -1).map((version) => Object.keys(listOf(version)).length)).toEqual([
    383, 429,
  ]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(requirementSets).toContain(version);
});

test('a requirement is as old as the first list that has it', () => {
  expect(sinceOf('onramp.initiate/echoes-the-amount')).toBe('0.1.0');
  expect(sinceOf('subaccount.read/names-assigned-countries')).toBe(catalogueVersion);
  const counted = requirementSets.flatMap((version) => broughtBy(version));
  expect(counted.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
});

test('an older set has the firmness of its time, and neither what is younger nor what was ruled otherwise', () => {
  const inOld = (id: Parameters<typeof requirementOf>[0]) => inSet(requirementOf(id), '0.2.0');
  expect(inOld('versions/refuse-the-other-body-in-v1')).toMatchObject({ firmness: 'implied' });
  expect(inOld('authentication/has-no-way-round')).toMatchObject({ outOfSet: 'younger' });
  expect(inOld('offramp.list/refuses-an-altered-key')).toMatchObject({ outOfSet: 'ruled otherwise' });
  expect(goneFrom('0.2.0')).toEqual(['http/ends-with-its-answer']);
  expect(requirements.map((each) => inSet(each, catalogueVersion))).toEqual(requirements);
});

test('the set of 0.2.0 is its list, less what is named', () => {
  const counted = requirements
    .map((each) => inSet(each, '0.2.0'))
    .filter(({ outOfSet }) => outOfSet === undefined);
  const ruled = requirements.filter(({ id }) => isRuledBetween(id, '0.2.0', catalogueVersion));
  expect(Object.fromEntries(counted.map(({ id, firmness }) => [id, firmness]))).toEqual(
    Object.fromEntries(
      Object.entries(listOf('0.2.0')).filter(
        ([id]) => !goneFrom('0.2.0').includes(id) && !ruled.some((each) => each.id === id),
      ),
    ),
  );
});

test('the changelog lists the requirements that each version brought', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  for (const version of requirementSets.slice(1)) {
    const head =
      version === catalogueVersion && !changelog.includes(`## ${version} `) ? 'Unreleased' : version;
    const section = changelog.split(/^## /m).find((each) => each.startsWith(head)) ?? '';
    expect(
      broughtBy(version).filter((id) => !section.includes(`\`${id}\``)),
      `to be listed under ${head} of CHANGELOG.md`,
    ).toEqual([]);
  }
});
