import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OperationId, operationIds, type RequirementId, requirementOf } from '#contract';
import { Refused } from '#lib';
import { type Finding, failureReason, reasonOf, type TestReport } from '#run';
import { expectPublished } from '../../schemas/published.test.support.ts';
import { meansPlace, meansText, placesOverlap, textsOverlap } from './patterns.ts';
import { applyWaivers, draftWaivers, parseWaivers, type Waiver, type WaiversInRun, waiverFileForm } from './waivers.ts';

const today = '2026-11-21';

const entry = (change: Readonly<Record<string, unknown>> = {}) => ({
  id: 'W-1',
  requirement: 'onramp.initiate/echoes-the-amount',
  finding: 'RULE_BROKEN',
  where: '$.from.amount',
  observed: 'decimal(*)',
  targets: ['vendor.example'],
  reason: 'The vendor answers in cents until its next release.',
  owner: 'Ana',
  approvedBy: 'Rui',
  approvedOn: '2026-11-01',
  expires: '2027-01-15',
  ...change,
});

const textOf = (...waivers: readonly object[]): string => JSON.stringify({ format: 1, waivers }, null, 2);

const read = (...waivers: readonly object[]): readonly Waiver[] =>
  parseWaivers(textOf(...waivers), 'waivers.json', today);

const refusal = (text: string): string => {
  try {
    parseWaivers(text, 'waivers.json', today);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    return (error as Error).message;
  }
};

test('the JSON Schema for editors is up to date (vitest -u writes it)', async () => {
  await expectPublished(join(import.meta.dirname, 'waivers.schema.json'), waiverFileForm);
});

describe('a file is refused with line and reason', () => {
  test.each<[string, string, string]>([
    ['torn', textOf(entry()).slice(0, 120), 'waivers.json:6 is not valid JSON'],
    [
      'with a merge conflict',
      textOf(entry()).replace('    {', '<<<<<<< ours\n    {'),
      'waivers.json:4 is the mark of a merge',
    ],
    ['another format', '{\n  "format": 2,\n  "waivers": []\n}', 'waivers.json:2 format: must be 1'],
    ['no format', '{\n  "waivers": []\n}', 'waivers.json:1 format: is missing, and must be 1'],
    ['a list', '[]', 'waivers.json:1 the file: is a list, and must be an object: { "format": 1'],
    ['a number as name', textOf(entry({ owner: 7 })), 'waiver W-1, owner: is a number, and must be a text'],
    ['another profile', textOf(entry({ profile: 'all' })), 'profile: must be one of smoke, gate, deep'],
    ['a stranger', textOf(entry({ severity: 'low' })), 'waiver W-1, severity: is no member'],
    ['a slip', textOf(entry({ tickets: 'A-1' })), 'tickets: is no member of a waiver file; did you mean ticket'],
    ['a missing member', textOf(entry({ owner: undefined })), 'waiver W-1, owner: is missing, and must be a text'],
    ['a wrong day', textOf(entry({ expires: '2027-02-30' })), 'waivers.json:17 waiver W-1, expires'],
    [
      'an unknown requirement',
      textOf(entry({ requirement: 'onramp.initiate/echoes-the-amout' })),
      'no requirement is called onramp.initiate/echoes-the-amout; did you mean onramp.initiate/echoes-the-amount',
    ],
    ['the same id twice', textOf(entry(), entry({ where: '$.x' })), 'is the id of an earlier waiver'],
    ['an overlap', textOf(entry(), entry({ id: 'W-2', observed: 'decimal(0)' })), 'overlaps with waiver W-1'],
    ['too long', textOf(entry({ expires: '2027-02-01' })), '92 days after the approval'],
    ['its own approval', textOf(entry({ approvedBy: ' ana ' })), 'is the owner'],
    ['an approval to come', textOf(entry({ approvedOn: '2026-11-22' })), 'lies in the future'],
    ['an end before the approval', textOf(entry({ expires: '2026-10-31' })), 'lies before the approval'],
    ['a URL as target', textOf(entry({ targets: ['https://a.example/'] })), 'such as a.example'],
    ['two lines in a name', textOf(entry({ owner: 'A\nB' })), 'must be one line'],
  ])('%s', (_name, text, message) => expect(refusal(text)).toContain(message));

  test('all problems at once', () => {
    const [, ...problems] = refusal(textOf(entry({ approvedBy: 'Ana' }), entry({ expires: '2027-12-01' }))).split('\n');
    expect(problems).toHaveLength(4);
  });

  test.each<[RequirementId, string, string]>([
    ['onramp.initiate/refuses-a-missing-key', 'NOT_REFUSED', 'authentication'],
    ['errors/speak-of-the-key', 'WRONG_MESSAGE', 'authentication'],
    ['errors/hide-the-inside', 'INSIDE_SHOWN', 'a leak'],
    ['onramp.initiate/echoes-the-amount', 'SEC_KEY_ECHO', 'a leak'],
    ['offramp.list/keeps-subaccounts-apart', 'FOREIGN_ITEM', 'a leak'],
    ['http/does-not-redirect', 'PROTO_REDIRECT', 'a redirect'],
  ])('%s %s can never be waived', (requirement, finding, kind) =>
    expect(refusal(textOf(entry({ requirement, finding })))).toContain(`${kind} can never be waived`),
  );
});

