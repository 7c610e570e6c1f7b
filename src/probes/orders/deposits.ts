// Balances around deposits: around a single deposit, and around many.
import { noDepositAccepted } from '#attribution';
import {
  amountIn,
  isRecord,
  noBalanceMap,
  type Reply,
  type SentExchange,
  sameBalances,
  toAmount,
  valueAt,
} from '#evidence';
import { depositEffects, isRefusal, isSuccess } from '#run';
import type { BalancesAround, Service } from '../service.ts';
import { probe } from '../source.ts';
import { lessByCents, withAmount } from './amounts.ts';
import { balanceIn, demandQuiet, demandStill, readBalances, settledBalances, standStill } from './balances.ts';
import { plainOrder } from './valid-orders.ts';

export interface DepositBalances extends BalancesAround {
  readonly deposit: Reply;
}

export const currencyOf = (deposit: Pick<SentExchange, 'request'>): string =>
  String(valueAt(deposit.request.input.body, 'currency')).toLowerCase();

const stablecoins = new Set(['usdc', 'usdt']);

export const isStablecoin = (currency: string): boolean => stablecoins.has(currency);

/** True for a fiat currency that the balances show. The document does not say where a stablecoin is booked. */
export const hasShownBalance = ({ before, deposit }: DepositBalances): boolean => {
  const [held, currency] = [valueAt(before.body, 'balances'), currencyOf(deposit)];
  return isRecord(held) && toAmount(held[currency]) !== undefined && !stablecoins.has(currency);
};

const placesOf = (value: unknown): number => {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
};

/** One unit of the last decimal place of the balances, at most a millionth, plus the rounding of a sum of doubles. */
export const roundingOf = ({ before, after }: BalancesAround): ((held: number) => number) => {
  const held = [before, after].flatMap(({ body }) => Object.values(valueAt(body, 'balances') ?? {}));
  const unit = Math.min(1e-6, 10 ** -Math.max(...held.map(placesOf)));
  return (balance) => Math.max(unit, 8 * Math.abs(balance) * Number.EPSILON);
};

/** True if no balance moved, or only that of the deposit's currency rose, by at most the amount. */
export const movesBalance = ({ before, after, deposit }: DepositBalances): boolean => {
  const currency = currencyOf(deposit);
  const held = balanceIn(before, currency);
  const rise = balanceIn(after, currency) - held;
  const rounding = roundingOf({ before, after })(balanceIn(after, currency));
  const isBeyond = rise <= -rounding || rise > amountIn(deposit.request.input.body) + rounding;
  return !isBeyond && sameBalances(before, after, new Set([currency]));
};

/** The document says only that no other balance moves. */
export const effectOf = (seen: DepositBalances): string => {
  const { before, after, deposit } = seen;
  if (sameBalances(before, after)) return depositEffects.none;
  const currency = currencyOf(deposit);
  const [old, now] = [balanceIn(before, currency), balanceIn(after, currency)];
  const amount = amountIn(deposit.request.input.body);
  const isLess = now > old && now - old < amount - roundingOf(seen)(now);
  const share = Number((((now - old) / amount) * 100).toFixed(2));
  return isLess ? depositEffects.less(share) : depositEffects.moved;
};

/**
 * Cents between the deposits of two subaccounts, for amounts of ten and more. All deposits stay above an order of
 * cents.
 */
const ownCents = 15;

