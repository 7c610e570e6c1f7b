import { expect, test } from 'vitest';
import { judgeRoles, type ReadOutcome, type RoleReads, type SeenRecord, type SeenSubaccount } from './wrong-roles.ts';

const there = (body: object = {}): ReadOutcome => ({ presence: 'there', body });
const absent: ReadOutcome = { presence: 'not found', body: {} };
const bare: ReadOutcome = { presence: 'bare 404', body: {} };
const withheld: ReadOutcome = { presence: 'unknown', body: undefined };

const individual = (record: ReadOutcome, kyc: ReadOutcome = there()): SeenSubaccount => ({
  variable: 'RAMP_INDIVIDUAL_SUBACCOUNT_ID',
  role: 'individual',
  record,
  kyc,
});
const business = (record: ReadOutcome, kyc: ReadOutcome = there()): SeenSubaccount => ({
  variable: 'RAMP_BUSINESS_SUBACCOUNT_ID',
  role: 'business',
  record,
  kyc,
});
const unbanked = (record: ReadOutcome): SeenSubaccount => ({
  variable: 'RAMP_UNBANKED_SUBACCOUNT_ID',
  role: 'unbanked',
  record,
});
const record = (operation: SeenRecord['operation'], seen: ReadOutcome, id = 'a'): SeenRecord => ({
  variable: operation === 'withdrawal.read' ? 'RAMP_WITHDRAWAL_ID' : 'RAMP_OFFRAMP_ID',
  operation,
  id,
  seen,
});
const listing = (...data: object[]) => ({ offramps: there({ data }), conversions: there({ data: [] }) });

const person = there({ type: 'individual', status: 'approved' });
const company = there({ type: 'business', status: 'approved' });

const judged = (reads: Partial<RoleReads>) => {
  const remarks = judgeRoles({ subaccounts: [], records: [], ...reads });
  const textsOf = (isWrong: boolean) => remarks.filter((each) => !!each.wrong === isWrong).map(({ text }) => text);
  return { wrong: textsOf(true).map((text) => text.replace(/: .*/, '')), notes: textsOf(false) };
};

const right = [individual(person), business(company), unbanked(person)];

test('right roles, and reads that were withheld, are no matter', () => {
  const nothing = { wrong: [], notes: [] };
  expect(judged({ subaccounts: right, records: [record('withdrawal.read', there())] })).toEqual(nothing);
  const kept = [individual(withheld, withheld), business(company, withheld), unbanked(withheld)];
  expect(judged({ subaccounts: kept, records: [record('withdrawal.read', withheld)] })).toEqual(nothing);
});

test.each<[string, RoleReads['subaccounts'], string[]]>([
  [
    'one is not there, named or not',
    [individual(person), business(absent, absent), unbanked(bare)],
    [
      'RAMP_BUSINESS_SUBACCOUNT_ID names a subaccount that does not exist (404)',
      'RAMP_UNBANKED_SUBACCOUNT_ID names a subaccount that does not exist (404)',
    ],
  ],
  [
    'the only one is not there',
    [individual(absent, absent)],
    ['RAMP_INDIVIDUAL_SUBACCOUNT_ID names a subaccount that does not exist (404)'],
  ],
  [
    'two are exchanged',
    [individual(company, absent), business(person, absent)],
    [
      'RAMP_INDIVIDUAL_SUBACCOUNT_ID names a subaccount of type business',
      'RAMP_BUSINESS_SUBACCOUNT_ID names a subaccount of type individual',
    ],
  ],
  [
    'one is neither approved nor has a KYC record',
    [individual(there({ type: 'individual', status: 'created' }), absent)],
    ['RAMP_INDIVIDUAL_SUBACCOUNT_ID names a subaccount that is not approved and has no KYC record'],
  ],
])('wrong settings: %s', (_, subaccounts, wrong) => {
  expect(judged({ subaccounts }).wrong).toEqual(wrong);
});

test.each<[string, Partial<RoleReads>, RegExp]>([
  ['KYC is served for an id that is 404', { subaccounts: [individual(absent), unbanked(absent)] }, /other endpoints/],
  [
    'a listing has items of an id that is 404',
    { subaccounts: [individual(absent, absent)], listings: listing({ id: 'b' }) },
    /other endpoints serve/,
  ],
  ['a type contradicts the KYC record', { subaccounts: [individual(company)] }, /^$/],
  [
    'an approved individual has no KYC',
    { subaccounts: [individual(person, absent)] },
    /individual-kyc\.read answers 404/,
  ],
  ['no id is served, and nothing is named', { subaccounts: [individual(bare, bare), unbanked(bare)] }, /routed/],
  ['an unverified one is approved', { subaccounts: [{ ...unbanked(person), role: 'unverified' }] }, /may be accepted/],
  [
    'an offramp is listed and 404',
    { records: [record('offramp.read', absent, 'A')], listings: listing({ id: 'a' }) },
    /offramp that a listing shows/,
  ],
  [
    'a withdrawal is named by an offramp and 404',
    {
      records: [record('withdrawal.read', absent)],
      listings: listing({ settlement: { withdrawal_id: 'a' } }),
    },
    /withdrawal that a listing shows/,
  ],
  ['a record is a bare 404', { records: [record('withdrawal.read', bare)] }, /is it routed/],
])('left to the run, with a note: %s', (_, reads, note) => {
  const { wrong, notes } = judged(reads);
  expect(wrong).toEqual([]);
  expect(notes.join()).toMatch(note);
});

test('records that are not there are wrong settings, unless their subaccount is', () => {
  const records = [record('withdrawal.read', absent), record('offramp.read', absent)];
  expect(judged({ subaccounts: right, records }).wrong).toEqual([
    'RAMP_WITHDRAWAL_ID names a withdrawal that does not exist (404)',
    'RAMP_OFFRAMP_ID names an offramp that does not exist (404)',
  ]);
  expect(judged({ subaccounts: [individual(absent, absent)], records }).wrong).toHaveLength(1);
});

test('a key of another account that is no key is a wrong setting, and one that sees this account is told', () => {
  const asked = (isRefused: boolean, isOfSameAccount: boolean) => judged({ otherKey: { isRefused, isOfSameAccount } });
  expect(asked(false, false)).toEqual({ wrong: [], notes: [] });
  expect(asked(true, false).wrong).toEqual(['RAMP_OTHER_API_KEY is not a key of the service (401)']);
  expect(asked(false, true)).toEqual({
    wrong: [],
    notes: [expect.stringMatching(/check that it is a key of another/)],
  });
});
