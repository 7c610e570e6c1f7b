import { isSuccess } from '#contract';
import { amountIn, isRecord, type Reply, sameBalances, Untested, valueAt } from '#evidence';
import { probe, type Service } from '../source.ts';
import {
  type BalancesAround,
  balanceIn,
  demandQuiet,
  demandStillWhenIdle,
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
