import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type RequirementId, requirements } from '#contract';
import { faults } from '#faults';
import { maxWrongKeys, roleVariables } from '#run';
import { type Fault, memorySandbox, type SeenRequest, type WireReply } from '#sandbox';
import { readSettings } from '#target';
import { allOf, planted, runInProcess, runOnSandbox } from '../../testing/in-process.test.support.ts';
import { boundsFor } from './plan.ts';
import { tryOut } from './trial.ts';

/** A defect of each kind that a user may meet; none hides another. */
const several: readonly string[] = [
  'subaccount.read/email/missing',
  'individual-kyc.read/created_at/milliseconds-lost',
  'business-kyc.read/the-source-of-funds-changes-with-each-read',
  'onramp.initiate/pricing.fees.onramp_fee/exponent',
  'listings/the-page-is-always-1',
  'deposit/the-refusal-of-a-value-does-not-name-ngn',
  'lightning-offramp.initiate/success/as-text',
  'withdrawal.read/the-masked-address-is-the-full-one',
  'taxonomy.list/a-long-currency-breaks-the-service',
];

const withOutcome = (
  { requirements }: Awaited<ReturnType<typeof runOnSandbox>>['verdict'],
  ...outcomes: readonly string[]
) => requirements.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);

/** A sandbox that counts what it is sent. */
function countingSandbox(...faults: readonly Fault[]) {
  const seen = { requests: 0, wrongKeys: 0, accepted: 0 };
  const counting: Fault = {
    reply: (reply, { method, headers }) => {
      seen.requests += 1;
      if (!keys.includes(headers['x-api-key'])) seen.wrongKeys += 1;
      if (method === 'POST' && reply.status < 300) seen.accepted += 1;
      return reply;
    },
  };
  const { settings, dispatcher } = memorySandbox({ always: allOf([...faults, counting]) });
  const keys: readonly unknown[] = Object.keys(settings)
    .filter((name) => name.endsWith('API_KEY'))
    .map((name) => settings[name]);
  return { seen, settings, dispatcher };
}

test('of the reference every promise is kept, and a gate announces what the service counts', async () => {
  const { seen, settings, dispatcher } = countingSandbox();
  const env = { ...settings, RAMP_QUIET_ACCOUNT: 'true' };
  const profile = 'gate';
  const { verdict, reports, target } = await runInProcess(env, { profile, prompt: true, dispatcher });
  expect(reports).toHaveLength(requirements.length);
  expect(verdict.exitCode).toBe(0);
  expect(withOutcome(verdict, 'conforms', 'observed')).toHaveLength(requirements.length);
  const { signal } = new AbortController();
  const { effort } = await tryOut({
    settings: readSettings({ options: {}, cwd: tmpdir(), env }),
    target,
    profile,
    signal,
  });
  const bounds = boundsFor(target, { profile }, effort);
  const { sent, controls = 0 } = verdict.requests;
  expect([bounds.expected + controls, sent]).toEqual([seen.requests, seen.requests]);
  const announced = boundsFor(target, { profile });
  expect(seen.accepted).toBeLessThanOrEqual(bounds.accepted ?? 0);
  expect(bounds.accepted).toBeLessThanOrEqual(announced.accepted ?? 0);
  expect(seen.requests).toBeLessThanOrEqual(announced.expected);
  expect(seen.wrongKeys).toBeLessThanOrEqual(maxWrongKeys);
});

test('a service that takes whatever the document leaves open accepts no more orders than are announced', async () => {
  const open = [
    'rails/a-rail-on-a-currency-other-than-us-dollars-is-accepted-and-means-nothing',
    'orders/orders-without-a-reference-are-accepted-and-in-their-records-there-is-none',
    'deposit/a-listed-currency-in-another-letter-case-or-between-spaces-is-accepted',
    'onramp/a-listed-asset-in-another-letter-case-or-between-spaces-is-accepted',
  ];
  const { seen, settings, dispatcher } = countingSandbox(...open.map(planted));
  const { verdict, target } = await runInProcess(
    { ...settings, RAMP_QUIET_ACCOUNT: 'true' },
    { profile: 'gate', prompt: true, dispatcher },
  );
  expect(seen.accepted).toBe(boundsFor(target, { profile: 'gate' }).accepted);
  expect(verdict.exitCode).toBe(0);
});

