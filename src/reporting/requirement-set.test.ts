import { expect, test } from 'vitest';
import { catalogueVersion, goneFrom, inSet, requirements } from '#contract';
import { requirementResult } from './allure/requirement-result.ts';
import { causeGroups } from './causes.ts';
import { brokenIn } from './compliance/broken.ts';
import { finding, reportsWith, verdictOn } from './example.test.support.ts';
import { isGated } from './gate.ts';
import { renderJunit } from './junit.ts';
import { reasonsOf } from './remarks.ts';

const younger = 'authentication/has-no-way-round';
const broken = { findings: [finding({ operation: 'balances.read' })] };
const inOld = { requirementSet: '0.2.0' };

test('what is younger than the chosen set is reported, and counts for nothing', () => {
  const reports = reportsWith({ [younger]: broken });
  expect(verdictOn(reports)).toMatchObject({
    verdict: 'deviates',
    exitCode: 1,
    requirementSet: catalogueVersion,
  });
  const old = verdictOn(reports, inOld);
  expect(old).toMatchObject({ verdict: 'conforms', exitCode: 0, requirementSet: '0.2.0' });
  expect(old.goneFromSet).toEqual(goneFrom('0.2.0'));
  const reasons = reasonsOf(old).join('\n');
  expect(reasons).toMatch(
    new RegExp(`Younger than the chosen set 0.2.0, and not counted: \\d+, 1 not met: ${younger}`),
  );
  expect(reasons).toMatch(/Ruled otherwise since the chosen set 0.2.0, and not counted: \d+$/m);
  expect(renderJunit(old)).toMatch(/failures="0"/);
  const judged = old.requirements.find(({ id }) => id === younger);
  expect(judged).toMatchObject({ outcome: 'deviates', since: catalogueVersion, outOfSet: 'younger' });
  const shown = judged && requirementResult(judged, { verdict: old, proof: undefined, place: 0 });
  expect(shown).toMatchObject({ status: 'skipped' });
  expect(causeGroups(old).map(({ title }) => title)).toEqual([
    'Not counted by the chosen set of requirements',
  ]);
  expect(brokenIn(old)).toEqual([]);
});

test.each([
  [{ untested: { by: 'service' as const, reason: 'none' }, judgements: 0 }],
  [{ broken: { code: 'TRANSPORT_TIMEOUT', message: 'none' }, judgements: 0 }],
])('a younger requirement that could not be tested leaves no older set open: %j', (report) => {
  expect(verdictOn(reportsWith({ [younger]: report })).exitCode).toBe(3);
  expect(verdictOn(reportsWith({ [younger]: report }), inOld).exitCode).toBe(0);
});

test('a firmness of today counts as that of the chosen set', () => {
  const stated = { 'versions/refuse-the-other-body-in-v1': broken } as const;
  const gate = { gate: 'stated' } as const;
  expect(verdictOn(reportsWith(stated), gate).exitCode).toBe(1);
  expect(verdictOn(reportsWith(stated), { ...gate, ...inOld }).exitCode).toBe(0);
  expect(verdictOn(reportsWith(stated), inOld).exitCode).toBe(1);
});

test('the coverage is that of the older set', () => {
  const counted = requirements.map((each) => inSet(each, '0.2.0')).filter((each) => isGated(each, 'implied'));
  expect(verdictOn(reportsWith(), inOld).coverage).toMatchObject({
    judged: counted.length,
    judgeable: counted.length,
  });
});
