import { expect, test } from 'vitest';
import { answersWithout5xx, type Check, succeeds, type UniversalCheck } from '#checks';
import { NoAnswer, ProtocolViolation } from '#client';
import type { RequirementId } from '#contract';
import { type Reply, Untested } from '#evidence';
import { type Probe, probe } from '#probes';
import { findingOf } from './findings.ts';
import { judgeCheck } from './judge.ts';
import { setting, transportTo } from './transport.test.support.ts';
import { World } from './world.ts';

const requirement = 'taxonomy.list/answers-with-its-record';

/** Asks for a taxonomy a currency; what the service does is named by the currency. */
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
  VIOLATION: () => {
    throw new ProtocolViolation('taxonomy.list', problem);
  },
};

const unknownCurrency = { status: 404, body: { message: 'No payment methods for this currency' } };

const world = (earlier: readonly Reply[] = []) =>
  new World({
    earlier: earlier.map((reply) => ({ path: reply.request.path, replyTo: () => reply })),
    transport: transportTo(({ path }) => behaviours[path.split('/').at(-1) ?? '']?.() ?? unknownCurrency),
    setting,
    seed: 1,
  });

const judged = (judge: Check['judge'], ...currencies: readonly string[]) =>
  judgeCheck({ requirement, source: taxonomies(...currencies), judge }, world());

const judge = succeeds as Check['judge'];

test('a right answer conforms, a wrong one is found', async () => {
  expect(await judged(judge, 'RIGHT')).toMatchObject({ findings: [], judged: [{ status: 200 }] });
  const { findings } = await judged(judge, 'RIGHT', 'WRONG');
  expect(findings.map((found) => findingOf(found))).toMatchObject([{ code: 'NOT_ANSWERED', observed: '500' }]);
});

test('no answer to a part is broken, unless another part deviates', async () => {
  expect(await judged(judge, 'RIGHT', 'SILENT')).toMatchObject({ broken: { code: 'TRANSPORT_TIMEOUT' } });
  expect(await judged(judge, 'WRONG', 'SILENT')).toMatchObject({ findings: [{ code: 'NOT_ANSWERED' }] });
  expect(await judged(judge, 'SILENT')).toMatchObject({
    broken: { code: 'TRANSPORT_TIMEOUT' },
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
      new World({ transport: quota, setting, seed: 1 }),
    );
  const ofEach = 'deposit.simulate/accepts-each-listed-currency';
  const kept = { untested: { by: 'service', code: 'RATE_LIMITED' } };
  expect(await outcomeOf(ofEach, 'USD', 'EUR')).toMatchObject(kept);
  expect(await outcomeOf('deposit.simulate/refuses-an-unlisted-currency', 'USD', 'EUR')).toMatchObject(kept);
  expect(await outcomeOf('deposit.simulate/success-status', 'USD', 'EUR')).toMatchObject({ judged: [{ status: 200 }] });
  expect(await outcomeOf(ofEach, 'EUR')).toMatchObject({ broken: { code: 'RATE_LIMITED' } });
});

test('an answer that breaks HTTP is a finding', async () => {
  expect(await judged(judge, 'RIGHT', 'VIOLATION')).toMatchObject({ findings: [{ code: 'PROTO_STATUS' }] });
});

test('data that cannot show the claim are untested, and a mistake of ours is no finding', async () => {
  const unable: Check['judge'] = () => {
    throw new Untested('nothing to judge');
  };
  const mistaken: Check['judge'] = () => {
    throw new TypeError('a value of the payload');
  };
  expect(await judged(unable, 'RIGHT')).toMatchObject({ untested: { reason: 'nothing to judge' } });
  const { broken, findings } = await judged(mistaken, 'RIGHT');
  expect([broken?.code, findings]).toEqual(['HARNESS_MISTAKE', []]);
  expect(broken?.message).not.toContain('payload');
});

test('a universal check sees every exchange of the run, whoever asked', async () => {
  const here = world();
  await here.get(taxonomies('WRONG'));
  const universal: UniversalCheck = {
    requirement,
    needs: [taxonomies('RIGHT')],
    of: ({ operation }) => operation === 'taxonomy.list',
    judge: answersWithout5xx,
  };
  const { findings } = await judgeCheck(universal, here);
  // It came again when the same was asked once more.
  expect(findings).toMatchObject([{ code: 'SERVER_ERROR' }, { code: 'SERVER_ERROR' }]);
});

test('an answer from before the tests is judged with those of the run', async () => {
  const before = world();
  await before.get(taxonomies('WRONG'));
  const universal: UniversalCheck = {
    requirement,
    needs: [taxonomies('RIGHT')],
    of: ({ operation }) => operation === 'taxonomy.list',
    judge: answersWithout5xx,
  };
  const { findings } = await judgeCheck(universal, world(before.replies));
  // It came again when the same was asked once more.
  expect(findings).toMatchObject([{ code: 'SERVER_ERROR' }, { code: 'SERVER_ERROR' }]);
});
