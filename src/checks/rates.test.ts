import { expect, test } from 'vitest';
import { type Reply, Untested } from '#evidence';
import { replyOf, settingOf } from '../attribution/reply.test.support.ts';
import { convertsAtRate, isNearRate, keepsTheDirection } from './rates.ts';

const rated = { amount: 'amount', rate: 'rate', result: 'result', within: '0.01' };

const record = (amount: unknown, rate: unknown, result: unknown): Reply =>
  replyOf({ operation: 'withdrawal.read', body: { id: 'w', amount, rate, result } });

const broken = (judge: typeof isNearRate, ...replies: readonly Reply[]): number =>
  judge(rated)(replies, settingOf()).findings.length;

test('a result is the amount at the rate, in either direction, as exact as the three are written', () => {
  expect(broken(convertsAtRate, record('100', 5, '500'), record('100', 0.2, '500'))).toBe(0);
  expect(broken(convertsAtRate, record('100.00', 5.4321, '530.00'))).toBe(1);
  // A rate of one digit says little.
  expect(broken(convertsAtRate, record('100', '0.0002', '0.0245'))).toBe(0);
  expect(() => broken(convertsAtRate, record('100', 0, '0'))).toThrow(Untested);
});

test('a factor of ten and more is far off, by the direction that other records show', () => {
  expect(broken(isNearRate, record('100.00', 5.4321, '60.00'))).toBe(0);
  expect(broken(isNearRate, record('100.00', 5.4321, '5.43'))).toBe(1);
  expect(broken(isNearRate, record('100.00', 54.321, '1.75'))).toBe(0);
  expect(broken(isNearRate, record('100.00', 5.4321, '543.21'), record('100.00', 5.4321, '5.43'))).toBe(1);
  expect(broken(isNearRate, record('0.00166000', 60_000, 9_960_000))).toBe(1);
});

test('the direction of a rate is one for each kind of record', () => {
  const [one, other] = [record('100.00', 5.4321, '543.21'), record('100.00', 0.184091, '543.21')];
  expect(broken(keepsTheDirection, one, one)).toBe(0);
  expect(broken(keepsTheDirection, one, other)).toBe(1);
  expect(() => broken(keepsTheDirection, one, record('100.00', 1, '100.00'))).toThrow(Untested);
});
