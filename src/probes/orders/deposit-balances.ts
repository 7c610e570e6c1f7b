import { isRefusal, isSuccess } from '#contract';
import { amountIn, isRecord, type Reply, sameBalances, Untested, valueAt } from '#evidence';
import { probe, type Service } from '../source.ts';
import {
  type BalancesAround,
  balanceIn,
  demandQuiet,
  demandStillWhenIdle,
  readBalances,
  settledBalances,
  standStill,
} from './balances.ts';
import { plainOrder } from './valid-orders.ts';

export interface DepositBalances extends BalancesAround {
  readonly deposit: Reply;
}

const currencyOf = (deposit: Reply): string => String(valueAt(deposit.request.input.body, 'currency')).toLowerCase();

const stablecoins = new Set(['usdc', 'usdt']);

/** True for a deposit of a fiat currency that the balances show: where a stablecoin is booked is open. */
export const isOfAShownBalance = ({ before, deposit }: DepositBalances): boolean => {
  const [held, currency] = [valueAt(before.body, 'balances'), currencyOf(deposit)];
  return isRecord(held) && Object.hasOwn(held, currency) && !stablecoins.has(currency);
};

/** The smallest difference of two balances that is more than the rounding of a double. */
const roundingOf = (held: number): number => Math.max(1e-6, 2 * Math.abs(held) * Number.EPSILON);

/** True where no balance moved, or that of the currency alone rose, by no more than the amount. */
export const isMovedByItsDeposit = ({ before, after, deposit }: DepositBalances): boolean => {
  const currency = currencyOf(deposit);
  const held = balanceIn(before, currency);
  const rise = balanceIn(after, currency) - held;
  const isWithin = rise > -roundingOf(held) && rise < amountIn(deposit.request.input.body) + roundingOf(held);
  return isWithin && sameBalances(before, after, new Set([currency]));
};

const depositing = async (service: Service): Promise<DepositBalances> => {
  const before = await service.api.readBalances({});
  const deposit = await service.api.call('deposit.simulate', plainOrder(service, 'deposit.simulate'));
  if (!isSuccess(deposit) || !isSuccess(before)) throw new Untested('no deposit was accepted', 'service');
  const seen = { before, deposit, after: await service.api.readBalances({}) };
  return isMovedByItsDeposit(seen) ? seen : { ...seen, after: await settledBalances(service) };
};

const hasFallen = ({ before, after }: BalancesAround): boolean =>
  Object.keys(valueAt(before.body, 'balances') ?? {}).some((currency) => {
    const held = balanceIn(before, currency);
    return balanceIn(after, currency) < held - roundingOf(held);
  });

/** The balances around a deposit that is accepted; what rose beside it must rise again once earlier deposits are booked. */
export const balancesAroundDeposit = probe('balances around a deposit', {
  mode: 'exclusive',
  send: async (service) => {
    demandQuiet(service);
    const start = performance.now();
    let seen = await depositing(service);
    if (!isMovedByItsDeposit(seen) && !hasFallen(seen)) {
      await standStill(service);
      seen = await depositing(service);
    }
    if (!isMovedByItsDeposit(seen)) await demandStillWhenIdle(service, performance.now() - start);
    return seen;
  },
});

/** True where the balances show the currency that an order is in. */
export const showsCurrencyOf = ({ body }: Reply, order: unknown): boolean => {
  const [held, currency] = [valueAt(body, 'balances'), valueAt(order, 'currency')];
  return isRecord(held) && Object.hasOwn(held, String(currency).toLowerCase());
};

/** Deposits, all between two looks at the balances. */
export interface ManyDeposits extends BalancesAround {
  readonly deposits: readonly Reply[];
}

/** What deposits in each currency may add to its balance, in lower case; of a refused one nothing comes. */
const sumsOf = (deposits: readonly Reply[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const deposit of deposits.filter((reply) => !isRefusal(reply))) {
    const [currency, { lost }] = [currencyOf(deposit), deposit.request];
    const amount = amountIn(deposit.request.input.body) + (lost === undefined ? 0 : amountIn(lost));
    // Where a stablecoin is booked is open.
    for (const code of stablecoins.has(currency) ? [currency, 'usd'] : [currency])
      sums.set(code, (sums.get(code) ?? 0) + amount);
  }
  return sums;
};

/** The currencies whose balance has moved by what no deposit explains: down, or up by more than all deposits in it. */
export const unexplainedBy = (
  { before, after, deposits }: ManyDeposits,
  lateIn: (currency: string) => number = () => 0,
): readonly string[] => {
  const [held, now] = [before, after].map(({ body }) => valueAt(body, 'balances'));
  if (!isRecord(held) || !isRecord(now)) throw new Untested('the balances are no map', 'service');
  const shown = [...new Set([...Object.keys(held), ...Object.keys(now)])];
  const sums = sumsOf(deposits);
  // One in a currency that the balances do not show may be credited to another.
  const isHidden = [...sums.keys()].some((currency) => !stablecoins.has(currency) && !shown.includes(currency));
  return shown.filter((currency) => {
    const rise = balanceIn(after, currency) - balanceIn(before, currency);
    const rounding = roundingOf(balanceIn(after, currency));
    return rise < -rounding || (!isHidden && rise > (sums.get(currency) ?? 0) + lateIn(currency) + rounding);
  });
};

/** How much of earlier deposits in a currency was not booked yet when the balances were read, by those read first of all. */
export const lateBy =
  (before: Reply, { first, earlier }: { readonly first: Reply; readonly earlier: readonly Reply[] }) =>
  (currency: string): number => {
    const booked = balanceIn(before, currency) - balanceIn(first, currency);
    return Math.max(0, (sumsOf(earlier).get(currency) ?? 0) - Math.max(0, booked));
  };

/** The balances around many deposits, looked at again once they stand still where the deposits do not explain them. */
export const aroundDeposits = async (
  service: Service,
  deposit: (before: Reply) => Promise<readonly Reply[]>,
): Promise<BalancesAround> => {
  const start = performance.now();
  const before = await readBalances(service);
  const deposits = await deposit(before);
  const after = await readBalances(service);
  if (unexplainedBy({ before, after, deposits }).length === 0) return { before, after };
  const seen = { before, after: await standStill(service) };
  if (unexplainedBy({ ...seen, deposits }).length > 0) await demandStillWhenIdle(service, performance.now() - start);
  return seen;
};
