import { endReason, isOfLockOut, whyTurnedAway } from '#attribution';
import { isRecord, type Reply, Untested } from '#evidence';
import type { Service } from '../service.ts';
import type { Probe } from '../source.ts';

const refusesTheFullKey = (reply: Reply): boolean => isOfLockOut(reply) || reply.status === 401;

const noKey = { in: 'none' } as const;

/** A gateway may show a page to a caller that it locked out. */
const looking = ({ api }: Service) => api.about({ probe: 'a look for a lock-out', odd: 'an unusual request' });

const lookAgain = async (service: Service): Promise<Reply> => {
  const balances = await looking(service).readBalances({});
  if (refusesTheFullKey(balances)) service.run.lockOuts.add(balances);
  return balances;
};

const isFullKeyRefused = async (service: Service): Promise<boolean> =>
  service.run.lockOuts.has(await lookAgain(service));

/**
 * True if the service changed its answers because there were many refused keys: it refuses the full key too, or it
 * answers the first request of the kind differently than before.
 */
const isLockedOut = async (service: Service, first: readonly Reply[]): Promise<boolean> => {
  if (await isFullKeyRefused(service)) return true;
  if (first.every(isOfLockOut)) return false;
  // The same key as before, because a service may answer another kind of wrong key differently from the start.
  const { credential } = first.find((reply) => !isOfLockOut(reply))?.request ?? { credential: noKey };
  return isOfLockOut(await looking(service).as(credential).readBalances({}));
};

const isLockedOutOnce = async (service: Service, first: readonly Reply[]): Promise<boolean> => {
  const { run } = service;
  run.lockedOut ??= isLockedOut(service, first);
  const isLocked = await run.lockedOut.catch((error: unknown) => {
    run.lockedOut = undefined;
    throw error;
  });
  if (!isLocked) run.lockedOut = undefined;
  return isLocked;
};

const lockedOutBy = ({ run }: Service, replies: readonly [Reply, ...Reply[]], why = whyTurnedAway): Untested => {
  for (const reply of replies) run.lockOuts.add(reply);
  return new Untested([why(replies.find(isOfLockOut) ?? replies[0])]);
};

/** Runs after the first probe of refused keys. @throws Untested if the service has locked the caller out. */
export const unlessLockedOut = (
  made: Probe<readonly Reply[]>,
  first: Probe<readonly Reply[]>,
  isOdd: (reply: Reply) => boolean = isOfLockOut,
): Probe<readonly Reply[]> => ({
  ...made,
  from: [first],
  send: async (service, [known]) => {
    const replies = await made.send(service, []);
    const [first, ...others] = replies;
    if (first && replies.some(isOdd) && (await isLockedOutOnce(service, known as readonly Reply[])))
      throw lockedOutBy(service, [first, ...others]);
    return replies;
  },
});

/** @throws Untested if the caller is locked out after refused keys. */
export const demandFullKey = async (service: Service): Promise<Reply> => {
  const balances = await lookAgain(service);
  if (!service.run.lockOuts.has(balances)) return balances;
  throw new Untested([endReason(balances)]);
};

const isDocumented = ({ body }: Reply): boolean =>
  isRecord(body) && typeof body.error === 'string' && typeof body.message === 'string';

/** A refusal in another shape may come from a lock-out. */
export const unlessBanned = (made: Probe<readonly Reply[]>): Probe<readonly Reply[]> => ({
  ...made,
  send: async (service, inputs) => {
    const replies = await made.send(service, inputs);
    const [first, ...others] = replies;
    const isStrange = replies.some((reply) => isOfLockOut(reply) && !isDocumented(reply));
    if (first && isStrange && (await isFullKeyRefused(service)))
      throw lockedOutBy(service, [first, ...others], endReason);
    return replies;
  },
});
