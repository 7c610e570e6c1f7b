import { expect, test } from 'vitest';
import { type AnyCheck, type CheckContext, holds, isText, listsEachOnce, refused, succeeds } from '#checks';
import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import { derive, listedBack, type Probe, pageOf, probe } from '#probes';
import { replyOf } from '../attribution/reply.test.support.ts';
import { judgeCheck } from './judge.ts';
import { LookBudget } from './look-budget.ts';
import { RunState } from './run-state.ts';
import { isUnsettled, lookTwice } from './second-look.ts';
import { individual, setting, transportTo } from './transport.test.support.ts';

interface Scripted {
  readonly status: number;
  readonly body?: unknown;
}

const served: Scripted = { status: 200, body: [] };
const notice: Scripted = { status: 200, body: { status: 'maintenance', until: '02:00' } };
const unauthorized: Scripted = { status: 401, body: { error: 'Unauthorized', message: 'Invalid or missing API key' } };

const stateOf = (script: Readonly<Record<string, readonly Scripted[]>>) => {
  const asked = new Map<string, number>();
  const transport = transportTo(({ path }) => {
    const name = path.split('?', 1).join().split('/').at(-1) ?? '';
    const answers = script[name] ?? [];
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    return answers[Math.min(times, answers.length - 1)] ?? notice;
  });
  return { runState: new RunState({ transport, setting, seed: 1 }), asked };
};

const taxonomies = (currencies: readonly string[], key?: string): Probe<readonly Reply[]> =>
  probe('taxonomies', {
    mode: key === undefined ? 'reads' : 'wrongKeys',
    send: (service) => {
      const api = key === undefined ? service.api : service.api.as({ in: 'header', value: key });
      return service.each(currencies, (currency) => api.listTaxonomy({ currency }));
    },
  });

const isServed = (...currencies: readonly string[]): AnyCheck => ({
  requirement: 'taxonomy.list/answers-with-its-record',
  source: taxonomies(currencies),
  judge: succeeds as never,
});

const wrongKey: RequirementId = 'taxonomy.list/refuses-a-missing-key';

const isRefused = (...currencies: readonly string[]): AnyCheck => ({
  requirement: wrongKey,
  source: taxonomies(currencies, 'a-key-that-nobody-has'),
  judge: refused({ status: 401, error: 'Unauthorized' }) as never,
});

/** Finds one thing in each reply that is meant. */
const finding =
  (code: string, where: string, isMeant: (reply: Reply) => boolean = () => true) =>
  (judged: readonly Reply[]) => ({
    judged,
    findings: judged
      .filter(isMeant)
      .map((shownBy) => ({ code, where, expected: 'a', observed: 'b', operation: shownBy.operation, shownBy })),
  });

const settle = async (check: AnyCheck, script: Parameters<typeof stateOf>[0], budget?: LookBudget) => {
  const { runState, asked } = stateOf(script);
  const outcome = await judgeCheck(check, runState);
  const settled = await lookTwice(new Map([[check, outcome]]), runState, budget);
  return { first: outcome, settled: settled.get(check), asked: Object.fromEntries(asked) };
};

test('the same answer again is a finding that was seen twice', async () => {
  const { settled, asked } = await settle(isServed('GOOD', 'BAD'), { GOOD: [served], BAD: [notice] });
  expect(settled?.findings).toMatchObject([{ code: 'WRONG_BODY', seen: '2 of 2' }]);
  expect(asked).toEqual({ GOOD: 1, BAD: 2 });
});

test('another answer was an accident: it is judged in place of the first', async () => {
  const { first, settled } = await settle(isServed('GOOD', 'ONCE'), { GOOD: [served], ONCE: [notice, served] });
  expect(first.findings).toHaveLength(1);
  expect(settled).toMatchObject({ findings: [], judged: [{ status: 200 }, { status: 200 }] });
});

test('a wrong key that is answered with a notice once is no finding, and one that is served twice is', async () => {
  const { first, settled } = await settle(isRefused('KEY'), { KEY: [notice, unauthorized] });
  expect(first.findings).toMatchObject([{ where: 'status' }]);
  expect(settled).toMatchObject({ findings: [], judged: [{ status: 401 }] });
  const twice = await settle(isRefused('KEY'), { KEY: [served] });
  expect(twice.settled?.findings).toMatchObject([{ code: 'NOT_REFUSED', seen: '2 of 2' }]);
});

test('a wrong key that was shown a record once has seen it, whatever the second look is answered', async () => {
  const id = '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';
  const balances = { id, email: 'a@b.example', status: 'created', balances: {} };
  const reads = (key?: string) =>
    probe(`balances ${key}`, {
      mode: key === undefined ? 'reads' : 'wrongKeys',
      send: async (service) => {
        const api = key === undefined ? service.api : service.api.as({ in: 'header', value: key });
        return [await api.readBalances({})];
      },
    });
  const check: AnyCheck = {
    requirement: 'balances.read/refuses-a-missing-key',
    source: derive([reads(), reads('a-key-that-nobody-has')], (_own, others) => others),
    judge: refused({ status: 401, error: 'Unauthorized' }) as never,
  };
  const { settled } = await settle(check, {
    balances: [{ status: 200, body: balances }, { status: 200, body: balances }, unauthorized],
  });
  expect(settled?.findings).toMatchObject([{ code: 'NOT_REFUSED', seen: '1 of 2' }]);
  const other = { ...balances, id: '7f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5c' };
  const { settled: without } = await settle(check, {
    balances: [{ status: 200, body: other }, { status: 200, body: balances }, unauthorized],
  });
  expect(without?.findings).toEqual([]);
});

