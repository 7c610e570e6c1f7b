import type { Conformance, Input, OperationId, Reply } from '#harness';
import { depositBody, lightningBody, onrampBody, plainOfframp } from './order.ts';

type Examples = { readonly [Id in OperationId]: (t: Conformance) => readonly Input<Id>[] };

/** Requests that a conforming service answers with success: one for each record worth looking at. */
const examples: Examples = {
  'subaccount.read': ({ roles }) => {
    const others = (['business', 'unverified', 'unbanked'] as const).filter((role) => roles.has(role));
    return [roles.individual, ...others.map((role) => roles[role])].map((subaccountId) => ({ subaccountId }));
  },
  'individual-kyc.read': ({ roles }) => [{ subaccountId: roles.individual }],
  'business-kyc.read': ({ roles }) => [{ subaccountId: roles.business }],
  'balances.read': () => [{}],
  'deposit.simulate': (t) => [{ subaccountId: t.roles.individual, body: depositBody(t) }],
  'onramp.initiate': (t) => [{ subaccountId: t.roles.individual, body: onrampBody(t) }],
  'offramp.initiate': (t) => [{ subaccountId: t.roles.individual, body: plainOfframp(t) }],
  'offramp.list': ({ roles }) => [{ subaccountId: roles.individual }],
  'offramp.read': ({ roles }) =>
    roles.offramps.map((offrampId) => ({ subaccountId: roles.individual, offrampId })),
  'lightning-offramp.initiate': (t) => [
    { subaccountId: t.roles.individual, body: lightningBody(t, t.roles.lightningRecipient) },
  ],
  'withdrawal.read': ({ roles }) => [{ subaccountId: roles.individual, withdrawalId: roles.withdrawal }],
  'conversion.list': ({ roles }) => [{ subaccountId: roles.individual }],
  'conversion.read': ({ roles }) =>
    roles.conversions.map((conversionId) => ({ subaccountId: roles.individual, conversionId })),
  'taxonomy.list': ({ order }) => order.taxonomyCurrencies.map((currency) => ({ currency })),
};

/** A valid request of an operation; orders have a reference of their own each time. */
export const exampleOf = <Id extends OperationId>(t: Conformance, operation: Id): Input<Id> => {
  const [first] = examples[operation](t);
  return first ?? t.cannot(`nothing is set that ${operation} could be asked for`);
};

/** A GET was waited for by the client; an order that was refused for its rate is made anew, a few times. */
const asked = async (t: Conformance, operation: OperationId, index: number): Promise<Reply> => {
  const ask = () => t.api.call(operation, examples[operation](t)[index] as Input<OperationId>);
  let reply = await ask();
  for (let tries = 0; tries < 3 && reply.status === 429; tries += 1) reply = await ask();
  return reply;
};

/** The replies to all examples of an operation, or in brief to the first: asked once, judged by many. */
export const repliesOf = (t: Conformance, operation: OperationId): Promise<readonly Reply[]> => {
  const asking = examples[operation](t).slice(0, t.brief ? 1 : undefined);
  return Promise.all(
    asking.map((_, index) =>
      t.recall(`reply ${index} of ${operation}`, (once) => asked(once, operation, index)),
    ),
  );
};
