import { expect, test } from 'vitest';
import type { AnyCheck } from '#checks';
import type { Oddity, Reply } from '#evidence';
import { probe } from '#probes';
import { replyOf } from '../attribution/reply.test.support.ts';
import type { JudgedState } from './judged-state.ts';
import { LookBudget } from './look-budget.ts';
import type { Resender } from './resender.ts';
import { standsOn, suspectsIn, trySuspects, withFindings } from './suspects.ts';
import { setting } from './transport.test.support.ts';

const operation = 'deposit.simulate';
const credential = { in: 'header', value: setting.keys.full } as const;

const sentAt = (sentMs: number, odd?: Oddity): Reply => {
  const reply = replyOf({ operation, status: 400, purpose: { probe: 'invalid bodies', ...(odd && { odd }) } });
  return { ...reply, sentMs, receivedMs: sentMs, request: { ...reply.request, credential } };
};

const survival: AnyCheck = {
  requirement: 'deposit.simulate/survives-mistyped-members',
  source: probe('invalid bodies', { mode: 'orders', send: async () => [] }),
  judge: () => ({ findings: [], judged: [] }),
};

const never = () => Promise.reject(new Error('nothing is asked for'));

const stateOf = (replies: readonly Reply[], states: readonly ('calm' | 'failing' | 'turned away')[] = []) => {
  const tried: unknown[] = [];
  const runState: JudgedState = {
    replies,
    setting,
    attributed: undefined,
    get: never,
    failuresOf: () => [],
    heldAt: [100],
    resender: {
      isServing: async () => true,
      tryAlone: async (sent: unknown) => {
        tried.push(sent);
        return { sent: undefined, state: states[tried.length - 1] ?? 'calm' };
      },
    } as unknown as Resender,
  };
  return { runState, tried };
};

test('suspects are the kinds of invalid input among the last eight requests before the service went away', () => {
  const valid = Array.from({ length: 6 }, (_, at) => sentAt(20 + at));
  const [old, one, other] = [sentAt(1, 'a null'), sentAt(30, 'malformed JSON'), sentAt(99, 'a wrong type')];
  const { runState } = stateOf([old, ...valid, one, other, sentAt(101, 'a member twice')]);
  expect(suspectsIn(runState)).toEqual([other, one]);
});

test('a service that fails behind a suspect breaks the promise to survive it, and each suspect is told', async () => {
  const suspects = [sentAt(98, 'malformed JSON'), sentAt(99, 'a wrong type')];
  const { runState } = stateOf(suspects, ['failing', 'failing']);
  const { found } = await trySuspects(suspects, [survival], { runState, budget: new LookBudget() });
  expect(found.get(survival)?.findings.map(({ observed }) => observed)).toEqual([
    'a request with malformed JSON takes the service down',
    'a request with a wrong type takes the service down',
  ]);
});

test('a caller that is turned away clears nothing and blames nobody', async () => {
  const suspects = [sentAt(98, 'malformed JSON'), sentAt(99, 'a wrong type')];
  const { runState } = stateOf(suspects, ['turned away', 'calm']);
  const { found, cleared } = await trySuspects(suspects, [survival], { runState, budget: new LookBudget() });
  expect([found.size, cleared]).toEqual([0, suspects.slice(1)]);
});

test('a kind is tried once in a run, whoever asks', async () => {
  const suspects = [sentAt(98, 'malformed JSON')];
  const { runState, tried } = stateOf(suspects);
  const budget = new LookBudget();
  for (let times = 0; times < 2; times += 1) await trySuspects(suspects, [survival], { runState, budget });
  expect(tried).toHaveLength(1);
});

test('a check keeps what was found before', () => {
  expect(standsOn(survival, [sentAt(1, 'a null')])).toBe(true);
  const found = { code: 'A', operation, where: 'status', expected: 'a', observed: 'b' } as const;
  const outcome = { findings: [found], judged: [], observations: [], reasons: [] };
  expect(withFindings(outcome, { ...outcome, findings: [{ ...found, code: 'B' }] }).findings).toHaveLength(2);
});
