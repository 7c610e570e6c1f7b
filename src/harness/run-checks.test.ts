import { expect, test } from 'vitest';
import { type AnyCheck, sourcesOf } from '#checks';
import { requirements } from '#contract';
import { replyOf } from '../attribution/reply.test.support.ts';
import { placeOf, plannedChecks, runChecks } from './run-checks.ts';
import '#suites';
import { probe } from '#probes';
import type { CheckOutcome } from './judge.ts';
import { RunState } from './run-state.ts';
import { setting, transportTo } from './transport.test.support.ts';

const ids = plannedChecks({}).map(({ requirement }) => requirement);

test('every requirement has a check, found by the names of the suites', () => {
  expect(ids.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
});

test('balances are looked at before orders are placed, and refused keys come last', () => {
  const at = (id: (typeof ids)[number]) => ids.indexOf(id);
  const inOrder = [
    at('balances.read/stands-still-after-initiations'),
    at('onramp.initiate/echoes-the-asset'),
    at('records/have-no-nil-identifier'),
    at('authentication/comes-before-the-body'),
  ];
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
});

test('a plan chooses among them', () => {
  const only = ['rails/named-takes-wire', 'errors/repeat-the-status'];
  const chosen = plannedChecks({ only });
  expect(chosen.map(({ requirement }) => requirement)).toEqual(only);
  expect(chosen.map(placeOf)).toEqual([1, 3]);
  const rules = ['errors/repeat-the-status', 'service/clock'];
  const narrowed = plannedChecks({ only: only.slice(0, 1), alongside: rules });
  expect(narrowed.map(({ requirement }) => requirement)).toEqual(only);
  expect(narrowed.map((check) => sourcesOf(check).length)).toEqual([1, 0]);
});

const runState = () => new RunState({ transport: transportTo(() => ({ status: 200, body: {} })), setting, seed: 1 });

const checkOf = (requirement: AnyCheck['requirement'], send: () => Promise<unknown>): AnyCheck => ({
  requirement,
  source: probe(requirement, { mode: 'reads', send }),
  judge: () => ({ findings: [], judged: [] }),
});

const [first, second] = ['balances.read/answers-with-its-record', 'taxonomy.list/answers-with-its-record'] as const;

const silent = checkOf(second, () => new Promise(() => {}));
const answered = checkOf(first, async () => undefined);

const codeOf = ({ requirement }: AnyCheck, { reasons: [first] }: CheckOutcome) => `${requirement} ${first?.code}`;

test('a report that fails is a mistake of ours, and the others are kept', async () => {
  let calls = 0;
  const report = (check: AnyCheck, outcome: CheckOutcome) => {
    calls += 1;
    if (calls === 1) throw new TypeError('of ours');
    return codeOf(check, outcome);
  };
  const checks = [answered, checkOf(second, async () => undefined)];
  const { reports } = await runChecks({ checks }, { session: { runState: runState(), report } });
  expect(reports).toEqual([`${first} HARNESS_MISTAKE`, `${second} undefined`]);
});

test.concurrent('soon after the signal it ends with what was reported until then', async () => {
  const controller = new AbortController();
  let closed = 0;
  const session = {
    runState: runState(),
    report: codeOf,
    signal: controller.signal,
    close: async () => {
      closed += 1;
    },
  };
  const onReport = () => controller.abort();
  const { reports, interrupted } = await runChecks({ checks: [silent, answered] }, { session, onReport });
  expect([reports, interrupted, closed]).toEqual([[`${first} undefined`], true, 1]);
});

test.concurrent('a finding that waits for its second look when the run is interrupted has no result, and says so', async () => {
  const controller = new AbortController();
  const refused = replyOf({ operation: 'balances.read', status: 503 });
  const found = {
    code: 'REFUSED',
    operation: 'balances.read',
    where: 'status',
    expected: '200',
    observed: '503',
  } as const;
  const waiting: AnyCheck = {
    ...checkOf(first, async () => undefined),
    judge: () => {
      controller.abort();
      return { findings: [{ ...found, shownBy: refused }], judged: [refused] };
    },
  };
  const session = { runState: runState(), report: codeOf, signal: controller.signal };
  const { reports } = await runChecks({ checks: [silent, waiting] }, { session });
  expect(reports).toEqual([`${first} NO_SECOND_LOOK`]);
});

test.concurrent('a check that has not ended by the deadline is broken, and the others are kept', async () => {
  const session = { runState: runState(), report: codeOf, endsAt: performance.now() };
  const { reports, interrupted } = await runChecks({ checks: [silent, answered] }, { session });
  expect([reports, interrupted]).toEqual([[`${first} undefined`, `${second} DEADLINE`], false]);
});
