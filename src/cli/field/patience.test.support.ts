import type * as patience from '../../probes/patience.ts';

/** Waits as short as on the embedded sandbox, for a service that answers at once: nothing is shown by waiting longer. */
export const asIfEmbedded = (real: typeof patience): typeof patience => {
  const near = { embedded: true };
  return {
    longStepsOf: () => real.longStepsOf(near),
    passingMs: () => real.passingMs(near),
    bookingMs: () => real.bookingMs(near),
    stillness: () => real.stillness(near),
    longestIdle: () => real.longestIdle(near),
    eventually: (service, ask, isThere) => real.eventually({ ...service, ...near }, ask, isThere),
    eventuallyServed: (service, ask) => real.eventuallyServed({ ...service, ...near }, ask),
  };
};
