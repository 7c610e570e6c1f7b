import { hasOddMember, isUnlistedAsset, isUnlistedCurrency, oddMember } from '#generators';
import { type Conformance, type Reply, test } from '#harness';
import { depositBody, offrampBody, onrampBody } from '../given/order.ts';
import { accepted } from '../given/record.ts';

/** An order that is refused for what it asks for, with whatever else in it that no rule fixes. */
interface Refused {
  readonly body: object;
  readonly send: (body: object) => Promise<Reply>;
  /** Whether what was sent is still to be refused. */
  readonly isRefused: (sent: string | undefined) => boolean;
}

const refusesInAnyOrder = async (t: Conformance, { body, send, isRefused }: Refused): Promise<void> => {
  const { status } = await send(body);
  if (status < 300) t.cannot('such an order is accepted, which is the finding of another requirement');
  await t.forAll(oddMember(body), async (odd, t) => {
    const reply = await send(odd.body);
    const { sentBody } = reply.request;
    if (hasOddMember(sentBody, odd.member) && isRefused(sentBody)) t.expect(reply).toBeRefused();
  });
};

test('deposit.simulate/refuses-an-unlisted-currency-in-any-order', async (t) => {
  const subaccountId = t.roles.individual;
  await accepted(t, 'deposit.simulate');
  await refusesInAnyOrder(t, {
    body: depositBody(t, 'JPY'),
    send: (body) => t.api.simulateDeposit({ subaccountId, body }),
    isRefused: isUnlistedCurrency,
  });
});

test('onramp.initiate/refuses-an-unlisted-asset-in-any-order', async (t) => {
  const subaccountId = t.roles.individual;
  await accepted(t, 'onramp.initiate');
  await refusesInAnyOrder(t, {
    body: onrampBody(t, 'EURC'),
    send: (body) => t.api.initiateOnramp({ subaccountId, body }),
    isRefused: isUnlistedAsset,
  });
});

test('rails/named-refuses-ach-in-any-order', async (t) => {
  const subaccountId = t.roles.individual;
  const destination = { recipient: t.roles.namedRecipient, currency: 'USD', rail: 'ACH' };
  await accepted(t, 'offramp.initiate');
  await refusesInAnyOrder(t, {
    body: offrampBody(t, destination),
    send: (body) => t.api.initiateOfframp({ subaccountId, body }),
    // Nothing that is odd about it touches its recipient or its rail.
    isRefused: () => true,
  });
});
