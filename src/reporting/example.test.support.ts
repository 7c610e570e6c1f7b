import { type RequirementId, requirements } from '#contract';
import { kindNames, type WrittenFacts } from '#facts';
import {
  type Exchange,
  type Finding,
  failureReason,
  type JudgedPlan,
  type Lack,
  type ReasonCode,
  reasonOf,
  type TestReport,
  type UntestedBy,
} from '#run';
import { judge, type Results } from './ruling.ts';
import type { KnownWaiver, Verdict } from './verdict.ts';

/** A run for the tests of this module: every requirement has a report, and each test changes some of them. */
export const target: JudgedPlan['target'] = {
  label: 'sandbox.vendor.example',
  environment: 'sandbox',
  embedded: false,
  money: true,
  readOnly: false,
  quiet: true,
  facts: { firstPage: 1, greatestLimit: 100 },
};

export const exchange = (change: Partial<Exchange> = {}): Exchange => ({
  operation: 'onramp.initiate',
  startedAt: '2026-11-21T02:00:01.000Z',
  elapsedMs: 12.345678901234,
  request: {
    method: 'POST',
    path: '/v2/ramp/<uuid#3f9a>/banking/onramp/initiate',
    headers: { 'content-type': 'application/json', 'x-api-key': '[secret]' },
    body: '{"from":{"amount":"num","currency":"BRL"},"client_onramp_reference":"<uuid#9c1d>"}',
  },
  reply: {
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: '{"id":"<uuid#77aa>","status":"pending","created_at":"<datetime-ms-utc#0a1b>"}',
  },
  ...change,
});

export const finding = (change: Partial<Finding> = {}): Finding => ({
  code: 'WRONG_STATUS',
  operation: 'onramp.initiate',
  where: 'status',
  expected: '400',
  observed: '201',
  ...change,
});

export const report = (requirement: RequirementId, change: Partial<TestReport> = {}): TestReport => ({
  requirement,
  findings: [],
  observations: [],
  exchanges: [exchange()],
  judgements: 1,
  ...change,
});

const codesOf = { user: 'NOT_SET', service: 'ORDER_REFUSED', 'nothing to judge': 'NO_RECORD' } as const;

export const untestedBy = (who: UntestedBy, reason = 'why', lacks: readonly Lack[] = []) => ({
  reasons: [reasonOf(codesOf[who], reason, { lacks })],
  judgements: 0,
});

export const failedBy = (code: ReasonCode, reason: string) => ({
  reasons: [failureReason(code, reason)],
  judgements: 0,
});

/** One requirement of each level. */
export const ids = {
  stated: 'onramp.initiate/refuses-an-unlisted-asset',
  implied: 'onramp.initiate/echoes-the-amount',
  shown: 'onramp.initiate/adds-up-its-fees',
  silent: 'onramp.initiate/success-status',
} as const satisfies Record<string, RequirementId>;

/**
 * Reports of a run in which all requirements conform, except the given changes. `null` is a test that never reported.
 */
export const reportsWith = (changes: Partial<Record<RequirementId, Partial<TestReport> | null>> = {}): TestReport[] =>
  requirements.flatMap(({ id, firmness }) => {
    const change = changes[id];
    if (change === null) return [];
    const observations =
      firmness === 'silent' ? [{ operation: 'onramp.initiate' as const, situation: 'success', fact: '201' }] : [];
    return [report(id, { observations, ...change })];
  });

const run: Omit<Results, 'reports'> = {
  plan: { target, seed: -1_234_567_890, profile: 'gate' },
  startedAt: '2026-11-21T02:00:00.000Z',
  endedAt: '2026-11-21T02:00:30.500Z',
  requests: { sent: 420, retried: 1, rateLimited: 0 },
  interrupted: false,
  gate: 'implied',
  crashed: [],
  harnessVersion: '0.1.0',
};

export const verdictOn = (reports: readonly TestReport[], change: Partial<Results> = {}): Verdict =>
  judge({ ...run, reports, ...change });

export const green = verdictOn(reportsWith());

export type Reports = NonNullable<Parameters<typeof reportsWith>[0]>;

export interface Made {
  readonly reports?: Reports;
  readonly results?: Partial<Results>;
  readonly change?: Partial<Verdict>;
}

