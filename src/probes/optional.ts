import { CallRefused } from '#client';
import { Untested } from '#evidence';

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
