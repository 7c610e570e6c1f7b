import { expect, test } from 'vitest';
import { lacking, merged, notSet, together, Untested, untested } from './untested.ts';

const lack = (variable: `RAMP_${string}`) => (): string => {
  throw notSet(variable);
};

const codesOf = (error: unknown) => (error instanceof Untested ? error.reasons.map(({ code }) => code) : []);

test('a request names all that its parts lack', () => {
  expect(
    together(
      () => 1,
      () => 'a',
    ),
  ).toEqual([1, 'a']);
  const made = () => together(lack('RAMP_AMOUNT'), () => 1, lack('RAMP_PROXY'));
  expect(made).toThrow('RAMP_AMOUNT is not set; RAMP_PROXY is not set');
  const why = { code: 'NOT_SET', by: 'user', lacks: ['RAMP_AMOUNT', 'RAMP_PROXY'] };
  expect(made).toThrow(expect.objectContaining({ why: expect.objectContaining(why) }));
});

test('a reason of another kind is reported where it came first, and stands behind a lack that came before it', () => {
  const ofService = untested('NOT_SERVED', 'no record');
  expect(merged(ofService, [notSet('RAMP_AMOUNT')])).toMatchObject({ message: 'no record' });
  expect(codesOf(merged(ofService, [notSet('RAMP_AMOUNT')]))).toEqual(['NOT_SERVED', 'NOT_SET']);
  const lacked = merged(lacking('SMALL_PROFILE', 'no order', 'profile'), [ofService, new Error('x')]);
  expect(lacked).toMatchObject({ message: 'no order' });
  expect(codesOf(lacked)).toEqual(['SMALL_PROFILE', 'NOT_SERVED']);
});
