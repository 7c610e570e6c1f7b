import { randomUUID } from 'node:crypto';
import { defaultPolicies, type Policies, type ServedWorld } from '#sandbox';
import { isInitiated } from '../both-listings.ts';
import { placesAt, put } from '../places.ts';
import { against, againstAll, each } from '../planting.ts';
import { isSeeded } from '../requests.ts';
import { acting, breaking, type Hook, otherId, type ReplyFilter, rewriting } from '../rewriting.ts';

type Offramp = Parameters<Policies['offramp']['created']>[0];
type Stored = ServedWorld['store']['offramps'][number];

const right = defaultPolicies.offramp;

const accepted = { operation: 'offramp.initiate', status: 'success' } as const;

const individualId = '5eed0a01-0001-4000-8000-000000000a01';
const businessId = '5eed0a02-0001-4000-8000-000000000a02';

/** Keeps a record that differs from the answer. */
const keptAs = (change: (record: Offramp) => Offramp | undefined) => ({ offramp: { stored: change } });

const withMember = (record: Offramp, path: string, value: unknown): Offramp => {
  const copy = structuredClone(record);
  for (const place of placesAt(copy, `$.${path}`)) put(place, value);
  return copy;
};

/** Keeps the latest offramp once more, with an id of its own. */
const twin = (ownerOf: (owner: string) => string, which: ReplyFilter = accepted): Hook =>
  acting(which, ({ world: { store } }) => {
    const latest = store.offramps.findLast(isInitiated);
    if (latest === undefined) return;
    const record = { ...latest.record, id: randomUUID() };
    store.offramps.push({ ...latest, owner: ownerOf(latest.owner), record });
  });

/** Keeps others in place of each new offramp of the business. */
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

/** Members that are fixed at creation: a part of the id, what each is called, where it stands and what is kept instead. */
const others = [
  ['of-another-account', 'account', 'account_id', otherId],
  ['with-another-reference', 'reference', 'client_offramp_reference', 'lost'],
  ['with-another-amount', 'amount', 'from.amount', '1.00'],
  ['with-another-asset', 'asset', 'from.asset', 'EURC'],
  ['for-another-recipient', 'recipient', 'to.recipient_id', otherId],
  ['in-another-currency', 'currency', 'to.currency', 'EUR'],
  ['with-another-type', 'type', 'type', 'withdrawal'],
  ['with-another-network', 'network', 'from.network', 'SOL'],
  ['with-another-address', 'address', 'from.address', '0x0000'],
  ['with-another-gross-amount', 'gross amount', 'to.gross_amount', '1.00'],
  ['with-another-net-amount', 'net amount', 'to.net_amount', '0.50'],
  ['with-another-rate', 'rate', 'pricing.fx_rate', '9.99'],
  ['with-another-fee', 'fee', 'pricing.fees.offramp_fee', '77.00'],
  ['with-another-fee-currency', 'fee currency', 'pricing.fees.offramp_fee_currency', 'jpy'],
] as const;

const dayMs = 86_400_000;

/** Offramps that are kept otherwise than they were made, or not at all. */
export const offrampKeptFaults = [
  ...againstAll(['offramp.initiate/can-be-read', 'offramp.initiate/can-be-listed'], {
    'offramp/kept-nowhere': ['A created offramp is kept nowhere.', keptAs(() => undefined)],
    'offramp/kept-under-another-id': [
      'A created offramp is kept under another id.',
      keptAs((record) => ({ ...record, id: otherId })),
    ],
    'offramp/of-a-business-kept-nowhere': [
      'An offramp of the business is kept nowhere.',
      insteadOfThoseOfTheBusiness(() => []),
    ],
  }),
  ...against('offramp.initiate/is-kept-once', {
    'offramp/kept-twice': ['A created offramp is kept twice.', twin((owner) => owner)],
    'offramp/kept-for-another-too': [
      'A created offramp is kept for the business too.',
      twin(() => businessId),
    ],
    'offramp/of-a-business-kept-for-the-person': [
      'An offramp of the business is kept for the individual, and not for the business.',
      insteadOfThoseOfTheBusiness((latest) => [{ ...latest, owner: individualId }]),
    ],
    'offramp/kept-again-by-refusals': [
      'A refused offramp keeps the last one once more.',
      twin((owner) => owner, { operation: 'offramp.initiate', status: 'refusal' }),
    ],
  }),
  ...against('offramp.read/keeps-its-terms', {
    'offramp/older-amount-changes': [
      'With each order the amount of the oldest grows.',
      olderChanges((record) =>
        withMember(record, 'from.amount', (Number(record.from.amount) + 1).toFixed(2)),
      ),
    ],
    'offramp/older-recipient-changes': [
      'With each order the recipient of the oldest becomes another.',
      olderChanges((record) => withMember(record, 'to.recipient_id', randomUUID())),
    ],
    'offramp/payout-under-another-id-each-time': [
      'The end-to-end id of a payout is another at each read.',
      rewriting('offramp.read', '$.settlement.end_to_end_id', (value) =>
        value === '' ? value : randomUUID(),
      ),
    ],
  }),
  ...against('offramp.initiate/is-kept-as-created', {
    ...each(others, ([id, noun, path, value]) => [
      `offramp/kept-${id}`,
      `The ${noun} is kept as another.`,
      keptAs((record) => withMember(record, path, value)),
    ]),
    'offramp/kept-of-another-moment': [
      'The time of creation is kept as a day earlier.',
      keptAs((record) => ({
        ...record,
        created_at: new Date(Date.parse(record.created_at) - dayMs).toISOString(),
      })),
    ],
    'offramp/kept-without-its-reference': [
      'The reference is not kept.',
      rewriting('offramp.read', '$.client_offramp_reference', undefined),
    ],
    'offramp/kept-with-no-reference': [
      'The reference is kept as null.',
      rewriting('offramp.read', '$.client_offramp_reference', null),
    ],
  }),
  ...against('offramp.initiate/can-be-read', {
    'offramp/created-not-readable': [
      'Only offramps of yesterday can be read.',
      {
        offramp: {
          find: (store, wanted) =>
            right.find({ ...store, offramps: store.offramps.filter((it) => !isInitiated(it)) }, wanted),
        },
      },
    ],
    'offramp/created-forgotten-once-read': [
      'A created offramp is forgotten once it was read.',
      acting({ operation: 'offramp.read', status: 'success' }, ({ params, world: { store } }) => {
        const at = store.offramps.findIndex(({ record }) => record.id === params.offrampId);
        if (!isSeeded(params.offrampId)) store.offramps.splice(at, 1);
      }),
    ],
    'offramp/created-read-fails': [
      'A read of a created offramp breaks the service.',
      breaking({ operation: 'offramp.read', when: ({ params }) => !isSeeded(params.offrampId) }),
    ],
  }),
  ...against('offramp.initiate/can-be-listed', {
    'offramp/created-not-listed': [
      'Created offramps are left out of the listing.',
      { offramp: { listing: (all, owner) => right.listing(all, owner).filter((it) => !isInitiated(it)) } },
    ],
    'offramp/created-listed-twice': [
      'Created offramps are listed twice.',
      {
        offramp: {
          listing: (all, owner) => {
            const own = right.listing(all, owner);
            return [...own.filter(isInitiated), ...own];
          },
        },
      },
    ],
  }),
];
