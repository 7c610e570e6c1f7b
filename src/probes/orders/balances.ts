import { notServed } from '#attribution';
import { amountFor, depositCurrencies, isSuccess, type Profile } from '#contract';
import { isRecord, lacking, type Reply, type Setting, sameBalances, Untested } from '#evidence';
import { maxIdle, stillness } from '../patience.ts';
import { type Probe, probe, type Service, type Source } from '../source.ts';
import { inCents } from './amounts.ts';

/** Balances before and after something that should leave them alone; none on an account on which others act. */
export interface BalancesAround {
  readonly before: Reply;
  readonly after: Reply;
}

export const readBalances = async ({ api }: Service): Promise<Reply> => {
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

export const balanceIn = ({ body }: Reply, currency: string): number => {
  const held = isRecord(body) ? body.balances : undefined;
  return Number((isRecord(held) ? held[currency] : undefined) ?? 0);
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

export interface Acting {
  readonly act: (service: Service) => Promise<unknown>;
  /** Does less where the whole has to come again. */
  readonly again?: (service: Service) => Promise<unknown>;
  readonly waitMs?: (service: Service) => number;
}

/** Reads the balances before and after, and once more where they differ. */
export const around = async (service: Service, { act, waitMs }: Acting): Promise<BalancesAround> => {
  const before = await readBalances(service);
  await act(service);
  if (waitMs) await service.pause(waitMs(service));
  const after = await settledBalances(service);
  return { before, after: sameBalances(before, after) ? after : await readBalances(service) };
};

/** Runs on services of others whose balances stood still with nothing done, for as long as is ever watched. */
const stood = new WeakSet<object>();

/**
 * Reads the balances twice, with nothing done between: balances that move by themselves say nothing about a probe that
 * took so long. A service of others is watched once, and for long. Throws `Untested` where they do.
 */
export const demandStillWhenIdle = async (service: Service, tookMs: number): Promise<void> => {
  if (stood.has(service.run)) return;
  const before = await readBalances(service);
  await service.pause(service.embedded ? Math.min(tookMs, maxIdle(service)) : maxIdle(service));
  if (!sameBalances(before, await readBalances(service)))
    throw new Untested('the balances moved while nothing was done', 'service');
  if (!service.embedded) stood.add(service.run);
};

/** Reads them around once more where the difference may be an earlier deposit: it must show again once all is booked. */
const aroundDeposits = async (service: Service, acting: Acting): Promise<BalancesAround> => {
  const seen = await around(service, acting);
  if (!mayBeDeposits(service, seen.before, seen.after)) return seen;
  await standStill(service);
  return around(service, { ...acting, act: acting.again ?? acting.act });
};

interface Noted {
  readonly acting: Acting;
  readonly moved: boolean;
  /** The balances around it with the account to itself, which is done once: it may place many orders. */
  alone?: Promise<BalancesAround>;
}

/** Everything done concurrently in one run. */
const concurrent = new WeakMap<object, Map<string, Noted>>();

const moved = ({ before, after }: BalancesAround): boolean => !sameBalances(before, after);

/** Remembers that something was done while others acted too, and by which means it is done again. */
export const noteConcurrent = (service: Service, id: string, acting: Acting, seen: BalancesAround): void => {
  const known = concurrent.get(service.run) ?? new Map();
  concurrent.set(service.run, known.set(id, { acting, moved: moved(seen) }));
};

const alone = (service: Service, noted: Noted): Promise<BalancesAround> => {
  noted.alone ??= aroundDeposits(service, noted.acting);
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
  for (const [other, noted] of concurrent.get(service.run) ?? [])
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
      const noted = concurrent.get(service.run)?.get(id);
      if (noted === undefined || !moved(first)) return first;
      const start = performance.now();
      const second = await alone(service, noted);
      const isLate = mayBeDeposits(service, first.before, first.after);
      const isInnocent = !moved(second) && (isLate || (await isOfAnother(service, id)));
      const shown = isInnocent || moved(second) ? second : first;
      if (moved(shown)) await demandStillWhenIdle(service, performance.now() - start);
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
export const lackOfQuiet = ({ quiet }: Setting): Untested | undefined =>
  quiet ? undefined : lacking('RAMP_QUIET_ACCOUNT is not true: others may act on the account', 'RAMP_QUIET_ACCOUNT');

export const demandQuiet = (setting: Setting): void => {
  const lack = lackOfQuiet(setting);
  if (lack) throw lack;
};

/** Balances of an account on which nothing is done. */
export const idleBalances = probe('idle balances', {
  mode: 'quiet',
  send: async (service) => {
    demandQuiet(service);
    return aroundDeposits(service, { act: readBalances });
  },
});

/** The balances as one subaccount would ask for them, which the document does not know. */
export const narrowedBalances = probe('balances of one subaccount', {
  mode: 'reads',
  send: async ({ api, roles }) => api.readBalances({ query: { subaccountId: roles.subaccount } }),
});
