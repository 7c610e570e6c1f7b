import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareRuns } from './comparison/compare-runs.ts';
import { matrixOf } from './comparison/matrix.ts';
import { LaterFormat } from './earlier-form.ts';
import { findingId } from './finding.ts';
import { parseLine, runOf } from './kept-run.ts';
import { lastRunText } from './last-run.ts';
import { gapsOf } from './remarks.ts';
import { renderSummary } from './summary.ts';
import { parseVerdict } from './verdict.ts';

/** A verdict and a line of the history as version 0.4.0 wrote them, with one requirement of each outcome that it had. */
const kept = JSON.parse(readFileSync(new URL('./format-1.test.json', import.meta.url), 'utf8'));

const [unanswered, untried] = ['balances.read/stands-still-on-a-quiet-account', 'subaccount.read/names-a-country-once'];

test('a verdict of format 1 is read: broken and unproven have no result, and the code says why', () => {
  const verdict = parseVerdict(kept.verdict);
  expect(verdict.format).toBe(2);
  expect(verdict.counts).toEqual({
    conforms: 1,
    deviates: 1,
    drifts: 0,
    observed: 1,
    waived: 0,
    untested: 0,
    'no-result': 2,
  });
  const of = (id = '') => verdict.requirements.find((each) => each.id === id);
  expect(of(unanswered)).toMatchObject({ outcome: 'no-result', code: 'BUDGET_SPENT' });
  expect(of(untried)).toMatchObject({ outcome: 'no-result', code: 'INTERRUPTED' });
  const [found] = of('rails/named-refuses-ach')?.findings ?? [];
  expect(found).toMatchObject({ code: 'NOT_REFUSED', id: 'bbhd-cxfz', risk: 'critical' });
  expect(found && findingId('rails/named-refuses-ach', found)).toBe('bbhd-cxfz');
  expect(verdict.waivers).toMatchObject([{ finding: 'NOT_REFUSED' }]);
  expect(parseVerdict(verdict)).toEqual(verdict);
});

test('what reports, compares and explains runs takes a verdict of format 1', () => {
  const verdict = parseVerdict(kept.verdict);
  expect(gapsOf(verdict)).toEqual([
    'the run reached a limit of its own and did not test 1 example',
    'no test ran for 1 promise',
  ]);
  expect(renderSummary(verdict)).toContain('## No result');
  expect(lastRunText(verdict, untried ?? '')).toContain('no result');
  expect(compareRuns(verdict, verdict).service).toEqual([]);
  expect(matrixOf([verdict, verdict]).promises).toMatchObject([
    { cells: ['broken (answered 201)', 'broken (answered 201)'] },
  ]);
});

test('a line of the history of format 1 is read', () => {
  const line = parseLine(kept.line);
  expect(line).toMatchObject({ format: 2, counts: { 'no-result': 2 } });
  expect(line?.outcomes.map(({ outcome }) => outcome)).toEqual([
    'deviates',
    'no-result',
    'no-result',
    'conforms',
    'observed',
  ]);
  expect(line?.findings).toMatchObject([{ code: 'NOT_REFUSED', id: 'bbhd-cxfz' }]);
  const verdict = parseVerdict(kept.verdict);
  const run = line && runOf(line);
  expect(run && compareRuns(run, verdict).service).toEqual([]);
});

test('a later format is refused with what to do', () => {
  const read = () => parseVerdict({ ...kept.verdict, format: 3 });
  expect(read).toThrow(LaterFormat);
  expect(read).toThrow('has format 3; this version reads the formats 1 and 2: update ramp-conformance');
});
