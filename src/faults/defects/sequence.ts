import { randomUUID } from 'node:crypto';
import type { OperationId } from '#contract';
import { defaultPolicies, type SeenRequest } from '#sandbox';
import { against, type Fault } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { acting, type Hook, isInitiated, isRecord, otherId, rewriting, succeeded } from '../rewriting.ts';

type Ramps = Parameters<typeof defaultPolicies.offramp.find>[0];

const newestOf = ({ offramps }: Ramps) => offramps.findLast(isInitiated);

/** Remembers whether a small page was read since the newest offramp was started. */
const notePages = ({ operation, query, world }: SeenRequest): boolean => {
  const { memory, store } = world;
  if (operation === 'offramp.initiate') memory.set('paged', false);
  if (operation === 'offramp.list' && Number(query.limit) < 10) memory.set('paged', newestOf(store) !== undefined);
  return memory.get('paged') === true;
};

const listingTwice: Hook = (reply, request) => {
  const isPaged = notePages(request);
  const { operation, query } = request;
  if (!isPaged || operation !== 'offramp.list' || Number(query.limit) < 10 || !succeeded(reply)) return;
  if (isRecord(reply.body) && Array.isArray(reply.body.data)) reply.body.data.unshift(reply.body.data[0]);
};

/** Keeps a refused order as a copy of the one that was started just before it, until the listing is read. */
const keepingRefused: Hook = (reply, { operation, body, query, world }) => {
  const { memory, store } = world;
  if (operation === 'offramp.list' && !(Number(query.limit) < 10)) memory.set('just started', false);
  if (operation !== 'offramp.initiate') return;
  if (succeeded(reply)) memory.set('just started', true);
  const newest = newestOf(store);
  const isKept = reply.status === 400 && memory.get('just started') === true;
  if (!isKept || newest === undefined || !isRecord(body)) return;
  const reference = String(body.client_offramp_reference);
  const record = { ...newest.record, id: randomUUID(), client_offramp_reference: reference };
  store.offramps.push({ ...newest, record });
};

const listed = against('offramp.list/holds-through-a-sequence', {
  'The newest offramp is listed twice once a small page was read after its creation.': listingTwice,
  'An offramp that is refused for its rail is listed when another was started just before it.': keepingRefused,
});

const read = against('offramp.read/holds-through-a-sequence', {
  'An offramp has the reference of the next one once a second was started.': {
    offramp: {
      find: (store, wanted) => {
        const found = defaultPolicies.offramp.find(store, wanted);
        const newest = newestOf(store)?.record;
        const isSeeded = store.offramps.some(({ origin, record }) => origin === 'seeded' && record === found);
        if (found === undefined || newest === undefined || isSeeded) return found;
        return { ...found, client_offramp_reference: newest.client_offramp_reference };
      },
    },
  },
});

const converted = against('conversion.list/holds-its-items-after-an-onramp', {
  'The last conversion of a page is lost once an offramp was started.': rewriting(
    'conversion.list',
    '$.data',
    (data, { request: { world } }) =>
      Array.isArray(data) && newestOf(world.store) !== undefined ? data.slice(0, -1) : data,
  ),
  'The total of conversions counts the offramps that were started too.': rewriting(
    'conversion.list',
    '$.total',
    (total, { request: { world } }) => Number(total) + world.store.offramps.filter(isInitiated).length,
  ),
});

const balanced = against('balances.read/holds-through-a-sequence', {
  'A balance falls once both an onramp and an offramp were started.': rewriting(
    'balances.read',
    '$.balances.usd',
    (held, { request: { world } }) => {
      const { onramps } = world.store;
      return onramps.length > 0 && newestOf(world.store) !== undefined ? Number(held) - 1 : held;
    },
  ),
});

/** Does something to the world once a second offramp was created in it. */
const afterTwo = (act: (request: SeenRequest) => void) =>
  acting({ operation: 'offramp.initiate', status: 'success', when: (it) => timesBefore(it, 'created') >= 1 }, act);

/** Does something to the world with each success of another operation, once an offramp was created. */
const afterOther = (operation: OperationId, act: (request: SeenRequest) => void) =>
  acting({ operation, status: 'success', when: ({ world }) => world.store.offramps.some(isInitiated) }, act);

const dropNewest = ({ world: { store } }: SeenRequest): void => {
  store.offramps.pop();
};

const dropFirstCreated = ({ world: { store } }: SeenRequest): void => {
  store.offramps.splice(store.offramps.findIndex(isInitiated), 1);
};

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
    'A deposit makes the newest offramp vanish.': afterOther('deposit.simulate', dropNewest),
    'An onramp makes the newest offramp vanish.': afterOther('onramp.initiate', dropNewest),
    'A lightning offramp changes the amount of the newest offramp.': afterOther(
      'lightning-offramp.initiate',
      loseAmount,
    ),
  }),
  ...against('offramp.read/holds-through-a-sequence', {
    'The first offramp cannot be read after the second.': afterTwo(dropFirstCreated),
    'The second offramp cannot be read.': afterTwo(dropNewest),
    'An offramp has another recipient from its second read on.': rewriting(
      'offramp.read',
      '$.to.recipient_id',
      (value, { request }) => (timesBefore(request, `reads of ${request.params.offrampId}`) === 0 ? value : otherId),
    ),
  }),
  ...against('balances.read/holds-through-a-sequence', {
    'An onramp after an offramp costs a unit.': afterOther('onramp.initiate', charge),
  }),
];

/** Changes what the listing of conversions holds from its third read on. */
const withReads = (member: 'data' | 'total', change: (value: unknown) => unknown): Hook =>
  rewriting('conversion.list', `$.${member}`, (value, { request }) =>
    timesBefore(request, 'listings') >= 2 ? change(value) : value,
  );

const conversions = [
  ...against('conversion.list/holds-through-a-sequence', {
    'The amounts of conversions change from the third read on.': withReads('data', (items) =>
      (items as readonly object[]).map((it) => ({ ...it, amount: '1.000000000000' })),
    ),
  }),
  ...against('conversion.list/holds-its-items-after-an-onramp', {
    'The total of the conversions grows from the third read on.': withReads('total', (total) => Number(total) + 1),
    'A conversion is missing from the third read on.': withReads('data', (items) =>
      (items as readonly object[]).slice(1),
    ),
  }),
];

/** Defects that no single request shows. */
export const faults: readonly Fault[] = [...listed, ...read, ...converted, ...balanced, ...orders, ...conversions];
