import { noDepositAccepted } from '#attribution';
import { isOrder, type OperationId, orderIds } from '#contract';
import {
  amountIn,
  balanceAt,
  balancesMoved,
  isRecord,
  type Reply,
  type Setting,
  sameBalances,
  subaccountOf,
  Untested,
  untested,
  valueAt,
} from '#evidence';
import {
  answerOf,
  type BalanceRead,
  currencyOf,
  type DepositBalances,
  depositedBy,
  hasShownBalance,
  isAnswered,
  lackOfQuiet,
  lateBy,
  type ManyDeposits,
  mayBeDeposits,
  movesBalance,
  risenWith,
  type Trace,
  unexplainedBy,
} from '#probes';
import { isSuccess, type Reason, reasonOf } from '#run';
import { type CheckContext, type Found, finding, type Judge, on } from './judgement.ts';
import { areAccepted, eachTrace, lackOf, ordersIn, seenIn, unlessFailed } from './scenarios.ts';
import { hasFullKey } from './valid-requests.ts';

interface Around {
  readonly before: Reply;
  readonly after: Reply;
}

const moved = (reply: Reply): Found =>
  finding({
    reply,
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'no balance moved',
    observed: 'a balance moved',
  });

const risen = (reply: Reply, observed: string): Found =>
  finding({
    reply,
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'a rise by at most the deposits, and no other balance moved',
    observed,
  });

/** Rounding error of a rise, as a part of the deposits. */
const roundedBy = 0.01;

const riseText = ({ before, after }: Around, deposits: readonly Reply[], currencies: readonly string[]): string => {
  const [currency = ''] = currencies;
  const [held, now] = [before, after].map((reply) => balanceAt(balancesIn(reply), currency)?.toNumber());
  const own = deposits.filter((deposit) => currencyOf(deposit) === currency);
  const sum = own.reduce((all, { request }) => all + amountIn(request.input.body), 0);
  if (held === undefined || now === undefined) return 'a balance moved';
  if (now < held) return 'a fall';
  const times = Math.round((now - held) / sum);
  if (sum === 0) return 'a rise of another balance';
  return times > 1 && Math.abs((now - held) / sum - times) < roundedBy
    ? `a rise of ${times} times the deposits`
    : 'a rise by more than the deposits';
};

const balancesIn = ({ body }: Reply): Readonly<Record<string, unknown>> => {
  const held = valueAt(body, 'balances');
  return isRecord(held) ? held : {};
};

const areComparable = ({ before, after }: Around): boolean => {
  const [held, now] = [balancesIn(before), balancesIn(after)];
  const currencies = [...Object.keys(held), ...Object.keys(now)];
  return currencies.some((currency) => [held, now].every((shown) => balanceAt(shown, currency) !== undefined));
};

const demandComparable = (around: Around): void => {
  if (!areComparable(around)) throw untested('UNFIT_RECORD', 'the balances show no amount that could have moved');
};

export const leavesEachAlone: Judge<readonly Around[]> = (times) => {
  const [first] = times;
  const compared = times.filter(areComparable);
  if (first !== undefined && compared.length === 0) demandComparable(first);
  return {
    judged: compared.map(({ after }) => after),
    findings: compared.filter(({ before, after }) => !sameBalances(before, after)).map(({ after }) => moved(after)),
  };
};

export const leavesBalancesAlone: Judge<Around> = on((around) => [around], leavesEachAlone);

/** A deposit explains a rise of its currency, up to its amount. */
export const movesOwnBalance: Judge<DepositBalances> = (seen) => {
  if (!hasShownBalance(seen)) throw untested('NO_RECORD', 'the balances show nothing in the currency of the deposit');
  if (movesBalance(seen)) return { judged: [seen.after], findings: [] };
  const deposits = [seen.deposit];
  return {
    judged: [seen.after],
    findings: [risen(seen.after, riseText(seen, deposits, unexplainedBy({ ...seen, deposits })))],
  };
};

