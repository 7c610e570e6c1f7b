import { describe, expect, test } from 'vitest';
import {
  type Answered,
  type Asked,
  type Gateway,
  hurried,
  json,
  nginx,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

interface Disturbance {
  readonly gateway: () => Gateway;
  readonly ends: readonly (0 | 1 | 3)[];
  /** A reason for which promises have no result. */
  readonly reason?: RegExp;
  readonly found?: RegExp;
}

const ofKey = ({ headers }: Asked): boolean => (headers['x-api-key'] ?? '') !== '';

/** From one request to another, all of them, or those that are meant, are answered so. */
const between =
  (from: number, until: number, answer: Answered, isMeant: (asked: Asked) => boolean = () => true) =>
  (): Gateway => {
    let met = 0;
    return (asked, forward) => {
      met += 1;
      return met > from && met <= until && isMeant(asked) ? answer : forward();
    };
  };

/** Each so many-th request, for all the run. */
const every = (nth: number, answer: Answered) => (): Gateway => {
  let met = 0;
  return (asked, forward) => {
    met += 1;
    return met % nth === 0 && ofKey(asked) ? answer : forward();
  };
};

const notice = json(200, { status: 'maintenance', until: '02:00' });
const empty: Answered = { status: 200, headers: {}, body: '' };
const unknownKey = json(401, { error: 'Unauthorized', message: 'Invalid or missing API key' });
const failed = json(500, { error: 'Internal Server Error', message: 'Something failed' });

const disturbances: Readonly<Record<string, Disturbance>> = {
  'is in maintenance for a while, with a page': { gateway: between(60, 66, nginx(200, 'Maintenance')), ends: [0] },
  'is in maintenance for a while, with a notice in JSON': { gateway: between(60, 66, notice), ends: [0] },
  'is in maintenance for a while, with empty answers': { gateway: between(60, 66, empty), ends: [0] },
  'refuses the key for a moment': { gateway: between(60, 66, unknownKey), ends: [0] },
  'refuses the key from some point on': {
    gateway: between(60, Number.POSITIVE_INFINITY, unknownKey),
    ends: [3],
    reason: /the service accepted the key until \d\d:\d\d:\d\d UTC and refuses it since then/,
  },
  'refuses the key as the first test begins': { gateway: between(8, 12, unknownKey), ends: [0] },
  'fails now and then for a while': {
    gateway: () => {
      let met = 0;
      return (_asked, forward) => {
        met += 1;
        return met > 60 && met <= 90 && met % 5 === 0 ? failed : forward();
      };
    },
    // An order that was answered 500 may have been done.
    ends: [0, 3],
  },
  'answers one request with a notice': { gateway: between(70, 71, notice), ends: [0] },
};

const wrong: Readonly<Record<string, Disturbance>> = {
  'fails every tenth time': { gateway: every(10, failed), ends: [1], found: /^http\/serves-valid-requests$/ },
  'serves any key, and is in maintenance for a while': {
    gateway: () => {
      const away = between(60, 66, notice)();
      let full: string | undefined;
      return (asked, forward) => {
        // The first read is one with the full key.
        full ??= asked.headers['x-api-key'];
        const known = asked.path.includes('/taxonomy') && full !== undefined ? { 'x-api-key': full } : {};
        return away(asked, () => forward({ ...asked, headers: { ...asked.headers, ...known } }));
      };
    },
    ends: [1],
    found: /^taxonomy\.list\/refuses-a-missing-key$/,
  },
};

const firstLine = (reasons: readonly (string | undefined)[]): string => reasons.join('\n');

describe('a right service is not blamed that', () => {
  test.concurrent.each(Object.entries(disturbances))('%s', async (_name, { gateway, ends, reason = /^/ }) => {
    const { verdict } = await runBehind(gateway(), { ...hurried, profile: 'smoke' });
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
    expect(ends).toContain(verdict.exitCode);
    expect(firstLine(verdict.requirements.map((each) => each.reason))).toMatch(reason);
    expect(verdict.requests.controls).toBeLessThanOrEqual(8);
  });
});

describe('a wrong service is found that', () => {
  test.concurrent.each(Object.entries(wrong))('%s', async (_name, { gateway, ends, found = /^/ }) => {
    // One at a time, so that the same requests fail however busy the machine is.
    const { verdict } = await runBehind(gateway(), { ...hurried, profile: 'smoke' }, { RAMP_CONCURRENCY: '1' });
    expect(withOutcome(verdict, 'deviates').filter((id) => found.test(id))).not.toEqual([]);
    expect(ends).toContain(verdict.exitCode);
  });
});

test.each([
  ['conversion.read/writes-its-amounts', /\/conversions\/[^?]+$/],
  ['individual-kyc.read/writes-its-dates', /\/kyc\/customers\//],
] as const)('a notice at the first read of a record keeps %s from no result', async (id, path) => {
  let met = 0;
  const gateway: Gateway = (asked, forward) => {
    const isFirst = path.test(asked.path) && met === 0;
    if (path.test(asked.path)) met += 1;
    return isFirst ? notice : forward();
  };
  const { verdict } = await runBehind(gateway, { ...hurried, profile: 'smoke' });
  expect(verdict.requirements.find((each) => each.id === id)?.outcome).toBe('conforms');
  expect(verdict.exitCode).toBe(0);
});
