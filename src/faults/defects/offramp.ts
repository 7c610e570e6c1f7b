import { randomUUID } from 'node:crypto';
import { defaultPolicies, type Policies, type ServedWorld, sandboxKeys } from '#sandbox';
import { against, type Change, common, forEachValue } from '../fault.ts';
import { isOver, isSeeded, keyOf, sent, timesBefore } from '../requests.ts';
import {
  acting,
  answering,
  breaking,
  changing,
  dayMs,
  type Hook,
  isInitiated,
  isRecord,
  type NewValue,
  otherId,
  placesAt,
  put,
  type ReplyFilter,
  rewriting,
  shifted,
  times,
} from '../rewriting.ts';
import { misquotedOfframp } from './ramps.ts';

const initiate = 'offramp.initiate';
const changed = changing(initiate);

const midnightBefore = (now: Date): string => `${shifted(-dayMs)(now).slice(0, 10)}T00:00:00.000Z`;

against('offramp.initiate/begins-pending', {
  'A created offramp is paid.': { creation: { firstStatus: () => 'paid' } },
});
against('offramp.initiate/calls-itself-an-offramp', {
  'An offramp is called a withdrawal.': changed('type', 'withdrawal'),
});
against('offramp.initiate/is-created-now', {
  'The time of creation is the midnight of the day before.': { creation: { createdAt: midnightBefore } },
});
against('offramp.initiate/adds-up-its-fees', {
  'The total is the net amount.': misquotedOfframp((quote) => ({
    ...quote,
    fees: { ...quote.fees, total_fees: quote.net },
  })),
});
against('offramp.initiate/converts-at-its-rate', {
  'The rate is that of another currency.': changed('pricing.fx_rate', '5.4321'),
});
against('offramp.initiate/echoes-the-amount', {
  'The amount comes back in the smallest unit.': common(changed('from.amount', times(1_000_000))),
  'The amount comes back with a cent less.': changed('from.amount', (it) => (Number(it) - 0.01).toFixed(2)),
});
against('offramp.initiate/echoes-the-asset', {
  'The asset comes back as another.': common(changed('from.asset', 'USDT')),
  'The asset comes back with the network.': changed('from.asset', (it) => `${it}.e`),
});
against('offramp.initiate/echoes-the-chain', {
  'Every order is on Solana.': changed('from.network', 'SOL'),
});
against('offramp.initiate/echoes-the-recipient', {
  'The recipient is another.': common(changed('to.recipient_id', otherId)),
  'The recipient is the subaccount.': changed(
    'to.recipient_id',
    (_value, { request: { params } }) => params.subaccountId,
  ),
});
against('offramp.initiate/echoes-the-currency', {
  'The currency comes back as euros.': changed('to.currency', 'EUR'),
  'The currency comes back as the asset.': changed('to.currency', 'USDC'),
});

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

against('offramp.read/keeps-to-its-subaccount', {
  'An offramp that was just started is served under any subaccount.': found(
    (store, wanted) => defaults.find(store, wanted) ?? aNewOfframp(store, wanted.id),
  ),
  'The first subaccount is served the offramps of every other one.': found(
    (store, wanted) =>
      defaults.find(store, wanted) ??
      (wanted.subaccountId === store.offramps[0]?.owner ? aNewOfframp(store, wanted.id) : undefined),
  ),
});
against('offramp.read/keeps-onramps-apart', {
  'An onramp is served as an offramp.': found(
    (store, wanted) => defaults.find(store, wanted) ?? anOnramp(store, wanted.id),
  ),
});
against('offramp.read/is-settled-after-its-creation', {
  'The settlement is estimated before the creation.': read('settlement.estimated_at', (value) =>
    value === null ? null : '2020-01-01T00:00:00.000Z',
  ),
});
against('offramp.read/carries-its-settlement', {
  'A read has no settlement.': read('settlement', undefined),
});
const inCents =
  (status: string): NewValue =>
  (to, { holder }) =>
    holder.status === status && isRecord(to) ? { ...to, gross_amount: times(100)(String(to.gross_amount)) } : to;

against('offramp.read/is-near-its-rate', {
  'An offramp that failed has its gross amount in cents where it is read.': read('to', inCents('failed')),
});
against('offramp.list/is-near-its-rate', {
  'A paid offramp has its gross amount in cents where it is listed.': listed('to', inCents('paid')),
});
against('offramp.list/lists-settlements', {
  'A listing has no settlements.': listed('settlement', undefined),
  'Pending offramps are listed without settlement.': listed('settlement', (value, { holder }) =>
    holder.status === 'pending' ? undefined : value,
  ),
});

