import { type Conformance, isRecord, type OperationId, type Reply, type Step } from '#harness';
import { exampleOf } from './example.ts';
import { askPage, type Listing, pageOf } from './listing.ts';
import { depositBody, offrampBody, onrampBody } from './order.ts';

/** What the orders of a sequence have left behind, as far as their answers tell. */
export interface Orders {
  /** Accepted offramps, oldest first. */
  readonly created: Reply[];
  /** References of offramps that were refused. */
  readonly refused: string[];
  /** Orders that may show in the listing or not: of another version, or without a clear answer. */
  doubtful: number;
  /** Currencies in which money was deposited, by lower-case code. */
  readonly deposited: Set<string>;
}

export const noOrders = (): Orders => ({ created: [], refused: [], doubtful: 0, deposited: new Set() });

const referenceIn = (reply: Reply): string => {
  const sent = reply.request.input.body;
  return isRecord(sent) ? String(sent.client_offramp_reference) : '';
};

/** A limited order is refused too, but one without a clear answer may have been kept. */
const note = (orders: Orders, reply: Reply): void => {
  if (reply.status < 300) orders.created.push(reply);
  else if (reply.status >= 400 && reply.status < 500) orders.refused.push(referenceIn(reply));
  else orders.doubtful += 1;
};

type OrderStep = Step<Orders>;

const offramp = (t: Conformance, told: string, body: () => unknown): OrderStep => ({
  told,
  take: async (orders) => {
    note(orders, await t.api.initiateOfframp({ subaccountId: t.roles.individual, body: body() }));
  },
});

/** Orders of offramps, accepted and refused. A role that the target lacks leaves its steps out. */
export const offrampSteps = (t: Conformance): readonly OrderStep[] => {
  const usd = () => ({ recipient: t.roles.usdRecipient, currency: 'USD' });
  const plain = offramp(t, 'start an offramp', () => offrampBody(t, usd()));
  if (!t.roles.has('namedRecipient')) return [plain];
  const named = () => ({ recipient: t.roles.namedRecipient, currency: 'USD', rail: 'ACH' });
  return [plain, offramp(t, 'start a named offramp over ACH', () => offrampBody(t, named()))];
};

/** An order of which the model notes nothing. */
export const bystander = (t: Conformance, operation: OperationId, told: string): OrderStep => ({
  told,
  take: async () => {
    await t.api.call(operation, exampleOf(t, operation));
  },
});

/** Orders that are refused for a value outside its list. */
export const refusedSteps = (t: Conformance): readonly OrderStep[] => {
  const subaccountId = t.roles.individual;
  return [
    {
      told: 'start an onramp of an unlisted asset',
      take: async () => {
        await t.api.initiateOnramp({ subaccountId, body: onrampBody(t, 'EURC') });
      },
    },
    {
      told: 'simulate a deposit in an unlisted currency',
      take: async () => {
        await t.api.simulateDeposit({ subaccountId, body: depositBody(t, 'JPY') });
      },
    },
  ];
};

const lightning = (t: Conformance): OrderStep => ({
  told: 'start a lightning offramp',
  take: async (orders) => {
    await t.api.call('lightning-offramp.initiate', exampleOf(t, 'lightning-offramp.initiate'));
    // Whether the listing of version 2 shows it is open.
    orders.doubtful += 1;
  },
});

export const depositStep = (t: Conformance): OrderStep => ({
  told: 'simulate a deposit',
  take: async ({ deposited }) => {
    deposited.add(t.order.depositCurrency.toLowerCase());
    await t.api.call('deposit.simulate', exampleOf(t, 'deposit.simulate'));
  },
});

/** Accepted initiations of the other kinds. */
export const otherSteps = (t: Conformance): readonly OrderStep[] => [
  bystander(t, 'onramp.initiate', 'start an onramp'),
  ...(t.roles.has('lightningRecipient') ? [lightning(t)] : []),
];

/** Reads of single pages: nothing may come of them. */
export const pageSteps = (t: Conformance, listing: Listing): readonly OrderStep[] =>
  [
    { number: 0, limit: 2 },
    { number: 1, limit: 3 },
  ].map(({ number, limit }) => ({
    told: `read page ${number + 1} of ${listing} by ${limit}`,
    take: async () => {
      const page = t.facts.firstPage + number;
      const reply = await askPage(t, { listing, subaccountId: t.roles.individual, page, limit });
      const { ids = [] } = pageOf(reply, page) ?? {};
      t.expect(reply).toSatisfy({
        code: 'ITEM_REPEATED',
        where: '$.data[].id',
        expected: 'each item once',
        unless: new Set(ids).size < ids.length ? 'an item twice' : undefined,
      });
    },
  }));
