import { type Credential, sameBalances } from '#evidence';
import { alteredKeys } from '#generators';
import { ifPossible } from '../optional.ts';
import {
  type Acting,
  type Around,
  confirmed,
  idleBalances,
  noteConcurrent,
  settledBalances,
} from '../orders/balances.ts';
import { plainOrder } from '../orders/valid-orders.ts';
import type { Service } from '../service.ts';
import { joined, type Probe, probe } from '../source.ts';
import { demandFullKey } from './lock-out.ts';
import { keyRefusalsOf } from './refused-keys.ts';

type Order = 'deposit.simulate' | 'onramp.initiate';

/** One key of each kind that is refused. */
const credentialsOf = async ({ keys }: Service): Promise<readonly Credential[]> => {
  const [altered] = alteredKeys(keys.full, ...keys.others);
  const restricted = await ifPossible(async () => keys.restricted);
  const values = [altered?.value, restricted].filter((value) => value !== undefined);
  return [{ in: 'none' }, ...values.map((value) => ({ in: 'header', value }) as const)];
};

const orderingWithRefusedKeys = (operation: Order): Acting => ({
  act: async (service) => {
    const order = plainOrder(service, operation);
    const credentials = await credentialsOf(service);
    return service.each(credentials, (credential) => service.as(credential).call(operation, order));
  },
});

const idOf = (operation: Order): string => `orders of ${operation} with refused keys`;

/** The balances before and after an operation was asked with refused keys of every kind; of others, keys may be refused too. */
const balancesAroundKeys = (operation: Order): Probe<Around> =>
  probe(`balances after refused keys of ${operation}`, {
    mode: 'late',
    least: 'gate',
    from: [idleBalances, joined(...keyRefusalsOf(operation))],
    send: async (service, idle, _refused): Promise<Around> => {
      const before = idle.after;
      const last = await demandFullKey(service);
      const seen = { before, after: sameBalances(before, last) ? last : await settledBalances(service) };
      noteConcurrent(service, idOf(operation), orderingWithRefusedKeys(operation), seen);
      return seen;
    },
  });

/** The balances around orders of an operation that are refused for their key. */
export const balancesAroundRefusedKeys = (operation: Order): Probe<Around> => confirmedOf[operation];

const confirm = (operation: Order): Probe<Around> =>
  confirmed(idOf(operation), balancesAroundKeys(operation), orderingWithRefusedKeys(operation));

const confirmedOf = {
  'deposit.simulate': confirm('deposit.simulate'),
  'onramp.initiate': confirm('onramp.initiate'),
};
