import { CallRefused } from '#client';
import { Untested } from './verdicts.ts';

/** Does what can be done: undefined where a role or a permission is missing. */
export const ifPossible = async <T>(part: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await part();
  } catch (error) {
    if (error instanceof Untested || (error instanceof CallRefused && error.kind !== 'budget'))
      return undefined;
    throw error;
  }
};

/** What a part gives, or why the target lacks it. */
export const orReason = <T>(part: () => T): { readonly met: T } | { readonly reason: string } => {
  try {
    return { met: part() };
  } catch (error) {
    if (error instanceof Untested) return { reason: error.message };
    throw error;
  }
};
