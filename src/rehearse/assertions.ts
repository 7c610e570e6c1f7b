// Missing assertions of a client's tests, by the fault that they do not notice.
import type { Lapse } from './choice.ts';

const rows: readonly (readonly [ids: RegExp, assertion: string])[] = [
  [/is-answered-500$/, 'Assert that your client reports an error when the service answers 500.'],
  [/is-returned-for-any-id$/, 'Compare the id of the record with the id that you asked for.'],
  [/of-another-person$/, 'Compare the name in the KYC record with the name of the subaccount.'],
  [/\/the-amount-comes-back/, 'Compare from.amount with the amount that you sent.'],
  [/\/the-asset-comes-back/, 'Compare the asset of the order with the asset that you sent.'],
  [/\/the-recipient-is/, 'Compare to.recipient_id with the recipient that you sent.'],
  [/\/the-target-is/, 'Compare targetAmount with the amount that you sent.'],
  [/\/the-gross-amount-is-in-hundreds/, 'Assert that gross_amount is not below amount.'],
  [/^conversion.*(net-amount|fee-is)/, 'Assert that netAmount is amount less feeAmount.'],
  [/\/the-net-amount-is/, 'Assert that the net amount is the gross amount less the fees.'],
  [/item-of-another-subaccount/, 'Compare the listing with the orders that you made for this subaccount.'],
  [/an-item-is-lost|lacks-its-last/, 'Compare count, or total, with the number of items that you read.'],
  [/begins-with-the-last|every-page-is-the-first/, 'Assert that no id comes twice in a listing.'],
  [/kept-twice/, 'List the offramps after you sent an order. Assert that its reference is there once.'],
  [/the-rate-is-zero/, 'Assert that the rate is above zero.'],
  [/^withdrawal.*at-another-rate/, 'Assert that local_amount is amount at its rate.'],
  [/^conversion.*the-rate-is/, 'Assert that estimatedReceived is netAmount at its rate.'],
  [/at-another-rate/, 'Assert that the gross amount is the amount at pricing.fx_rate.'],
  [/the-total-leaves-out/, 'Assert that total_fees is the sum of the fees in its currency.'],
  [/expired-before/, 'Assert that the expiry is later than the creation.'],
];

export function assertionFor({ id, derived }: Pick<Lapse, 'id' | 'derived'>): string {
  const [, member = ''] = id.split('/');
  const assertion = derived && id.endsWith('/missing') ? `Assert that ${member} is there.` : undefined;
  const found = assertion ?? rows.find(([ids]) => ids.test(id))?.[1];
  if (found === undefined) throw new Error(`no assertion is named for the fault ${id}`);
  return found;
}
