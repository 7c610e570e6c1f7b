import { randomUUID } from 'node:crypto';
import type { OperationId } from '#contract';
import { defaultPolicies, type SeenRequest, type WireReply } from '#sandbox';
import { against } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import {
  acting,
  type Hook,
  isInitiated,
  isRecord,
  otherId,
  rewriting,
  serverError,
  succeeded,
  withoutBody,
} from '../rewriting.ts';

type Ramps = Parameters<typeof defaultPolicies.offramp.find>[0];

const newestOf = ({ offramps }: Ramps) => offramps.findLast(isInitiated);

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

against('offramp.list/holds-through-a-sequence', {
  'The newest offramp is listed twice once a small page was read after its creation.': listingTwice,
  'An offramp that is refused for its rail is listed when another was started just before it.': keepingRefused,
});

against('offramp.read/holds-through-a-sequence', {
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

against('conversion.list/holds-its-items-after-an-onramp', {
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

against('balances.read/holds-through-a-sequence', {
  'A balance falls once both an onramp and an offramp were started.': rewriting(
    'balances.read',
    '$.balances.usd',
    (held, { request: { world } }) => {
      const { onramps } = world.store;
      return onramps.length > 0 && newestOf(world.store) !== undefined ? Number(held) - 1 : held;
    },
  ),
});

const afterTwo = (act: (request: SeenRequest) => void) =>
  acting({ operation: 'offramp.initiate', status: 'success', when: (it) => timesBefore(it, 'created') >= 1 }, act);

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

against('offramp.list/holds-through-a-sequence', {
  'A deposit makes the newest offramp vanish.': afterOther('deposit.simulate', dropNewest),
  'An onramp makes the newest offramp vanish.': afterOther('onramp.initiate', dropNewest),
  'A lightning offramp changes the amount of the newest offramp.': afterOther('lightning-offramp.initiate', loseAmount),
});
against('offramp.read/holds-through-a-sequence', {
  'The first offramp cannot be read after the second.': afterTwo(dropFirstCreated),
  'The second offramp cannot be read.': afterTwo(dropNewest),
  'An offramp has another recipient from its second read on.': rewriting(
    'offramp.read',
    '$.to.recipient_id',
    (value, { request }) => (timesBefore(request, `reads of ${request.params.offrampId}`) === 0 ? value : otherId),
  ),
});
against('balances.read/holds-through-a-sequence', {
  'An onramp after an offramp costs a unit.': afterOther('onramp.initiate', charge),
});

const withReads = (member: 'data' | 'total', change: (value: unknown) => unknown): Hook =>
  rewriting('conversion.list', `$.${member}`, (value, { request }) =>
    timesBefore(request, 'listings') >= 2 ? change(value) : value,
  );

against('conversion.list/holds-through-a-sequence', {
  'The amounts of conversions change from the third read on.': withReads('data', (items) =>
    (items as readonly object[]).map((it) => ({ ...it, amount: '1.000000000000' })),
  ),
});
against('conversion.list/holds-its-items-after-an-onramp', {
  'The total of the conversions grows from the third read on.': withReads('total', (total) => Number(total) + 1),
  'A conversion is missing from the third read on.': withReads('data', (items) =>
    (items as readonly object[]).slice(1),
  ),
});

/** Defects that only several requests show together. */

/** By default an accepted order. */
interface Spoiling {
  readonly previous: OperationId;
  readonly operation: OperationId;
  readonly status?: number;
}

/** Active only after an accepted order of the other kind: without one, all answers are correct. */
const spoiling = (
  { previous, operation, status }: Spoiling,
  answer: (reply: WireReply, request: SeenRequest) => Partial<WireReply>,
): Hook =>
  acting({}, (request, reply) => {
    const { memory } = request.world;
    if (request.operation === previous && succeeded(reply)) memory.set('prepared', true);
    const isMeant = status === undefined ? succeeded(reply) : reply.status === status;
    if (request.operation !== operation || memory.get('prepared') !== true || !isMeant) return;
    memory.set('prepared', false);
    Object.assign(reply, answer(reply, request));
  });

const spoilingMembers = (which: Spoiling, members: (request: SeenRequest) => object | undefined): Hook =>
  spoiling(which, ({ body }, request) => {
    if (!isRecord(body)) return {};
    const spoilt = members(request);
    return {
      body: isRecord(body.data) ? { ...body, data: { ...body.data, ...spoilt } } : { ...body, ...spoilt },
    };
  });

const afterOfframp = { previous: 'offramp.initiate', operation: 'onramp.initiate' } as const;
const lightning = { operation: 'lightning-offramp.initiate' } as const;

against('deposit.simulate/holds-through-a-sequence', {
  'A deposit that follows an onramp is answered with a body.': spoiling(
    { previous: 'onramp.initiate', operation: 'deposit.simulate' },
    () => ({
      status: 200,
      body: { success: true },
    }),
  ),
  'A deposit in an unlisted currency that follows an offramp is accepted.': spoiling(
    { previous: 'offramp.initiate', operation: 'deposit.simulate', status: 400 },
    () => withoutBody(204),
  ),
  'A deposit that follows an offramp breaks the service.': spoiling(
    { previous: 'offramp.initiate', operation: 'deposit.simulate' },
    serverError,
  ),
});

against('onramp.initiate/holds-through-a-sequence', {
  'An onramp that follows an offramp carries its reference.': spoilingMembers(afterOfframp, ({ world: { store } }) => ({
    client_onramp_reference: store.offramps.at(-1)?.record.client_offramp_reference,
  })),
  'An onramp that follows an offramp gets the id of the onramp before it.': spoilingMembers(
    afterOfframp,
    ({ world: { store } }) => {
      const before = store.onramps.at(-2)?.record;
      return before && { id: before.id };
    },
  ),
  'An onramp that follows an offramp goes to the address that the offramp came from.': spoilingMembers(
    afterOfframp,
    ({ world: { store } }) => {
      const { address } = store.offramps.at(-1)?.record.from ?? {};
      return { to: { ...store.onramps.at(-1)?.record.to, address: String(address) } };
    },
  ),
  'An onramp that follows a deposit is completed at once.': spoilingMembers(
    { previous: 'deposit.simulate', operation: 'onramp.initiate' },
    () => ({
      status: 'completed',
    }),
  ),
  'An onramp of an unlisted asset that follows an offramp is accepted.': spoiling(
    { ...afterOfframp, status: 400 },
    (_reply, { world: { store } }) => ({
      status: 201,
      body: store.onramps.at(-1)?.record,
    }),
  ),
});

against('lightning-offramp.initiate/holds-through-a-sequence', {
  'A lightning offramp that follows an onramp has the invoice of the one before it.': spoilingMembers(
    { ...lightning, previous: 'onramp.initiate' },
    ({ world: { store } }) => {
      const before = store.lightningOfframps.at(-2)?.record;
      return before && { lightningInvoice: before.lightningInvoice };
    },
  ),
  'A lightning offramp that follows an offramp has the id of the one before it.': spoilingMembers(
    { ...lightning, previous: 'offramp.initiate' },
    ({ world: { store } }) => {
      const before = store.lightningOfframps.at(-2)?.record;
      return before && { id: before.id };
    },
  ),
  'A lightning offramp that follows an offramp is paid at once.': spoilingMembers(
    { ...lightning, previous: 'offramp.initiate' },
    () => ({ status: 'paid' }),
  ),
  'A lightning offramp without an amount that follows an offramp takes its amount.': spoiling(
    { ...lightning, previous: 'offramp.initiate', status: 400 },
    (_reply, { world: { store } }) => {
      const data = store.lightningOfframps.at(-1)?.record;
      return { status: 201, body: data && defaultPolicies.lightningOfframp.envelope(data) };
    },
  ),
});
