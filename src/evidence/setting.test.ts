import { expect, test } from 'vitest';
import { lacking, merged, notSet, together, Untested } from './setting.ts';

const lack = (variable: `RAMP_${string}`) => (): string => {
  throw notSet(variable);
};

test('a request names all that its parts lack', () => {
  expect(
    together(
      () => 1,
      () => 'a',
    ),
  ).toEqual([1, 'a']);
  const made = () => together(lack('RAMP_AMOUNT'), () => 1, lack('RAMP_PROXY'));
  expect(made).toThrow('RAMP_AMOUNT is not set; RAMP_PROXY is not set');
  expect(made).toThrow(expect.objectContaining({ by: 'user', lacks: ['RAMP_AMOUNT', 'RAMP_PROXY'] }));
});

test('a reason of another kind takes precedence where it came first, and counts for nothing after a lack', () => {
  const ofService = new Untested('no record', 'service');
  expect(merged(ofService, [notSet('RAMP_AMOUNT')])).toBe(ofService);
  expect(merged(lacking('no order', 'profile'), [ofService, new Error('x')])).toEqual(lacking('no order', 'profile'));
});
