import { expect, test } from 'vitest';
import {
  type Check,
  hasNo,
  type Judge,
  observesStatus,
  onlyReplies,
  refused,
  succeeds,
  withholdsTheRecord,
} from '#checks';
import { NoAnswer } from '#client';
import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import { repliesOf, type Source, withMisplacedKey, withoutKey } from '#probes';
import { taxonomyCurrencies } from '#run';
import { judgeCheck } from './judge.ts';
import { RunState } from './run-state.ts';
import { setting, transportTo } from './transport.test.support.ts';

const nowhere = { status: 404, body: { statusCode: 404, message: 'Weg unbekannt', error: 'Not Found' } };

/** Its taxonomy answers like an impossible path. */
const runState = (ofNoPath = nowhere) =>
  new RunState({
    transport: transportTo(({ path }) => {
      if (path.includes('cannot-exist')) return ofNoPath;
      return path.includes('taxonomy') ? nowhere : { status: 404, body: {} };
    }),
    setting,
    seed: 1,
  });

const judged = (requirement: RequirementId, source: Source<readonly Reply[]>, judge: Judge<readonly Reply[]>) =>
  judgeCheck({ requirement, source, judge: judge as Check['judge'] }, runState());

const taxonomies = repliesOf('taxonomy.list');

test('a path that leads nowhere is one finding, of the requirement that it is answered', async () => {
  const first = await judged('taxonomy.list/answers-with-its-record', taxonomies, succeeds);
  expect(first.findings).toHaveLength(taxonomyCurrencies.length);
});

const noRoute = { code: 'NO_ROUTE', by: 'service', operation: 'taxonomy.list' };

test.each<[RequirementId, Source<readonly Reply[]>, Judge<readonly Reply[]>]>([
  ['taxonomy.list/refuses-a-misplaced-key', withMisplacedKey('taxonomy.list'), refused({ status: 401 })],
  ['taxonomy.list/lists-the-currency-asked-for', taxonomies, succeeds],
  [
    'taxonomy.list/has-its-members',
    taxonomies,
    onlyReplies(({ status }) => status < 300, 'no record was served', hasNo('missing')),
  ],
])('findings and gaps of %s in its answers follow from it', async (id, source, judge) => {
  const { findings, reasons } = await judged(id, source, judge);
  expect([findings, reasons[0]]).toMatchObject([[], noRoute]);
});

test.each<[RequirementId, Judge<readonly Reply[]>]>([
  ['taxonomy.list/survives-a-strange-currency', withholdsTheRecord],
  ['taxonomy.list/recased-currency', observesStatus('here')],
])('%s does not hold by what a router answers, and no fact is made of it', async (id, judge) => {
  const outcome = await judged(id, taxonomies, judge);
  expect([outcome.judged, outcome.observations, outcome.reasons[0]]).toMatchObject([[], [], noRoute]);
});

const hasItsMembers = {
  requirement: 'taxonomy.list/has-its-members',
  source: taxonomies,
  judge: succeeds as Check['judge'],
} as const;

test('an answer is judged that a path which cannot exist does not get', async () => {
  const ofNoPath = { status: 404, body: { statusCode: 404, message: 'Cannot GET it', error: 'Not Found' } };
  expect((await judgeCheck(hasItsMembers, runState(ofNoPath))).findings).toHaveLength(taxonomyCurrencies.length);
});

test('an answer that only seems so is judged where other requests are answered', async () => {
  const one = new RunState({
    transport: transportTo(({ path }) => (path.endsWith('/BRL') ? { status: 200, body: [] } : nowhere)),
    setting: { ...setting, order: { ...setting.order, taxonomyCurrencies: ['BRL', 'MXN'] } },
    seed: 1,
  });
  expect((await judgeCheck(hasItsMembers, one)).findings).toHaveLength(1);
});

test('whether an answer turns the caller away is looked into before it is judged', async () => {
  let isServed = true;
  const balances = repliesOf('balances.read');
  const one = new RunState({
    transport: transportTo(({ path }) =>
      isServed && path.includes('balances') ? { status: 200, body: { balances: {} } } : { status: 403, body: {} },
    ),
    setting,
    seed: 1,
  });
  await one.get(balances);
  isServed = false;
  const check = { requirement: 'taxonomy.list/answers-with-its-record', source: taxonomies } as const;
  expect(await judgeCheck({ ...check, judge: succeeds as Check['judge'] }, one)).toMatchObject({
    findings: [],
    reasons: [{ code: 'LOCKED_OUT', by: 'service' }],
  });
});

test('connections that are closed on refused keys alone leave their claim to the service, though nothing was served before', async () => {
  const outcomeWhere = (isThere: boolean, isKeyRight: boolean) => {
    const closed = new NoAnswer('balances.read', 'TRANSPORT_RESET', 'the connection was closed before any answer');
    closed.isAlwaysClosed = true;
    let asked = 0;
    const transport = transportTo(({ isFullKey }) => {
      asked += 1;
      if (!isThere || isFullKey === (isKeyRight && asked === 1)) throw closed;
      return { status: 200, body: { balances: {} } };
    });
    const source = isKeyRight ? repliesOf('balances.read') : withoutKey('balances.read');
    const check = { requirement: 'balances.read/refuses-a-missing-key', source } as const;
    return judgeCheck(
      { ...check, judge: refused({ status: 401 }) as Check['judge'] },
      new RunState({ transport, setting, seed: 1 }),
    );
  };
  expect(await outcomeWhere(true, false)).toMatchObject({
    findings: [],
    reasons: [{ code: 'CONNECTION_CLOSED', by: 'service' }],
  });
  expect(await outcomeWhere(false, false)).toMatchObject({ reasons: [{ code: 'TRANSPORT_RESET', failed: true }] });
  // The service may have been away until then.
  expect(await outcomeWhere(true, true)).toMatchObject({
    findings: [],
    reasons: [{ code: 'TRANSPORT_RESET', failed: true }],
  });
});
