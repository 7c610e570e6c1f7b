import { setFlagsFromString } from 'node:v8';

/** Of a heap, in megabytes. */
interface Bounds {
  /** What lives for long: at most, and how much before it is cleared for the first time. */
  readonly old: { readonly most: number; readonly least?: number };
  /** What is new: the more it holds, the less often it is cleared. */
  readonly young?: { readonly most: number; readonly least?: number };
  /** By how much a heap may grow, this process's own too, before what is not needed is cleared away. */
  readonly growingPercent?: number;
}

/** Bounds the heaps of the workers that start from now on. Tests leave much behind; what is needed at once is far less. */
export const boundMemory = ({ old, young, growingPercent }: Bounds): void => {
  const flags = {
    'max-old-space-size': old.most,
    'initial-old-space-size': old.least,
    'max-semi-space-size': young?.most,
    'min-semi-space-size': young?.least,
    'heap-growing-percent': growingPercent,
  };
  for (const [flag, value] of Object.entries(flags))
    if (value !== undefined) setFlagsFromString(`--${flag}=${value}`);
};

/** What the engine of a version of Node calls it; one that it does not know it complains about. */
const patience: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=500000',
  22: '--invocation-count-for-turbofan=20000',
  24: '--invocation-count-for-turbofan=20000',
};

/**
 * Has the engine compile to its best code only what runs very often. A run of seconds is over before most of that would
 * repay its making, for which the compiler takes a processor from the tests.
 */
export const compileLess = (): void => {
  const flag = patience[process.versions.node.split('.')[0] ?? ''];
  if (flag !== undefined) setFlagsFromString(flag);
};
