import type { Service } from './service.ts';

/** Steps in milliseconds in which what was created may become visible. */
const steps = [50, 150, 500];

/** Asks until the answer is there, within a bound; yields the last answer. */
export const eventually = async <T>(
  { pause }: Service,
  ask: () => Promise<T>,
  isThere: (answer: T) => boolean,
): Promise<T> => {
  let answer = await ask();
  for (const step of steps) {
    if (isThere(answer)) break;
    await pause(step);
    answer = await ask();
  }
  return answer;
};
