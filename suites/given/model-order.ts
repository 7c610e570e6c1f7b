import { type Conformance, isRecord, type OperationId, type Reply, type Step } from '#harness';
import { bystander, noOrders, type Orders, offrampSteps } from './model.ts';
import {
  depositBody,
  fractionalDeposit,
  fractionalLightningBody,
  fractionalOnramp,
  lightningBody,
  onrampBody,
} from './order.ts';
import { accepted } from './record.ts';
import { echoes, echoesAmount, echoesAsset, echoesLoosely, pending } from './rule.ts';

interface Answered extends Orders {
  /** Accepted orders of the kind, oldest first. */
  readonly taken: Reply[];
}

interface Kind {
  readonly operation: Extract<
    OperationId,
    'deposit.simulate' | 'onramp.initiate' | 'lightning-offramp.initiate'
  >;
  /** Two valid orders. */
  readonly orders: readonly [told: string, body: () => unknown][];
  /** One that is refused whatever came before; with which status, where that is stated. */
  readonly refused: { readonly told: string; readonly body: () => unknown; readonly status?: number };
  /** What an accepted order is held to at once. */
  readonly judge: (reply: Reply) => void;
  /** Members of which no two orders show the same. */
  readonly own: readonly string[];
  /** Orders of other kinds that come between. */
  readonly others: readonly Step<Orders>[];
}

/** An order that the service has not broken over, and judged where it was accepted: a limit may be reached at any time. */
const orderStep = (
  t: Conformance,
  { operation, judge }: Kind,
  [told, body]: Kind['orders'][number],
): Step<Answered> => ({
  told,
  take: async ({ taken }) => {
    const reply = await t.api.call(operation, { subaccountId: t.roles.individual, body: body() });
    t.expect(reply).toBeHandled();
    if (reply.status > 299) return;
    judge(reply);
    if (isRecord(reply.body)) taken.push(reply);
  },
});

const refusedStep = (t: Conformance, { operation, refused }: Kind): Step<Answered> => ({
  told: refused.told,
  take: async () => {
    const { status, body } = refused;
    const reply = await t.api.call(operation, { subaccountId: t.roles.individual, body: body() });
    t.expect(reply).toBeRefused(status === undefined ? {} : { status });
  },
});

const holdsThroughSequences = (t: Conformance, kindOf: (t: Conformance) => Kind): Promise<void> =>
  t.forSequences<Answered>((t) => {
    const kind = kindOf(t);
    const [first, ...later] = kind.orders.map((order) => orderStep(t, kind, order));
    return {
      begin: async () => {
        await accepted(t, kind.operation);
        return { ...noOrders(), taken: [] };
      },
      steps: [...(first ? [first] : []), ...kind.others, refusedStep(t, kind), ...later],
      judge: async ({ taken }) => {
        for (const member of taken.length > 1 ? kind.own : []) t.expect(taken).toDifferIn(member);
      },
    };
  });

const usdOfframp = (t: Conformance): readonly Step<Orders>[] =>
  t.roles.has('usdRecipient') ? offrampSteps(t).slice(0, 1) : [];

/** Whatever comes between, a deposit is answered without a body, and an unlisted currency is refused. */
export const keepsAnsweringDeposits = (t: Conformance): Promise<void> =>
  holdsThroughSequences(t, (t) => ({
    operation: 'deposit.simulate',
    orders: [
      ['simulate a deposit', () => depositBody(t)],
      ['simulate a deposit in cents', () => fractionalDeposit(t)],
    ],
    refused: {
      told: 'simulate a deposit in an unlisted currency',
      body: () => depositBody(t, 'JPY'),
      status: 400,
    },
    judge: (reply) => t.expect(reply).toSucceed(),
    own: [],
    others: [bystander(t, 'onramp.initiate', 'start an onramp'), ...usdOfframp(t)],
  }));

/** Whatever comes between, an onramp is pending and as it was asked for, and an unlisted asset is refused. */
export const keepsAnsweringOnramps = (t: Conformance): Promise<void> =>
  holdsThroughSequences(t, (t) => ({
    operation: 'onramp.initiate',
    orders: [
      ['start an onramp', () => onrampBody(t)],
      ['start an onramp of another amount', () => fractionalOnramp(t)],
    ],
    refused: {
      told: 'start an onramp of an unlisted asset',
      body: () => onrampBody(t, 'EURC'),
      status: 400,
    },
    judge: (reply) => {
      for (const rule of [
        pending,
        echoes('client_onramp_reference'),
        echoesAmount('from.amount'),
        echoesLoosely('from.currency'),
        echoesAsset,
        echoes('to.address', 'to.destination_address'),
      ])
        t.expect(reply).toHold(rule);
    },
    own: ['id'],
    others: [bystander(t, 'deposit.simulate', 'simulate a deposit'), ...usdOfframp(t)],
  }));

/** Whatever comes between, a lightning offramp is pending with its own invoice, and none goes without an amount. */
export const keepsAnsweringLightningOfframps = (t: Conformance): Promise<void> => {
  const recipient = t.roles.lightningRecipient;
  return holdsThroughSequences(t, (t) => ({
    operation: 'lightning-offramp.initiate',
    orders: [
      ['start a lightning offramp', () => lightningBody(t, recipient)],
      ['start a lightning offramp of another amount', () => fractionalLightningBody(t)],
    ],
    refused: {
      told: 'start a lightning offramp without an amount',
      body: () => ({ recipient_id: recipient }),
    },
    judge: (reply) => t.expect(reply).toHold(pending),
    own: ['data.id', 'data.lightningInvoice'],
    others: [bystander(t, 'onramp.initiate', 'start an onramp'), ...usdOfframp(t)],
  }));
};
