import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as schemas from './index.ts';

/**
 * The number of places by format (by type without a format), sets with their size; which of them may be null; which may be left
 * out. Counted in the document, so that a promise lost from a schema is seen: the laws of the shapes follow the schemas.
 */
const promises: Readonly<Record<string, readonly [census: string, nullable?: string, optional?: string]>> = {
  balances: ['email 1, lower-case-code(6) 1, number 1, open-set(1) 1, text 1, timestamp 1, uuid 1'],
  businessKyc: [
    'array 6, closed-set(12) 1, closed-set(13) 1, closed-set(7) 1, country-2 2, country-3 5, date 1, document-uri 10, email 1, flag 7, literal 1, object 8, open-set(1) 2, open-set(3) 2, text 38, timestamp 3',
    '$.vendorStatus, $.vendorVerifiedAt, $.identification[].image_back, $.ultimate_beneficial_owners[].identification[].image_back',
    '$.registered_address.street_line_2, $.physical_address.street_line_2, $.ultimate_beneficial_owners[].address.street_line_2',
  ],
  conversion: ['decimal(12) 5, lower-case-code 2, timestamp 1, uuid 1'],
  conversionListing: ['array 1, decimal(12) 5, integer 4, lower-case-code 2, object 1, timestamp 1, uuid 1'],
  depositOrder: ['closed-set(12) 1, number 1, text 1'],
  bankAccountError: ['integer 1, text 1, timestamp 1'],
  shortError: ['text 2'],
  fullError: ['integer 1, text 3, timestamp 1', '', '$.path'],
  lightningOfframp: [
    'flag 1, literal 1, number 7, object 2, text 7, timestamp 2, uuid 3',
    '$.data.bankAccount.bankName, $.data.expiresAt',
  ],
  lightningOfframpOrder: ['number 1, uuid 1'],
  offrampCreated: [
    'anything 1, decimal 7, literal 2, object 4, text 8, timestamp 1, uuid 3',
    '$.settlement',
    '$.settlement',
  ],
  offrampListing: [
    'array 1, closed-set(4) 1, decimal 7, integer 4, literal 1, object 6, text 9, timestamp 2, uuid 4',
    '$.data[].client_offramp_reference, $.data[].settlement.withdrawal_id, $.data[].settlement.estimated_at',
    '$.data[].client_offramp_reference, $.data[].pricing.fees.network_fee, $.data[].pricing.fees.network_fee_asset, $.data[].pricing.fees.total_fees, $.data[].pricing.fees.total_fees_currency',
  ],
  offrampOrder: ['number 1, object 2, open-set(1) 1, open-set(5) 1, text 4, uuid 1', '', '$.to.payment_rail'],
  offrampRetrieved: [
    'closed-set(4) 1, decimal 7, literal 1, object 5, text 9, timestamp 2, uuid 4',
    '$.client_offramp_reference, $.settlement.withdrawal_id, $.settlement.estimated_at',
    '$.client_offramp_reference, $.pricing.fees.network_fee, $.pricing.fees.network_fee_asset, $.pricing.fees.total_fees, $.pricing.fees.total_fees_currency',
  ],
  onramp: ['decimal 7, literal 2, lower-case-code 3, object 5, open-set(7) 1, text 5, timestamp 2, uuid 2'],
  onrampOrder: ['closed-set(3) 1, number 1, object 2, text 3, uuid 1'],
  subaccount: [
    'array 3, closed-set(2) 1, closed-set(3) 1, country-2 1, email 1, flag 5, object 6, open-set(1) 2, open-set(13) 1, open-set(2) 1, open-set(4) 1, open-set(5) 1, open-set(7) 1, text 5, timestamp 1, uri 1, uuid 1',
    '$.firstName, $.lastName, $.phone',
    '$.capabilities.currencies{*}.requiredKyc, $.capabilities.currencies{*}.requiredActions',
  ],
  taxonomy: [
    'anything 2, array 6, decimal 1, decimal(8) 3, flag 1, number 2, object 10, open-set(1) 4, text 24',
    '$[].sub_method, $[].taxes[], $[].payment_rails',
  ],
  withdrawal: [
    'decimal 2, decimal(8) 1, number 2, open-set(1) 1, text 10, timestamp 1, uuid 1',
    '$.description, $.tx_hash, $.destination_tag',
  ],
};

const exported: ReadonlyMap<string, unknown> = new Map(Object.entries(schemas));

function kindOf({ places, known = [], format, type }: schemas.Member): string {
  if (places !== undefined) return `${format}(${places})`;
  return known.length > 0 && format !== 'literal' ? `${format}(${known.length})` : (format ?? type);
}

function censusOf(schema: z.ZodType): string {
  const counts = new Map<string, number>();
  for (const kind of schemas.membersOf(schema).map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => `${kind} ${count}`)
    .sort()
    .join(', ');
}

const pathsOf = (schema: z.ZodType, quality: 'nullable' | 'optional'): string =>
  schemas
    .membersOf(schema)
    .flatMap((member) => (member[quality] ? [member.path] : []))
    .join(', ');

test.each(Object.entries(promises))(
  '%s promises what the document lists',
  (name, [census, nullable = '', optional = '']) => {
    const schema = exported.get(name) as z.ZodType;
    expect(censusOf(schema)).toBe(census);
    expect(pathsOf(schema, 'nullable')).toBe(nullable);
    expect(pathsOf(schema, 'optional')).toBe(optional);
  },
);

test('individualKyc owes its status and type and the members of entries, and lets every other field be omitted or null', () => {
  const firm = schemas.membersOf(schemas.individualKyc).filter(({ optional, nullable }) => !optional || !nullable);
  const fields = firm.map(({ path }) => path).filter((path) => !path.endsWith('[]'));
  expect(fields.filter((path) => !path.includes('[]'))).toEqual(['$.status', '$.type']);
  expect(fields.filter((path) => path.includes('[]'))).toHaveLength(7);
  expect(censusOf(schemas.individualKyc)).toBe(
    'array 3, closed-set(12) 1, closed-set(3) 1, closed-set(7) 1, country-3 2, date 1, document-uri 3, e164 1, flag 1, literal 1, object 3, text 21, timestamp 2',
  );
});
