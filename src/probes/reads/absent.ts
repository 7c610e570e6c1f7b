import { randomUUID } from 'node:crypto';
import type { Input, OperationId } from '#contract';
import { parametersOf, type Reply } from '#evidence';
import { asUnverified } from '../orders/order-body.ts';
import { isOrder, type OrderId, ordersOf } from '../orders/valid-orders.ts';
import { repliesTo } from '../recorded/recorded.ts';
import { derive, ifAllowed, type Probe, probe, type Source } from '../source.ts';
import { exampleOf } from './reads.ts';

/** The parameter of the path that names the record itself, which is the last one. */
export const ownParameter = (operation: OperationId): string => parametersOf(operation).at(-1) ?? '';

const made = new Map<string, Probe<Reply>>();

const asking = (operation: OperationId, parameter: string): Probe<Reply> =>
  probe(`${operation} for an absent ${parameter}`, {
    mode: isOrder(operation) ? 'moves' : 'reads',
    send: async (service) =>
      service.api.call(operation, {
        ...exampleOf(service, operation),
        [parameter]: randomUUID(),
      } as Input<OperationId>),
    select: (recorded) => repliesTo(recorded, `${operation} for an absent ${parameter}`)[0] as Reply,
  });

/** A valid request of an operation for an id that does not exist. */
export const absent = (operation: OperationId, parameter = ownParameter(operation)): Probe<Reply> => {
  const key = `${operation} ${parameter}`;
  const known = made.get(key) ?? asking(operation, parameter);
  made.set(key, known);
  return known;
};

interface Spoilt {
  readonly what: string;
  /** Makes the order one that is to be refused. Throws `Untested` where a role is missing. */
  readonly spoil: (service: Parameters<Probe<unknown>['send']>[0], body: unknown) => Input<OrderId>;
}

/** Valid orders of several kinds, each spoilt in the same way; the plainest first. */
const spoiltOrders = (operation: OrderId, { what, spoil }: Spoilt): Probe<readonly Reply[]> =>
  probe(`${operation} ${what}`, {
    mode: 'moves',
    send: async (service) => {
      const typical = ordersOf(service, operation).filter((order) => order.typical);
      return service.each(service.profile === 'smoke' ? typical.slice(0, 1) : typical, ({ kind, body }) =>
        service.api
          .about({ probe: `${operation} ${what}`, case: kind })
          .call(operation, spoil(service, body(service))),
      );
    },
    select: (recorded) => repliesTo(recorded, `${operation} ${what}`),
  });

const perOrder = (what: string, spoil: Spoilt['spoil']) => {
  const probes = new Map<OrderId, Probe<readonly Reply[]>>();
  return (operation: OrderId): Probe<readonly Reply[]> => {
    const known = probes.get(operation) ?? spoiltOrders(operation, { what, spoil });
    probes.set(operation, known);
    return known;
  };
};

export const ordersOfNobody = perOrder('for an absent subaccount', (_service, body) => ({
  subaccountId: randomUUID(),
  body,
}));

export const ordersWithoutKyc = perOrder('without approved KYC', (service, body) => ({
  subaccountId: service.roles.unverified,
  body: asUnverified(service, body),
}));

export const ordersWithoutBankAccount = perOrder('without a bank account', ({ roles }, body) => ({
  subaccountId: roles.unbanked,
  body,
}));

/** Version 2 has the recipient in `to`, version 1 at the top. */
const toNobody = (body: unknown): unknown => {
  const order = body as { readonly to?: object };
  return order.to === undefined
    ? { ...order, recipient_id: randomUUID() }
    : { ...order, to: { ...order.to, recipient_id: randomUUID() } };
};

export const ordersToNobody = perOrder('to an unknown recipient', ({ roles }, body) => ({
  subaccountId: roles.individual,
  body: toNobody(body),
}));

/** Orders of approved subaccounts whose bank account is absent, in whatever way an operation names one. */
export const ordersWithoutAnAccount = (operation: OrderId): Source<readonly Reply[]> => {
  if (operation === 'deposit.simulate') return derive([], () => []);
  return ifAllowed((operation === 'onramp.initiate' ? ordersWithoutBankAccount : ordersToNobody)(operation));
};
