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

/** Requests for ids that are nearly a known one, and for a record that the business does not have. */
const nearMisses = ({ roles }: Service, operation: OperationId, example: AbsentInput): readonly AbsentInput[] => {
  if (isOrder(operation)) return [];
  const parameter = ownParameter(operation);
  const near = nearIds(String(example[parameter])).map((id) => ({ ...example, [parameter]: id }));
  const isOwned = parametersOf(operation).length > 1 && roles.has('business');
  return isOwned ? [...near, { subaccountId: roles.business, [parameter]: randomUUID() }] : near;
};

/** An id that is nearly a known one may be that of another record. */
const isThere = (reply: Reply, parameter: string): boolean =>
  isSuccess(reply) && idIn(reply.body) === String(reply.request.input[parameter]).toLowerCase();

/** A valid request of an operation for an id that does not exist. */
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

/** Makes an order one that is to be refused. Throws `Untested` where a role is missing. */
type Spoil = (service: Service, body: unknown, at: number) => Input<OrderId>;

/** Valid orders, each spoilt in the same way; the plainest first. In smoke it is that one, in deep orders of every kind. */
const spoiltOrders = (what: string, spoil: Spoil, inGate: 'of every kind' | 'typical' = 'typical') =>
  perOperation((operation: OrderId) => {
    const id = `${operation} ${what}`;
    return probe(id, {
      mode: 'orders',
      send: async (service) => {
        // A spoilt order has another subaccount: one of a business would be the plain one again.
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

/** One that nothing has, and then such as differ from a known one at its end, or at its beginning. */
const absentId = (known: unknown, at: number): string => {
  const near = at === 0 || typeof known !== 'string' ? [] : nearIds(known);
  return near[at % 2] ?? randomUUID();
};

export const ordersOfNobody = spoiltOrders('for an absent subaccount', ({ roles }, body, at) => ({
  subaccountId: absentId(roles.subaccount, at),
  body,
}));

const ofTheFirst = spoiltOrders(
  'without approved KYC',
  (service, body) => ({ subaccountId: service.roles.unverified[0] ?? '', body: asUnverified(service, body) }),
  'of every kind',
);

/** The plain order of each further subaccount without approved KYC. */
const ofTheOthers = perOperation((operation: OrderId) =>
  enumerated(`${operation} without approved KYC, of another subaccount`, {
    mode: 'orders',
    cases: ({ roles }) => roles.unverified.slice(1),
    describe: () => 'plain',
    ask: (service, subaccountId) => service.api.call(operation, { ...plainOrder(service, operation), subaccountId }),
  }),
);

/** Orders of every kind of the first subaccount without approved KYC, and the plain one of each other. */
export const ordersWithoutKyc = perOperation((operation: OrderId) =>
  derive([ofTheFirst(operation), ofTheOthers(operation)], (first, others) => [...first, ...others]),
);

export const unbankedOrders = spoiltOrders('without a bank account', ({ roles }, body) => ({
  subaccountId: roles.unbanked,
  body,
}));

/** The individual's and the business's by turns. */
export const ordersToNobody = spoiltOrders('to an unknown recipient', ({ roles }, body, at) => ({
  subaccountId: at % 2 === 1 && roles.has('business') ? roles.business : roles.subaccount,
  body: toNobody(body, (known) => absentId(known, at)),
}));

/** Requests for the absent thing of an operation, where the document describes the body of its refusal. */
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

/** Orders of approved subaccounts whose account is absent, in the way that an operation names one. */
export const accountlessOrders = (operation: OrderId): Source<readonly Reply[]> => {
  if (operation === 'deposit.simulate') return ifAllowed(strayDeposit);
  const refused = refusedAbsence(operation);
  const isOfAccount = operationOf(operation).absence?.of === 'bank account';
  return refused !== undefined && isOfAccount ? ifAllowed(refused) : derive([], () => []);
};

/** A path that cannot be decoded: an id with a percent sign behind it. */
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
        .about({ probe: id, odd: 'an odd path', detour: 'to nowhere' })
        .call(operation, exampleOf(service, operation) as Input<typeof operation>, { detour: 'to nowhere' }),
  });
};

const nowhere = { v1: below('balances.read'), v2: below('offramp.list') };

/** How a path is answered that cannot exist, in the version of an operation. */
export const pathToNowhere = (operation: OperationId): Probe<Reply> =>
  operationOf(operation).path.startsWith('/v2/') ? nowhere.v2 : nowhere.v1;

/** Requests for ids that are no UUID; one of them, which stands for all, for a path that cannot be decoded. */
export const malformedRequests = (operation: OperationId): Source<readonly Reply[]> =>
  joined(malformedIds(operation), ...(operation === 'subaccount.read' ? [undecodable] : []));

/** Valid requests of an operation, save that the id of what they speak of is no UUID. */
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

/** True where a request is for an id that nobody has. */
export const isOfNobody = ({ operation, request: { purpose } }: Reply): boolean =>
  purpose.probe === absent(operation).id || purpose.probe === malformedIds(operation).id;
