import { describe, expect, test } from 'vitest';
import { answersWithout5xx, type Check, succeeds, type UniversalCheck } from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import type { RequirementId } from '#contract';
import { notSet, type Reply, untested } from '#evidence';
import { available, type Probe, probe } from '#probes';
import { findingOf } from './findings.ts';
import { judgeCheck } from './judge.ts';
import { RunState } from './run-state.ts';
import { setting, transportTo } from './transport.test.support.ts';

const requirement = 'taxonomy.list/answers-with-its-record';

const taxonomies = (...currencies: readonly string[]): Probe<readonly Reply[]> =>
  probe('taxonomies', {
    mode: 'reads',
    send: async (service) => service.each(currencies, (currency) => service.api.listTaxonomy({ currency })),
  });

const problem = { code: 'PROTO_STATUS', where: 'status', expected: 'a status', observed: 'none' };

const behaviours: Readonly<Record<string, () => { status: number; body?: unknown }>> = {
  RIGHT: () => ({ status: 200, body: [] }),
  WRONG: () => ({ status: 500, body: {} }),
  SILENT: () => {
    throw new NoAnswer('taxonomy.list', 'TRANSPORT_TIMEOUT', 'no answer');
  },
  LACKING: () => {
    throw notSet('RAMP_AMOUNT');
  },
  VIOLATION: () => {
    throw new ProtocolViolation('taxonomy.list', problem);
  },
};

const unknownCurrency = { status: 404, body: { message: 'No payment methods for this currency' } };

const runState = (earlier: readonly Reply[] = []) =>
  new RunState({
    earlier: earlier.map((reply) => ({ path: reply.request.path, replyTo: () => reply })),
    transport: transportTo(({ path }) => behaviours[path.split('/').at(-1) ?? '']?.() ?? unknownCurrency),
    setting,
    seed: 1,
  });

const judged = (judge: Check['judge'], ...currencies: readonly string[]) =>
  judgeCheck({ requirement, source: taxonomies(...currencies), judge }, runState());

const judge = succeeds as Check['judge'];

test('a right answer conforms, a wrong one is found', async () => {
  expect(await judged(judge, 'RIGHT')).toMatchObject({ findings: [], judged: [{ status: 200 }] });
  const { findings } = await judged(judge, 'RIGHT', 'WRONG');
  expect(findings.map((found) => findingOf(found))).toMatchObject([{ code: 'NOT_ANSWERED', observed: '500' }]);
});

const timedOut = { code: 'TRANSPORT_TIMEOUT', failed: true };

test('no answer to a part is broken, unless another part deviates', async () => {
  expect(await judged(judge, 'RIGHT', 'SILENT')).toMatchObject({ reasons: [timedOut] });
  expect(await judged(judge, 'WRONG', 'SILENT')).toMatchObject({ findings: [{ code: 'NOT_ANSWERED' }] });
  expect(await judged(judge, 'SILENT')).toMatchObject({
    reasons: [timedOut],
    findings: [],
  });
});

test('a quota after accepted orders leaves a claim of each case to the service, and one of any order to the accepted', async () => {
  const deposits = (...currencies: readonly string[]): Probe<readonly Reply[]> =>
    probe('deposits', {
      mode: 'orders',
      send: async (service) =>
        service.each(currencies, (currency) =>
          service.api.simulateDeposit({
            subaccountId: service.roles.subaccount,
            body: { currency, amount: 1, accountNumber: '00000033' },
          }),
        ),
    });
  const quota = transportTo(({ body }) => {
    if (!body?.includes('EUR')) return { status: 200 };
    throw new NoAnswer('deposit.simulate', 'RATE_LIMITED', 'no more today');
  });
  const outcomeOf = (id: RequirementId, ...currencies: readonly string[]) =>
    judgeCheck(
      { requirement: id, source: deposits(...currencies), judge },
      new RunState({ transport: quota, setting, seed: 1 }),
    );
  const ofEach = 'deposit.simulate/accepts-each-listed-currency';
  const kept = { reasons: [{ code: 'RATE_LIMITED', by: 'service' }] };
  expect(await outcomeOf(ofEach, 'USD', 'EUR')).toMatchObject(kept);
  expect(await outcomeOf('deposit.simulate/refuses-an-unlisted-currency', 'USD', 'EUR')).toMatchObject(kept);
  expect(await outcomeOf('deposit.simulate/success-status', 'USD', 'EUR')).toMatchObject({ judged: [{ status: 200 }] });
  expect(await outcomeOf(ofEach, 'EUR')).toMatchObject({ reasons: [{ code: 'RATE_LIMITED', failed: true }] });
});

