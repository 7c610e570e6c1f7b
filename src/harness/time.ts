import { setTimeout } from 'node:timers/promises';

/** Waits, for what a service may show with a delay. */
export const pause = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
