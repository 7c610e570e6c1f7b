import { expect, test } from 'vitest';
import { labelsOf } from './allure/results.ts';
import { renderCompliance } from './compliance/compliance.ts';
import { closingText } from './console.ts';
import { renderEvidence } from './evidence.ts';
import { mixedReports, mixedVerdict } from './example.test.support.ts';
import { renderFindings } from './findings-page.ts';
import { renderJunit } from './junit.ts';
import { renderSummary } from './summary.ts';

const verdict = mixedVerdict({ release: 'X-2.15 <b>' });

test.each([
  ['console', closingText({ verdict, colour: false, width: 120, verbose: false, quiet: true })],
  ['summary.md', renderSummary(verdict)],
  ['findings.md', renderFindings(verdict)],
  ['junit.xml', renderJunit(verdict)],
  ['evidence.csv', renderEvidence(verdict, mixedReports())],
  ['compliance.html', renderCompliance({ verdict, digests: [], proof: undefined })],
])('%s names the release', (file, text) => {
  expect(text).toContain('X-2.15');
  if (file.endsWith('ml')) expect(text).not.toContain('<b>');
});

test('results of Allure have it as a label', () => {
  const [first] = verdict.requirements;
  expect(first && labelsOf(first, verdict)).toContainEqual({ name: 'release', value: 'X-2.15 <b>' });
});

test('a run has an id, and the same when it is judged again', () => {
  expect(mixedVerdict().runId).toBe(mixedVerdict({ gate: 'shown' }).runId);
  expect(mixedVerdict({ startedAt: '2026-11-22T02:00:00.000Z' }).runId).not.toBe(mixedVerdict().runId);
});