test('what was missing from a listing is looked for again, by what the second answer holds', async () => {
  const listing = (...ids: readonly string[]): Scripted => ({ status: 200, body: { data: ids.map((id) => ({ id })) } });
  const check: AnyCheck = {
    requirement: 'offramp.initiate/can-be-listed',
    source: probe(listedBack.id, {
      mode: 'reads',
      send: async (service) => [await service.api.listOfframps({ subaccountId: individual })],
    }),
    judge: finding('NOT_LISTED_ONCE', '$.data', ({ body }) => !JSON.stringify(body).includes('created')) as never,
  };
  const late = await settle(check, { '': [listing('old'), listing('created', 'old')] });
  expect([late.first.findings.length, late.settled?.findings]).toEqual([1, []]);
  for (const second of [listing('old'), listing('other', 'old')]) {
    const never = await settle(check, { '': [listing('old'), second] });
    expect(never.settled?.findings).toMatchObject([{ code: 'NOT_LISTED_ONCE', seen: '2 of 2' }]);
  }
});

test('the second look waits for an offramp that the listing lacks, not for one that stands there twice', async () => {
  const id = '7c1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b';
  const created = [replyOf({ status: 201, body: { id } })];
  const judge = (replies: readonly Reply[], context: CheckContext) => {
    const pages = replies.flatMap((page) => pageOf(page, 1) ?? []);
    return listsEachOnce({ created, pages, due: created, growsByItself: false }, { ...context, quiet: true });
  };
  const isAwaited = async (...ids: readonly string[]) => {
    const data = ids.map((each) => ({ id: each }));
    const page = { data, page: 1, limit: 10, totalPages: 1, count: ids.length };
    const { runState } = stateOf({ '': [{ status: 200, body: page }] });
    let isWaiting = false;
    runState.resender.untilShown = async () => {
      isWaiting = true;
    };
    const source = probe(listedBack.id, {
      mode: 'reads',
      send: async ({ api }) => [await api.listOfframps({ subaccountId: individual })],
    });
    const check: AnyCheck = { requirement: 'offramp.initiate/can-be-listed', source, judge: judge as never };
    await lookTwice(new Map([[check, await judgeCheck(check, runState)]]), runState);
    return isWaiting;
  };
  expect([await isAwaited('8d1c2b1e'), await isAwaited(id, id)]).toEqual([true, false]);
});

test('a rate limit or maintenance at the second look shows nothing, and nothing is found', async () => {
  for (const answer of [{ status: 503, body: {} }, { status: 502 }]) {
    const { settled } = await settle(isServed('BAD'), { BAD: [notice, answer] });
    expect(settled).toMatchObject({ findings: [], reasons: [{ code: 'DISTURBED', by: 'service' }] });
  }
});

test('two looks are enough for one kind of answer; the others follow the last of them', async () => {
  const names = ['A', 'B', 'C', 'D'];
  const always = await settle(isServed(...names), Object.fromEntries(names.map((name) => [name, [notice]])));
  expect(always.settled?.findings).toHaveLength(4);
  expect(Object.values(always.asked).reduce((sum, times) => sum + times, 0)).toBe(5);
  const once = await settle(isServed(...names), Object.fromEntries(names.map((name) => [name, [notice, served]])));
  expect(once.settled?.findings).toEqual([]);
  expect(Object.values(once.asked).reduce((sum, times) => sum + times, 0)).toBe(6);
});

test('a promise that no look is left for has no result', async () => {
  const budget = new LookBudget();
  while (budget.spend({ isOfWrongKey: false }));
  const { settled } = await settle(isServed('BAD'), { BAD: [notice] }, budget);
  expect(settled).toMatchObject({ findings: [], reasons: [{ code: 'NO_SECOND_LOOK', failed: true }] });
});

test('a finding that rests on a failure counts only at the end, and one about a content at once', async () => {
  const isOpen = async (answer: Scripted) => {
    const { runState } = stateOf({ ONE: [answer] });
    const check = { ...isServed('ONE'), judge: finding('RULE_BROKEN', '$.a') } as AnyCheck;
    return isUnsettled(check, await judgeCheck(check, runState), runState);
  };
  expect(await isOpen({ status: 500, body: {} })).toBe(true);
  expect(await isOpen(served)).toBe(false);
});

test('the content of one answer needs no second request', async () => {
  const check: AnyCheck = {
    requirement: 'balances.read/has-its-members',
    source: probe('balances', { mode: 'reads', send: async ({ api }) => [await api.readBalances({})] }),
    judge: holds(isText('status', 'created')) as never,
  };
  const body = { id: '6f1c2b1e-0d0a-4f6e-9b7a-2f5d1c3e4a5b', email: 'a@b.example', status: 'gone', balances: {} };
  const { settled, asked } = await settle(check, { balances: [{ status: 200, body }] });
  expect(settled?.findings).toMatchObject([{ code: 'RULE_BROKEN', seen: '1 of 1' }]);
  expect(asked).toEqual({ balances: 1 });
});
