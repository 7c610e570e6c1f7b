import { expect, test } from 'vitest';
import { valuesShownIn, withShown } from './classify.ts';

test.each([
  ['another value or enum:completed|pending req', 'enum:completed|on_hold|pending req'],
  ['another value or null opt', 'null or enum:on_hold opt'],
  ['another value', 'enum:on_hold'],
  ['enum:completed|pending req', 'enum:completed|pending req'],
  ['text req', 'text req'],
])('%s with on_hold shown is %s', (fact, shown) => {
  expect(withShown({ 'withdrawal.read': { '$.status': fact } }, ['on_hold'])).toEqual({
    'withdrawal.read': { '$.status': shown },
  });
});

test('what was accepted once stays shown', () => {
  const facts = {
    'withdrawal.read': { '$.status': 'enum:completed|on_hold req', '$.id': 'uuid req' },
    'taxonomy.list': { '404 $.error': 'enum:Not Found req' },
    'balances.read': { '$.a': 'null or enum:on_hold|x opt', '$.b': 'another value' },
  };
  expect(valuesShownIn(facts)).toEqual(['completed', 'on_hold', 'Not Found', 'x']);
});