test.each([
  ['$.data[].id', '$.data[3].id', true],
  ['$.data[].id', '$.data[].id', true],
  ['$.data[3].id', '$.data[4].id', false],
  ['$.*.id', '$.data.id', true],
  ['$.*.id', '$.data.inner.id', false],
  ['$.data', '$.data.id', false],
  ['status', 'status', true],
  ['header date', 'header etag', false],
])('the place %s means %s: %s', (pattern, where, means) => expect(meansPlace(pattern, where)).toBe(means));

test('patterns know what they share', () => {
  expect(placesOverlap('$.data[].id', '$.data[2].*')).toBe(true);
  expect(placesOverlap('$.data[1].id', '$.data[2].*')).toBe(false);
  expect(placesOverlap('$.data[].*', '$.data[].id')).toBe(true);
  expect(meansText('decimal(*)', 'decimal(2)')).toBe(true);
  expect(meansText('decimal(*)', 'number')).toBe(false);
  expect(textsOverlap('text(*)', '*(4)')).toBe(true);
  expect(textsOverlap('text(*)', 'decimal(*)')).toBe(false);
});

const found: Finding = {
  code: 'RULE_BROKEN',
  operation: 'onramp.initiate',
  where: '$.from.amount',
  expected: 'as sent',
  observed: 'decimal(2)',
};

const reportWith = (change: Partial<TestReport>): TestReport => ({
  requirement: 'onramp.initiate/echoes-the-amount',
  findings: [],
  observations: [],
  exchanges: [],
  judgements: 1,
  ...change,
});

const account = (reports: readonly TestReport[], at = today, target = 'vendor.example') =>
  applyWaivers({ waivers: read(entry()), target, today: at, reports, profile: 'gate' });

const everyOperation = operationIds.map((operation) => ({
  operation,
  aspect: 'member' as const,
  of: ['$'],
  form: 'object',
  times: 1,
}));

