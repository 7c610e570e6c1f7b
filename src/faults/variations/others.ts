import { randomUUID } from 'node:crypto';
import { defaultPolicies, type SeenRequest } from '#sandbox';
import { timesBefore } from '../requests.ts';
import { type Hook, isRecord } from '../rewriting.ts';
import { alternatives, type Variation } from '../variation.ts';

/** An offramp like the last one that was made, as another client of the account would have started it. */
const startOfframp = ({ world }: SeenRequest): void => {
  const { offramps } = world.store;
  const like = offramps.at(-1);
  if (like === undefined) return;
  const record = {
    ...like.record,
    id: randomUUID(),
    client_offramp_reference: randomUUID(),
    created_at: new Date().toISOString(),
  };
  offramps.push({ ...like, record });
};

/** Adds an offramp after every so many listings, and moves the balances after as many of their reads. */
const actingEvery =
  (period: number): Hook =>
  (reply, request) => {
    const { operation } = request;
    if (operation === 'offramp.list' && timesBefore(request, 'listings') % period === 0) startOfframp(request);
    if (operation !== 'balances.read' || !isRecord(reply.body) || !isRecord(reply.body.balances)) return;
    const { balances } = reply.body;
    balances.usd = Number(balances.usd ?? 0) + Math.floor(timesBefore(request, 'balances') / period) * 100;
  };

/** Services whose account others use too, as most sandboxes that a team shares. */
const others = [
  ...alternatives(
    'others',
    {
      'Others start an offramp and move the balances now and then.': actingEvery(7),
      'Others start an offramp and move the balances between any two requests.': actingEvery(1),
    },
    { quiet: false },
  ),
  ...alternatives('others', {
    'Others start offramps all the time, on an account that the user believes to be quiet.': (_, request) => {
      if (request.operation === 'offramp.list') startOfframp(request);
    },
  }),
];

const { offramp } = defaultPolicies;

/** A delay of seconds on a real service is a part of one here. */
const lateMs = 400;

const isShown = ({ origin, record }: ReturnType<typeof offramp.listing>[number]): boolean =>
  origin === 'seeded' || Date.parse(record.created_at) + lateMs <= Date.now();

/** Services whose effects show late, or show without a cause. */
const late = alternatives('late', {
  'A created offramp can be read and is listed a while after its creation.': {
    offramp: {
      listing: (all, owner) => offramp.listing(all, owner).filter(isShown),
      find: (store, wanted) => offramp.find({ ...store, offramps: store.offramps.filter(isShown) }, wanted),
    },
  },
  'Interest is booked all the time, so that no two reads show the same balances.': (reply, request) => {
    if (request.operation !== 'balances.read' || !isRecord(reply.body)) return;
    const { balances } = reply.body;
    if (isRecord(balances)) balances.usd = Number(balances.usd) + timesBefore(request, 'interest') / 100;
  },
});

export const variations: readonly Variation[] = [...others, ...late];