const settledAs = (status: string, id: string | null) =>
  listed('settlement', (value, { holder }) =>
    holder.status === status ? { ...(value as object), withdrawal_id: id } : value,
  );

const readOtherwise = {
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

against('offramp.list/settles-what-is-not-pending', {
  'A pending offramp has a withdrawal.': settledAs('pending', otherId),
  'A paid offramp has no withdrawal.': settledAs('paid', null),
  'A completed offramp has no withdrawal.': settledAs('completed', null),
});
against(
  'offramp.read/agrees-with-the-listing',
  forEachValue(Object.entries(readOtherwise), ([path, value]) => [
    `A read has another ${path} than the listing.`,
    read(path, value),
  ]),
);
against('offramp.read/agrees-with-the-listing', {
  'A read of the oldest offramp has another amount than the listing.': found((store, wanted) => {
    const own = defaults.find(store, wanted);
    const isOldest = own !== undefined && own === store.offramps[0]?.record;
    return isOldest ? { ...own, from: { ...own.from, amount: '1.00' } } : own;
  }),
});

type Stored = ServedWorld['store']['offramps'][number];

const accepted = { operation: 'offramp.initiate', status: 'success' } as const;

const individualId = '5eed0a01-0001-4000-8000-000000000a01';
const businessId = '5eed0a02-0001-4000-8000-000000000a02';

const keptAs = (change: (record: Offramp) => Offramp | undefined) => ({ offramp: { stored: change } });

const withMember = (record: Offramp, path: string, value: unknown): Offramp => {
  const copy = structuredClone(record);
  for (const place of placesAt(copy, `$.${path}`)) put(place, value);
  return copy;
};

const twin = (ownerOf: (owner: string) => string, which: ReplyFilter = accepted): Hook =>
  acting(which, ({ world: { store } }) => {
    const latest = store.offramps.findLast(isInitiated);
    if (latest === undefined) return;
    const record = { ...latest.record, id: randomUUID() };
    store.offramps.push({ ...latest, owner: ownerOf(latest.owner), record });
  });

const replacingBusinessOfframps = (replacedBy: (latest: Stored) => readonly Stored[]): Hook =>
  acting(accepted, ({ world: { store } }) => {
    const latest = store.offramps.at(-1);
    if (latest?.owner === businessId) store.offramps.splice(-1, 1, ...replacedBy(latest));
  });

const olderChanges = (change: (record: Offramp) => Offramp): Hook =>
  acting(accepted, ({ world: { store } }) => {
    const [oldest] = store.offramps;
    if (oldest !== undefined) store.offramps[0] = { ...oldest, record: change(oldest.record) };
  });

const keptOtherwise = [
  ['account', 'account_id', otherId],
  ['reference', 'client_offramp_reference', 'lost'],
  ['amount', 'from.amount', '1.00'],
  ['asset', 'from.asset', 'EURC'],
  ['recipient', 'to.recipient_id', otherId],
  ['currency', 'to.currency', 'EUR'],
  ['type', 'type', 'withdrawal'],
  ['network', 'from.network', 'SOL'],
  ['address', 'from.address', '0x0000'],
  ['gross amount', 'to.gross_amount', '1.00'],
  ['net amount', 'to.net_amount', '0.50'],
  ['rate', 'pricing.fx_rate', '9.99'],
  ['fee', 'pricing.fees.offramp_fee', '77.00'],
  ['fee currency', 'pricing.fees.offramp_fee_currency', 'jpy'],
] as const;

against(['offramp.initiate/can-be-read', 'offramp.initiate/can-be-listed'], {
  'A created offramp is kept nowhere.': keptAs(() => undefined),
  'A created offramp is kept under another id.': keptAs((record) => ({ ...record, id: otherId })),
  'An offramp of the business is kept nowhere.': replacingBusinessOfframps(() => []),
});
const forgetting: Hook = (reply, request) => {
  if (request.operation !== 'offramp.list' || reply.status !== 200 || !isRecord(reply.body)) return;
  const { data, limit } = reply.body;
  const created = new Set(request.world.store.offramps.filter(isInitiated).map(({ record }) => record.id));
  const isIn = (item: unknown) => isRecord(item) && created.has(String(item.id));
  if (!Array.isArray(data) || !data.some(isIn)) return;
  if (timesBefore(request, `listings of ${request.params.subaccountId}`) < 1) return;
  const left = data.filter((item) => !isIn(item));
  Object.assign(reply.body, { data: left, count: left.length, totalPages: Math.ceil(left.length / Number(limit)) });
};

against('offramp.initiate/is-kept-once', {
  'A created offramp is in one listing, and in none after it.': forgetting,
  'A created offramp is kept twice.': common(twin((owner) => owner)),
  'A created offramp is kept for the business too.': twin(() => businessId),
  'An offramp of the business is kept for the individual, and not for the business.': replacingBusinessOfframps(
    (latest) => [{ ...latest, owner: individualId }],
  ),
  'A refused offramp keeps the last one once more.': twin((owner) => owner, {
    operation: 'offramp.initiate',
    status: 'refusal',
  }),
});
against('offramp.read/keeps-its-terms', {
  'With each order the amount of the oldest grows.': olderChanges((record) =>
    withMember(record, 'from.amount', (Number(record.from.amount) + 1).toFixed(2)),
  ),
  'With each order the recipient of the oldest becomes another.': olderChanges((record) =>
    withMember(record, 'to.recipient_id', randomUUID()),
  ),
  'The end-to-end id of a payout is another at each read.': rewriting(
    'offramp.read',
    '$.settlement.end_to_end_id',
    (value) => (value === '' ? value : randomUUID()),
  ),
});
against('offramp.initiate/is-kept-as-created', {
  ...forEachValue(keptOtherwise, ([noun, path, value]) => [
    `The ${noun} is kept as another.`,
    keptAs((record) => withMember(record, path, value)),
  ]),
  'The time of creation is kept as a day earlier.': keptAs((record) => ({
    ...record,
    created_at: shifted(-dayMs)(record.created_at),
  })),
  'The reference is not kept.': rewriting('offramp.read', '$.client_offramp_reference', undefined),
});
against('offramp.initiate/can-be-read', {
  'A created offramp is forgotten once it was read.': acting(
    { operation: 'offramp.read', status: 'success' },
    ({ params, world: { store } }) => {
      const at = store.offramps.findIndex(({ record }) => record.id === params.offrampId);
      if (!isSeeded(params.offrampId)) store.offramps.splice(at, 1);
    },
  ),
  'A read of a created offramp breaks the service.': breaking({
    operation: 'offramp.read',
    when: ({ params }) => !isSeeded(params.offrampId),
  }),
});
against('offramp.initiate/can-be-listed', {
  'Created offramps are left out of the listing.': {
    offramp: { listing: (all, owner) => defaults.listing(all, owner).filter((it) => !isInitiated(it)) },
  },
  'Created offramps are listed twice.': {
    offramp: {
      listing: (all, owner) => {
        const own = defaults.listing(all, owner);
        return [...own.filter(isInitiated), ...own];
      },
    },
  },
});

const keeping = (which: Omit<ReplyFilter, 'operation'>): Hook =>
  acting({ status: 'refusal', ...which, operation: initiate }, (request) => {
    const { params, world } = request;
    const { offramps } = world.store;
    const [like] = offramps;
    const reference = sent(request, 'client_offramp_reference');
    if (like === undefined || reference === undefined) return;
    const record = { ...like.record, id: randomUUID(), client_offramp_reference: String(reference) };
    offramps.push({ owner: params.subaccountId ?? '', origin: 'initiated', record });
  });

const refusedTooLate = (
  lets: (key: string | undefined) => boolean,
  refusal: { readonly status: number; readonly body: object },
): Change => [
  { authentication: { recognise: (key, keys) => (key === keys.full || lets(key) ? 'full' : undefined) } },
  answering(
    { operation: initiate, status: 'success', when: (request) => keyOf(request) !== sandboxKeys.full },
    refusal,
  ),
];

against('rails/refusal-creates-nothing', {
  'An offramp that is refused over RTP is created.': keeping({ when: isOver('RTP') }),
  'A named withdrawal that is refused for its currency is created.': keeping({
    status: 400,
    when: (request) => sent(request, 'to.currency') !== 'USD',
  }),
});
against('offramp.initiate/creates-nothing-when-refused', {
  'An offramp to an unknown recipient is refused and created.': keeping({ status: 404 }),
  'An offramp to an incomplete recipient is refused and created.': keeping({
    status: 400,
    when: isOver('WIRE'),
  }),
  'An offramp without verification is refused and created.': keeping({ status: 422 }),
});
against('authentication/creates-nothing-when-refused', {
  'An offramp without a key is created before it is refused.': {
    authentication: { stage: (operation) => (operation === initiate ? 'after-effects' : 'first') },
  },
  'An offramp with a key without permission is created before it is refused.': refusedTooLate(
    (key) => key === sandboxKeys.restricted,
    {
      status: 403,
      body: { error: 'Forbidden', message: 'You do not have permission to access this resource' },
    },
  ),
  'An offramp with an unknown key is created before it is refused.': refusedTooLate(
    (key) => key !== undefined && key !== sandboxKeys.restricted,
    { status: 401, body: { error: 'Unauthorized', message: 'Invalid or missing API key' } },
  ),
});
