import { isOfLockOut, lockedOut, lockedOutAtTheEnd, untestedByService } from '#attribution';
import { isRecord, type Reply, type Untested } from '#evidence';
import type { Probe, Service } from '../source.ts';

const refusesTheFullKey = (reply: Reply): boolean => isOfLockOut(reply) || reply.status === 401;

const noKey = { in: 'none' } as const;

/** A gateway may show a page to a caller that it has locked out. */
const looking = ({ api }: Service) => api.about({ probe: 'a look for a lock-out', odd: true });

const lockOuts = new WeakSet<Reply>();

/** True where a reply came of a lock-out, so that its form says nothing about refusals of keys. */
export const isKnownLockOut = (reply: Reply): boolean => lockOuts.has(reply);

/** Reads the balances with the full key after refused ones; a refusal of it is that of a lock-out. */
const lookAgain = async (service: Service): Promise<Reply> => {
  const balances = await looking(service).readBalances({});
  if (refusesTheFullKey(balances)) lockOuts.add(balances);
  return balances;
};

const isFullKeyRefused = async (service: Service): Promise<boolean> => isKnownLockOut(await lookAgain(service));

/**
 * True where refused keys are answered otherwise than at first, because there were many: the full key is refused too, or the
 * first request of the kind gets another answer than it did.
 */
const isLockedOut = async (service: Service, first: readonly Reply[]): Promise<boolean> => {
  if (await isFullKeyRefused(service)) return true;
  if (first.every(isOfLockOut)) return false;
  // The very same: a service may answer another kind of wrong key otherwise from the start.
  const { credential } = first.find((reply) => !isOfLockOut(reply))?.request ?? { credential: noKey };
  return isOfLockOut(await looking(service).as(credential).readBalances({}));
};

/** True where a remote service locks out, by run: each attempt costs it a further refused key. */
const askedByRun = new WeakMap<object, Promise<boolean>>();

/** Asks once for all concurrent callers, and remembers where it is so. */
const isLockedOutOnce = async (service: Service, first: readonly Reply[]): Promise<boolean> => {
  const answer = askedByRun.get(service.run) ?? isLockedOut(service, first);
  askedByRun.set(service.run, answer);
  const isLocked = await answer.catch((error: unknown) => {
    askedByRun.delete(service.run);
    throw error;
  });
  if (!isLocked) askedByRun.delete(service.run);
  return isLocked;
};

const lockedOutBy = (replies: readonly Reply[], why = lockedOut): Untested => {
  for (const reply of replies) lockOuts.add(reply);
  return untestedByService(why);
};

/** A probe of refused keys that comes after the first of its kind; untested where the service has locked the caller out. */
export const unlessLockedOut = (
  made: Probe<readonly Reply[]>,
  first: Probe<readonly Reply[]>,
  isOdd: (reply: Reply) => boolean = isOfLockOut,
): Probe<readonly Reply[]> => ({
  ...made,
  from: [first],
  send: async (service, [known]) => {
    const replies = await made.send(service, []);
    if (replies.some(isOdd) && (await isLockedOutOnce(service, known as readonly Reply[]))) throw lockedOutBy(replies);
    return replies;
  },
});

/** A caller that is locked out sees nothing of the balances after refused keys. */
export const demandFullKey = async (service: Service): Promise<Reply> => {
  const balances = await lookAgain(service);
  if (!isKnownLockOut(balances)) return balances;
  throw untestedByService(lockedOutAtTheEnd);
};

/** True where a refusal has the two members that the document shows in each. */
const isDocumented = ({ body }: Reply): boolean =>
  isRecord(body) && typeof body.error === 'string' && typeof body.message === 'string';

/** A probe whose refusals are due, with any key: one in another shape may be that of a lock-out. */
export const unlessBanned = (made: Probe<readonly Reply[]>): Probe<readonly Reply[]> => ({
  ...made,
  send: async (service, inputs) => {
    const replies = await made.send(service, inputs);
    const isStrange = replies.some((reply) => isOfLockOut(reply) && !isDocumented(reply));
    if (isStrange && (await isFullKeyRefused(service))) throw lockedOutBy(replies, lockedOutAtTheEnd);
    return replies;
  },
});
