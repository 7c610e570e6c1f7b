import { type Conformance, pause, type Reply, sameBalances } from '#harness';
import { balances, mayBeDeposits, settledBalances, standStill } from './balances.ts';
import { depositStep, noOrders, type Orders, offrampSteps, otherSteps, refusedSteps } from './model.ts';

interface Balanced extends Orders {
  before: Reply;
  /** Whether what may have been deposits of before the first step was let pass; a second time it is not. */
  excused: boolean;
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
  const isUnmoved = sameBalances(model.before, after, model.deposited);
  if (!isUnmoved && !model.excused && mayBeDeposits(t, model.before, after)) {
    model.excused = true;
    model.before = await standStill(t);
    return;
  }
  t.expect(after).toSatisfy({
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    unless: isUnmoved ? undefined : 'another amount',
  });
};

/** Whatever comes between, no balance moves, save in a currency that was deposited. */
export const leavesBalancesAlone = (t: Conformance): Promise<void> => {
  t.demandQuiet();
  return t.forSequences<Balanced>((t) => ({
    begin: async () => ({ ...noOrders(), before: await settledBalances(t), excused: false }),
    steps: [
      ...offrampSteps(t),
      ...refusedSteps(t),
      ...otherSteps(t),
      { told: 'read the balances', take: (model) => judge(t, model) },
      depositStep(t),
    ],
    judge: (model) => judge(t, model),
  }));
};
