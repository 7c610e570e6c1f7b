import { depositCurrencies } from '#contract';
import { isRecord, type Reply, type Setting, sameBalances, Untested } from '#evidence';
import { amountInCents } from './order-body.ts';
import { longestIdle, stillness } from './patience.ts';
import type { Service } from './service.ts';
import { probe } from './source.ts';

/** Balances before and after something that should leave them alone; none on an account on which others act. */
export interface Around {
  readonly before: Reply;
  readonly after: Reply;
}

const readBalances = async ({ api }: Service): Promise<Reply> => {
  const reply = await api.readBalances({});
  if (reply.status < 300) return reply;
  throw new Untested('balances.read was not answered with a record', 'service');
};

/** The balances once two reads agree: a change may come late, and one that goes by itself is nobody's fault. */
export const settledBalances = async (service: Service): Promise<Reply> => {
  const [first, second] = [await readBalances(service), await readBalances(service)];
  return sameBalances(first, second) ? second : await readBalances(service);
};

/** The balances once they stand still for a while. */
export const standStill = async (service: Service): Promise<Reply> => {
  const { stillMs, mostLooks } = stillness(service);
  let last = await readBalances(service);
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await service.pause(stillMs);
    const next = await readBalances(service);
    if (sameBalances(last, next)) return next;
    last = next;
  }
  return last;
};

const balanceIn = ({ body }: Reply, currency: string): number => {
  const held = isRecord(body) ? body.balances : undefined;
  return Number((isRecord(held) ? held[currency] : undefined) ?? 0);
};

/**
 * Whether all that differs, save in some currencies, may be deposits of this run that are booked late: rises by the amount
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
    (code) => balanceIn(after, code) - balanceIn(before, code) >= amountInCents(setting),
  );
  return !sameBalances(before, after, except) && sameBalances(before, after, new Set([...except, ...risen]));
};

/** The balances before and after; what differs is read once more. */
const once = async (service: Service, act: () => Promise<unknown>, waitMs: number): Promise<Around> => {
  const before = await readBalances(service);
  await act();
  if (waitMs > 0) await service.pause(waitMs);
  const after = await settledBalances(service);
  return { before, after: sameBalances(before, after) ? after : await readBalances(service) };
};

interface Acting {
  /** Does less where the whole has to come again. */
  readonly again?: () => Promise<unknown>;
  readonly waitMs?: number;
}

/**
 * Reads the balances once more as long apart, with nothing done between: what moves by itself shows nothing of what was done.
 * Throws `Untested` where they do.
 */
export const demandStillWhenIdle = async (service: Service, lengthMs: number): Promise<void> => {
  const before = await readBalances(service);
  await service.pause(lengthMs);
  if (!sameBalances(before, await readBalances(service)))
    throw new Untested('the balances move by themselves, with nothing done', 'service');
};

/** Reads the balances around something; what may be an earlier deposit must show again once all is booked. */
const look = async (
  service: Service,
  act: () => Promise<unknown>,
  { again = act, waitMs = 0 }: Acting = {},
): Promise<Around> => {
  const seen = await once(service, act, waitMs);
  if (!mayBeDeposits(service, seen.before, seen.after)) return seen;
  await standStill(service);
  return once(service, again, waitMs);
};

/** The same on balances that stand still where nothing is done. */
export const around = async (
  service: Service,
  act: () => Promise<unknown>,
  acting: Acting = {},
): Promise<Around> => {
  const start = performance.now();
  const seen = await look(service, act, acting);
  if (!sameBalances(seen.before, seen.after))
    await demandStillWhenIdle(service, Math.min(performance.now() - start, longestIdle(service)));
  return seen;
};

/** Why nothing can be said of balances: others may act on them. */
export const lackOfQuiet = ({ quiet }: Setting): Untested | undefined =>
  quiet ? undefined : new Untested('RAMP_QUIET_ACCOUNT is not true: others may act on the account', 'user');

export const demandQuiet = (setting: Setting): void => {
  const lack = lackOfQuiet(setting);
  if (lack) throw lack;
};

/** Balances of an account on which nothing is done. */
export const idleBalances = probe('idle balances', {
  mode: 'alone',
  send: async (service) => {
    demandQuiet(service);
    return look(service, () => readBalances(service));
  },
});

/** The balances as one subaccount would ask for them, which the document does not know. */
export const narrowedBalances = probe('balances of one subaccount', {
  mode: 'reads',
  send: async ({ api, roles }) => api.readBalances({ query: { subaccountId: roles.individual } }),
});
