import { notServed } from '#attribution';
import { depositCurrencies } from '#contract';
import {
  balanceAt,
  balancesMoved,
  isRecord,
  notQuiet,
  type Reply,
  type Setting,
  sameBalances,
  type Untested,
  valueAt,
} from '#evidence';
import { amountFor, isSuccess, type Profile } from '#run';
import { lastOf, maxIdle, stillness } from '../patience.ts';
import type { Acting, BalancesAround, Noted, Service } from '../service.ts';
import { type Probe, probe, type Source } from '../source.ts';
import { inCents } from './amounts.ts';

export const readBalances = async ({ api }: Service): Promise<Reply> => {
  const reply = await api.readBalances({});
  if (isSuccess(reply)) return reply;
  throw notServed('balances.read');
};

/**
 * Waits until two reads agree, because a change may come late. The promises of the service explain no passing change.
 */
export const settledBalances = async (service: Service): Promise<Reply> => {
  const [first, second] = [await readBalances(service), await readBalances(service)];
  return sameBalances(first, second) ? second : await readBalances(service);
};

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

/** NaN without a readable amount, so that every comparison with it is false. */
export const balanceIn = ({ body }: Reply, currency: string): number => {
  const held = valueAt(body, 'balances');
  return balanceAt(isRecord(held) ? held : {}, currency)?.toNumber() ?? Number.NaN;
};

/**
 * True if deposits of this run that are booked late may explain all differences outside some currencies: rises by the
 * amount of one or more deposits, in their currencies.
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

export const around = async (service: Service, { act, waitMs }: Acting): Promise<BalancesAround> => {
  const before = await readBalances(service);
  await act(service);
  if (waitMs) await service.pause(waitMs(service));
  const after = await settledBalances(service);
  return { before, after: sameBalances(before, after) ? after : await readBalances(service) };
};

/**
 * Reads the balances twice with no action between. If the balances move without one, they prove nothing about a probe
 * of this duration. A remote service is watched once, for a long time. @throws Untested if the balances move.
 */
export const demandStill = async (service: Service, tookMs: number): Promise<void> => {
  if (service.run.stoodStill) return;
  const before = await readBalances(service);
  await service.pause(service.embedded ? Math.min(tookMs, maxIdle(service)) : maxIdle(service));
  if (!sameBalances(before, await readBalances(service))) throw balancesMoved();
  if (!service.embedded) service.run.stoodStill = true;
};

/**
 * Reads again if an earlier deposit may explain the difference. A real difference shows again after all deposits are
 * booked.
 */
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

export const aroundWithOthers = async (service: Service, id: string, acting: Acting): Promise<BalancesAround> => {
  const seen = await around(service, acting);
  noteConcurrent(service, id, acting, seen);
  return seen;
};

const isOfAnother = async (service: Service, id: string): Promise<boolean> => {
  for (const [other, noted] of service.run.concurrent)
    if (other !== id && noted.moved && moved(await alone(service, noted))) return true;
  return false;
};

const allBooked = async (service: Service): Promise<void> => {
  const last = lastOf([...service.run.validOrders].filter(isSuccess));
  const left = service.prompt ? 0 : last + service.patienceMs - performance.now();
  if (left > 0) await service.pause(left);
};

/**
 * If the balances moved while other probes acted, repeats the act alone. If the balances then stand still, another act
 * moved them. If no other act moves them again, they moved once, and every probe that saw this reports it.
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
      // If the balances move without orders, no further order is placed.
      if (!isLate) {
        await demandStill(service, maxIdle(service));
        await allBooked(service);
      }
      const second = await alone(service, noted);
      const isInnocent = !moved(second) && (isLate || (await isOfAnother(service, id)));
      const again = { ...second, movedAgain: true };
      const shown = moved(second) ? again : isInnocent ? second : first;
      if (moved(shown)) await demandStill(service, performance.now() - start);
      return shown;
    },
  });

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

/** Other clients may change the balances of an account that is not quiet. */
export const lackOfQuiet = ({ quiet }: Setting): Untested | undefined => (quiet ? undefined : notQuiet());

export const demandQuiet = (setting: Setting): void => {
  const lack = lackOfQuiet(setting);
  if (lack) throw lack;
};

export const idleBalances = probe('idle balances', {
  mode: 'quiet',
  send: async (service) => {
    demandQuiet(service);
    return aroundBooked(service, { act: readBalances });
  },
});

/** With a subaccount id, which the document does not have for this operation. */
export const narrowedBalances = probe('balances of one subaccount', {
  mode: 'reads',
  send: async ({ api, roles }) => api.readBalances({ query: { subaccountId: roles.subaccount } }),
});
