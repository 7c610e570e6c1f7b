import { expect, test } from 'vitest';
import { type AnyCheck, succeeds } from '#checks';
import { ProtocolViolation } from '#client';
import type { RequirementId } from '#contract';
import { joined, repliesOf } from '#probes';
import { ofFailure } from './judge.ts';
import { oneCause } from './one-cause.ts';
import { setting, transportTo } from './transport.test.support.ts';
import { World } from './world.ts';

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
  const world = new World({ transport: transportTo(() => ({ status: 200 })), setting, seed: 1 });
  world.unanswered.push(...Array.from({ length: unread }, framing));
  const replies = Array.from({ length: answered }, () => ({}) as never);
  const gathered = { ...world, get: world.get, failuresOf: world.failuresOf, setting, attributed: undefined, replies };
  return oneCause(check, ofFailure(framing()), { checks, world: gathered });
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
