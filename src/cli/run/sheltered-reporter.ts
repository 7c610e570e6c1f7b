import type { Reporter } from 'vitest/node';

const isOfDisk = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
};

/** A reporter that cannot write must not end the run: what the tests reported is still to be judged. */
export const shelter = <Sheltered extends Reporter>(reporter: Sheltered): Sheltered =>
  new Proxy(reporter, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        try {
          return member.apply(target, args);
        } catch (error) {
          if (!isOfDisk(error)) throw error;
        }
      };
    },
  });
