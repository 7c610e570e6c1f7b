import { type Conformance, flow, type OperationId, type Reply, sameBalances } from '#harness';
import { exampleOf } from '../given/example.ts';
import { depositBody, onrampBody } from '../given/order.ts';
import { recordsOf } from '../given/record.ts';

const balances = async (t: Conformance): Promise<Reply> => {
  const reply = await t.api.readBalances({});
  return reply.status < 300 ? reply : t.cannot('balances.read was not answered with a record');
};

/** The balances once two reads agree: a change may come late, and one that goes by itself is nobody's fault. */
const settledBalances = async (t: Conformance): Promise<Reply> => {
  const [first, second] = [await balances(t), await balances(t)];
  return sameBalances(first, second) ? second : await balances(t);
};

/** Reads the balances before and after; what differs is read once more before anything is blamed. */
const leavesBalancesAlone = async (t: Conformance, act: () => Promise<Reply>): Promise<void> => {
  t.demandQuiet();
  const before = await balances(t);
  await act();
  const after = await settledBalances(t);
  const settled = sameBalances(before, after) ? after : await balances(t);
  t.expect(settled).toSatisfy({
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    unless: sameBalances(before, settled) ? undefined : 'another amount',
  });
};

const initiated = async (t: Conformance, operation: OperationId): Promise<Reply> => {
  const reply = await t.api.call(operation, exampleOf(t, operation));
  return reply.status < 300 ? reply : t.cannot(`${operation} did not accept a valid order`);
};

flow('balances.read/stands-still-on-a-quiet-account', (t) => leavesBalancesAlone(t, () => balances(t)));

flow('onramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'onramp.initiate')),
);

flow('offramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'offramp.initiate')),
);

flow('lightning-offramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'lightning-offramp.initiate')),
);

flow('onramp.initiate/leaves-balances-alone-when-refused', (t) =>
  leavesBalancesAlone(t, () =>
    t.api.initiateOnramp({ subaccountId: t.roles.individual, body: onrampBody(t, 'EURC') }),
  ),
);

flow('deposit.simulate/leaves-balances-alone-when-refused', (t) =>
  leavesBalancesAlone(t, () =>
    t.api.simulateDeposit({ subaccountId: t.roles.individual, body: depositBody(t, 'JPY') }),
  ),
);

flow('deposit.simulate/effect-on-the-balance', async (t) => {
  t.demandQuiet();
  await recordsOf(t, 'balances.read');
  const before = await balances(t);
  await initiated(t, 'deposit.simulate');
  const moved = !sameBalances(before, await balances(t));
  t.observe('effect of a deposit', moved ? 'a balance moved' : 'no balance moved', {
    operation: 'deposit.simulate',
  });
});
