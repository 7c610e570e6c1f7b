import { expect, test } from 'vitest';
import type { TestSpecification } from 'vitest/node';
import { SuiteOrder } from './suite-order.ts';

test('endpoints, rules, the refused keys, flows', () => {
  const names = [
    'flows/offramp',
    'rules/authentication',
    'rules/versions',
    'endpoints/onramp',
    'endpoints/deposit',
  ];
  const files = names.map((name) => ({ moduleId: `/package/dist/suites/${name}.js` }) as TestSpecification);
  expect(new SuiteOrder().sort(files).map(({ moduleId }) => moduleId.slice(21, -3))).toEqual([
    'endpoints/deposit',
    'endpoints/onramp',
    'rules/versions',
    'rules/authentication',
    'flows/offramp',
  ]);
});
