import { randomUUID } from 'node:crypto';
import { defaultPolicies, type Fault, type Policies, type SeenRequest } from '#sandbox';
import { against, againstAll } from '../planting.ts';
import { answering, isSeeded, otherId, rewriting, serverError } from '../rewriting.ts';

type Offramp = Parameters<Policies['offramp']['created']>[0];

const right = defaultPolicies.offramp;

/** Keeps a record that differs from the answer. */
const keptAs = (change: (record: Offramp) => Offramp | undefined) => ({
  policies: { offramp: { stored: change } },
});

const individualId = '5eed0a01-0001-4000-8000-000000000a01';
const businessId = '5eed0a02-0001-4000-8000-000000000a02';

type Stored = SeenRequest['world']['store']['offramps'][number];

/** Keeps the latest offramp once more, with an id of its own. */
const twin = (
  ownerOf: (owner: string) => string,
  when: (status: number) => boolean = (status) => status < 300,
): Fault => ({
  reply: ({ status }, { operation, world: { store } }) => {
    const latest = store.offramps.findLast(({ origin }) => origin === 'initiated');
    if (operation !== 'offramp.initiate' || !when(status) || latest === undefined) return;
    const record = { ...latest.record, id: randomUUID() };
    store.offramps.push({ ...latest, owner: ownerOf(latest.owner), record });
  },
});

/** Keeps others in place of each new offramp of a subaccount. */
const insteadOfThoseOf = (subaccountId: string, others: (latest: Stored) => readonly Stored[]): Fault => ({
  reply: ({ status }, { operation, world: { store } }) => {
    const latest = store.offramps.at(-1);
    if (operation === 'offramp.initiate' && status < 300 && latest?.owner === subaccountId)
      store.offramps.splice(-1, 1, ...others(latest));
  },
});

const olderChanges = (change: (record: Stored['record']) => Stored['record']): Fault => ({
  reply: ({ status }, { operation, world: { store } }) => {
    const [oldest] = store.offramps;
    if (operation !== 'offramp.initiate' || status > 299 || oldest === undefined) return;
    store.offramps[0] = { ...oldest, record: change(oldest.record) };
  },
});

const withPricing = (record: Offramp, change: Partial<Offramp['pricing']>): Offramp => ({
  ...record,
  pricing: { ...record.pricing, ...change },
});

/** Members that are fixed at creation, each kept with another value. */
const otherwise: Readonly<Record<string, (record: Offramp) => Offramp>> = {
  type: (record) => ({ ...record, type: 'withdrawal' }),
  network: (record) => ({ ...record, from: { ...record.from, network: 'SOL' } }),
  address: (record) => ({ ...record, from: { ...record.from, address: '0x0000' } }),
  'gross amount': (record) => ({ ...record, to: { ...record.to, gross_amount: '1.00' } }),
  'net amount': (record) => ({ ...record, to: { ...record.to, net_amount: '0.50' } }),
  rate: (record) => withPricing(record, { fx_rate: '9.99' }),
  fee: (record) => withPricing(record, { fees: { ...record.pricing.fees, offramp_fee: '77.00' } }),
  'fee currency': (record) =>
    withPricing(record, { fees: { ...record.pricing.fees, offramp_fee_currency: 'jpy' } }),
};

