import { isSuccess } from '#contract';
import type { Reply } from '#evidence';
import type { Service } from './service.ts';

type Waiting = Pick<Service, 'prompt'>;

/** Steps in milliseconds in which what was created may become visible: ten seconds in all, where it may come late. */
const steps = { prompt: [50, 150, 500], late: [250, 500, 1_000, 2_000, 3_000, 3_250] } as const;

const stepsOf = ({ prompt }: Waiting): readonly number[] => (prompt ? steps.prompt : steps.late);

/** Steps for a listing or record that takes many requests to read again. */
export const longStepsOf = ({ prompt }: Waiting): readonly number[] =>
  prompt ? steps.prompt : [1_000, 3_000, 6_000];

/** How long a difference between two reads in a row is given to pass. */
export const passingMs = ({ prompt }: Waiting): number => (prompt ? 50 : 1_000);

/** How long an order that moves a balance may take to be booked. */
export const bookingMs = ({ prompt }: Waiting): number => (prompt ? 100 : 2_000);

/** How long a service is given to go on with an order by itself. */
export const workMs = ({ prompt }: Waiting): number => (prompt ? 0 : 5_000);

/** How long balances must stand still to count as settled, and how many times that is tried. */
export const stillness = ({ prompt }: Waiting): { readonly stillMs: number; readonly mostTries: number } =>
  prompt ? { stillMs: 1_000, mostTries: 5 } : { stillMs: 10_000, mostTries: 3 };

/** Longest time for which an account is watched with nothing done. */
export const maxIdle = ({ prompt }: Waiting): number => (prompt ? 300 : 10_000);

/** Asks until the answer is there, within a bound; yields the last answer. */
export const eventually = async <T>(
  service: Service,
  ask: () => Promise<T>,
  isThere: (answer: T) => boolean,
): Promise<T> => {
  let answer = await ask();
  for (const step of stepsOf(service)) {
    if (isThere(answer)) break;
    await service.pause(step);
    answer = await ask();
  }
  return answer;
};

/** Asks until the record is there: what was created a moment ago may show late. */
export const eventuallyServed = (service: Service, ask: () => Promise<Reply>): Promise<Reply> =>
  eventually(service, ask, isSuccess);
