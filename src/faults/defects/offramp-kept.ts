import { randomUUID } from 'node:crypto';
import { defaultPolicies, type Policies, type ServedWorld } from '#sandbox';
import { against, type Fault, forEachValue } from '../fault.ts';
import { isSeeded } from '../requests.ts';
import {
  acting,
  breaking,
  type Hook,
  isInitiated,
  otherId,
  placesAt,
  put,
  type ReplyFilter,
  rewriting,
} from '../rewriting.ts';

type Offramp = Parameters<Policies['offramp']['created']>[0];
type Stored = ServedWorld['store']['offramps'][number];

const defaults = defaultPolicies.offramp;

const accepted = { operation: 'offramp.initiate', status: 'success' } as const;

const individualId = '5eed0a01-0001-4000-8000-000000000a01';
const businessId = '5eed0a02-0001-4000-8000-000000000a02';

const keptAs = (change: (record: Offramp) => Offramp | undefined) => ({ offramp: { stored: change } });

const withMember = (record: Offramp, path: string, value: unknown): Offramp => {
  const copy = structuredClone(record);
  for (const place of placesAt(copy, `$.${path}`)) put(place, value);
  return copy;
};

/** Keeps the latest offramp once more, with another id. */
const twin = (ownerOf: (owner: string) => string, which: ReplyFilter = accepted): Hook =>
  acting(which, ({ world: { store } }) => {
    const latest = store.offramps.findLast(isInitiated);
    if (latest === undefined) return;
    const record = { ...latest.record, id: randomUUID() };
    store.offramps.push({ ...latest, owner: ownerOf(latest.owner), record });
  });

/** Keeps others instead of each new offramp of the business. */
const insteadOfThoseOfTheBusiness = (others: (latest: Stored) => readonly Stored[]): Hook =>
  acting(accepted, ({ world: { store } }) => {
    const latest = store.offramps.at(-1);
    if (latest?.owner === businessId) store.offramps.splice(-1, 1, ...others(latest));
  });

const olderChanges = (change: (record: Offramp) => Offramp): Hook =>
  acting(accepted, ({ world: { store } }) => {
    const [oldest] = store.offramps;
    if (oldest !== undefined) store.offramps[0] = { ...oldest, record: change(oldest.record) };
  });

/** Members that are fixed at creation: what each is called, where it stands and what is kept instead. */
const others = [
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

const dayMs = 86_400_000;

export const faults: readonly Fault[] = [
  ...against(['offramp.initiate/can-be-read', 'offramp.initiate/can-be-listed'], {
    'A created offramp is kept nowhere.': keptAs(() => undefined),
    'A created offramp is kept under another id.': keptAs((record) => ({ ...record, id: otherId })),
    'An offramp of the business is kept nowhere.': insteadOfThoseOfTheBusiness(() => []),
  }),
  ...against('offramp.initiate/is-kept-once', {
    'A created offramp is kept twice.': twin((owner) => owner),
    'A created offramp is kept for the business too.': twin(() => businessId),
    'An offramp of the business is kept for the individual, and not for the business.': insteadOfThoseOfTheBusiness(
      (latest) => [{ ...latest, owner: individualId }],
    ),
    'A refused offramp keeps the last one once more.': twin((owner) => owner, {
      operation: 'offramp.initiate',
      status: 'refusal',
    }),
  }),
  ...against('offramp.read/keeps-its-terms', {
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
  }),
  ...against('offramp.initiate/is-kept-as-created', {
    ...forEachValue(others, ([noun, path, value]) => [
      `The ${noun} is kept as another.`,
      keptAs((record) => withMember(record, path, value)),
    ]),
    'The time of creation is kept as a day earlier.': keptAs((record) => ({
      ...record,
      created_at: new Date(Date.parse(record.created_at) - dayMs).toISOString(),
    })),
    'The reference is not kept.': rewriting('offramp.read', '$.client_offramp_reference', undefined),
  }),
  ...against('offramp.initiate/can-be-read', {
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
  }),
  ...against('offramp.initiate/can-be-listed', {
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
  }),
];