/** Offramps that are kept otherwise than they were made, or not at all. */
export const offrampKeptFaults = [
  ...againstAll(['offramp.initiate/can-be-read', 'offramp.initiate/can-be-listed'], {
    'offramp/kept-nowhere': ['A created offramp is kept nowhere.', keptAs(() => undefined)],
    'offramp/kept-under-another-id': [
      'A created offramp is kept under another id.',
      keptAs((record) => ({ ...record, id: otherId })),
    ],
  }),
  ...againstAll(['offramp.initiate/can-be-read', 'offramp.initiate/can-be-listed'], {
    'offramp/of-a-business-kept-nowhere': [
      'An offramp of the business is kept nowhere.',
      insteadOfThoseOf(businessId, () => []),
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
      insteadOfThoseOf(businessId, (latest) => [{ ...latest, owner: individualId }]),
    ],
    'offramp/kept-again-by-refusals': [
      'A refused offramp keeps the last one once more.',
      twin(
        (owner) => owner,
        (status) => status >= 400 && status < 500,
      ),
    ],
  }),
  ...against('offramp.read/keeps-its-terms', {
    'offramp/older-amount-changes': [
      'With each order the amount of the oldest grows.',
      olderChanges((record) => ({
        ...record,
        from: { ...record.from, amount: (Number(record.from.amount) + 1).toFixed(2) },
      })),
    ],
    'offramp/older-recipient-changes': [
      'With each order the recipient of the oldest becomes another.',
      olderChanges((record) => ({ ...record, to: { ...record.to, recipient_id: randomUUID() } })),
    ],
  }),
  ...against('offramp.initiate/is-kept-as-created', {
    'offramp/kept-of-another-moment': [
      'The time of creation is kept as a day earlier.',
      keptAs((record) => ({
        ...record,
        created_at: new Date(Date.parse(record.created_at) - 86_400_000).toISOString(),
      })),
    ],
    'offramp/kept-of-another-account': [
      'The account is kept as another.',
      keptAs((record) => ({ ...record, account_id: otherId })),
    ],
    'offramp/kept-with-another-reference': [
      'The reference is kept as another.',
      keptAs((record) => ({ ...record, client_offramp_reference: 'lost' })),
    ],
    'offramp/kept-without-its-reference': [
      'The reference is not kept.',
      { reply: rewriting('offramp.read', '$.client_offramp_reference', () => undefined) },
    ],
    'offramp/kept-with-no-reference': [
      'The reference is kept as null.',
      { reply: rewriting('offramp.read', '$.client_offramp_reference', () => null) },
    ],
    'offramp/kept-with-another-amount': [
      'The amount is kept without its last digits.',
      keptAs((record) => ({ ...record, from: { ...record.from, amount: '1.00' } })),
    ],
    'offramp/kept-with-another-asset': [
      'The asset is kept as another.',
      keptAs((record) => ({ ...record, from: { ...record.from, asset: 'EURC' } })),
    ],
    'offramp/kept-for-another-recipient': [
      'The recipient is kept as another.',
      keptAs((record) => ({ ...record, to: { ...record.to, recipient_id: otherId } })),
    ],
    'offramp/kept-in-another-currency': [
      'The currency is kept as another.',
      keptAs((record) => ({ ...record, to: { ...record.to, currency: 'EUR' } })),
    ],
  }),
  ...against(
    'offramp.initiate/is-kept-as-created',
    Object.fromEntries(
      Object.entries(otherwise).map(([name, change]) => [
        `offramp/kept-with-another-${name.replace(' ', '-')}`,
        [`The ${name} is kept as another.`, keptAs(change)] as const,
      ]),
    ),
  ),
  ...against('offramp.initiate/can-be-read', {
    'offramp/created-not-readable': [
      'Only offramps of yesterday can be read.',
      {
        policies: {
          offramp: {
            find: ({ offramps }, { id }) =>
              offramps.find(({ origin, record }) => origin === 'seeded' && record.id === id)?.record,
          },
        },
      },
    ],
    'offramp/created-read-fails': [
      'A read of a created offramp breaks the service.',
      {
        reply: answering(
          { operation: 'offramp.read', when: ({ params }) => !isSeeded(params.offrampId) },
          serverError,
        ),
      },
    ],
  }),
  ...against('offramp.initiate/can-be-listed', {
    'offramp/created-not-listed': [
      'Created offramps are left out of the listing.',
      {
        policies: {
          offramp: {
            listing: (all, owner) =>
              right.listing(
                all.filter(({ origin }) => origin === 'seeded'),
                owner,
              ),
          },
        },
      },
    ],
    'offramp/created-listed-twice': [
      'Created offramps are listed twice.',
      {
        policies: {
          offramp: {
            listing: (all, owner) => [
              ...right.listing(
                all.filter(({ origin }) => origin === 'initiated'),
                owner,
              ),
              ...right.listing(all, owner),
            ],
          },
        },
      },
    ],
  }),
];
