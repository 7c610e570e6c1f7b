import { describe, expect, test } from 'vitest';
import {
  type Answered,
  type Gateway,
  hurried,
  isMalformed,
  json,
  nginx,
  runBehind,
  withOutcome,
} from './gateway.test.support.ts';

const failed = json(500, { error: 'Internal Server Error', message: 'Something failed' });
const banned = nginx(403, 'Forbidden');

/** After a malformed body the next requests are answered so, whatever they ask for. */
const goneBehindMalformed = (answer: Answered, isEveryTime: boolean) => (): Gateway => {
  let left = 0;
  let times = 0;
  return (asked, forward) => {
    if (isMalformed(asked) && (isEveryTime || times === 0)) {
      times += 1;
      left = 4;
      return answer;
    }
    if (left === 0) return forward();
    left -= 1;
    return answer;
  };
};

const survival = 'deposit.simulate/survives-mistyped-members';
const asked = {
  ...hurried,
  profile: 'gate',
  only: [survival, 'balances.read/answers-with-its-record', 'subaccount.read/answers-with-its-record'],
} as const;

describe('where a service goes away behind a malformed body', () => {
  test('and fails again behind the next one, it breaks a promise', async () => {
    const { verdict } = await runBehind(goneBehindMalformed(failed, true)(), asked);
    const broken = verdict.requirements.filter(({ outcome }) => outcome === 'deviates');
    expect(broken.map(({ id }) => id)).toEqual([survival]);
    const observed = 'a request with malformed JSON takes the service down';
    expect(broken[0]?.findings).toContainEqual(
      expect.objectContaining({ code: 'TAKES_DOWN', observed, seen: '2 of 2' }),
    );
  });

  test('and does not the next time, it breaks none', async () => {
    const { verdict } = await runBehind(goneBehindMalformed(failed, false)(), asked);
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
  });

  test('because a firewall bans the caller, it breaks none', async () => {
    const { verdict } = await runBehind(goneBehindMalformed(banned, true)(), asked);
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
  });
});
