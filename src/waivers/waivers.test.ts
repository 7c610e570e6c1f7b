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

const patterns = { placesOverlap, textsOverlap, meansText };

test.each<[keyof typeof patterns, one: string, other: string, boolean]>([
  ['placesOverlap', '$.data[].id', '$.data[2].*', true],
  ['placesOverlap', '$.data[1].id', '$.data[2].*', false],
  ['placesOverlap', '$.data[].*', '$.data[].id', true],
  ['textsOverlap', 'text(*)', '*(4)', true],
  ['textsOverlap', 'text(*)', 'decimal(*)', false],
  ['meansText', 'decimal(*)', 'decimal(2)', true],
  ['meansText', 'decimal(*)', 'number', false],
  ['meansText', 'a*b*', 'a-b-c', true],
  ['meansText', '*ab', 'ab', true],
  ['meansText', 'ab*ba', 'aba', false],
])('%s %s %s: %s', (name, one, other, expected) => {
  expect(patterns[name](one, other)).toBe(expected);
});

test('a pattern of 600 stars is held to a text at once', () => {
  expect(meansText(`${'a*'.repeat(600)}b`, 'a'.repeat(5_000))).toBe(false);
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

/** The waivers of a file applied to a gate of today. */
const applied = (waivers: readonly Waiver[], report?: Partial<TestReport>, run: Partial<WaiversInRun> = {}) => {
  const reports = report === undefined ? [] : [reportWith(report)];
  return applyWaivers({ waivers, target: 'vendor.example', today, reports, profile: 'gate', ...run });
};

const showing = (operations: readonly OperationId[]): Partial<TestReport> => ({
  observedFacts: operations.map((operation) => ({ operation, aspect: 'member', of: ['$'], form: 'object', times: 1 })),
});

const ofAll = requirementOf('errors/repeat-the-status');

test.each<[string, Readonly<Record<string, unknown>>, Partial<WaiversInRun>, Partial<TestReport>, string]>([
  ['a gate', {}, {}, { cases: 20 }, 'stale'],
  ['a smoke tries less than a gate', {}, { profile: 'smoke' }, {}, 'not evaluated'],
  ['a smoke is enough where the waiver says so', { profile: 'smoke' }, { profile: 'smoke' }, {}, 'stale'],
  ['a gate tries less than a deep run', { profile: 'deep' }, {}, {}, 'not evaluated'],
  ['other cases were drawn', { profile: 'deep' }, { profile: 'deep', drawnAnew: true }, { cases: 20 }, 'not evaluated'],
  ['no case was drawn', { profile: 'deep' }, { profile: 'deep', drawnAnew: true }, {}, 'stale'],
  ['a narrowed run has all of one endpoint', {}, { narrowed: true }, {}, 'stale'],
  [
    'a narrowed run has few answers for a rule of all',
    { requirement: ofAll.id },
    { narrowed: true },
    {},
    'not evaluated',
  ],
  ['all endpoints of a rule were asked', { requirement: ofAll.id }, {}, showing(ofAll.operations), 'stale'],
  ['one endpoint was not', { requirement: ofAll.id }, {}, showing(ofAll.operations.slice(1)), 'not evaluated'],
])('a waiver is stale only where as much was tried: %s', (_name, change, run, report, state) => {
  const requirement = (change.requirement ?? entry().requirement) as RequirementId;
  const { standings } = applied(read(entry(change)), { ...showing(operationIds), requirement, ...report }, run);
  expect(standings[0]?.state).toBe(state);
});

describe('a waiver in a run', () => {
  const seen = { findings: [found] };
  test.each<[string, Partial<TestReport> | undefined, Partial<WaiversInRun>, string, failing: number]>([
    ['is in force', seen, {}, 'in force', 0],
    ['is in force on its last day', seen, { today: '2027-01-15' }, 'expiring', 0],
    ['expires', seen, { today: '2027-01-16' }, 'expired', 1],
    ['is stale', {}, {}, 'stale', 1],
    ['is stale next to another finding', { findings: [{ ...found, where: 'status' }] }, {}, 'stale', 1],
    ['was not evaluated: no report', undefined, {}, 'not evaluated', 0],
    ['was not evaluated: untested', { reasons: [reasonOf('NOT_SET', 'no role')] }, {}, 'not evaluated', 0],
    ['was not evaluated: no result', { reasons: [failureReason('TLS', 'x')] }, {}, 'not evaluated', 0],
    ['is of another target', seen, { target: 'other.example' }, 'not evaluated', 0],
  ])('%s', (_name, report, run, state, failing) => {
    const { standings, failures } = applied(read(entry()), report, run);
    expect(standings.map((each) => each.state)).toEqual([state]);
    expect(failures).toHaveLength(failing);
  });

  test('covers one finding and not another of the same test, and nothing once it has ended', () => {
    const { covers } = applied(read(entry()), seen);
    expect(covers('onramp.initiate/echoes-the-amount', found)).toBe('W-1');
    expect(covers('onramp.initiate/echoes-the-amount', { ...found, observed: 'number' })).toBeUndefined();
    expect(covers('onramp.initiate/echoes-the-reference', found)).toBeUndefined();
    const ended = applied(read(entry()), seen, { today: '2027-01-16' });
    expect(ended.covers('onramp.initiate/echoes-the-amount', found)).toBeUndefined();
  });

  test('matches by the code that 0.4.0 had for a refusal that did not come', () => {
    const requirement = 'rails/named-refuses-ach';
    const waiver = { requirement, where: 'status', observed: '201' };
    const served = { ...found, code: 'NOT_REFUSED', where: 'status', observed: '201' };
    const earlier = entry({ ...waiver, finding: 'ACCEPTED' });
    const { covers } = applied(read(earlier), { requirement, findings: [served] });
    expect(covers(requirement, served)).toBe('W-1');
    const twice = textOf(earlier, entry({ ...waiver, id: 'W-2', finding: 'NOT_REFUSED' }));
    expect(refusal(twice)).toContain('overlaps with waiver W-1');
  });

  test.each([
    ['another amount', 'W-1'],
    ['a fall', undefined],
  ])('matches by what 0.4.0 observed of a balance that moved: %s', (observed, waiver) => {
    const requirement = 'balances.read/stands-still-after-initiations';
    const place = { where: '$.balances', requirement };
    const moved = { ...found, code: 'BALANCE_MOVED', where: '$.balances', observed: 'a balance moved' };
    const waivers = read(entry({ ...place, finding: 'BALANCE_MOVED', observed }));
    expect(applied(waivers, { requirement, findings: [moved] }).covers(requirement, moved)).toBe(waiver);
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
      return applied(waivers, { findings: [one] }).covers('onramp.initiate/echoes-the-amount', one) !== undefined;
    };
    const filled = drafted.map(({ id, observed: pattern }) => entry({ id, observed: pattern }));
    // 0.4.0 wrote the forms as they stand in the finding.
    for (const waivers of [read(...filled), read(entry({ observed }))]) {
      for (const text of covered) expect(formOf(waivers, text)).toBe(true);
      if (other !== '') expect(formOf(waivers, other)).toBe(false);
    }
  });
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
