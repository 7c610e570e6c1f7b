import { randomUUID } from 'node:crypto';
import { noneAccepted } from '#attribution';
import { type Input, isRefusal, isSuccess, listedIn, type OrderId } from '#contract';
import {
  amountIn,
  type Credential,
  type Reply,
  type Setting,
  sameBalances,
  Untested,
  valueAt,
} from '#evidence';
import { alteredKeys } from '#generators';
import { demandFullKey } from '../keys/lock-out.ts';
import { keyRefusalsOf } from '../keys/refused-keys.ts';
import { bookingMs, passingMs } from '../patience.ts';
import {
  type Attempted,
  derive,
  isAnswered,
  joined,
  type Probe,
  perOperation,
  probe,
  type Service,
} from '../source.ts';
import { cut, withAmount } from './amounts.ts';
import {
  type Acting,
  type BalancesAround,
  confirmed,
  demandStillWhenIdle,
  idleBalances,
  levelAround,
  mayBeDeposits,
  noteConcurrent,
  settledBalances,
  standStill,
} from './balances.ts';
import { orders, placeAll, placeTypical, repliesIn } from './orders.ts';
import { unlistedOrder } from './unlisted.ts';
import { asUnverified, dollarOfframp, plainOrder, toNobody } from './valid-orders.ts';

/** The balances around them. */
export const balancesAround = perOperation((operation: Exclude<OrderId, 'deposit.simulate'>) => {
  const seen = derive([orders(operation)], ({ placed, balances }) => {
    const replies = repliesIn(placed);
    if (!replies.some(isSuccess)) throw noneAccepted(operation, replies);
    if (balances instanceof Untested) throw balances;
    return balances;
  });
  return confirmed(`orders of ${operation}`, seen, {
    act: (service) => placeAll(service, operation),
    again: (service) => placeTypical(service, operation),
  });
});

/** A plain order of an amount that no other probe sends: a repetition may be answered with the first of its kind. */
const ownOrder = (service: Service, operation: OrderId): Input<OrderId> => {
  const { subaccountId, body } = plainOrder(service, operation);
  return { subaccountId, body: withAmount(body, cut(amountIn(body) * 0.85)) };
};

/** The balances around an onramp and an offramp, each sent again with its reference but in smoke, once what is booked late is booked. */
export const balancesAfterInitiations = levelAround('balances after initiations', {
  act: async (service) => {
    const replies = await Promise.all(
      (['onramp.initiate', 'offramp.initiate'] as const).map(async (operation) => {
        const order = ownOrder(service, operation);
        const first = await service.api.call(operation, order);
        if (isSuccess(first) && service.profile !== 'smoke') await service.api.call(operation, order);
        return first;
      }),
    );
    if (!replies.some(isSuccess)) throw noneAccepted('initiations', replies);
  },
  waitMs: bookingMs,
});

/** Orders of each reason to refuse one that the document knows. */
const refusedOrders = (service: Service, operation: OrderId): readonly Input<OrderId>[] => {
  const { roles } = service;
  const { body: plain } = plainOrder(service, operation);
  const ofIndividual = (body: unknown) => ({ subaccountId: roles.individual, body });
  const isOfframp = operation === 'offramp.initiate';
  return [
    ...(operation === 'deposit.simulate' || operation === 'onramp.initiate'
      ? [ofIndividual(unlistedOrder(service, operation))]
      : [
          ofIndividual(toNobody(plain)),
          ...(roles.has('business') ? [{ subaccountId: roles.business, body: toNobody(plain) }] : []),
        ]),
    ...(isOfframp && roles.has('namedRecipient')
      ? [ofIndividual(dollarOfframp(service, 'ACH', roles.namedRecipient))]
      : []),
    ...(roles.has('unverified')
      ? roles.unverified.map((subaccountId) => ({ subaccountId, body: asUnverified(service, plain) }))
      : []),
    ...(operation === 'onramp.initiate' && roles.has('unbanked')
      ? [{ subaccountId: roles.unbanked, body: plain }]
      : []),
    { subaccountId: randomUUID(), body: plain },
  ];
};

