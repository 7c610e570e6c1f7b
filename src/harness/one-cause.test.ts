import { expect, test } from 'vitest';
import { type AnyCheck, succeeds } from '#checks';
import { ProtocolViolation } from '#client';
import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import { joined, repliesOf } from '#probes';
import { replyOf } from '../attribution/reply.test.support.ts';
import { ofFailure } from './judge.ts';
import type { JudgedState } from './judged-state.ts';
import { oneCause } from './one-cause.ts';
import { setting } from './transport.test.support.ts';

const never = () => Promise.reject(new Error('nothing is asked for'));

const checkOf = (requirement: RequirementId): AnyCheck => ({
  requirement,
  source: joined(repliesOf('balances.read')),
  judge: succeeds as never,
});

const record = checkOf('balances.read/answers-with-its-record');
const reporter = checkOf('http/is-well-formed');

const framing = () =>
  new ProtocolViolation('balances.read', {
    code: 'PROTO_SMUGGLING',
    where: 'header content-length',
    expected: 'one length of the body',
    observed: 'framing that contradicts itself',
  });

const outcomeOf = (check: AnyCheck, unread: number, { answered = 0, checks = [record, reporter] } = {}) => {
  const gathered: JudgedState = {
    setting,
    attributed: undefined,
    get: never,
    failuresOf: () => [],
    replies: Array.from({ length: answered }, () => ({}) as never),
    unanswered: Array.from({ length: unread }, framing),
  };
  const outcome = oneCause(new Map([[check, ofFailure(framing())]]), { checks, runState: gathered }).get(check);
  if (outcome === undefined) throw new Error('the outcome is gone');
  return outcome;
};

test('what no parser reads in most answers is one finding with its count, and keeps others from a result', () => {
  expect(outcomeOf(reporter, 300, { answered: 10 }).findings).toMatchObject([{ code: 'PROTO_SMUGGLING', times: 300 }]);
  expect(outcomeOf(record, 300, { answered: 10 })).toMatchObject({
    findings: [],
    reasons: [
      { code: 'UNREADABLE', by: 'service', reason: expect.stringContaining('framing that contradicts itself') },
    ],
  });
});

test('where it shows in few answers, or nobody else reports it, it is a finding where it was met', () => {
  for (const outcome of [
    outcomeOf(record, 3, { answered: 300 }),
    outcomeOf(record, 1),
    outcomeOf(record, 300, { checks: [record] }),
  ])
    expect(outcome.findings).toMatchObject([{ code: 'PROTO_SMUGGLING' }]);
});

const operations = ['balances.read', 'subaccount.read', 'offramp.list'] as const;

const errorsOf = (lacking: number, sound: number): readonly Reply[] =>
  operations.flatMap((operation) =>
    Array.from({ length: lacking + sound }, (_, at) =>
      replyOf({ operation, status: 404, body: at < lacking ? { code: 7 } : { error: 'Not Found', message: 'none' } }),
    ),
  );

const findingOf = (shownBy: Reply | undefined) =>
  ({
    code: 'MISSING_MESSAGE',
    operation: 'balances.read',
    where: '$',
    expected: 'a',
    observed: 'b',
    ...(shownBy && { shownBy }),
  }) as const;

const ofErrors = (replies: readonly Reply[]) => {
  const checks = (['errors/repeat-the-status', 'errors/carry-a-message'] as const).map(checkOf);
  const outcome = { ...ofFailure(framing()), findings: [findingOf(replies[0])] };
  const runState = { replies, setting, attributed: undefined, get: never, failuresOf: () => [] };
  return [...oneCause(new Map(checks.map((check) => [check, outcome])), { checks, runState }).values()];
};

test('where most errors lack their form, one promise says so, and the others cannot be judged', () => {
  const [other, reported] = ofErrors(errorsOf(3, 2));
  expect(reported?.findings).toMatchObject([{ code: 'MISSING_MESSAGE', times: 9 }]);
  expect(other).toMatchObject({ findings: [], reasons: [{ code: 'UNREADABLE' }] });
});

test('where few errors lack it, each promise has its own finding', () => {
  expect(ofErrors(errorsOf(1, 4)).map(({ findings }) => findings.length)).toEqual([1, 1]);
});
