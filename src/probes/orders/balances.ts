import { noDepositAccepted, notServed } from '#attribution';
import { depositCurrencies } from '#contract';
import {
  amountIn,
  balanceAt,
  balancesMoved,
  isRecord,
  noMapOfBalances,
  notQuiet,
  type Reply,
  type Setting,
  sameBalances,
  toAmount,
  type Untested,
  valueAt,
} from '#evidence';
import { amountFor, isRefusal, isSuccess, type Profile } from '#run';
import { maxIdle, stillness } from '../patience.ts';
import type { Acting, BalancesAround, Noted, Service } from '../service.ts';
import { type Probe, probe, type Source } from '../source.ts';
import { inCents, lessByCents, withAmount } from './amounts.ts';
import { plainOrder } from './valid-orders.ts';

const readBalances = async ({ api }: Service): Promise<Reply> => {
  const reply = await api.readBalances({});
  if (isSuccess(reply)) return reply;
  throw notServed('balances.read');
};

/** The balances once two reads agree: a change may come late, and one that goes by itself is nobody's fault. */
export const settledBalances = async (service: Service): Promise<Reply> => {
  const [first, second] = [await readBalances(service), await readBalances(service)];
  return sameBalances(first, second) ? second : await readBalances(service);
};

/** The balances once they stand still for a while. */
export const standStill = async (service: Service): Promise<Reply> => {
  const { stillMs, maxTries } = stillness(service);
  let last = await readBalances(service);
  for (let tries = 0; tries < maxTries; tries += 1) {
    await service.pause(stillMs);
    const next = await readBalances(service);
    if (sameBalances(last, next)) return next;
    last = next;
  }
  return last;
};

/** NaN where no amount can be read: no comparison with it is true. */
const balanceIn = ({ body }: Reply, currency: string): number => {
  const held = valueAt(body, 'balances');
  return balanceAt(isRecord(held) ? held : {}, currency)?.toNumber() ?? Number.NaN;
};

/**
 * True where all that differs, save in some currencies, may be deposits of this run that are booked late: rises by the amount
 * of one or more, in currencies that are deposited.
 */
export const mayBeDeposits = (
  setting: Setting,
  before: Reply,
  after: Reply,
  except: ReadonlySet<string> = new Set(),
): boolean => {
  const codes = depositCurrencies.map((code) => code.toLowerCase());
  const risen = codes.filter(
    (code) => balanceIn(after, code) - balanceIn(before, code) >= inCents(amountFor(setting.order, code)),
  );
  return !sameBalances(before, after, except) && sameBalances(before, after, new Set([...except, ...risen]));
};

/** Reads the balances before and after, and once more where they differ. */
export const around = async (service: Service, { act, waitMs }: Acting): Promise<BalancesAround> => {
  const before = await readBalances(service);
  await act(service);
  if (waitMs) await service.pause(waitMs(service));
  const after = await settledBalances(service);
  return { before, after: sameBalances(before, after) ? after : await readBalances(service) };
};

/**
 * Reads the balances twice, with nothing done between: balances that move by themselves say nothing about a probe that
 * took so long. A service of others is watched once, and for long. Throws `Untested` where they do.
 */
export const demandStill = async (service: Service, tookMs: number): Promise<void> => {
  if (service.run.stoodStill) return;
  const before = await readBalances(service);
  await service.pause(service.embedded ? Math.min(tookMs, maxIdle(service)) : maxIdle(service));
  if (!sameBalances(before, await readBalances(service))) throw balancesMoved();
  if (!service.embedded) service.run.stoodStill = true;
};

/** Reads them around once more where the difference may be an earlier deposit: it must show again once all is booked. */
const aroundBooked = async (service: Service, acting: Acting): Promise<BalancesAround> => {
  const seen = await around(service, acting);
  if (!mayBeDeposits(service, seen.before, seen.after)) return seen;
  await standStill(service);
  return around(service, { ...acting, act: acting.again ?? acting.act });
};

