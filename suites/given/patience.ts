import { pause } from '#harness';

/** Steps in milliseconds in which what was created may become visible. */
export const steps = [50, 150, 500];

/** Asks until the answer is there, within a bound; the last answer is judged. */
export const eventually = async <T>(ask: () => Promise<T>, there: (answer: T) => boolean): Promise<T> => {
  let answer = await ask();
  for (const step of steps) {
    if (there(answer)) break;
    await pause(step);
    answer = await ask();
  }
  return answer;
};