export const isOfTheBalances = (reply: Reply, context: CheckContext): boolean =>
  reply.operation === 'balances.read' && isSuccess(reply) && hasFullKey(reply, context);

/** Neighbouring reads without an order between them, whose difference no earlier deposit explains. */
export const movedIdly = (
  replies: readonly Reply[],
  context: CheckContext,
): { readonly pairs: number; readonly guilty: readonly Reply[] } => {
  const judgeable = new Set(context.attribution.judgeable(replies));
  const isRead = (reply: Reply) => areComparable({ before: reply, after: reply });
  const reads = replies.filter((reply) => isOfTheBalances(reply, context) && judgeable.has(reply) && isRead(reply));
  // An order may have moved something, whoever answered it.
  const orders = replies.filter(({ operation }) => isOrder(operation));
  const deposits = orders.filter(({ operation }) => operation === 'deposit.simulate');
  const idle = reads.flatMap((after, at) => {
    const before = reads[at - 1];
    const isBetween = (order: Reply) =>
      before !== undefined && order.sentMs <= after.receivedMs && order.receivedMs >= before.sentMs;
    return before === undefined || orders.some(isBetween) ? [] : [{ before, after }];
  });
  const guilty = idle.filter(({ before, after }) => unexplainedBy({ before, after, deposits }).length > 0);
  return { pairs: idle.length, guilty: guilty.map(({ after }) => after) };
};

/** Without an order between two reads, no balance falls, or rises by more than the earlier deposits. */
export const moveByOrders: Judge<readonly Reply[]> = (given, context) => {
  if (!context.quiet) throw lackOfQuiet(context);
  const { pairs, guilty } = movedIdly(given, context);
  if (pairs === 0) throw untested('NOT_TWICE', 'the balances were never read twice with nothing ordered between');
  return {
    judged: given.filter((reply) => isOfTheBalances(reply, context)),
    findings: guilty.slice(0, 1).map(moved),
  };
};

const lackAmong = (deposits: readonly Reply[], { attribution }: CheckContext): Reason | undefined => {
  const keyOfOne = (reply: Reply) =>
    JSON.stringify([subaccountOf(reply), valueAt(reply.request.input.body, 'currency')]);
  const accepted = new Set(deposits.filter(isSuccess).map(keyOfOne));
  const [refused] = deposits.filter(
    (reply) => !isSuccess(reply) && !accepted.has(keyOfOne(reply)) && attribution.causeOf(reply)?.kind !== 'left out',
  );
  const cause = refused && attribution.causeOf(refused);
  if (cause?.kind === 'kept back') return cause.why;
  return refused && reasonOf('ORDER_REFUSED', 'a deposit of a listed currency was refused');
};

/** Deposits of every listed currency, to an individual and a business subaccount, together explain all movements. */
export const moveOwnBalances: Judge<ManyDeposits> = (seen, context) => {
  const { attribution } = context;
  const { before, after, deposits: placed } = seen;
  // Some orders that should show a refusal may have been accepted.
  const meanwhile = attribution
    .successesOf('deposit.simulate')
    .filter(({ receivedMs }) => receivedMs > before.receivedMs && receivedMs <= after.receivedMs);
  const deposits = [...new Set([...placed, ...meanwhile])];
  if (!deposits.some(isSuccess)) throw noDepositAccepted();
  const untilThen = (operation: OperationId) =>
    attribution
      .successesOf(operation)
      .filter((reply) => reply.receivedMs <= before.receivedMs && !deposits.includes(reply));
  const [first = before] = untilThen('balances.read').filter((reply) => isOfTheBalances(reply, context));
  const late = lateBy(before, { first, earlier: untilThen('deposit.simulate') });
  demandComparable({ before, after });
  const beyond = unexplainedBy({ before, after, deposits }, late);
  if (beyond.length === 0) {
    const lack = lackAmong(placed, context);
    if (lack !== undefined) throw new Untested([lack]);
    return { judged: [after], findings: [] };
  }
  const every = [...orderIds, 'balances.read' as const].flatMap((operation) => attribution.successesOf(operation));
  if (movedIdly(every, context).guilty.length > 0) throw balancesMoved();
  return { judged: [after], findings: [risen(after, riseText({ before, after }, deposits, beyond))] };
};

