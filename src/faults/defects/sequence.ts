import { randomUUID } from 'node:crypto';
import { defaultPolicies, type SeenRequest } from '#sandbox';
import { against } from '../fault.ts';
import { type Hook, isInitiated, isRecord, rewriting, succeeded } from '../rewriting.ts';

type Ramps = Parameters<typeof defaultPolicies.offramp.find>[0];

const newestOf = ({ offramps }: Ramps) => offramps.findLast(isInitiated);

/** Remembers whether a small page was read since the newest offramp was started. */
const notePages = ({ operation, query, world }: SeenRequest): boolean => {
  const { memory, store } = world;
  if (operation === 'offramp.initiate') memory.set('paged', false);
  if (operation === 'offramp.list' && Number(query.limit) < 10)
    memory.set('paged', newestOf(store) !== undefined);
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
  'An offramp that is refused for its rail is listed when another was started just before it.':
    keepingRefused,
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

/** Defects that no single request shows. */
export const sequenceFaults = [...listed, ...read, ...converted, ...balanced];
