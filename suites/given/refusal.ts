import { randomUUID } from 'node:crypto';
import { type Conformance, ifPossible, type OperationId, operationIds, type Reply } from '#harness';
import { exampleOf } from './example.ts';
import { depositBody, lightningBody, offrampBody, onrampBody } from './order.ts';

/** Does what can be done: a part whose role or permission is missing is left out. */
const whatCanBe = async (parts: readonly (() => Promise<Reply>)[]): Promise<readonly Reply[]> => {
  const replies = await Promise.all(parts.map(ifPossible));
  return replies.flatMap((reply) => reply ?? []);
};

/** Long and odd enough that a service which repeats it does so on purpose. */
export const strangeKey = `stranger-${randomUUID()}`;

/** Refusals of a key that nobody knows, and of a restricted one where there is one, on every endpoint. */
export const keyRefusals = (t: Conformance): Promise<readonly Reply[]> =>
  t.recall('refusals of keys', (once) => {
    const asked = (operation: OperationId, value: string) =>
      once.as({ in: 'header', value }).call(operation, exampleOf(once, operation));
    const both = (operation: OperationId) => [
      async () => asked(operation, strangeKey),
      async () => asked(operation, once.keys.restricted),
    ];
    return whatCanBe(once.among(operationIds).flatMap(both));
  });

type Described = Partial<Record<OperationId, readonly ((t: Conformance) => Promise<Reply>)[]>>;

/** Of what is absent, and of values outside a list. */
const described: Described = {
  'subaccount.read': [({ api }) => api.readSubaccount({ subaccountId: randomUUID() })],
  'individual-kyc.read': [({ api }) => api.readIndividualKyc({ subaccountId: randomUUID() })],
  'business-kyc.read': [({ api }) => api.readBusinessKyc({ subaccountId: randomUUID() })],
  'withdrawal.read': [
    ({ api, roles }) => api.readWithdrawal({ subaccountId: roles.individual, withdrawalId: randomUUID() }),
  ],
  'deposit.simulate': [
    (t) => t.api.simulateDeposit({ subaccountId: t.roles.individual, body: depositBody(t, 'JPY') }),
    (t) => t.api.simulateDeposit({ subaccountId: randomUUID(), body: depositBody(t) }),
  ],
  'onramp.initiate': [
    (t) => t.api.initiateOnramp({ subaccountId: t.roles.individual, body: onrampBody(t, 'EURC') }),
    (t) => t.api.initiateOnramp({ subaccountId: t.roles.unbanked, body: onrampBody(t) }),
  ],
  'offramp.initiate': [
    (t) => {
      const body = offrampBody(t, { recipient: randomUUID(), currency: 'USD' });
      return t.api.initiateOfframp({ subaccountId: t.roles.individual, body });
    },
  ],
  'lightning-offramp.initiate': [
    (t) => {
      const body = lightningBody(t, randomUUID());
      return t.api.initiateLightningOfframp({ subaccountId: t.roles.individual, body });
    },
  ],
};

/** Refusals whose body the document describes. */
export const describedRefusals = (t: Conformance): Promise<readonly Reply[]> =>
  t.recall('described refusals', (once) => {
    const parts = once.among(operationIds).flatMap((operation) => described[operation] ?? []);
    return whatCanBe(parts.map((refused) => async () => refused(once)));
  });

/** All of them that were refused indeed; an acceptance is the finding of another requirement. */
export const refusals = async (t: Conformance): Promise<readonly Reply[]> => {
  const replies = [...(await keyRefusals(t)), ...(await describedRefusals(t))];
  return replies.filter(({ status }) => status >= 400);
};
