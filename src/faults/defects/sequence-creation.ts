import type { OperationId } from '#contract';
import type { SeenRequest } from '#sandbox';
import { against } from '../fault.ts';
import { timesBefore } from '../requests.ts';
import { acting, type Hook, isInitiated, otherId, rewriting } from '../rewriting.ts';

/** Does something to the world once a second offramp was created in it. */
const afterTwo = (act: (request: SeenRequest) => void) =>
  acting(
    { operation: 'offramp.initiate', status: 'success', when: (it) => timesBefore(it, 'created') >= 1 },
    act,
  );

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
      (value, { request }) =>
        timesBefore(request, `reads of ${request.params.offrampId}`) === 0 ? value : otherId,
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
    'The total of the conversions grows from the third read on.': withReads(
      'total',
      (total) => Number(total) + 1,
    ),
    'A conversion is missing from the third read on.': withReads('data', (items) =>
      (items as readonly object[]).slice(1),
    ),
  }),
];

export const sequenceCreationFaults = [...orders, ...conversions];