test('a service that accepts every order gets no more of them than are announced for any', async () => {
  const always: Fault = {
    reply: (reply, request) => {
      if (request.method === 'POST' && reply.status >= 400) Object.assign(reply, { status: 201, body: {} });
    },
  };
  const { seen, settings, dispatcher } = countingSandbox(always);
  const { verdict, target } = await runInProcess(settings, { profile: 'gate', prompt: true, dispatcher });
  expect(seen.accepted).toBe(boundsFor(target, { profile: 'gate' }).acceptedByAny);
  expect(verdict.exitCode).toBe(1);
});

test('several defects at once are each found where they are, and keep nothing else from its end', async () => {
  const shown = faults.filter(({ id }) => several.includes(id));
  expect(shown).toHaveLength(several.length);
  const { verdict } = await runOnSandbox(allOf(shown), { profile: 'gate', prompt: true });
  const broken = withOutcome(verdict, 'deviates');
  expect(broken).toEqual(expect.arrayContaining(shown.flatMap(({ requirements }) => requirements)));
  expect(withOutcome(verdict, 'no-result')).toEqual([]);
  expect(verdict).toMatchObject({ verdict: 'deviates', exitCode: 1 });
});

const page = (status: number, server: string): WireReply => ({
  status,
  headers: { server, 'content-type': 'text/html' },
  body: undefined,
  raw: `<html><body><center><h1>${status}</h1></center><hr><center>${server}</center></body></html>`,
});

/** Somebody before the service answers instead of it. */
const instead = (answer: WireReply, applies: (request: SeenRequest, count: number) => boolean): Fault => {
  let count = 0;
  return {
    reply: (_reply, request) => {
      count += 1;
      return applies(request, count) ? structuredClone(answer) : undefined;
    },
  };
};

const limited: WireReply = {
  status: 429,
  headers: {},
  body: { message: 'Too Many Requests', statusCode: 429 },
};
const isOrder = ({ method }: SeenRequest): boolean => method === 'POST';

/** Waits a tenth as long as for a service of others. */
const hurried = {
  prompt: true,
  // On a busy machine five seconds without a read that is served show nothing.
  limits: { patienceMs: 3_500, unnamedWaitMs: 25, gatewayWaitMs: 50, controlMs: 600_000 },
};

const idsOf = (...subjects: readonly string[]) =>
  requirements.filter(({ subject }) => subjects.includes(subject)).map(({ id }) => id);

/** Enough to meet the answer, and little to wait for. */
const orders = idsOf('offramp.initiate');

describe('a right service is not blamed where somebody before it', () => {
  test.concurrent.each<[string, Fault, 0 | 3, (readonly RequirementId[])?]>([
    ['answers every order with 429', instead(limited, isOrder), 3, orders],
    [
      'answers every fiftieth read with 429',
      instead(limited, (asked, count) => !isOrder(asked) && count % 50 === 0),
      0,
    ],
    ['answers every order with 502', instead(page(502, 'nginx'), isOrder), 3, orders],
    ['answers everybody with a page after a while', instead(page(403, 'cloudflare'), (_, count) => count > 90), 3],
  ])('%s', async (_what, before, code, only) => {
    const { verdict } = await runOnSandbox(before, { ...hurried, ...(only && { only }) });
    expect(withOutcome(verdict, 'deviates')).toEqual([]);
    expect(verdict.exitCode).toBe(code);
    expect(verdict.requests.sent).toBeGreaterThan(5);
  });
});

test('a run that is interrupted passes nothing', async () => {
  const controller = new AbortController();
  const stops = instead(limited, (_, count) => {
    if (count === 60) controller.abort();
    return false;
  });
  const { verdict } = await runOnSandbox(stops, { profile: 'gate', signal: controller.signal });
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3, interrupted: true });
});

