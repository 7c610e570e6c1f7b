import type { Reporter } from 'vitest/node';

export interface Sheltered {
  readonly reporter: Reporter;
  /** Whether it could not write, and what it should have written is missing. */
  readonly failed: () => boolean;
}

const isOfDisk = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
};

/** A reporter that cannot write must not end the run: what the tests told is still to be judged. */
export function shelter(reporter: Reporter): Sheltered {
  let failed = false;
  const guarded = new Proxy(reporter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        try {
          return member.apply(target, args);
        } catch (error) {
          if (!isOfDisk(error)) throw error;
          failed = true;
        }
      };
    },
  });
  return { reporter: guarded, failed: () => failed };
}
