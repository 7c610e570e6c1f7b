import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationId } from '#contract';
import { type Reply, valueAt } from '#evidence';
import { replyOf } from '../attribution/reply.test.support.ts';
import { SequenceArbitrary } from './drawn.ts';
import { runSteps } from './scenario.ts';
import { steps } from './scenario-steps.ts';
import { serviceOf } from './service.test.support.ts';
import { isAnswered } from './source.ts';

const elements = Array.from({ length: 16 }, (_, element) => element);
const tour = [...elements, ...elements];
const sequences = new SequenceArbitrary(elements, tour.length);

const shrunk = (seed: number, fails: (value: readonly number[]) => boolean) => {
  let steps = 0;
  const details = fc.check(
    fc.property(sequences, (value) => {
      steps += value.length;
      return !fails(value);
    }),
    { seed, examples: [[tour]], numRuns: 1 },
  );
  return { value: details.counterexample?.[0], path: details.counterexamplePath, steps };
};

const follows = (one: number, other: number) => (value: readonly number[]) =>
  value.includes(one) && value.lastIndexOf(other) > value.indexOf(one);

test('a sequence is made smaller down to what fails, in as many steps as a few tours have', () => {
  const near = shrunk(1, follows(4, 5));
  expect(near.value).toEqual([4, 5]);
  expect(near.steps).toBeLessThan(4 * tour.length);
  expect(shrunk(1, follows(14, 1)).value).toEqual([14, 1]);
});

test('the path leads to the same sequence again', () => {
  const { path, value } = shrunk(1, follows(4, 5));
  const seen: (readonly number[])[] = [];
  fc.check(
    fc.property(sequences, (it) => void seen.push(it)),
    { seed: 1, path: path ?? '', endOnFailure: true, numRuns: 1, examples: [[tour]] },
  );
  expect(seen[0]).toEqual(value);
});

test('only sequences of the elements are drawn, none of them longer than the longest', () => {
  for (const value of fc.sample(sequences, { seed: 1, numRuns: 50 })) {
    expect(value.length).toBeGreaterThan(0);
    expect(value.length).toBeLessThanOrEqual(tour.length);
    expect(value.every((element) => elements.includes(element))).toBe(true);
  }
});

type Answer = (operation: OperationId, time: number) => { readonly status?: number; readonly body?: unknown };

const page = { data: [{ id: 'Item' }], count: 1, total: 1, page: 1, limit: 100, totalPages: 1 };

const usual: Answer = (operation) => {
  if (operation.endsWith('.list')) return { body: page };
  if (operation === 'balances.read') return { body: { balances: { usd: 10 } } };
  return { status: operation === 'offramp.initiate' ? 201 : 200, body: { id: 'Item' } };
};

const answering = (answer: Answer) => {
  const asked: Reply[] = [];
  const call = async (operation: OperationId, input: { readonly body?: unknown } = {}): Promise<Reply> => {
    const time = asked.filter((it) => it.operation === operation).length;
    const reply = replyOf({ operation, input: { ...input }, sent: input.body, ...answer(operation, time) });
    asked.push(reply);
    return reply;
  };
  const api = {
    call,
    readBalances: (input: object) => call('balances.read', input),
    readOfframp: (input: object) => call('offramp.read', input),
    readConversion: (input: object) => call('conversion.read', input),
  };
  const times = (operation: OperationId) => asked.filter((it) => it.operation === operation).length;
  return { service: serviceOf(api), asked, times };
};

const named = (...names: readonly string[]) => steps.filter(({ name }) => names.includes(name));

const readBalances = named('read the balances');

test('orders of one sequence differ in amount', async () => {
  const { service, asked } = answering(usual);
  await runSteps(service, [...steps, ...steps]);
  const amounts = asked
    .filter(({ operation }) => operation === 'lightning-offramp.initiate')
    .map(({ request }) => (request.input.body as { readonly amount?: number }).amount)
    .filter((amount) => amount !== undefined);
  expect(amounts).toHaveLength(4);
  expect(new Set(amounts).size).toBe(4);
  expect(Math.max(...amounts)).toBeLessThanOrEqual(service.order.amount);
});