test.each<[string, Readonly<Record<string, unknown>>, Partial<WaiversInRun>, Partial<TestReport>, string]>([
  ['a gate', {}, { profile: 'gate' }, { cases: 20 }, 'stale'],
  ['a smoke tries less than a gate', {}, { profile: 'smoke' }, {}, 'not evaluated'],
  ['a smoke is enough where the waiver says so', { profile: 'smoke' }, { profile: 'smoke' }, {}, 'stale'],
  ['a gate tries less than a deep run', { profile: 'deep' }, { profile: 'gate' }, {}, 'not evaluated'],
  ['other cases were drawn', { profile: 'deep' }, { profile: 'deep', drawnAnew: true }, { cases: 20 }, 'not evaluated'],
  ['no case was drawn', { profile: 'deep' }, { profile: 'deep', drawnAnew: true }, {}, 'stale'],
  ['a narrowed run has all of one endpoint', {}, { narrowed: true }, {}, 'stale'],
  [
    'a narrowed run has few answers for a rule of all',
    { requirement: 'errors/repeat-the-status' },
    { narrowed: true },
    {},
    'not evaluated',
  ],
])('a waiver is stale only where as much was tried: %s', (_name, change, run, report, state) => {
  const [waiver] = read(entry(change));
  const requirement = waiver?.requirement as RequirementId;
  const reports = [reportWith({ requirement, observedFacts: everyOperation, ...report })];
  const given = { waivers: read(entry(change)), target: 'vendor.example', today, reports, profile: 'gate' as const };
  expect(applyWaivers({ ...given, ...run }).standings[0]?.state).toBe(state);
});

describe('a waiver in a run', () => {
  test.each<[string, ReturnType<typeof account>, string, number]>([
    ['is in force', account([reportWith({ findings: [found] })]), 'in force', 0],
    ['is in force on its last day', account([reportWith({ findings: [found] })], '2027-01-15'), 'expiring', 0],
    ['expires', account([reportWith({ findings: [found] })], '2027-01-16'), 'expired', 1],
    ['is stale', account([reportWith({})]), 'stale', 1],
    [
      'is stale next to another finding',
      account([reportWith({ findings: [{ ...found, where: 'status' }] })]),
      'stale',
      1,
    ],
    ['was not evaluated: no report', account([]), 'not evaluated', 0],
    [
      'was not evaluated: untested',
      account([reportWith({ reasons: [reasonOf('NOT_SET', 'no role')] })]),
      'not evaluated',
      0,
    ],
    [
      'was not evaluated: no result',
      account([reportWith({ reasons: [failureReason('TLS', 'x')] })]),
      'not evaluated',
      0,
    ],
    ['is of another target', account([reportWith({ findings: [found] })], today, 'other.example'), 'not evaluated', 0],
  ])('%s', (_name, { standings, failures }, state, failing) => {
    expect(standings.map((each) => each.state)).toEqual([state]);
    expect(failures).toHaveLength(failing);
  });

  test('covers one finding and not another of the same test', () => {
    const { covers } = account([reportWith({ findings: [found] })]);
    expect(covers('onramp.initiate/echoes-the-amount', found)).toBe('W-1');
    expect(covers('onramp.initiate/echoes-the-amount', { ...found, observed: 'number' })).toBeUndefined();
    expect(covers('onramp.initiate/echoes-the-reference', found)).toBeUndefined();
  });

  test('matches by the code that 0.4.0 had for a refusal that did not come', () => {
    const waiver = { requirement: 'rails/named-refuses-ach', where: 'status', observed: '201' };
    const waivers = read(entry({ ...waiver, finding: 'ACCEPTED' }));
    const served = { ...found, code: 'NOT_REFUSED', where: 'status', observed: '201' };
    const reports = [reportWith({ requirement: 'rails/named-refuses-ach', findings: [served] })];
    const applied = applyWaivers({ waivers, target: 'vendor.example', today, reports, profile: 'gate' });
    expect(applied.covers('rails/named-refuses-ach', served)).toBe('W-1');
    const twice = textOf(
      entry({ ...waiver, finding: 'ACCEPTED' }),
      entry({ ...waiver, id: 'W-2', finding: 'NOT_REFUSED' }),
    );
    expect(refusal(twice)).toContain('overlaps with waiver W-1');
  });

  test('matches by what 0.4.0 observed of a balance that moved', () => {
    const requirement = 'balances.read/stands-still-after-initiations';
    const waiver = { requirement, finding: 'BALANCE_MOVED', where: '$.balances', observed: 'another amount' };
    const moved = { ...found, code: 'BALANCE_MOVED', where: '$.balances', observed: 'a balance moved' };
    const of = (observed: string) =>
      applyWaivers({
        waivers: read(entry({ ...waiver, observed })),
        target: 'vendor.example',
        today,
        reports: [reportWith({ requirement, findings: [moved] })],
        profile: 'gate',
      }).covers(requirement, moved);
    expect([of('another amount'), of('a fall')]).toEqual(['W-1', undefined]);
  });

  test.each([
    ['text(16), text(17)', ['text(*)'], ['text(16)', 'text(17)'], 'number'],
    ['decimal(9), decimal(11), decimal(14), decimal(13) and 3 more', ['decimal(*)'], ['decimal(2)'], 'number'],
    ['missing, null', ['missing', 'null'], ['missing', 'null'], 'number'],
    ['missing, null, number, date and 1 more', ['*'], ['true'], ''],
    ['usd fell (1 onramp, 1 offramp)', ['usd fell (1 onramp, 1 offramp)'], ['usd fell (1 onramp, 1 offramp)'], 'usd'],
  ])('a draft of %s accepts each of its forms', (observed, patterns, covered, other) => {
    const run = { target: 'vendor.example', profile: 'gate' } as const;
    const { drafted } = draftWaivers([{ ...found, requirement: 'onramp.initiate/echoes-the-amount', observed }], run);
    expect(drafted.map((each) => each.observed)).toEqual(patterns);
    const formOf = (waivers: readonly Waiver[], text: string) => {
      const one = { ...found, observed: text };
      const { covers } = applyWaivers({ ...run, waivers, today, reports: [reportWith({ findings: [one] })] });
      return covers('onramp.initiate/echoes-the-amount', one) !== undefined;
    };
    const filled = drafted.map(({ id, observed: pattern }) => entry({ id, observed: pattern }));
    // 0.4.0 wrote the forms as they stand in the finding.
    for (const waivers of [read(...filled), read(entry({ observed }))]) {
      for (const text of covered) expect(formOf(waivers, text)).toBe(true);
      if (other !== '') expect(formOf(waivers, other)).toBe(false);
    }
  });

  test('covers nothing once it has ended', () => {
    const { covers } = account([reportWith({ findings: [found] })], '2027-01-16');
    expect(covers('onramp.initiate/echoes-the-amount', found)).toBeUndefined();
  });
});