/** A run with these reports and results; `change` replaces members of its verdict. */
export const made = ({ reports, results, change }: Made = {}): Verdict => {
  const isGreen = Object.keys({ ...reports, ...results }).length === 0;
  return { ...(isGreen ? green : verdictOn(reportsWith(reports), results)), ...change };
};

/** A run with these facts, in the form of the current version. */
export const saw = (facts: WrittenFacts, given: Made = {}): Verdict => {
  const own = Object.entries({ service: {}, ...facts }).map(([endpoint, of]) => [
    endpoint,
    endpoint === 'service' ? { 'kinds of facts': kindNames.join(', '), ...of } : { $: 'object', ...of },
  ]);
  return made({ ...given, change: { ...given.change, facts: Object.fromEntries(own) } });
};

export const broken = (id: RequirementId, ...findings: readonly Partial<Finding>[]): Reports => ({
  [id]: { findings: findings.length === 0 ? [finding()] : findings.map(finding) },
});

/** A run with every outcome except `waived`. */
export const mixedReports = (): TestReport[] =>
  reportsWith({
    [ids.stated]: {
      findings: [
        finding({
          case: '{"to":{"asset":"<text(4)#aa01>"}}',
          replay: { requirement: ids.stated, seed: 1_987_654_321, path: '0:1' },
        }),
      ],
    },
    [ids.implied]: {
      ...untestedBy('user', 'RAMP_MONEY_HOST is not set', ['RAMP_MONEY_HOST']),
      exchanges: [],
    },
    [ids.shown]: {
      findings: [
        finding({
          code: 'RULE_BROKEN',
          where: '$.pricing.fees.total_fees',
          expected: 'the sum',
          observed: 'decimal(2)',
        }),
      ],
    },
    'onramp.initiate/has-a-positive-rate': {
      ...failedBy('TRANSPORT_TIMEOUT', 'no answer within 10 s'),
      exchanges: [],
    },
    'onramp.initiate/nets-at-most-the-gross': null,
  });

export const mixedVerdict = (change: Partial<Results> = {}): Verdict => verdictOn(mixedReports(), change);

/** A run with only a few requirements: its reports are short, and do not change when the document has one more. */
export const fewOf = (reports: readonly TestReport[] = mixedReports(), change: Partial<Results> = {}) => {
  const verdict = verdictOn(reports, change);
  return {
    verdict: { ...verdict, requirements: verdict.requirements.filter(({ id }) => few.has(id)) },
    reports: reports.filter(({ requirement }) => few.has(requirement)),
  };
};
const few: ReadonlySet<string> = new Set<RequirementId>([
  ...Object.values(ids),
  'onramp.initiate/has-a-positive-rate',
  'onramp.initiate/nets-at-most-the-gross',
  'withdrawal.read/masks-the-address',
  'errors/carry-a-message',
]);

/** Text that attacks each form of output. */
export const hostile =
  '=HYPERLINK("http://evil.example")<img src=x onerror=alert(1)>\u001b]0;x\u0007\u202e|`*_[a](javascript:b)\ud800\n::error::owned ##[error]owned ##vso[x] ]]> &amp; \ufffe';

/** A verdict with hostile text in each place that a service or a setting can fill, and its reports. */
export const hostileReports = reportsWith({
  [ids.stated]: {
    findings: [finding({ where: `$.${hostile}`, expected: hostile, observed: hostile, case: hostile })],
    exchanges: [exchange({ failure: hostile })],
  },
  [ids.implied]: { reasons: untestedBy('user', hostile).reasons },
  [ids.silent]: { observations: [{ operation: 'onramp.initiate', situation: hostile, fact: hostile }] },
});
export const hostileVerdict = verdictOn(hostileReports, { crashed: [hostile], otherFailures: [hostile] });

export const waiver: KnownWaiver = {
  id: 'W1',
  requirement: ids.stated,
  finding: 'WRONG_STATUS',
  where: 'status',
  reason: 'fixed in June',
  owner: 'Ann',
  approvedBy: 'Bob',
  expires: '2027-01-31',
  daysLeft: 40,
};

/** Titles with their lines, as one text. */
export const titled = (all: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(all)
    .map(([title, lines]) => [title, ...lines].join('\n  '))
    .join('\n');
