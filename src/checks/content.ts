import type { OperationId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { isApproved } from '#schemas';
import { finding, type Judge } from './judgement.ts';
import { heldAt } from './members.ts';

const offramp = ['from.asset', 'from.network', 'to.currency', 'pricing.fees.offramp_fee_currency'];

/** Texts that say nothing when they are empty: names, codes, means and destinations of payment. */
const texts: Readonly<Record<OperationId, readonly string[]>> = {
  'subaccount.read': ['firstName', 'lastName'],
  'individual-kyc.read': ['first_name', 'last_name'],
  'business-kyc.read': [
    'legal_name',
    'ultimate_beneficial_owners.first_name',
    'ultimate_beneficial_owners.last_name',
  ],
  'balances.read': [],
  'deposit.simulate': [],
  'onramp.initiate': [
    'from.currency',
    'from.payment_instructions.method',
    'from.payment_instructions.qr_code',
    'to.asset',
    'to.address',
    'pricing.fees.onramp_fee_currency',
  ],
  'offramp.initiate': offramp,
  'offramp.read': offramp,
  'offramp.list': offramp.map((path) => `data.${path}`),
  'lightning-offramp.initiate': [
    'data.lightningInvoice',
    'data.targetCurrency',
    'data.lightningCurrency',
    'data.bankAccount.currency',
  ],
  'withdrawal.read': ['currency', 'chain', 'fee_currency', 'destinationAddress', 'destination_address'],
  'conversion.read': ['fromCurrency', 'toCurrency'],
  'conversion.list': ['data.fromCurrency', 'data.toCurrency'],
  'taxonomy.list': [
    'method',
    'name',
    'method_name',
    'network_name',
    'currency_configurations.currency',
    'currency_configurations.asset',
    'currency_configurations.legal_operating_entity.legal_operation_entity',
    'currency_configurations.legal_operating_entity.country_code',
  ],
};

/** Names may still be empty while a verification has not come to its end. */
const isYetToBeFilled = ({ operation, body }: Reply): boolean =>
  operation.includes('kyc') && !isApproved(body);

/** Texts that carry content are not empty. */
export const carriesContent: Judge<readonly Reply[]> = (given, { attribution }) => {
  const judged = attribution.judgeable(given).filter((reply) => !isYetToBeFilled(reply));
  const held = heldAt(judged, (operation) => texts[operation]);
  if (!held.some(({ values }) => values.some((value) => typeof value === 'string')))
    throw new Untested('no record carried such a text');
  const findings = held
    .filter(({ values }) => values.some((value) => typeof value === 'string' && value.trim() === ''))
    .map(({ reply, path }) =>
      finding({
        reply,
        code: 'EMPTY_TEXT',
        where: `$.${path}`,
        expected: 'a text with content',
        observed: 'an empty one',
      }),
    );
  return { findings, judged };
};
