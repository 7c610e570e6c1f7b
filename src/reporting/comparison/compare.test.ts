import { describe, expect, test } from 'vitest';
import { mixedVerdict } from '../example.test.support.ts';
import type { JudgedFinding, JudgedRequirement, Verdict } from '../verdict.ts';
import { compareVerdicts, comparisonText, isWorse } from './compare.ts';
import { renderComparison } from './comparison-page.ts';

const finding = (id: string): JudgedFinding => ({
  id,
  code: 'WRONG_STATUS',
  operation: 'balances.read',
  where: 'status',
  expected: '200',
  observed: '500 <b>&"',
});

const requirement = (
  outcome: JudgedRequirement['outcome'],
  findings: readonly JudgedFinding[] = [],
): JudgedRequirement => ({
  id: 'balances.read/answers-with-its-record',
  firmness: 'stated',
  section: 'Endpoints: 4',
  endpoints: [4],
  claim: 'Balances are read.',
  outcome,
  findings: [...findings],
});

const verdictOf = (...requirements: readonly JudgedRequirement[]): Verdict => ({
  ...mixedVerdict(),
  facts: {},
  requirements: [...requirements],
});

const groupsOf = (before: readonly JudgedRequirement[], after: readonly JudgedRequirement[]) => {
  const { newlyDeviating, lost, fixed, gained, drifting, ...rest } = compareVerdicts(
    verdictOf(...before),
    verdictOf(...after),
  );
  const groups = { newlyDeviating, lost, fixed, gained, drifting };
  const filled = Object.entries(groups).filter(([, of]) => of.length > 0);
  return { groups: filled.map(([name]) => name), worse: isWorse({ ...groups, ...rest }) };
};

const one = finding('bbbb-cccc');
const other = finding('dddd-ffff');

describe('a requirement that changed', () => {
  test.each<[string, JudgedRequirement[], JudgedRequirement[], string | undefined, boolean]>([
    ['broke', [requirement('conforms')], [requirement('deviates', [one])], 'newlyDeviating', true],
    ['was not tested', [requirement('untested')], [requirement('deviates', [one])], 'newlyDeviating', true],
    [
      'has a further finding',
      [requirement('deviates', [one])],
      [requirement('deviates', [one, other])],
      'newlyDeviating',
      true,
    ],
    [
      'deviates as before',
      [requirement('deviates', [one, other])],
      [requirement('deviates', [one])],
      undefined,
      false,
    ],
    ['was waived', [requirement('deviates', [one])], [requirement('waived', [one])], undefined, false],
    ['was fixed', [requirement('deviates', [one])], [requirement('conforms')], 'fixed', false],
    [
      'deviated and is now untested',
      [requirement('deviates', [one])],
      [requirement('untested')],
      'lost',
      true,
    ],
    ['got no answer', [requirement('conforms')], [requirement('broken')], 'lost', true],
    ['left the catalogue', [requirement('conforms')], [], 'lost', true],
    ['was added', [], [requirement('conforms')], 'gained', false],
    ['was added and is not tested', [], [requirement('untested')], undefined, false],
    ['drifts now', [requirement('conforms')], [requirement('drifts', [one])], 'drifting', false],
    ['is the same', [requirement('conforms')], [requirement('conforms')], undefined, false],
  ])('that %s', (_name, before, after, group, worse) => {
    expect(groupsOf(before, after)).toEqual({ groups: group === undefined ? [] : [group], worse });
  });
});

test('facts that were never promised are compared too', () => {
  const [before, after] = [verdictOf(), verdictOf()];
  before.facts = { 'balances.read': { '$.status': 'text req' } };
  after.facts = { 'balances.read': { '$.status': 'text req', '$.extra': 'num req' } };
  expect(compareVerdicts(before, after).facts).toMatchObject([{ class: 'additive', fact: '$.extra' }]);
});

test('console and page show each difference, and escape what the service named', () => {
  const verdicts: [Verdict, Verdict] = [
    verdictOf(requirement('conforms')),
    verdictOf(requirement('deviates', [one])),
  ];
  const comparison = compareVerdicts(...verdicts);
  const text = comparisonText(comparison);
  expect(text).toContain('balances.read/answers-with-its-record: conforms -> deviates');
  expect(text).toContain('1 newly deviating, 0 lost, 0 fixed, 0 gained, 0 newly drifting');
  const page = renderComparison(comparison, verdicts);
  expect(page).toMatch(/aria-label="1 kept".*aria-label="1 broken"/s);
  expect(page).toContain('500 &lt;b&gt;&amp;');
  expect(page).not.toMatch(/<script|<b>/);
});
