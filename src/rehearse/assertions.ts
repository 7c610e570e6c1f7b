// Missing assertions of a client's tests, by the fault that the tests miss.
import type { OperationId } from '#contract';
import { endpointOf, type Lapse } from './choice.ts';

/** A test needs this assertion only if the vendor promises the behaviour. */
const vendorPromise = 'of vendor';

const rows: readonly (readonly [ids: RegExp, assertion: string, by?: typeof vendorPromise])[] = [
  [/is-answered-500$/, 'Assert that your client reports an error when the service answers 500.'],
  [/is-returned-for-any-id$/, 'Compare the id of the record with the requested id.'],
  [
    /of-another-person$/,
    'Compare the name in the KYC record of an individual with the name of the subaccount, where it has one.',
  ],
  [/\/the-amount-comes-back/, 'Compare from.amount with the amount that you sent, as numbers.'],
  [/\/the-asset-comes-back/, 'Compare the asset of the order with the asset that you sent, in any letter case.'],
  [/\/the-recipient-is/, 'Compare to.recipient_id with the recipient that you sent.'],
  [
    /\/the-target-is/,
    'Ask your vendor whether the amount of an order is targetAmount or lightningAmount. Compare that one with yours.',
    vendorPromise,
  ],
  [
    /\/the-gross-amount-is-in-hundreds/,
    'Compare gross_amount with amount, where your vendor promises how they follow.',
    vendorPromise,
  ],
  [
    /^conversion.*(net-amount|fee-is)/,
    'Assert that netAmount is amount less feeAmount, where your vendor promises it.',
    vendorPromise,
  ],
  [
    /\/the-net-amount-is/,
    'Assert that the net amount is the gross amount less the fees, where your vendor promises it.',
    vendorPromise,
  ],
  [/item-of-another-subaccount/, 'Assert that an order of another subaccount is not in the listing.'],
  [
    /an-item-is-lost|lacks-its-last/,
    'Read the listing to its end. Assert that each order that your test placed is there once.',
  ],
  [/begins-with-the-last|every-page-is-the-first/, 'Assert that no id comes twice in a listing.'],
  [/kept-twice/, 'List the offramps after you sent an order. Assert that its reference is there at most once.'],
  [/the-rate-is-zero/, 'Assert that the rate is above zero.'],
  [
    /^withdrawal.*at-another-rate/,
    'Compare local_amount with amount at its rate, where your vendor promises it.',
    vendorPromise,
  ],
  [
    /^conversion.*the-rate-is/,
    'Compare estimatedReceived with netAmount at its rate, where your vendor promises it.',
    vendorPromise,
  ],
  [
    /at-another-rate/,
    'Compare the gross amount with amount at pricing.fx_rate, where your vendor promises it.',
    vendorPromise,
  ],
  [
    /the-total-leaves-out/,
    'Compare total_fees with the sum of the fees, where your vendor promises it.',
    vendorPromise,
  ],
  [/expired-before/, 'Where there is an expiry, assert that it is later than the creation.'],
];

/** For a client whose only listing is that of conversions, which it cannot create. */
const conversionRows: typeof rows = [
  [/item-of-another-subaccount/, 'Assert that a conversion of another subaccount is not in the listing.'],
  [
    /an-item-is-lost|lacks-its-last/,
    'Read the listing to its end. Assert that it has as many conversions as total says, and no id twice.',
  ],
];

/** True if a test needs the assertion only for a vendor's promise. */
export const isConditional = ({ id }: Pick<Lapse, 'id'>): boolean =>
  rows.find(([ids]) => ids.test(id))?.[2] === vendorPromise;

export function assertionFor(lapse: Lapse, asked: ReadonlySet<OperationId>): string {
  const { id, derived } = lapse;
  const [, member = ''] = id.split('/');
  const assertion = derived && id.endsWith('/missing') ? `Assert that ${member} is there.` : undefined;
  const own = endpointOf(lapse, asked) === 'conversion.list' ? conversionRows : [];
  const found = assertion ?? [...own, ...rows].find(([ids]) => ids.test(id))?.[1];
  if (found === undefined) throw new Error(`no assertion is named for the fault ${id}`);
  return found;
}
