import { expect, test } from 'vitest';
import { operationIds } from '#contract';
import { recordedTerminal } from '../../testing/terminal.test.support.ts';
import { runProgram } from '../program.ts';

const typed = async (args: readonly string[]) => {
  const terminal = recordedTerminal(['export', ...args]);
  return { code: await runProgram(terminal), ...terminal.written };
};

test('export openapi prints the whole contract and nothing else', async () => {
  const { code, out, err } = await typed(['openapi']);
  expect([code, err]).toEqual([0, '']);
  const { openapi, paths } = JSON.parse(out);
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toHaveLength(operationIds.length);
  const one = JSON.parse((await typed(['openapi', '--only', '14'])).out);
  expect(Object.keys(one.paths)).toEqual(['/v1/ramp/banking/taxonomy/{currency}']);
  expect(Object.keys(one.components.schemas)).toEqual(expect.arrayContaining(['Taxonomy', 'TaxonomyEntry']));
  expect(one.components.schemas).not.toHaveProperty('Subaccount');
});

test('export schemas prints all records, or those that are named', async () => {
  const { $defs } = JSON.parse((await typed(['schemas'])).out);
  expect(Object.keys($defs)).toEqual(expect.arrayContaining(['subaccount', 'onramp-order', 'full-error']));
  const one = JSON.parse((await typed(['schemas', '--only', 'onramp'])).out);
  expect(one).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'onramp',
    type: 'object',
  });
  const two = JSON.parse((await typed(['schemas', '--only', 'onramp', '--only', 'balances'])).out);
  expect(Object.keys(two.$defs)).toEqual(['onramp', 'balances']);
});

test.each<[string[], RegExp]>([
  [['schemas', '--only', 'onramps'], /onramps is not a record; did you mean onramp\?/],
  [['openapi', '--only', 'onramp.initate'], /--only must be an endpoint/],
  [['schema'], /schema is not a command of export; did you mean schemas\?/],
])('export %j is refused', async (args, message) => {
  const { code, err } = await typed(args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