test('a waiver for a rule across endpoints is stale only where all of them were asked', () => {
  const requirement = 'errors/repeat-the-status';
  const waivers = read(entry({ requirement, finding: 'WRONG_STATUS_CODE', where: '$.statusCode' }));
  const stateAfter = (asked: readonly OperationId[]) => {
    const observedFacts = asked.map((operation) => ({
      operation,
      aspect: 'member' as const,
      of: ['$'],
      form: 'object',
      times: 1,
    }));
    const reports = [reportWith({ requirement, observedFacts })];
    return applyWaivers({ waivers, target: 'vendor.example', today, reports, profile: 'gate' }).standings[0]?.state;
  };
  const { operations } = requirementOf(requirement);
  expect(stateAfter(operations)).toBe('stale');
  expect(stateAfter(operations.slice(1))).toBe('not evaluated');
});

test('a pattern of 600 stars is held to a text at once', () => {
  expect(meansText(`${'a*'.repeat(600)}b`, 'a'.repeat(5_000))).toBe(false);
  expect(meansText('a*b*', 'a-b-c')).toBe(true);
  expect(meansText('*ab', 'ab')).toBe(true);
  expect(meansText('ab*ba', 'aba')).toBe(false);
});

test('more findings than a file of waivers may hold are not drafted', () => {
  const findings = Array.from({ length: 501 }, (_, at) => ({
    requirement: 'onramp.initiate/echoes-the-amount',
    code: 'RULE_BROKEN',
    where: `$.place${at}`,
    observed: 'decimal(2)',
  }));
  const of = { target: 'vendor.example', profile: 'gate' } as const;
  expect(draftWaivers(findings.slice(1), of).drafted).toHaveLength(500);
  expect(() => draftWaivers(findings, of)).toThrow('more than 500 waivers, the limit of a file');
});