const unable: Check['judge'] = () => {
  throw untested('NO_RECORD', 'no record shows it');
};
const refusing: Check['judge'] = () => {
  throw untested('ORDER_REFUSED', 'the service refused it');
};
const mistaken: Check['judge'] = () => {
  throw new TypeError('a value of the payload');
};

describe('of several reasons', () => {
  const codesOf = async (judge: Check['judge'], ...currencies: readonly string[]) =>
    (await judged(judge, ...currencies)).reasons.map(({ code }) => code);

  test.each([
    ['no usable answer comes before nothing to judge', unable, ['RIGHT', 'SILENT'], ['TRANSPORT_TIMEOUT', 'NO_RECORD']],
    ['what the user left out comes before nothing to judge', unable, ['RIGHT', 'LACKING'], ['NOT_SET', 'NO_RECORD']],
    [
      'no usable answer comes before what the user left out',
      unable,
      ['LACKING', 'SILENT', 'RIGHT'],
      ['TRANSPORT_TIMEOUT', 'NOT_SET', 'NO_RECORD'],
    ],
    [
      'what the service refused comes before what the user left out',
      refusing,
      ['RIGHT', 'LACKING'],
      ['ORDER_REFUSED', 'NOT_SET'],
    ],
    [
      'a mistake of ours hides nothing that was left out',
      mistaken,
      ['RIGHT', 'LACKING'],
      ['HARNESS_MISTAKE', 'NOT_SET'],
    ],
    ['data cannot show the claim', unable, ['RIGHT'], ['NO_RECORD']],
    ['nothing could be sent', unable, ['LACKING', 'LACKING'], ['NOT_SET']],
    ['a part was judged', judge, ['RIGHT', 'LACKING'], []],
  ] as const)('%s', async (_what, judge, currencies, codes) => {
    expect(await codesOf(judge, ...currencies)).toEqual(codes);
  });

  test('a smaller profile comes before nothing to judge', async () => {
    const later = { ...taxonomies('RIGHT'), minProfile: 'deep' } as const;
    const source = available(taxonomies('RIGHT'), later);
    const { reasons } = await judgeCheck({ requirement, source, judge: unable }, runState());
    expect(reasons.map(({ code }) => code)).toEqual(['SMALL_PROFILE', 'NO_RECORD']);
  });
});

test('an answer that breaks HTTP is a finding', async () => {
  expect(await judged(judge, 'RIGHT', 'VIOLATION')).toMatchObject({ findings: [{ code: 'PROTO_STATUS' }] });
});

test('a mistake of ours is no finding, and repeats no value', async () => {
  const { reasons, findings } = await judged(mistaken, 'RIGHT');
  expect([reasons.map(({ code }) => code), findings]).toEqual([['HARNESS_MISTAKE'], []]);
  expect(reasons[0]?.reason).not.toContain('payload');
});

const failures: UniversalCheck = {
  requirement,
  needs: [taxonomies('RIGHT')],
  of: ({ operation }) => operation === 'taxonomy.list',
  judge: answersWithout5xx,
};

/** It came again when the same was asked once more. */
const failedTwice = [{ code: 'SERVER_ERROR' }, { code: 'SERVER_ERROR' }];

test('a universal check sees every exchange of the run, whoever asked, and the answers from before the tests', async () => {
  const here = runState();
  await here.get(taxonomies('WRONG'));
  expect((await judgeCheck(failures, here)).findings).toMatchObject(failedTwice);
  expect((await judgeCheck(failures, runState(here.replies))).findings).toMatchObject(failedTwice);
});
