import { isSuccess, type OperationId } from '#contract';
import { type Reply, type Setting, sameBalances, Untested } from '#evidence';
import {
  answerOf,
  type BalanceRead,
  type DepositBalances,
  depositedBy,
  isAnswered,
  isMovedByItsDeposit,
  isOfAShownBalance,
  lateBy,
  type ManyDeposits,
  mayBeDeposits,
  type Trace,
  unexplainedBy,
} from '#probes';
import { type Found, finding, type Judge, on } from './judgement.ts';
import { areAccepted, eachTrace, lackOf, ordersIn, seenIn, unlessFailed } from './scenarios.ts';

interface Around {
  readonly before: Reply;
  readonly after: Reply;
}

const moved = (reply: Reply): Found =>
  finding({
    reply,
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'the balances that were there before',
    observed: 'another amount',
  });

/** The balances are what they were before, each time. */
export const leavesBalancesAloneEachTime: Judge<readonly Around[]> = (times) => ({
  judged: times.map(({ after }) => after),
  findings: times.filter(({ before, after }) => !sameBalances(before, after)).map(({ after }) => moved(after)),
});

export const leavesBalancesAlone: Judge<Around> = on((around) => [around], leavesBalancesAloneEachTime);

/** A deposit explains a rise of its currency, up to its amount. */
export const movesItsOwnBalanceAlone: Judge<DepositBalances> = (seen) => {
  if (!isOfAShownBalance(seen)) throw new Untested('the balances show nothing in the currency of the deposit');
  return { judged: [seen.after], findings: isMovedByItsDeposit(seen) ? [] : [moved(seen.after)] };
};

/** Deposits of every listed currency, of a person and a business, explain together all that moved. */
export const moveTheirOwnBalances: Judge<ManyDeposits> = (seen, { attribution }) => {
  const { before, after, deposits } = seen;
  if (!deposits.some(isSuccess)) throw new Untested('no deposit was accepted', 'service');
  const untilThen = (operation: OperationId) =>
    attribution.successesOf(operation).filter(({ receivedAt }) => receivedAt <= before.receivedAt);
  const [first = before] = untilThen('balances.read');
  const late = lateBy(before, { first, earlier: untilThen('deposit.simulate') });
  return { judged: [after], findings: unexplainedBy(seen, late).length > 0 ? [moved(after)] : [] };
};

interface Observed extends BalanceRead {
  /** Currencies in which money was deposited until then: the effect of a deposit on them is open. */
  readonly deposited: ReadonlySet<string>;
}

const balancesIn = ({ results, after }: Trace, setting: Setting): readonly Observed[] => {
  const deposited = new Set<string>();
  const observed: Observed[] = [];
  for (const { operation, seen, settled } of results) {
    if (operation === 'deposit.simulate') for (const code of depositedBy(setting, seen)) deposited.add(code);
    if (operation === 'balances.read' && isAnswered(seen))
      observed.push({ reply: seen.value, deposited: new Set(deposited), ...(settled && { settled }) });
  }
  const last = isAnswered(after.balances) ? [{ ...after.balances.value, deposited }] : [];
  return [...observed, ...last].filter(({ reply }) => isSuccess(reply));
};

/** No balance moves between any requests, save in a currency that was deposited. */
export const keepsBalances: Judge<readonly Trace[]> = eachTrace((trace, setting) => {
  let first = answerOf(trace.before.balances).reply;
  const observed = balancesIn(trace, setting);
  const needed = [
    trace.after.balances,
    ...seenIn(trace.results.filter(({ operation }) => operation === 'balances.read')),
  ];
  const findings: Found[] = [];
  for (const { reply, settled, deposited } of observed) {
    if (sameBalances(first, reply, deposited)) continue;
    // Earlier deposits were booked late: the balances once they are booked count from here on.
    if (settled && mayBeDeposits(setting, first, reply, deposited)) first = settled;
    else findings.push(moved(reply));
  }
  const initiations = ordersIn(trace).filter(({ operation }) => operation.endsWith('.initiate'));
  if (findings.length === 0 && (observed.length === 0 || !areAccepted(initiations)))
    throw lackOf([...needed, ...seenIn(initiations)], 'no balances were read around an accepted initiation');
  return unlessFailed({ findings, judged: observed.map(({ reply }) => reply) }, needed);
});