test('a record is asked for by its id as it is written', async () => {
  const { service, asked } = answering(usual);
  await runSteps(service, named('start an offramp', 'read the first conversion'));
  const input = (operation: OperationId) => asked.find((it) => it.operation === operation)?.request.input;
  expect(input('conversion.read')).toMatchObject({ conversionId: 'Item' });
  expect(input('offramp.read')).toMatchObject({ offrampId: 'Item' });
});

test('a step without an answer is kept, is not taken again, and ends no other', async () => {
  const { service, times } = answering((operation, time) => {
    if (operation === 'deposit.simulate') throw new Error('no answer');
    return usual(operation, time);
  });
  const sequence = named('simulate a deposit', 'start an onramp');
  const { results } = await runSteps(service, [...sequence, ...sequence]);
  expect(results.map(({ seen }) => isAnswered(seen))).toEqual([true, false, true]);
  expect(times('onramp.initiate')).toBe(2);
});

test('a listing that cannot be seen keeps nothing else from being seen, and is not asked for again', async () => {
  const { service, times } = answering((operation, time) =>
    operation === 'conversion.list' ? { status: 500 } : usual(operation, time),
  );
  const { before, after } = await runSteps(service, readBalances);
  expect(isAnswered(before.conversions)).toBe(false);
  expect(isAnswered(after.offramps) && isAnswered(after.balances)).toBe(true);
  expect(times('conversion.list')).toBe(1);
});

const ofBalances =
  (usdAt: (read: number) => number): Answer =>
  (operation, time) =>
    operation === 'balances.read' ? { body: { balances: { usd: usdAt(time) } } } : usual(operation, time);

test('a deposit of before that is booked late is waited for, once', async () => {
  const { service, times } = answering(ofBalances((read) => (read >= 2 ? 100 : 10)));
  const { results, after } = await runSteps(service, [...readBalances, ...readBalances]);
  expect(results.map(({ settled }) => settled !== undefined)).toEqual([true, false]);
  expect(isAnswered(after.balances) && after.balances.value.settled).toBe(undefined);
  // Two before, two that differ, two until nothing moves, and one for each read that follows.
  expect(times('balances.read')).toBe(8);
});

test.each<[string, usdAt: (read: number) => number, usd: number | undefined, reads: number]>([
  // Two before, two at the step and two at the end, and once two with nothing done between.
  ['that fall are read a second time, and are no deposit', (read) => (read >= 2 ? 9 : 10), 9, 8],
  // Two before, and four pairs of which no two are alike.
  ['that move with nothing done are not seen', (read) => (read > 1 ? 9 - read : 10), undefined, 10],
  // Two before, two at the step and one at the end.
  ['that are right again at the second read are as before', (read) => (read === 2 ? 1 : 10), 10, 5],
])('balances %s', async (_what, usdAt, usd, reads) => {
  const { service, times } = answering(ofBalances(usdAt));
  const { results, after } = await runSteps(service, readBalances);
  const [step] = results;
  expect(step?.settled).toBeUndefined();
  expect(step && isAnswered(step.seen) ? valueAt(step.seen.value, 'body.balances.usd') : undefined).toBe(usd);
  expect(isAnswered(after.balances)).toBe(usd !== undefined);
  expect(times('balances.read')).toBe(reads);
});

const listing =
  (idsAt: (time: number) => readonly string[]): Answer =>
  (operation, time) => {
    if (operation !== 'offramp.list') return usual(operation, time);
    const data = idsAt(time).map((id) => ({ id }));
    return { body: { ...page, data, count: data.length } };
  };

const more = listing((time) => Array.from({ length: time + 1 }, (_, at) => `other-${at}`));
const once = listing((time) => (time % 3 === 0 ? ['old'] : ['old', 'phantom']));

test.each<[string, Answer, quiet: boolean, growing: readonly string[][], reads: number]>([
  ['that go on coming', more, true, [['offramp.list']], 3],
  // Two of each sequence, and one with nothing done.
  ['that came once', once, true, [[], []], 5],
  ['that are as before', usual, true, [[]], 2],
  ['on an account that is not quiet', more, false, [[]], 2],
])(
  'items that come by themselves are looked for where nothing explains them: %s',
  async (_what, answer, quiet, growing, reads) => {
    const { service, times } = answering(answer);
    for (const found of growing) expect((await runSteps({ ...service, quiet }, readBalances)).growing).toEqual(found);
    expect(times('offramp.list')).toBe(reads);
  },
);
