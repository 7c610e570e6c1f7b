import { isSuccess } from '#contract';
import { type Setting, sameBalances } from '#evidence';
import { answerOf, type BalanceRead, depositedBy, isAnswered, mayBeDeposits, type Trace } from '#probes';
import { moved } from './balances.ts';
import type { Found, Judge } from './judgement.ts';
import { areAccepted, eachTrace, lackOf, ordersIn, seenIn, unlessFailed } from './traces.ts';

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
