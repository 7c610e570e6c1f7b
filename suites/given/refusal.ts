import { randomUUID } from 'node:crypto';
import { type Conformance, ifPossible, operationIds, type Reply } from '#harness';
import { exampleOf } from './example.ts';
import { depositBody, offrampBody, onrampBody } from './order.ts';

/** Does what can be done: a part whose role or permission is missing is left out. */
const whatCanBe = async (parts: readonly (() => Promise<Reply>)[]): Promise<readonly Reply[]> => {
  const replies = await Promise.all(parts.map(ifPossible));
  return replies.flatMap((reply) => reply ?? []);
};

/** Long and odd enough that a service which repeats it does so on purpose. */
const strangeKey = `stranger-${randomUUID()}`;

/** Refusals of a key that nobody knows, and of a restricted one where there is one, on every endpoint. */
export const keyRefusals = (t: Conformance): Promise<readonly Reply[]> =>
  t.recall('refusals of keys', () =>
    whatCanBe(
      operationIds.flatMap((operation) => [
        async () => t.as({ in: 'header', value: strangeKey }).call(operation, exampleOf(t, operation)),
        async () => t.as({ in: 'header', value: t.keys.restricted }).call(operation, exampleOf(t, operation)),
      ]),
    ),
  );

/** Refusals whose body the document describes: what is absent, and values outside a list. */
export const describedRefusals = (t: Conformance): Promise<readonly Reply[]> =>
  t.recall('described refusals', () =>
    whatCanBe([
      async () => t.api.readSubaccount({ subaccountId: randomUUID() }),
      async () => t.api.readIndividualKyc({ subaccountId: randomUUID() }),
      async () => t.api.readBusinessKyc({ subaccountId: randomUUID() }),
      async () => t.api.readWithdrawal({ subaccountId: t.roles.individual, withdrawalId: randomUUID() }),
      async () => t.api.simulateDeposit({ subaccountId: t.roles.individual, body: depositBody(t, 'JPY') }),
      async () => t.api.simulateDeposit({ subaccountId: randomUUID(), body: depositBody(t) }),
      async () => t.api.initiateOnramp({ subaccountId: t.roles.individual, body: onrampBody(t, 'EURC') }),
      async () => t.api.initiateOnramp({ subaccountId: t.roles.unbanked, body: onrampBody(t) }),
      async () =>
        t.api.initiateOfframp({
          subaccountId: t.roles.individual,
          body: offrampBody(t, { recipient: randomUUID(), currency: 'USD' }),
        }),
    ]),
  );

/** All of them that were refused indeed; an acceptance is the finding of another requirement. */
export const refusals = async (t: Conformance): Promise<readonly Reply[]> => {
  const replies = [...(await keyRefusals(t)), ...(await describedRefusals(t))];
  return replies.filter(({ status }) => status >= 400);
};
