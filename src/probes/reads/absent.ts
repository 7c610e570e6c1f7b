import { randomUUID } from 'node:crypto';
import {
  type Input,
  isOrder,
  type OperationId,
  type OrderId,
  operationOf,
  ownParameter,
  parametersOf,
} from '#contract';
import { idIn, type Reply, sentSegment } from '#evidence';
import { isMalformedId, malformedId, nearIds } from '#generators';
import { isSuccess } from '#run';
import { drawn, enumerated } from '../drawn.ts';
import { strayDeposit } from '../orders/faulty-orders.ts';
import { asUnverified, ordersOf, plainOrder, toNobody } from '../orders/valid-orders.ts';
import type { Service } from '../service.ts';
import { derive, ifAllowed, joined, type Probe, perOperation, probe, repliesTo, type Source } from '../source.ts';
import { exampleOf } from './reads.ts';

type AbsentInput = Readonly<Record<string, unknown>>;

const nearMisses = ({ roles }: Service, operation: OperationId, example: AbsentInput): readonly AbsentInput[] => {
  if (isOrder(operation)) return [];
  const parameter = ownParameter(operation);
  const near = nearIds(String(example[parameter])).map((id) => ({ ...example, [parameter]: id }));
  const isOwned = parametersOf(operation).length > 1 && roles.has('business');
  return isOwned ? [...near, { subaccountId: roles.business, [parameter]: randomUUID() }] : near;
};

/** An id that is similar to a known one may belong to another record. */
const isThere = (reply: Reply, parameter: string): boolean =>
  isSuccess(reply) && idIn(reply.body) === String(reply.request.input[parameter]).toLowerCase();

export const absent = perOperation((operation: OperationId) => {
  const parameter = ownParameter(operation);
  const id = `${operation} for an absent ${parameter}`;
  return probe(id, {
    mode: isOrder(operation) ? 'orders' : 'reads',
    send: async (service): Promise<readonly Reply[]> => {
      const example: AbsentInput = exampleOf(service, operation);
      const nobodys = { ...example, [parameter]: randomUUID() };
      const inputs = service.profile === 'smoke' ? [nobodys] : [nobodys, ...nearMisses(service, operation, example)];
      const replies = await service.each(inputs, (input) => service.api.call(operation, input as Input<OperationId>));
      return replies.filter((reply) => !isThere(reply, parameter));
    },
    select: (recorded) => repliesTo(recorded, id),
  });
});

type Spoil = (service: Service, body: unknown, at: number) => Input<OrderId>;

/** The plainest order first. Smoke sends only this order, deep sends every kind. */
const spoiltOrders = (what: string, spoil: Spoil, inGate: 'of every kind' | 'typical' = 'typical') =>
  perOperation((operation: OrderId) => {
    const id = `${operation} ${what}`;
    return probe(id, {
      mode: 'orders',
      send: async (service) => {
        // A spoilt order is sent for another subaccount, so a business order would be the plain one again.
        const every = ordersOf(service, operation).filter(({ traits, likePlain }) => !traits?.role && !likePlain);
        const typical = every.filter((order) => order.typical);
        const gate = inGate === 'typical' ? typical : every;
        const kinds = { smoke: typical.slice(0, 1), gate, deep: every };
        return service.each(kinds[service.profile], ({ kind, body }, at) =>
          service.api
            .about({ probe: id, case: kind, invalid: true })
            .call(operation, spoil(service, body(service), at)),
        );
      },
      select: (recorded) => repliesTo(recorded, id),
    });
  });

const absentId = (known: unknown, at: number): string => {
  const near = at === 0 || typeof known !== 'string' ? [] : nearIds(known);
  return near[at % 2] ?? randomUUID();
};

export const ordersOfNobody = spoiltOrders('for an absent subaccount', ({ roles }, body, at) => ({
  subaccountId: absentId(roles.subaccount, at),
  body,
}));

const firstWithoutKyc = spoiltOrders(
  'without approved KYC',
  (service, body) => ({ subaccountId: service.roles.unverified[0] ?? '', body: asUnverified(service, body) }),
  'of every kind',
);