/**
 * The balances of another account may move without orders of ours. So many currencies that rise by exactly the deposits
 * of this run are no accident. A parallel run for the other account deposits the same amounts, except in one currency
 * with an amount of its own.
 */
const noAccident = 2;

/** A deposit during a read may be booked before or after the read. */
const windowsOf = (
  all: readonly Reply[],
  { before, after }: Readonly<Record<'before' | 'after', Reply>>,
): readonly (readonly Reply[])[] => {
  const near = all.filter(({ sentMs, receivedMs }) => receivedMs >= before.sentMs && sentMs <= after.receivedMs);
  const withFirst = near.filter(({ sentMs }) => sentMs <= before.receivedMs).length;
  const withLast = near.filter(({ receivedMs }) => receivedMs >= after.sentMs).length;
  return Array.from({ length: withFirst + 1 }, (_, from) =>
    Array.from({ length: withLast + 1 }, (_, left) => near.slice(from, near.length - left)),
  ).flat();
};

/** Deposits to this account are not credited to another account. A key of the other account shows its balances. */
export const leaveOthersAlone: Judge<readonly Reply[]> = (given, { attribution, order }) => {
  const reads = given.filter(isSuccess).toSorted((one, other) => one.sentMs - other.sentMs);
  const [before, after] = [reads.at(0), reads.at(-1)];
  // Without a key of another account, only this account is judged.
  if (before === undefined || after === undefined || before === after) return { judged: [], findings: [] };
  const isCredited = windowsOf(attribution.successesOf('deposit.simulate'), { before, after }).some((deposits) => {
    const risen = risenWith({ before, after, deposits });
    return risen.length >= noAccident && risen.includes(order.depositCurrency.toLowerCase());
  });
  const difference = {
    code: 'BALANCE_MOVED',
    where: '$.balances',
    expected: 'a balance that deposits to this account leave alone',
    observed: 'a rise by what was deposited here',
  };
  return { judged: [after], findings: isCredited ? [finding({ reply: after, against: before, ...difference })] : [] };
};

interface Observed extends BalanceRead {
  /** Currencies with an earlier deposit, whose effect on the balances is open. */
  readonly deposited: ReadonlySet<string>;
}

const readsIn = ({ results, after }: Trace, setting: Setting): readonly Observed[] => {
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

export const keepsBalances: Judge<readonly Trace[]> = eachTrace((trace, setting) => {
  let first = answerOf(trace.before.balances).reply;
  const observed = readsIn(trace, setting);
  const needed = [
    trace.after.balances,
    ...seenIn(trace.results.filter(({ operation }) => operation === 'balances.read')),
  ];
  const findings: Found[] = [];
  for (const { reply, settled, deposited } of observed) {
    if (sameBalances(first, reply, deposited)) continue;
    // Earlier deposits were booked late, so the balances after their booking are the new start.
    if (settled && mayBeDeposits(setting, first, reply, deposited)) first = settled;
    else findings.push(moved(reply));
  }
  const initiations = ordersIn(trace).filter(({ operation }) => operation.endsWith('.initiate'));
  const isRead = observed.some(({ reply }) =>
    areComparable({ before: answerOf(trace.before.balances).reply, after: reply }),
  );
  if (findings.length === 0 && (!isRead || !areAccepted(initiations)))
    throw lackOf([...needed, ...seenIn(initiations)], 'no balances were read around an accepted initiation');
  return unlessFailed({ findings, judged: observed.map(({ reply }) => reply) }, needed);
});
