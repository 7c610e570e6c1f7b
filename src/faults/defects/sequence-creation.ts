import type { OperationId } from '#contract';
import type { SeenRequest, WireReply } from '#sandbox';
import { against } from '../planting.ts';
import { otherId, rewriting, succeeded, succeeding, timesBefore } from '../rewriting.ts';

const initiate = 'offramp.initiate';

/** Does something to the world once so many offramps were created in it. */
const afterCreations = (count: number, act: (request: SeenRequest) => void) => ({
  reply: succeeding(initiate, (_reply, request) => {
    if (timesBefore(request, 'created') + 1 >= count) act(request);
    return {};
  }),
});

const dropNewest = ({ world: { store } }: SeenRequest): void => {
  store.offramps.pop();
};

const dropFirstCreated = ({ world: { store } }: SeenRequest): void => {
  const first = store.offramps.findIndex(({ origin }) => origin === 'initiated');
  if (first >= 0) store.offramps.splice(first, 1);
};

/** Does something to the world with each success of another operation, once an offramp was created. */
const afterOther = (operation: OperationId, act: (request: SeenRequest) => void) => ({
  reply: succeeding(operation, (_reply, request) => {
    if (request.world.store.offramps.some(({ origin }) => origin === 'initiated')) act(request);
    return {};
  }),
});

const loseAmount = ({ world: { store } }: SeenRequest): void => {
  const newest = store.offramps.pop();
  if (newest === undefined) return;
  const { record } = newest;
  store.offramps.push({ ...newest, record: { ...record, from: { ...record.from, amount: '1.00' } } });
};

const charge = ({ world: { store } }: SeenRequest): void => {
  store.balances = { ...store.balances, usd: (Number(store.balances.usd) - 1).toFixed(2) };
};

const orders = [
  ...against('offramp.list/holds-through-a-sequence', {
    'sequence/gone-after-a-deposit': [
      'A deposit makes the newest offramp vanish.',
      afterOther('deposit.simulate', dropNewest),
    ],
    'sequence/gone-after-an-onramp': [
      'An onramp makes the newest offramp vanish.',
      afterOther('onramp.initiate', dropNewest),
    ],
    'sequence/changed-by-a-lightning-offramp': [
      'A lightning offramp changes the amount of the newest offramp.',
      afterOther('lightning-offramp.initiate', loseAmount),
    ],
  }),
  ...against('offramp.read/holds-through-a-sequence', {
    'sequence/first-forgotten': [
      'The first offramp cannot be read after the second.',
      afterCreations(2, dropFirstCreated),
    ],
    'sequence/newest-unreadable': ['The second offramp cannot be read.', afterCreations(2, dropNewest)],
    'sequence/recipient-changes-with-reads': [
      'An offramp has another recipient from its second read on.',
      {
        reply: rewriting('offramp.read', '$.to.recipient_id', (value, { request }) =>
          timesBefore(request, `reads of ${request.params.offrampId}`) === 0 ? value : otherId,
        ),
      },
    ],
  }),
  ...against('balances.read/holds-through-a-sequence', {
    'sequence/charged-by-a-later-onramp': [
      'An onramp after an offramp costs a unit.',
      afterOther('onramp.initiate', charge),
    ],
  }),
];

interface Conversions {
  readonly data: readonly { readonly amount: string }[];
  readonly total: number;
}

/** Changes the listing of conversions from its third read on. */
const withReads = (change: (page: Conversions) => object) => ({
  reply: (reply: WireReply, request: SeenRequest): void => {
    if (request.operation !== 'conversion.list' || !succeeded(reply)) return;
    if (timesBefore(request, 'listings') >= 2)
      reply.body = { ...(reply.body as object), ...change(reply.body as Conversions) };
  },
});

const conversions = against('conversion.list/holds-through-a-sequence', {
  'sequence/amounts-change-with-reads': [
    'The amounts of conversions change from the third read on.',
    withReads(({ data }) => ({ data: data.map((it) => ({ ...it, amount: '1.000000000000' })) })),
  ],
});

const listed = against('conversion.list/holds-its-items-after-an-onramp', {
  'sequence/total-grows-with-reads': [
    'The total of the conversions grows from the third read on.',
    withReads(({ total }) => ({ total: total + 1 })),
  ],
  'sequence/conversion-gone-with-reads': [
    'A conversion is missing from the third read on.',
    withReads(({ data }) => ({ data: data.slice(1) })),
  ],
});

/** Defects that show only once something was created or read before. */
export const sequenceCreationFaults = [...orders, ...conversions, ...listed];
