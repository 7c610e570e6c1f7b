import { expect, test } from 'vitest';
import { balances, conversionListing, subaccount, unknownMembers, unlistedValues } from './index.ts';

test('unknown members are found at any depth, once each', () => {
  const item = { id: 'x', spread: '0.1' };
  expect(unknownMembers(conversionListing, { data: [item, item], next: null })).toEqual([
    { path: '$.next', observed: 'null' },
    { path: '$.data[].spread', observed: 'decimal(1)' },
  ]);
});

test('the keys of a map are data, the members of its values are not', () => {
  const value = { capabilities: { currencies: { XYZ: { status: 'locked', canLend: true } } } };
  expect(unknownMembers(subaccount, value)).toEqual([
    { path: '$.capabilities.currencies{*}.canLend', observed: 'boolean' },
  ]);
});

test('a member name that may be data is not repeated', () => {
  expect(unknownMembers(balances, { 'ada@example.com': 1 })).toEqual([{ path: '$.{email}', observed: 'number' }]);
});

test('unlisted values of open sets are named where they look like codes', () => {
  const profiles = [{ status: 'approved' }, { status: 'on_hold' }, { status: 'ask Ada' }];
  const currencies = { USD: { rails: { wire: true, fedwire: true } }, KES: {} };
  expect(unlistedValues(subaccount, { status: 'odd', kyc: { profiles }, capabilities: { currencies } })).toEqual([
    { path: '$.kyc.profiles[].status', observed: 'on_hold' },
    { path: '$.kyc.profiles[].status', observed: 'text(7)' },
    { path: '$.capabilities.currencies', observed: 'KES' },
    { path: '$.capabilities.currencies{*}.rails', observed: 'fedwire' },
  ]);
});

test('a value of another shape drifts nowhere', () => {
  expect(unknownMembers(subaccount, [1])).toEqual([]);
  expect(unlistedValues(subaccount, null)).toEqual([]);
});

test('a flood of members that nobody documented is listed as 50, the others counted, none by its name', () => {
  const flood = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`jane doe ${'x'.repeat(index % 300)}${index}`, 1]),
  );
  const drifts = unknownMembers(balances, flood);
  expect(drifts).toHaveLength(51);
  expect(drifts.at(-1)).toEqual({ path: '$', observed: expect.stringMatching(/^\d+ more of this kind$/) });
  expect(JSON.stringify(drifts)).not.toContain('jane');
  expect(JSON.stringify(drifts).length).toBeLessThan(5_000);
});