test('without a record to read or to pay, what cannot be tested is left out by the user', async () => {
  const none = Object.fromEntries(Object.values(roleVariables).map((name) => [name, '']));
  const { verdict } = await runOnSandbox(undefined, { profile: 'gate', prompt: true }, none);
  expect(withOutcome(verdict, 'deviates', 'drifts', 'no-result')).toEqual([]);
  expect(verdict).toMatchObject({ verdict: 'conforms-in-part', exitCode: 0 });
  expect(verdict.counts.conforms).toBeGreaterThan(50);
});

test.each([
  // What is left of the business is as much as there is to test.
  ['business', 'INDIVIDUAL', 'individual', /^(?:individual-kyc|withdrawal)\.read/, 4],
  ['person', 'BUSINESS', 'business', /^(?!deposit\.)/, 0],
])('a tenant that has only a %s has all of it tested', async (_, lacking, subaccount, expected, others) => {
  const none = { [`RAMP_${lacking}_SUBACCOUNT_ID`]: '' };
  const { verdict } = await runOnSandbox(undefined, { profile: 'gate', prompt: true }, none);
  expect(withOutcome(verdict, 'deviates', 'drifts', 'no-result')).toEqual([]);
  expect(verdict.headline).toContain(`were left out (no ${subaccount} subaccount`);
  const left = withOutcome(verdict, 'untested');
  expect(left.length).toBeLessThan(40);
  expect(left.filter((id) => !expected.test(id))).toHaveLength(others);
});

test('a service that refuses every order for reasons of its own is neither blamed nor passed', async () => {
  const refuses = planted('orders/orders-are-refused-for-a-reason-that-the-document-does-not-know-as-a-problem');
  const only = idsOf('rails', 'onramp.initiate');
  const { verdict, refusals } = await runOnSandbox(refuses, { profile: 'gate', prompt: true, only });
  expect(withOutcome(verdict, 'deviates')).toEqual([]);
  const wire = verdict.requirements.find(({ id }) => id === 'rails/named-takes-wire');
  expect(wire).toMatchObject({ outcome: 'untested', untestedBy: 'service' });
  expect(verdict).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  expect(refusals).toContainEqual(
    expect.stringMatching(/^onramp.initiate, plain: 422 .*No liquidity for this corridor/),
  );
  expect(JSON.stringify(verdict)).not.toContain('No liquidity');
});

test('a value that the vendor does not offer yet is left out by name, and all others are tested', async () => {
  const what = 'deposit.simulate/accepts-each-listed-currency';
  const lacks: Fault = {
    policies: { deposit: { effect: (held) => held } },
    reply: (reply, { operation, body }) => {
      if (operation !== 'deposit.simulate' || reply.status >= 300 || !JSON.stringify(body).includes('GHS'))
        return reply;
      const headers = { ...reply.headers, 'content-type': 'application/json' };
      return { ...reply, status: 422, headers, body: { message: 'GHS is not supported' } };
    },
  };
  const leaveOut = [{ what, values: ['GHS'], reason: 'offered from next spring on', owner: 'Ann' }];
  const asked = { prompt: true, only: idsOf('deposit.simulate') } as const;
  const { verdict: kept } = await runOnSandbox(lacks, asked);
  expect(kept).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  expect(kept.requirements.find(({ id }) => id === what)).toMatchObject({ untestedBy: 'service', values: ['GHS'] });
  const { verdict } = await runOnSandbox(lacks, { ...asked, leaveOut });
  expect(withOutcome(verdict, 'deviates', 'no-result')).toEqual([]);
  expect(verdict.requirements.find(({ id }) => id === what)).toMatchObject({
    outcome: 'untested',
    untestedBy: 'user',
    reason: 'GHS left out by Ann: offered from next spring on',
  });
  expect(verdict.requirements.filter(({ untestedBy }) => untestedBy === 'service')).toEqual([]);
  expect(verdict).toMatchObject({ verdict: 'conforms-in-part', exitCode: 0 });
});
