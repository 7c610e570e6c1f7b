import { setFlagsFromString } from 'node:v8';

/** Of a heap: what lives for long, and what is new. */
interface Bounds {
  readonly oldMb: number;
  readonly youngMb?: number;
  /** By how much a heap may grow, this process's own too, before what is not needed is cleared away. */
  readonly growingPercent?: number;
}

/**
 * Bounds the heaps of the workers that start from now on. Tests leave much behind, and a heap that may hold less clears
 * it away sooner; what is needed at once is far below the bounds.
 */
export const boundMemory = ({ oldMb, youngMb, growingPercent }: Bounds): void => {
  setFlagsFromString(`--max-old-space-size=${oldMb}`);
  if (youngMb !== undefined) setFlagsFromString(`--max-semi-space-size=${youngMb}`);
  if (growingPercent !== undefined) setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
};
