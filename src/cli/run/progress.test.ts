import { expect, test } from 'vitest';
import { type RequirementId, requirements } from '#contract';
import type { TestReport } from '#run';
import { recordedTerminal } from '../testing/terminal.test.support.ts';
import { createProgress } from './announce.ts';

const reportOf = (requirement: RequirementId, findings = 0): TestReport => ({
  requirement,
  findings: Array.from({ length: findings }, () => ({
    code: 'X',
    operation: 'onramp.initiate' as const,
    where: '$',
    expected: '',
    observed: '',
  })),
  observations: [],
  exchanges: [],
  judgements: 1,
});

const asked = requirements.slice(0, 18).map(({ id }) => id);

const shown = (live: boolean): string => {
  const terminal = recordedTerminal([], { live });
  const own = ['rails/named-takes-wire', 'rails/named-takes-swift'];
  const progress = createProgress(terminal.out, [...asked, ...own]);
  for (const id of asked) progress.show(reportOf(id));
  progress.show(reportOf('rails/named-takes-wire'));
  progress.show(reportOf('rails/named-takes-swift', 2));
  progress.end();
  return terminal.written.out;
};

test('plain lines where nobody watches, and few', () => {
  const lines = shown(false).trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('20/20 requirements, 1 deviating, at rules across endpoints');
});

test('a plain line names the endpoint it is at', () => {
  const terminal = recordedTerminal([], { live: false });
  const progress = createProgress(terminal.out, ['onramp.initiate/echoes-the-amount', ...asked.slice(0, 9)]);
  // A rule that is judged alongside has no place among those that were asked for.
  progress.show(reportOf('http/sends-json'));
  progress.show(reportOf('onramp.initiate/echoes-the-amount'));
  progress.end();
  expect(terminal.written.out).toBe(' 1/10 requirements, 0 deviating, at 6 onramp.initiate\n');
});

test('one line that is drawn over where a person watches, gone at the end', () => {
  expect(shown(true)).not.toContain('\n');
  expect(shown(true).endsWith('rails/named-takes-swift\r\u001b[2K')).toBe(true);
});