const othersWithoutKyc = perOperation((operation: OrderId) =>
  enumerated(`${operation} without approved KYC, of another subaccount`, {
    mode: 'orders',
    cases: ({ roles }) => roles.unverified.slice(1),
    describe: () => 'plain',
    ask: (service, subaccountId) => service.api.call(operation, { ...plainOrder(service, operation), subaccountId }),
  }),
);

/** Every kind for the first subaccount without approved KYC, the plain order for the others. */
export const ordersWithoutKyc = perOperation((operation: OrderId) =>
  derive([firstWithoutKyc(operation), othersWithoutKyc(operation)], (first, others) => [...first, ...others]),
);

export const unbankedOrders = spoiltOrders('without a bank account', ({ roles }, body) => ({
  subaccountId: roles.unbanked,
  body,
}));

/** Alternately for the individual and the business subaccount. */
export const ordersToNobody = spoiltOrders('to an unknown recipient', ({ roles }, body, at) => ({
  subaccountId: at % 2 === 1 && roles.has('business') ? roles.business : roles.subaccount,
  body: toNobody(body, (known) => absentId(known, at)),
}));

/** Undefined if the document does not describe the body of the refusal. */
export const refusedAbsence = (operation: OperationId): Probe<readonly Reply[]> | undefined => {
  const { absence } = operationOf(operation);
  if (absence === undefined) return undefined;
  if (!isOrder(operation)) return absent(operation);
  const orders = {
    id: ordersOfNobody,
    recipient: ordersToNobody,
    'unbanked subaccount': unbankedOrders,
  };
  return orders[absence.by](operation);
};

/** Orders with an absent account, in the way in which the operation names an account. */
export const accountlessOrders = (operation: OrderId): Source<readonly Reply[]> => {
  if (operation === 'deposit.simulate') return ifAllowed(strayDeposit);
  const refused = refusedAbsence(operation);
  const isOfAccount = operationOf(operation).absence?.of === 'bank account';
  return refused !== undefined && isOfAccount ? ifAllowed(refused) : derive([], () => []);
};

const undecodable = probe('an id that cannot be decoded', {
  mode: 'reads',
  minProfile: 'gate',
  send: async (service) => [
    await service.api
      .about({ probe: 'an id that cannot be decoded', odd: 'a malformed id', detour: true })
      .call('subaccount.read', exampleOf(service, 'subaccount.read'), { detour: 'a broken escape' }),
  ],
});

const below = (operation: 'balances.read' | 'offramp.list') => {
  const id = `a path that cannot exist beside ${operation}`;
  return probe(id, {
    mode: 'reads',
    minProfile: 'smoke',
    send: (service) =>
      service.api
        .about({ probe: id, odd: 'an unusual path', detour: 'to nowhere' })
        .call(operation, exampleOf(service, operation) as Input<typeof operation>, { detour: 'to nowhere' }),
  });
};

const nowhere = { v1: below('balances.read'), v2: below('offramp.list') };

/** The path for the version of the operation. */
export const pathToNowhere = (operation: OperationId): Probe<Reply> =>
  operationOf(operation).path.startsWith('/v2/') ? nowhere.v2 : nowhere.v1;

/** The path that cannot be decoded is sent for one operation only, because the others would answer alike. */
export const malformedRequests = (operation: OperationId): Source<readonly Reply[]> =>
  joined(malformedIds(operation), ...(operation === 'subaccount.read' ? [undecodable] : []));

/** Valid requests, except for an id that is no UUID. */
export const malformedIds = perOperation((operation: OperationId) => {
  const parameter = ownParameter(operation);
  return drawn(`${operation} for a malformed ${parameter}`, {
    mode: isOrder(operation) ? 'orders' : 'reads',
    minProfile: 'gate',
    examples: 3,
    arbitrary: malformedId,
    oddity: () => 'a malformed id',
    ask: (service, id) =>
      service.api.call(operation, {
        ...exampleOf(service, operation),
        [parameter]: id,
      } as Input<typeof operation>),
    isCase: (reply) => isMalformedId(sentSegment(reply, parameter)),
  });
});

export const isOfNobody = ({ operation, request: { purpose } }: Reply): boolean =>
  purpose.probe === absent(operation).id || purpose.probe === malformedIds(operation).id;
