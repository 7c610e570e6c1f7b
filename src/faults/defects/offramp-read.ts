import { defaultPolicies, type Policies } from '#sandbox';
import { against, type Fault, forEachValue } from '../fault.ts';
import { type NewValue, otherId, rewriting } from '../rewriting.ts';

type Rules = Policies['offramp'];
type Ramps = Parameters<Rules['find']>[0];
type Offramp = Parameters<Rules['created']>[0];

const defaults = defaultPolicies.offramp;

const found = (find: Rules['find']) => ({ offramp: { find } });

const read = (path: string, change: NewValue) => rewriting('offramp.read', `$.${path}`, change);
const listed = (path: string, change: NewValue) => rewriting('offramp.list', `$.data[].${path}`, change);

const anOnramp = ({ onramps }: Ramps, id: string): Offramp | undefined =>
  onramps.find(({ record }) => record.id === id)?.record as unknown as Offramp | undefined;

const aNewOfframp = ({ offramps }: Ramps, id: string): Offramp | undefined =>
  offramps.find(({ origin, record }) => origin === 'initiated' && record.id === id)?.record;

const reading = [
  ...against('offramp.read/keeps-to-its-subaccount', {
    'An offramp that was just started is served under any subaccount.': found(
      (store, wanted) => defaults.find(store, wanted) ?? aNewOfframp(store, wanted.id),
    ),
    'The first subaccount is served the offramps of every other one.': found(
      (store, wanted) =>
        defaults.find(store, wanted) ??
        (wanted.subaccountId === store.offramps[0]?.owner ? aNewOfframp(store, wanted.id) : undefined),
    ),
  }),
  ...against('offramp.read/keeps-onramps-apart', {
    'An onramp is served as an offramp.': found(
      (store, wanted) => defaults.find(store, wanted) ?? anOnramp(store, wanted.id),
    ),
  }),
  ...against('offramp.read/is-settled-after-its-creation', {
    'The settlement is estimated before the creation.': read('settlement.estimated_at', (value) =>
      value === null ? null : '2020-01-01T00:00:00.000Z',
    ),
  }),
  ...against('offramp.read/carries-its-settlement', {
    'A read has no settlement.': read('settlement', undefined),
  }),
  ...against('offramp.list/lists-settlements', {
    'A listing has no settlements.': listed('settlement', undefined),
    'Pending offramps are listed without settlement.': listed('settlement', (value, { holder }) =>
      holder.status === 'pending' ? undefined : value,
    ),
  }),
];

const settledAs = (status: string, id: string | null) =>
  listed('settlement', (value, { holder }) =>
    holder.status === status ? { ...(value as object), withdrawal_id: id } : value,
  );

const others = {
  created_at: '2025-01-01T00:00:00.000Z',
  account_id: otherId,
  client_offramp_reference: 'lost',
  'from.amount': '1.00',
  'from.asset': 'EURC',
  'from.network': 'SOL',
  'from.address': '0x0000',
  'to.currency': 'EUR',
  'to.recipient_id': otherId,
  type: 'onramp',
  status: 'failed',
  'settlement.withdrawal_id': otherId,
  'settlement.estimated_at': '2031-01-01T00:00:00.000Z',
  'settlement.end_to_end_id': 'E2E-lost',
  'to.gross_amount': '1.00',
  'to.net_amount': '0.50',
  'pricing.fx_rate': '9.99',
  'pricing.fees.offramp_fee': '77.00',
  'pricing.fees.offramp_fee_currency': 'jpy',
};

const agreeing = [
  ...against('offramp.list/settles-what-is-not-pending', {
    'A pending offramp has a withdrawal.': settledAs('pending', otherId),
    'A paid offramp has no withdrawal.': settledAs('paid', null),
    'A completed offramp has no withdrawal.': settledAs('completed', null),
  }),
  ...against(
    'offramp.read/agrees-with-the-listing',
    forEachValue(Object.entries(others), ([path, value]) => [
      `A read has another ${path} than the listing.`,
      read(path, value),
    ]),
  ),
  ...against('offramp.read/agrees-with-the-listing', {
    'A read of the oldest offramp has another amount than the listing.': found((store, wanted) => {
      const own = defaults.find(store, wanted);
      const isOldest = own !== undefined && own === store.offramps[0]?.record;
      return isOldest ? { ...own, from: { ...own.from, amount: '1.00' } } : own;
    }),
  }),
];

export const faults: readonly Fault[] = [...reading, ...agreeing];
