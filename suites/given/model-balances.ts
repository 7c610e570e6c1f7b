import { type Conformance, pause, type Reply, sameBalances } from '#harness';
import { balances, settledBalances } from './balances.ts';
import { depositStep, noOrders, type Orders, offrampSteps, otherSteps, refusedSteps } from './model.ts';

interface Balanced extends Orders {
  readonly before: Reply;
}

/** Looks twice before anything is blamed. What a deposit does to its own currency is open. */
const unmoved = async (t: Conformance, { before, deposited }: Balanced): Promise<Reply> => {
  const after = await balances(t);
  if (sameBalances(before, after, deposited)) return after;
  await pause(50);
  return balances(t);
};

const judge = async (t: Conformance, model: Balanced): Promise<void> => {
  const after = await unmoved(t, model);
  t.expect(after).toSatisfy({
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    unless: sameBalances(model.before, after, model.deposited) ? undefined : 'another amount',
  });
};

/** Whatever comes between, no balance moves, save in a currency that was deposited. */
export const leavesBalancesAlone = (t: Conformance): Promise<void> => {
  t.demandQuiet();
  return t.forSequences<Balanced>({
    begin: async () => ({ ...noOrders(), before: await settledBalances(t) }),
    steps: [
      ...offrampSteps(t),
      ...refusedSteps(t),
      ...otherSteps(t),
      { told: 'read the balances', take: (model) => judge(t, model) },
      depositStep(t),
    ],
    judge: (model) => judge(t, model),
  });
};