const moved = ({ before, after }: BalancesAround): boolean => !sameBalances(before, after);

export const noteConcurrent = ({ run }: Service, id: string, acting: Acting, seen: BalancesAround): void => {
  run.concurrent.set(id, { acting, moved: moved(seen) });
};

const alone = (service: Service, noted: Noted): Promise<BalancesAround> => {
  noted.alone ??= aroundBooked(service, noted.acting);
  return noted.alone;
};

/** The balances around something that is done concurrently with others. */
export const aroundWithOthers = async (service: Service, id: string, acting: Acting): Promise<BalancesAround> => {
  const seen = await around(service, acting);
  noteConcurrent(service, id, acting, seen);
  return seen;
};

/** True where something else that was done at the time moves the balances by itself too. */
const isOfAnother = async (service: Service, id: string): Promise<boolean> => {
  for (const [other, noted] of service.run.concurrent)
    if (other !== id && noted.moved && moved(await alone(service, noted))) return true;
  return false;
};

/**
 * Where the balances moved while others acted too, it is done again with the account to itself. Balances that then stand
 * still were moved by another; where no other moves them again, they were moved once, and all that saw it show it.
 */
export const confirmed = (id: string, seen: Source<BalancesAround>): Probe<BalancesAround> =>
  probe(`${id}, again`, {
    mode: 'exclusive',
    from: [seen],
    send: async (service, first) => {
      const noted = service.run.concurrent.get(id);
      if (noted === undefined || !moved(first)) return first;
      const start = performance.now();
      const isLate = mayBeDeposits(service, first.before, first.after);
      // Nothing is ordered once more where the balances move by themselves.
      if (!isLate) await demandStill(service, maxIdle(service));
      const second = await alone(service, noted);
      const isInnocent = !moved(second) && (isLate || (await isOfAnother(service, id)));
      const shown = isInnocent || moved(second) ? second : first;
      if (moved(shown)) await demandStill(service, performance.now() - start);
      return shown;
    },
  });

/** The balances around something that should leave them alone. */
export const aroundNeutral = (id: string, acting: Acting, minProfile: Profile = 'smoke'): Probe<BalancesAround> => {
  const first = probe(id, {
    mode: 'balanceNeutral',
    minProfile,
    send: async (service) => {
      demandQuiet(service);
      return aroundWithOthers(service, id, acting);
    },
  });
  return confirmed(id, first);
};

/** Why nothing can be said of balances: others may act on them. */
export const lackOfQuiet = ({ quiet }: Setting): Untested | undefined => (quiet ? undefined : notQuiet());

export const demandQuiet = (setting: Setting): void => {
  const lack = lackOfQuiet(setting);
  if (lack) throw lack;
};

/** Balances of an account on which nothing is done. */
export const idleBalances = probe('idle balances', {
  mode: 'quiet',
  send: async (service) => {
    demandQuiet(service);
    return aroundBooked(service, { act: readBalances });
  },
});

/** The balances as one subaccount would ask for them, which the document does not know. */
export const narrowedBalances = probe('balances of one subaccount', {
  mode: 'reads',
  send: async ({ api, roles }) => api.readBalances({ query: { subaccountId: roles.subaccount } }),
});

export interface DepositBalances extends BalancesAround {
  readonly deposit: Reply;
}

const currencyOf = (deposit: Reply): string => String(valueAt(deposit.request.input.body, 'currency')).toLowerCase();

const stablecoins = new Set(['usdc', 'usdt']);

/** True for a deposit of a fiat currency that the balances show: where a stablecoin is booked is open. */
export const isOfAShownBalance = ({ before, deposit }: DepositBalances): boolean => {
  const [held, currency] = [valueAt(before.body, 'balances'), currencyOf(deposit)];
  return isRecord(held) && toAmount(held[currency]) !== undefined && !stablecoins.has(currency);
};

