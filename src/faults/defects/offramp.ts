import { against, type Fault } from '../fault.ts';
import { changing, otherId, times } from '../rewriting.ts';
import { misquotedOfframp } from './ramps.ts';

const initiate = 'offramp.initiate';
const changed = changing(initiate);

const dayMs = 86_400_000;
const midnightBefore = (now: Date): string =>
  `${new Date(now.getTime() - dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;

export const faults: readonly Fault[] = [
  ...against('offramp.initiate/begins-pending', {
    'A created offramp is paid.': { creation: { firstStatus: () => 'paid' } },
  }),
  ...against('offramp.initiate/calls-itself-an-offramp', {
    'An offramp is called a withdrawal.': changed('type', 'withdrawal'),
  }),
  ...against('offramp.initiate/is-created-now', {
    'The time of creation is the midnight of the day before.': { creation: { createdAt: midnightBefore } },
  }),
  ...against('offramp.initiate/adds-up-its-fees', {
    'The total is the net amount.': misquotedOfframp((quote) => ({
      ...quote,
      fees: { ...quote.fees, total_fees: quote.net },
    })),
  }),
  ...against('offramp.initiate/converts-at-its-rate', {
    'The rate is that of another currency.': changed('pricing.fx_rate', '5.4321'),
  }),
  ...against('offramp.initiate/echoes-the-amount', {
    'The amount comes back in the smallest unit.': changed('from.amount', times(1_000_000)),
    'The amount comes back with a cent less.': changed('from.amount', (it) => (Number(it) - 0.01).toFixed(2)),
  }),
  ...against('offramp.initiate/echoes-the-asset', {
    'The asset comes back as another.': changed('from.asset', 'USDT'),
    'The asset comes back with the network.': changed('from.asset', (it) => `${it}.e`),
  }),
  ...against('offramp.initiate/echoes-the-chain', {
    'Every order is on Solana.': changed('from.network', 'SOL'),
  }),
  ...against('offramp.initiate/echoes-the-recipient', {
    'The recipient is another.': changed('to.recipient_id', otherId),
    'The recipient is the subaccount.': changed(
      'to.recipient_id',
      (_value, { request: { params } }) => params.subaccountId,
    ),
  }),
  ...against('offramp.initiate/echoes-the-currency', {
    'The currency comes back as euros.': changed('to.currency', 'EUR'),
    'The currency comes back as the asset.': changed('to.currency', 'USDC'),
  }),
];
