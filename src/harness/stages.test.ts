import { expect, test } from 'vitest';
import { type Load, loadsOf, type Stage } from './stages.ts';

const [ordering, recalling, flowing]: Load[] = [async () => {}, async () => {}, async () => {}];

const first: Stage = { name: 'first', suites: [ordering as Load] };
const last: Stage = { name: 'last', suites: [{ recalling: recalling as Load }, flowing as Load] };
const stages = [first, last];

test('of all requirements, what recalls runs in the place where it is named', () => {
  expect(loadsOf(first, stages, true)).toEqual([ordering]);
  expect(loadsOf(last, stages, true)).toEqual([recalling, flowing]);
});

test('of some requirements, what recalls runs in the first stage, where its orders disturb no flow', () => {
  expect(loadsOf(first, stages, false)).toEqual([ordering, recalling]);
  expect(loadsOf(last, stages, false)).toEqual([flowing]);
});
