import type { Api } from '#client';
import { settingOf } from '../attribution/reply.test.support.ts';
import { RunMemory, type Service } from './service.ts';

/** A new run with every role and without waits. Its requests go to `calls`. */
export const serviceOf = (calls: object, more: Partial<Service> = {}): Service => {
  const api = calls as Api;
  const setting = { ...settingOf(), ...more };
  return {
    api,
    as: () => api,
    run: new RunMemory(setting),
    seed: 1,
    each: (items, send) => Promise.all(items.map(send)),
    pause: () => Promise.resolve(),
    ...setting,
    turn: more.turn ?? 0,
  };
};
