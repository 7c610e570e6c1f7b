import { defaultPolicies } from '#sandbox';
import { timesBefore } from '../requests.ts';
import { isRecord } from '../rewriting.ts';
import { alternatives } from './variation.ts';

const { offramp } = defaultPolicies;

/** A delay of seconds on a real service is a part of one here. */
const lateMs = 400;

const isShown = ({ origin, record }: ReturnType<typeof offramp.listing>[number]): boolean =>
  origin === 'seeded' || Date.parse(record.created_at) + lateMs <= Date.now();

/** Services whose effects show late, or show without a cause. */
export const lateVariations = alternatives('late', {
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
