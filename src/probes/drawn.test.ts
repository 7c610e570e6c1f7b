import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withCases } from '#generators';
import { type Drawing, shrinkBy } from './drawn.ts';
import { serviceOf } from './service.test.support.ts';

interface Sent {
  readonly value: number;
  readonly drawn?: number;
}

const examples = [40, 90, 70];

const searched = async (results: readonly Sent[]) => {
  const sent: number[] = [];
  const drawing: Drawing<number, Sent> = {
    arbitrary: () => withCases(fc.constantFrom(10, 20, 30), { examples, describe: String }),
    cases: { smoke: 0, gate: 0, deep: 0 },
    mode: 'reads',
    positionOf: ({ drawn }) => drawn,
    send: async (_, value) => {
      sent.push(value);
      return { value };
    },
  };
  const service = serviceOf({ about: () => ({}) });
  const shrunk = await shrinkBy('a drawing', drawing)(service, {
    fails: async (result) => (result as Sent).value > 50,
    results,
    maxCases: 10,
    goesOn: () => true,
  });
  return { sent, smallest: shrunk?.result };
};

test('a case whose result is known is not sent again', async () => {
  const results = examples.map((value, drawn) => ({ value, drawn }));
  const { sent, smallest } = await searched(results);
  expect(sent.filter((value) => examples.includes(value))).toEqual([]);
  expect(smallest).toBe(results[1]);
});

test('a search without a failing case finds nothing', async () => {
  const { smallest } = await searched([{ value: 40, drawn: 0 }]);
  expect(smallest).toBe(undefined);
});