const centsOf = (subaccountId: string): number =>
  10 + ([...subaccountId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % ownCents);

/**
 * Deposits an amount that no other probe deposits, because a service may take it for a repetition, and not below a late
 * deposit. If this amount is refused, it tries another. A parallel run for another account has another amount.
 */
const depositOnce = async (service: Service): Promise<Reply> => {
  const { subaccountId, body } = plainOrder(service, 'deposit.simulate');
  const amount = amountIn(body);
  const place = (own: number) => service.api.call('deposit.simulate', { subaccountId, body: withAmount(body, own) });
  const first = await place(lessByCents(amount, centsOf(subaccountId)));
  return isRefusal(first) ? place(amount) : first;
};

const depositing = async (service: Service): Promise<DepositBalances> => {
  const before = await service.api.readBalances({});
  const deposit = await depositOnce(service);
  if (!isSuccess(deposit) || !isSuccess(before)) throw noDepositAccepted();
  const seen = { before, deposit, after: await service.api.readBalances({}) };
  return movesBalance(seen) ? seen : { ...seen, after: await settledBalances(service) };
};

const hasFallen = ({ before, after }: BalancesAround): boolean => {
  const rounding = roundingOf({ before, after });
  return Object.keys(valueAt(before.body, 'balances') ?? {}).some((currency) => {
    const held = balanceIn(before, currency);
    return balanceIn(after, currency) < held - rounding(held);
  });
};

/** A rise beside the deposit must show again after earlier deposits are booked. */
export const balancesAroundDeposit = probe('balances around a deposit', {
  mode: 'sequences',
  send: async (service) => {
    demandQuiet(service);
    const start = performance.now();
    let seen = await depositing(service);
    if (!movesBalance(seen) && !hasFallen(seen)) {
      await standStill(service);
      seen = await depositing(service);
    }
    if (!movesBalance(seen)) await demandStill(service, performance.now() - start);
    return seen;
  },
});

export const showsCurrencyOf = ({ body }: Reply, order: unknown): boolean => {
  const [held, currency] = [valueAt(body, 'balances'), valueAt(order, 'currency')];
  return isRecord(held) && Object.hasOwn(held, String(currency).toLowerCase());
};

export interface ManyDeposits extends BalancesAround {
  readonly deposits: readonly Reply[];
}

/** By currency in lower case; refused deposits add nothing. */
const sumsOf = (deposits: readonly Reply[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const deposit of deposits.filter((reply) => !isRefusal(reply))) {
    const [currency, { lost }] = [currencyOf(deposit), deposit.request];
    const amount = amountIn(deposit.request.input.body) + (lost === undefined ? 0 : amountIn(lost));
    // The document does not say where a stablecoin is booked.
    for (const code of stablecoins.has(currency) ? [currency, 'usd'] : [currency])
      sums.set(code, (sums.get(code) ?? 0) + amount);
  }
  return sums;
};

/** Currencies whose balance fell, or rose by more than all deposits in them. */
export const unexplainedBy = (
  { before, after, deposits }: ManyDeposits,
  lateIn: (currency: string) => number = () => 0,
): readonly string[] => {
  const [held, now] = [before, after].map(({ body }) => valueAt(body, 'balances'));
  if (!isRecord(held) || !isRecord(now)) throw noBalanceMap();
  const shown = [...new Set([...Object.keys(held), ...Object.keys(now)])];
  const sums = sumsOf(deposits);
  const roundingAt = roundingOf({ before, after });
  // A deposit in a currency that the balances do not show may be credited to another currency.
  const isHidden = [...sums.keys()].some((currency) => !stablecoins.has(currency) && !shown.includes(currency));
  return shown.filter((currency) => {
    const rise = balanceIn(after, currency) - balanceIn(before, currency);
    const rounding = roundingAt(balanceIn(after, currency));
    return rise < -rounding || (!isHidden && rise > (sums.get(currency) ?? 0) + lateIn(currency) + rounding);
  });
};

/** Currencies whose balance rose by exactly their deposits, with or without stablecoins. */
export const risenWith = ({ before, after, deposits }: ManyDeposits): readonly string[] => {
  const rounding = roundingOf({ before, after });
  const all = sumsOf(deposits);
  const sums = sumsOf(deposits.filter((deposit) => !stablecoins.has(currencyOf(deposit))));
  return [...sums].flatMap(([currency, sum]) => {
    const held = balanceIn(after, currency);
    const rise = held - balanceIn(before, currency);
    const isJust = [sum, all.get(currency) ?? sum].some((own) => Math.abs(rise - own) <= rounding(held));
    return isJust ? [currency] : [];
  });
};

/** The sum of earlier deposits that were not booked at the read, computed from the first read of the run. */
export const lateBy =
  (before: Reply, { first, earlier }: { readonly first: Reply; readonly earlier: readonly Reply[] }) =>
  (currency: string): number => {
    const booked = balanceIn(before, currency) - balanceIn(first, currency);
    return Math.max(0, (sumsOf(earlier).get(currency) ?? 0) - Math.max(0, booked));
  };

/** If the deposits do not explain the difference, reads again after the balances stand still. */
export const aroundDeposits = async (
  service: Service,
  deposit: (before: Reply) => Promise<readonly Reply[]>,
): Promise<ManyDeposits> => {
  const start = performance.now();
  const before = await readBalances(service);
  const deposits = await deposit(before);
  const after = await readBalances(service);
  if (unexplainedBy({ before, after, deposits }).length === 0) return { before, after, deposits };
  const seen = { before, after: await standStill(service), deposits };
  if (unexplainedBy(seen).length > 0) await demandStill(service, performance.now() - start);
  return seen;
};
