import type { Reply } from '#evidence';
import { isSuccess } from '#run';
import type { Service } from './service.ts';

type Waiting = Pick<Service, 'prompt' | 'patienceMs'>;

/** Time until created records must show, and the first pause; in milliseconds. */
const boundsOf = ({ prompt, patienceMs }: Waiting) =>
  prompt ? { patience: 700, first: 50 } : { patience: patienceMs, first: 250 };

const pausesWithin = (left: number, first: number): readonly number[] => {
  if (left <= 0) return [];
  return left <= first ? [left] : [first, ...pausesWithin(left - first, 2 * first)];
};

/** Pauses for a listing or record that needs many requests. */
export const longStepsOf = (waiting: Waiting): readonly number[] => {
  const { patience } = boundsOf(waiting);
  return [0.1, 0.3, 0.6].map((part) => part * patience);
};

/** Milliseconds for a difference between two reads to pass. */
export const passingMs = ({ prompt }: Pick<Waiting, 'prompt'>): number => (prompt ? 50 : 1_000);

/** Milliseconds until an order that moves a balance must be booked. */
export const bookingMs = ({ prompt }: Pick<Waiting, 'prompt'>): number => (prompt ? 100 : 2_000);

/** Milliseconds for a service to process an order. */
export const workMs = ({ prompt }: Pick<Waiting, 'prompt'>): number => (prompt ? 0 : 5_000);

/** Milliseconds without a change that count as settled, and the number of attempts. */
export const stillness = ({
  prompt,
}: Pick<Waiting, 'prompt'>): { readonly stillMs: number; readonly maxTries: number } =>
  prompt ? { stillMs: 1_000, maxTries: 5 } : { stillMs: 10_000, maxTries: 3 };

/** Longest watch of an idle account, in milliseconds. */
export const maxIdle = ({ prompt }: Pick<Waiting, 'prompt'>): number => (prompt ? 300 : 10_000);

/**
 * Asks until the answer is there; asks for the last time when the patience of the settings is over, counted from the
 * time of creation in the clock of `performance`. Yields the last answer.
 */
export const eventually = async <T>(
  service: Service,
  ask: () => Promise<T>,
  isThere: (answer: T) => boolean,
  created = performance.now(),
): Promise<T> => {
  const { patience, first } = boundsOf(service);
  let answer = await ask();
  if (isThere(answer)) return answer;
  // A record that is missing after this time is requested once more.
  for (const pause of pausesWithin(Math.max(first, created + patience - performance.now()), first)) {
    await service.pause(pause);
    answer = await ask();
    if (isThere(answer)) break;
  }
  return answer;
};

/** A new record may appear late. */
export const eventuallyServed = (service: Service, ask: () => Promise<Reply>, created?: number): Promise<Reply> =>
  eventually(service, ask, isSuccess, created);

/** The time of the last answer, in the clock of `performance`. */
export const lastOf = (orders: readonly Reply[]): number => Math.max(0, ...orders.map(({ receivedMs }) => receivedMs));