/** The balances around orders that are refused for a value, a recipient or a rail, and for the subaccount that they are of. */
export const balancesAroundRefusal = perOperation((operation: OrderId) =>
  levelAround(
    `balances around refused orders of ${operation}`,
    {
      act: async (service) => {
        const { api, each } = service;
        const replies = await each(refusedOrders(service, operation), (input) => api.call(operation, input));
        if (replies.some(isSuccess))
          throw new Untested('an order that is to be refused was accepted', 'service');
      },
    },
    listedIn(operation) ? 'smoke' : 'gate',
  ),
);

/** Balances that should be as before. */
export interface BalanceRead {
  readonly reply: Reply;
  /** The balances once all was booked, where what differs may be an earlier deposit that came late. */
  readonly settled?: Reply;
}

/** The currency in which a deposit may have come in: none does, where it was clearly refused. */
export const depositedBy = ({ order }: Setting, seen: Attempted<Reply>): readonly string[] => {
  const isRefused = isAnswered(seen) ? isRefusal(seen.value) : !seen.isSent;
  if (isRefused) return [];
  const sent = isAnswered(seen) ? valueAt(seen.value.request.input.body, 'currency') : undefined;
  return [(typeof sent === 'string' ? sent : order.depositCurrency).toLowerCase()];
};

/**
 * Reads the balances again and again. A difference from the first reply is read once more; where it may come from earlier
 * deposits, the watch waits once for all that is booked late, and compares with that reply from then on.
 */
export class BalanceWatch {
  readonly deposited = new Set<string>();
  readonly #service: Service;
  #first: Reply;
  #hasWaited = false;
  #standsStill = false;
  readonly #startedAt = performance.now();

  constructor(service: Service, first: Reply) {
    this.#service = service;
    this.#first = first;
  }

  async read(): Promise<BalanceRead> {
    const { api, pause } = this.#service;
    let reply = await api.readBalances({});
    if (this.#isSame(reply)) return { reply };
    await pause(passingMs(this.#service));
    reply = await api.readBalances({});
    const mayPass = () => mayBeDeposits(this.#service, this.#first, reply, this.deposited);
    if (this.#isSame(reply)) return { reply };
    if (this.#hasWaited || !mayPass()) {
      await this.#demandStillWhenIdle();
      return { reply };
    }
    this.#hasWaited = true;
    this.#first = await standStill(this.#service);
    return { reply, settled: this.#first };
  }

  /** Balances that once stood still with nothing done are not tried so again. */
  async #demandStillWhenIdle(): Promise<void> {
    if (this.#standsStill) return;
    await demandStillWhenIdle(this.#service, performance.now() - this.#startedAt);
    this.#standsStill = true;
  }

  /** A reply that is no record is not read again. */
  #isSame(reply: Reply): boolean {
    return !isSuccess(reply) || sameBalances(this.#first, reply, this.deposited);
  }
}

/** One key of each kind that is refused. */
const credentialsOf = ({ keys }: Service): readonly Credential[] => {
  const altered = alteredKeys(keys.full, ...keys.others).slice(0, 1);
  const values = [...altered.map(({ value }) => value), ...keys.others];
  return [{ in: 'none' }, ...values.map((value) => ({ in: 'header', value }) as const)];
};

const orderingWithRefusedKeys = (operation: OrderId): Acting => ({
  act: async (service) => {
    const order = plainOrder(service, operation);
    return service.each(credentialsOf(service), (credential) =>
      service.as(credential).call(operation, order),
    );
  },
});

const idOf = (operation: OrderId): string => `orders of ${operation} with refused keys`;

/** The balances before and after an operation was asked with refused keys of every kind; of others, keys may be refused too. */
const balancesAroundKeys = (operation: OrderId): Probe<BalancesAround> =>
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
export const balancesAroundRefusedKeys = perOperation((operation: OrderId) =>
  confirmed(idOf(operation), balancesAroundKeys(operation), orderingWithRefusedKeys(operation)),
);
