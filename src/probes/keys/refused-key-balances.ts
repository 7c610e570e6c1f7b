import { type Credential, sameBalances } from '#evidence';
import { alteredKeys } from '#generators';
import {
  type Acting,
  type BalancesAround,
  confirmed,
  idleBalances,
  noteConcurrent,
  settledBalances,
} from '../orders/balances.ts';
import type { ListedOrderId } from '../orders/unlisted.ts';
import { plainOrder } from '../orders/valid-orders.ts';
import type { Service } from '../service.ts';
import { joined, type Probe, perOperation, probe } from '../source.ts';
import { demandFullKey } from './lock-out.ts';
import { keyRefusalsOf } from './refused-keys.ts';

/** One key of each kind that is refused. */
const credentialsOf = ({ keys }: Service): readonly Credential[] => {
  const altered = alteredKeys(keys.full, ...keys.others).slice(0, 1);
  const values = [...altered.map(({ value }) => value), ...keys.others];
  return [{ in: 'none' }, ...values.map((value) => ({ in: 'header', value }) as const)];
};

const orderingWithRefusedKeys = (operation: ListedOrderId): Acting => ({
  act: async (service) => {
    const order = plainOrder(service, operation);
    return service.each(credentialsOf(service), (credential) =>
      service.as(credential).call(operation, order),
    );
  },
});

const idOf = (operation: ListedOrderId): string => `orders of ${operation} with refused keys`;

/** The balances before and after an operation was asked with refused keys of every kind; of others, keys may be refused too. */
const balancesAroundKeys = (operation: ListedOrderId): Probe<BalancesAround> =>
  probe(`balances after refused keys of ${operation}`, {
    mode: 'wrongKeys',
    minProfile: 'gate',
    from: [idleBalances, joined(...keyRefusalsOf(operation))],
    send: async (service, idle, _refused): Promise<BalancesAround> => {
      const before = idle.after;
      const last = await demandFullKey(service);
      const seen = { before, after: sameBalances(before, last) ? last : await settledBalances(service) };
      noteConcurrent(service, idOf(operation), orderingWithRefusedKeys(operation), seen);
      return seen;
    },
  });

/** The balances around orders of an operation that are refused for their key. */
export const balancesAroundRefusedKeys = perOperation((operation: ListedOrderId) =>
  confirmed(idOf(operation), balancesAroundKeys(operation), orderingWithRefusedKeys(operation)),
);
