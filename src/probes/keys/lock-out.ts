import { isRecord, type Reply, Untested } from '#evidence';
import type { Service } from '../service.ts';
import type { Probe } from '../source.ts';

/** The statuses of a service that no longer looks at the key; a wrong key is 401. */
const isShutOut = ({ status }: Reply): boolean => status === 403 || status === 429;

const isTurnedAway = (reply: Reply): boolean => isShutOut(reply) || reply.status === 401;

const noKey = { in: 'none' } as const;

const reason = 'the service locked the caller out after several refused keys';

/** A gateway may show a page to a caller that it has locked out. */
const looking = ({ api }: Service) => api.about({ probe: 'a look for a lock-out', odd: true });

const isFullKeyRefused = async (service: Service): Promise<boolean> =>
  isTurnedAway(await looking(service).readBalances({}));

/**
 * Whether refused keys are answered otherwise than at first, because there were many: the full key is refused too, or the
 * first request of the kind gets another answer than it did.
 */
const isLockedOut = async (service: Service, first: readonly Reply[]): Promise<boolean> => {
  if (await isFullKeyRefused(service)) return true;
  if (first.every(isShutOut)) return false;
  // The very same: a service may answer another kind of wrong key otherwise from the start.
  const { credential } = first.find((reply) => !isShutOut(reply))?.request ?? { credential: noKey };
  return isShutOut(await looking(service).as(credential).readBalances({}));
};

/** Whether a remote service locks out, by run: each attempt costs it a further refused key. */
const lockedOut = new WeakMap<object, Promise<boolean>>();

/** Asks once for all concurrent callers, and remembers where it is so. */
const isLockedOutOnce = async (service: Service, first: readonly Reply[]): Promise<boolean> => {
  const answer = lockedOut.get(service.run) ?? isLockedOut(service, first);
  lockedOut.set(service.run, answer);
  const isLocked = await answer.catch((error: unknown) => {
    lockedOut.delete(service.run);
    throw error;
  });
  if (!isLocked) lockedOut.delete(service.run);
  return isLocked;
};

const ofLockOuts = new WeakSet<Reply>();

/** Whether a reply came of a lock-out, so that its form says nothing about refusals of keys. */
export const isOfLockOut = (reply: Reply): boolean => ofLockOuts.has(reply);

const lockedOutBy = (replies: readonly Reply[], why = reason): Untested => {
  for (const reply of replies) ofLockOuts.add(reply);
  return new Untested(why, 'service');
};

/** A probe of refused keys that comes after the first of its kind; untested where the service has locked the caller out. */
export const unlessLockedOut = (
  made: Probe<readonly Reply[]>,
  first: Probe<readonly Reply[]>,
  isOdd: (reply: Reply) => boolean = isShutOut,
): Probe<readonly Reply[]> => ({
  ...made,
  from: [first],
  send: async (service, [known]) => {
    const replies = await made.send(service, []);
    if (replies.some(isOdd) && (await isLockedOutOnce(service, known as readonly Reply[])))
      throw lockedOutBy(replies);
    return replies;
  },
});

const ofTheEnd = `the full key is refused at the end: ${reason}`;

/** Reads the balances with the full key after refused ones: a caller that is locked out sees nothing. */
export const demandFullKey = async (service: Service): Promise<Reply> => {
  const balances = await looking(service).readBalances({});
  if (!isTurnedAway(balances)) return balances;
  throw new Untested(ofTheEnd, 'service');
};

/** Whether a refusal has the two members that the document shows in each. */
const isDocumented = ({ body }: Reply): boolean =>
  isRecord(body) && typeof body.error === 'string' && typeof body.message === 'string';

/** A probe whose refusals are due, with any key: one in another shape may be that of a lock-out. */
export const unlessBanned = (made: Probe<readonly Reply[]>): Probe<readonly Reply[]> => ({
  ...made,
  send: async (service, inputs) => {
    const replies = await made.send(service, inputs);
    const isStrange = replies.some((reply) => isShutOut(reply) && !isDocumented(reply));
    if (isStrange && (await isFullKeyRefused(service))) throw lockedOutBy(replies, ofTheEnd);
    return replies;
  },
});
