import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { registeredRows, type SuiteRow } from '#checks';
import { type Format, membersOf } from '#schemas';
import '#suites';
import {
  isRequirementId,
  operationIds,
  operationOf,
  operationsWith,
  orderIds,
  type RequirementId,
  requirements,
  unobservable,
} from './index.ts';
import type { Operation } from './operation.ts';

const placeOf = ({ id, origin }: SuiteRow): string => {
  const place = origin.stack?.match(/\bsuites\/[\w/.-]+:\d+/)?.[0];
  if (place === undefined) throw new Error(`${id} stands in no suite`, { cause: origin });
  return place;
};

const lineOf = (row: SuiteRow): string => {
  const { id, origin, check, operations, ...claim } = row;
  const ofAll = operations.length === operationIds.length;
  const members = Object.entries({ ...claim, operations, row: placeOf(row) }).map(
    ([name, value]) => `${name}: ${name === 'operations' && ofAll ? 'operationIds' : JSON.stringify(value)}`,
  );
  return `  ${JSON.stringify(id)}: { ${members.join(', ')} },`;
};

/** Of the latest release; a release writes both anew. */
const released = { version: '0.5.0', digest: '1f971282' };

/** `compare` uses it to find a changed harness. */
const versionOf = (all: readonly SuiteRow[]): string => {
  const ruled = all.map(({ id, firmness, claim }) => [id, firmness, claim].join('\t')).sort();
  const digest = createHash('sha256').update(ruled.join('\n')).digest('hex').slice(0, 8);
  return digest === released.digest ? released.version : `${released.version}+${digest}`;
};

const registered = registeredRows();
const byId = new Map(registered.map((row) => [row.id, row]));

/** Reports keep their order: a new row stands after the row before it in its suite. */
const inOrder = registered.reduce(
  (ids, { id }, at) => (ids.includes(id) ? ids : ids.toSpliced(ids.indexOf(registered[at - 1]?.id ?? id) + 1, 0, id)),
  requirements.map(({ id }) => id).filter((id) => byId.has(id)),
);

test('rows.ts has the rows of the suites: after a change of a suite `npm run rows` writes it', async () => {
  const lines = inOrder.flatMap((id) => byId.get(id) ?? []).map(lineOf);
  const text = `// Written by \`npm run rows\` from the rows of the suites. An id that is not here does not compile.
import type { Claim } from './claim.ts';
import { operationIds } from './operations.ts';

/** Two runs with one version were tested against the same requirements. */
export const catalogueVersion = '${versionOf(registered)}';

export const rows = {
${lines.join('\n')}
} satisfies Readonly<Record<string, Claim & { readonly row: string }>>;
`;
  await expect(text).toMatchFileSnapshot('rows.ts');
});

test('the operations are numbered in the order of the document, and orders that reach money are known', () => {
  expect(operationIds.map((id) => operationOf(id).number)).toEqual(operationIds.map((_, at) => at + 1));
  expect(operationIds.filter((id) => operationOf(id).movesMoney)).toEqual(orderIds);
});

test('no record with amounts is left out where none may be negative', () => {
  const named = requirements.filter(({ id }) => id.endsWith('/has-no-negative-amounts'));
  const claimed = named.flatMap(({ operations }) => operations);
  expect(operationsWith('amounts').filter((id) => !claimed.includes(id))).toEqual([]);
});

test('what an entry names exists', () => {
  for (const id of operationIds) {
    const { absence, order, literals = {}, page, creates } = operationOf(id);
    const claims = [absence?.claim, order?.listed?.claim, ...Object.values(literals)].flatMap((it) => it ?? []);
    expect(
      claims.filter((claim) => !isRequirementId(`${id}/${claim}`)),
      id,
    ).toEqual([]);
    const named = [page?.reads, creates].flatMap((it) => it ?? []);
    expect(
      named.filter((other) => !operationIds.some((each) => each === other)),
      id,
    ).toEqual([]);
  }
});

test('a text that says nothing when it is empty is a text of the record', () => {
  for (const id of operationIds) {
    const { success, texts } = operationOf(id);
    const paths = success === null ? [] : membersOf(success).map(({ path }) => path);
    const known = new Set(paths.map((path) => path.replaceAll('[]', '').replace(/^\$\.?/, '')));
    expect(
      texts.filter((path) => !known.has(path)),
      id,
    ).toEqual([]);
  }
});

test('an operation holds what its schema holds', () => {
  const kinds: Readonly<Record<Operation['values'][number], readonly Format[]>> = {
    identifiers: ['uuid'],
    timestamps: ['timestamp'],
    dates: ['date'],
    amounts: ['decimal'],
    sets: ['closed-set'],
    uris: ['uri', 'document-uri'],
    countries: ['country-2', 'country-3'],
    lowerCaseCodes: ['lower-case-code'],
    emails: ['email'],
    documents: ['document-uri'],
  };
  for (const id of operationIds) {
    const { success, values } = operationOf(id);
    const formats = new Set(success === null ? [] : membersOf(success).map(({ format }) => format));
    const held = Object.entries(kinds).filter(([, all]) => all.some((format) => formats.has(format)));
    expect([...values].sort(), id).toEqual(held.map(([kind]) => kind).sort());
  }
});

test('every endpoint has stated requirements, and every requirement an endpoint', () => {
  for (const id of operationIds) {
    const { number } = operationOf(id);
    expect(requirements.filter((it) => it.firmness === 'stated' && it.endpoints.includes(number))).not.toEqual([]);
  }
  expect(requirements.filter((requirement) => requirement.operations.length === 0)).toEqual([]);
});

test('a claim is one short sentence, or a question where the document is silent, and stands once at an endpoint', () => {
  const claims = requirements.map(({ claim, endpoints }) => `${endpoints.join()} ${claim}`);
  expect(new Set(claims).size).toBe(claims.length);
  for (const { id, claim, firmness } of requirements) {
    expect(claim, id).toMatch(firmness === 'silent' ? /^[A-Z].*\?$/ : /^[A-Z].*\.$/);
    expect(claim, id).not.toMatch(/\bshould\b/);
    expect(claim.split(' ').length, id).toBeLessThanOrEqual(25);
  }
});

test('an id of no requirement does not compile', () => {
  // @ts-expect-error: no requirement has this id.
  const misspelt: RequirementId = 'onramp.initiate/begins-pendin';
  // @ts-expect-error: nor does an id pair an operation with the rule of its twin.
  const mixed: RequirementId = 'onramp.initiate/calls-itself-an-offramp';
  // @ts-expect-error: nor an operation with the part of another record.
  const foreign: RequirementId = 'business-kyc.read/actions-have-their-members';
  expect([misspelt, mixed, foreign].map(isRequirementId)).toEqual([false, false, false]);
});

test('a claim that cannot be observed says why', () => {
  expect(unobservable.length).toBeGreaterThan(5);
  for (const { reason } of unobservable) expect(reason).toMatch(/\.$/);
});
