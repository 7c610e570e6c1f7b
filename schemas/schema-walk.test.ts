import { expect, test } from 'vitest';
import * as schemas from './index.ts';

const { membersOf, offrampRetrieved, subaccount, balances, conversion } = schemas;

const memberAt = (schema: Parameters<typeof membersOf>[0], path: string) =>
  membersOf(schema).find((member) => member.path === path);

test('a member carries its promise', () => {
  expect(memberAt(schemas.offrampListing, '$.data[].settlement.withdrawal_id')).toEqual({
    path: '$.data[].settlement.withdrawal_id',
    type: 'string',
    optional: false,
    nullable: true,
    format: 'uuid',
  });
  expect(memberAt(conversion, '$.rate')).toMatchObject({ format: 'decimal', places: 12 });
  expect(memberAt(offrampRetrieved, '$.status')).toMatchObject({
    closed: true,
    known: ['pending', 'paid', 'completed', 'failed'],
  });
  expect(memberAt(offrampRetrieved, '$.pricing.fees.network_fee')).toMatchObject({ optional: true });
  expect(memberAt(offrampRetrieved, '$.settlement.estimated_at')).toMatchObject({ nullable: true });
  expect(memberAt(offrampRetrieved, '$.settlement.end_to_end_id')).toMatchObject({ nullable: false });
});

test('a map carries the promise of its keys, and its values follow it', () => {
  expect(memberAt(balances, '$.balances')).toMatchObject({
    type: 'map',
    format: 'lower-case-code',
    closed: false,
  });
  expect(memberAt(balances, '$.balances{*}')).toMatchObject({ type: 'number' });
  expect(memberAt(subaccount, '$.capabilities.currencies{*}.rails{*}')).toMatchObject({ type: 'boolean' });
});
