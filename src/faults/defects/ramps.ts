import { randomUUID } from 'node:crypto';
import type { RequirementId } from '#contract';
import { defaultPolicies, type PartialPolicies, type Policies } from '#sandbox';
import { against, common } from '../fault.ts';
import { isInCents, timesBefore } from '../requests.ts';
import { changing, hourMs, otherId, rewriting, shifted, times } from '../rewriting.ts';

const { onramp, offramp } = defaultPolicies;

const swapped = <Quote extends { readonly net: string; readonly gross: string }>(quote: Quote): Quote => ({
  ...quote,
  net: quote.gross,
  gross: quote.net,
});

type Quote<Ramp extends 'onramp' | 'offramp'> = ReturnType<Policies[Ramp]['quote']>;

const misquotedOnramp = (slip: (quote: Quote<'onramp'>) => Quote<'onramp'>): PartialPolicies => ({
  onramp: { quote: (order, rate) => slip(onramp.quote(order, rate)) },
});

export const misquotedOfframp = (slip: (quote: Quote<'offramp'>) => Quote<'offramp'>): PartialPolicies => ({
  offramp: { quote: (order, rate) => slip(offramp.quote(order, rate)) },
});

interface Ramp {
  readonly operation: 'onramp.initiate' | 'offramp.initiate';
  readonly name: 'onramp' | 'offramp';
  readonly other: 'onramp' | 'offramp';
  readonly namesItself: RequirementId;
  readonly echoesTheAddress: RequirementId;
  readonly address: string;
  /** How far the net amount is above the gross amount. */
  readonly excess: number;
  readonly netGrossSwapped: PartialPolicies;
  readonly withoutNetworkFee: PartialPolicies;
}

const ramps: readonly Ramp[] = [
  {
    operation: 'onramp.initiate',
    name: 'onramp',
    other: 'offramp',
    namesItself: 'onramp.initiate/calls-itself-an-onramp',
    echoesTheAddress: 'onramp.initiate/echoes-the-address',
    address: 'to.address',
    excess: 2,
    netGrossSwapped: misquotedOnramp(swapped),
    withoutNetworkFee: misquotedOnramp((quote) => ({
      ...quote,
      fees: { ...quote.fees, total_fees: quote.fees.onramp_fee },
    })),
  },
  {
    operation: 'offramp.initiate',
    name: 'offramp',
    other: 'onramp',
    namesItself: 'offramp.initiate/calls-itself-an-offramp',
    echoesTheAddress: 'offramp.initiate/echoes-the-sender-address',
    address: 'from.address',
    excess: 1.05,
    netGrossSwapped: misquotedOfframp(swapped),
    withoutNetworkFee: misquotedOfframp((quote) => ({
      ...quote,
      fees: { ...quote.fees, total_fees: quote.fees.offramp_fee },
    })),
  },
];

const creation = ({ operation, name, other, namesItself }: Ramp) => {
  against(namesItself, {
    [`An ${name} is called an ${other}.`]: changing(operation)('type', other),
  });
  against([`${operation}/is-created-now`, `${operation}/is-created-in-utc`], {
    'The time of creation is local time.': { creation: { createdAt: shifted(-hourMs) } },
  });
  against(`${operation}/keeps-its-account`, {
    'Each order names another account.': changing(operation)('account_id', () => randomUUID()),
  });
  against(`${operation}/gives-each-order-its-own-id`, {
    'All orders get one id.': { creation: { newId: () => otherId } },
  });
};

const money = ({ operation, excess, netGrossSwapped, withoutNetworkFee }: Ramp) => {
  const changed = changing(operation);
  against(`${operation}/nets-at-most-the-gross`, {
    'Fees are added to the gross amount.': changed('to.net_amount', times(excess)),
    'Nothing is left of a gross amount that is above the fees.': changed('to.net_amount', '0.00'),
    'Net and gross are swapped.': netGrossSwapped,
  });
  against(`${operation}/nets-the-gross-less-the-fees`, {
    'The net amount is the gross amount, with any fees.': common(
      rewriting(operation, '$.to.net_amount', (_value, { holder }) => holder.gross_amount),
    ),
    'Half of what is left is kept back.': changed('to.net_amount', times(0.5)),
  });
  against(`${operation}/has-a-positive-rate`, {
    'The rate is zero.': common(changed('pricing.fx_rate', '0.00')),
    'The rate is negative.': changed('pricing.fx_rate', (it) => `-${it}`),
  });
  against(`${operation}/adds-up-its-fees`, {
    'The total leaves out the network fee.': common(withoutNetworkFee),
    'The total is a thousandth above its parts.': changed('pricing.fees.total_fees', times(1.001)),
  });
  against(`${operation}/converts-at-its-rate`, {
    'The gross amount is at another rate.': common(changed('to.gross_amount', times(1.03))),
  });
  against(`${operation}/is-near-its-rate`, {
    'The gross amount is a hundredth of what is due.': changed('to.gross_amount', times(0.01)),
    'The gross amount of orders with cents is in a unit a thousand times smaller.': rewriting(
      operation,
      '$.to.gross_amount',
      (value, { request }) => (isInCents(request) ? times(1_000)(String(value)) : value),
    ),
  });
  against(`${operation}/keeps-the-direction-of-its-rate`, {
    'The rate of every second order between two currencies of another worth is turned round.': rewriting(
      operation,
      '$.pricing.fx_rate',
      (value, { request }) =>
        Math.abs(Number(value) - 1) < 0.1 || timesBefore(request, `quotes of ${operation}`) % 2 === 0
          ? value
          : (1 / Number(value)).toFixed(12),
    ),
  });
  against(`${operation}/totals-each-fee`, {
    'The total is half of its least part.': changed('pricing.fees.total_fees', times(0.01)),
    'The total is zero beside fees.': changed('pricing.fees.total_fees', '0'),
  });
};

const echoes = ({ operation, name, echoesTheAddress, address }: Ramp) => {
  const changed = changing(operation);
  const reference = `client_${name}_reference`;
  against(`${operation}/echoes-the-reference`, {
    'The reference is one that the service made up.': changed(reference, '00c0ffee-0000-4000-8000-000000000001'),
    'The reference comes back in capitals.': changed(reference, (it) => it.toUpperCase()),
    'The reference is cut to thirty letters.': changed(reference, (it) => it.slice(0, 30)),
  });
  against(`${operation}/echoes-the-amount`, {
    'The amount loses its fraction.': changed('from.amount', (it) => String(Math.trunc(Number(it)))),
  });
  against(echoesTheAddress, {
    'The address belongs to the service.': changed(address, '0x00000000000000000000000000000000deadbeef'),
    'The address comes back masked.': changed(address, (it) => `${it.slice(0, 6)}****${it.slice(-4)}`),
  });
};

for (const ramp of ramps) {
  creation(ramp);
  money(ramp);
  echoes(ramp);
}