const placesOf = (value: unknown): number => {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
};

/** The rounding that balances may show: a unit of their last place, a millionth at most, and that of the sums of a double. */
const roundingOf = ({ before, after }: BalancesAround): ((held: number) => number) => {
  const held = [before, after].flatMap(({ body }) => Object.values(valueAt(body, 'balances') ?? {}));
  const unit = Math.min(1e-6, 10 ** -Math.max(...held.map(placesOf)));
  return (balance) => Math.max(unit, 8 * Math.abs(balance) * Number.EPSILON);
};

/** True where no balance moved, or that of the currency alone rose, by no more than the amount. */
export const isMovedByItsDeposit = ({ before, after, deposit }: DepositBalances): boolean => {
  const currency = currencyOf(deposit);
  const held = balanceIn(before, currency);
  const rise = balanceIn(after, currency) - held;
  const rounding = roundingOf({ before, after })(balanceIn(after, currency));
  const isBeyond = rise <= -rounding || rise > amountIn(deposit.request.input.body) + rounding;
  return !isBeyond && sameBalances(before, after, new Set([currency]));
};

/** What a deposit did to the balances, of which all is open but that it moves no other one. */
export const effectOf = (seen: DepositBalances): string => {
  const { before, after, deposit } = seen;
  if (sameBalances(before, after)) return 'no balance moved';
  const currency = currencyOf(deposit);
  const [old, now] = [balanceIn(before, currency), balanceIn(after, currency)];
  const isLess = now > old && now - old < amountIn(deposit.request.input.body) - roundingOf(seen)(now);
  return isLess ? 'a balance rose by less than the amount' : 'a balance moved';
};

/** So many cents, of ten and more, is the deposit of one subaccount smaller than that of another: all stay above an order of cents. */
const ownCents = 15;

const centsOf = (subaccountId: string): number =>
  10 + ([...subaccountId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % ownCents);

/**
 * Deposits an amount that no other probe deposits, which a service may take for a repetition, and no less than a late deposit may be;
 * another one where that is refused. A like run for another account is known by another amount.
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
  return isMovedByItsDeposit(seen) ? seen : { ...seen, after: await settledBalances(service) };
};

const hasFallen = ({ before, after }: BalancesAround): boolean => {
  const rounding = roundingOf({ before, after });
  return Object.keys(valueAt(before.body, 'balances') ?? {}).some((currency) => {
    const held = balanceIn(before, currency);
    return balanceIn(after, currency) < held - rounding(held);
  });
};

/** The balances around a deposit that is accepted; what rose beside it must rise again once earlier deposits are booked. */
export const balancesAroundDeposit = probe('balances around a deposit', {
  mode: 'sequences',
  send: async (service) => {
    demandQuiet(service);
    const start = performance.now();
    let seen = await depositing(service);
    if (!isMovedByItsDeposit(seen) && !hasFallen(seen)) {
      await standStill(service);
      seen = await depositing(service);
    }
    if (!isMovedByItsDeposit(seen)) await demandStill(service, performance.now() - start);
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
  if (!isRecord(held) || !isRecord(now)) throw noMapOfBalances();
  const shown = [...new Set([...Object.keys(held), ...Object.keys(now)])];
  const sums = sumsOf(deposits);
  const roundingAt = roundingOf({ before, after });
  // One in a currency that the balances do not show may be credited to another.
  const isHidden = [...sums.keys()].some((currency) => !stablecoins.has(currency) && !shown.includes(currency));
  return shown.filter((currency) => {
    const rise = balanceIn(after, currency) - balanceIn(before, currency);
    const rounding = roundingAt(balanceIn(after, currency));
    return rise < -rounding || (!isHidden && rise > (sums.get(currency) ?? 0) + lateIn(currency) + rounding);
  });
};

/** The currencies whose balance rose by just what was deposited in them, with or without the stablecoins. */
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
