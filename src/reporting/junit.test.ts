import { describe, expect, test } from 'vitest';
import { requirements } from '#contract';
import {
  finding,
  hostile,
  ids,
  mixedReports,
  mixedVerdict,
  reportsWith,
  verdictOn,
} from './example.test.support.ts';
import {
  caseOf,
  casesIn,
  countsOf,
  endOf,
  named,
  problemsOf,
  propertiesOf,
  readJunit,
} from './junit.test.support.ts';
import { renderJunit } from './junit.ts';
import type { KnownWaiver } from './verdict.ts';
import { readXml } from './xml.test.support.ts';

const waiverOf = (state: NonNullable<KnownWaiver['state']>, requirement: string): KnownWaiver => ({
  id: `W-${state.replaceAll(' ', '-')}`,
  requirement,
  finding: 'WRONG_STATUS',
  where: 'status',
  reason: 'fixed in June',
  owner: 'Ann',
  approvedBy: 'Bob',
  expires: '2026-12-31',
  daysLeft: 40,
  state,
});

describe('junit', () => {
  test('reports each outcome in the words of JUnit', () => {
    const root = readJunit(mixedVerdict());
    expect(root.attributes).toMatchObject({ tests: String(requirements.length), time: '30.500' });
    const ended = (id: string) => endOf(root, id);
    expect(ended(ids.stated)).toMatch(/^failure: WRONG_STATUS .*expected 400, actual 201/);
    expect(ended(ids.implied)).toBe('skipped: user: RAMP_MONEY_HOST is not set');
    expect(ended(ids.shown)).toBe('passed');
    expect(ended(ids.silent)).toBe('skipped: observed: the document promises nothing here');
    expect(ended('onramp.initiate/has-a-positive-rate')).toMatch(/^error: TRANSPORT_TIMEOUT/);
    expect(ended('onramp.initiate/nets-at-most-the-gross')).toBe('error: no test of it ran');
    const [failure] = named(caseOf(root, ids.stated), 'failure');
    expect(failure?.text).toMatch(
      /^Any other asset .*\nPOST \/v2\/ramp\/\{subaccountId\}\/banking\/onramp\/initiate, .+\nWRONG_STATUS .* \[replay \w{4}-\w{4}\]$/,
    );
    expect(propertiesOf(root, ids.shown)).toEqual([
      ['requirement', ids.shown],
      ['claim', expect.any(String)],
      ['firmness', 'shown'],
      ['outcome', 'drifts'],
    ]);
  });

  test('a waived deviation is left out, and says by which waiver', () => {
    const waiver = waiverOf('in force', ids.stated);
    const covers = (requirement: string) => (requirement === ids.stated ? waiver.id : undefined);
    const root = readJunit(mixedVerdict({ waivers: { given: [waiver], covers } }));
    expect(endOf(root, ids.stated)).toMatch(/^skipped: waived: .*\[waiver W-in-force\]/);
    expect(propertiesOf(root, ids.stated)).toContainEqual([
      'waiver',
      'waiver W-in-force in force, until 2026-12-31, owner Ann, approved by Bob: fixed in June',
    ]);
  });

  test('other failures of the run fail here too', () => {
    const given = [waiverOf('stale', ids.silent), waiverOf('not evaluated', ids.implied)];
    const root = readJunit(
      verdictOn(reportsWith(), {
        waivers: { given, covers: () => undefined },
        otherFailures: ['waiver W-stale is stale'],
      }),
    );
    expect(root.attributes).toMatchObject({ failures: '1', tests: String(requirements.length + 1) });
    expect(endOf(root, 'other-failure-1')).toBe('failure: waiver W-stale is stale');
    expect(propertiesOf(root, ids.implied).at(-1)?.[1]).toContain('W-not-evaluated not evaluated');
  });

  test('a deviation outside the gate passes with a note', () => {
    const reports = reportsWith({ [ids.implied]: { findings: [finding()] } });
    const root = readJunit(verdictOn(reports, { gate: 'stated' }));
    expect(endOf(root, ids.implied)).toBe('passed');
    expect(named(caseOf(root, ids.implied), 'system-out')[0]?.text).toContain('WRONG_STATUS');
  });

  test('a blocked requirement, and a required one without a test, is an error: this file alone may be the gate', () => {
    const kept = { untested: { by: 'service' as const, reason: 'refused' }, judgements: 0 };
    const left = { untested: { by: 'user' as const, reason: 'no role' }, judgements: 0 };
    const reports = reportsWith({ [ids.stated]: kept, [ids.implied]: left, [ids.shown]: kept });
    const open = readJunit(verdictOn(reports));
    expect(endOf(open, ids.stated)).toContain('error');
    expect(endOf(open, ids.implied)).toContain('skipped');
    expect(endOf(open, ids.shown)).toContain('skipped');
    const required = readJunit(verdictOn(reports, { required: new Set([ids.implied]) }));
    expect(endOf(required, ids.implied)).toContain('error');
    expect(problemsOf(required)).toEqual([]);
  });

  test('hostile text stays text', () => {
    const reports = reportsWith({
      [ids.stated]: { findings: [finding({ where: `$.${hostile}`, expected: hostile, observed: hostile })] },
      [ids.implied]: { untested: { by: 'user', reason: hostile } },
    });
    const root = readJunit(verdictOn(reports, { crashed: [hostile], otherFailures: [hostile] }));
    expect(endOf(root, ids.implied)).toContain('<img src=x onerror=alert(1)>');
  });

  test.each<[string, (text: string) => string]>([
    ['a count that is off', (text) => text.replace(/ failures="\d+"/, ' failures="7"')],
    ['a result of no kind', (text) => text.replaceAll('<failure ', '<fault ')],
    ['an attribute of no reader', (text) => text.replace('<testcase ', '<testcase file="x" ')],
    ['an ampersand', (text) => text.replace('message="', 'message="R&D ')],
    ['an element that stays open', (text) => text.replace('</testcase>', '')],
  ])('this test knows %s', (_, spoil) => {
    const text = renderJunit(verdictOn(mixedReports()));
    const read = () => {
      const root = readXml(spoil(text));
      const [cases, totals] = [countsOf(casesIn(root)), root.attributes];
      if (problemsOf(root).length > 0 || cases.failures !== totals.failures)
        throw new Error('not as the format');
    };
    expect(spoil(text)).not.toBe(text);
    expect(read).toThrow();
  });
});
