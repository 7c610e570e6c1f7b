import { flow, sameBalances } from '#harness';
import { balances, initiated, leavesBalancesAlone } from '../given/balances.ts';
import { exampleOf } from '../given/example.ts';
import { depositBody, onrampBody } from '../given/order.ts';
import { recordsOf } from '../given/record.ts';

// No offramp is started here, so that a listing may be read meanwhile.

flow('balances.read/stands-still-on-a-quiet-account', (t) => leavesBalancesAlone(t, () => balances(t)));

flow('onramp.initiate/leaves-balances-alone', (t) =>
  leavesBalancesAlone(t, () => initiated(t, 'onramp.initiate')),
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
  const { status } = await t.api.simulateDeposit(exampleOf(t, 'deposit.simulate'));
  if (status > 299) t.cannot('no deposit was accepted');
  const moved = !sameBalances(before, await balances(t));
  t.observe('effect of a deposit', moved ? 'a balance moved' : 'no balance moved', {
    operation: 'deposit.simulate',
  });
});
