import { expect, test } from 'vitest';
import type { RequirementId, TestReport } from '#contract';
import { createProgress } from '../run/gather.ts';
import { recordedTerminal } from '../testing/terminal.test.support.ts';

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
  traffic: { sent: 0, retried: 0, rateLimited: 0 },
});

const shown = (live: boolean): string => {
  const terminal = recordedTerminal([], { live });
  const progress = createProgress(terminal.out, 20);
  for (let done = 0; done < 19; done += 1) progress.show(reportOf('rails/named-takes-wire'));
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
  const progress = createProgress(terminal.out, 10);
  progress.show(reportOf('onramp.initiate/echoes-the-amount'));
  progress.end();
  expect(terminal.written.out).toBe(' 1/10 requirements, 0 deviating, at 6 onramp.initiate\n');
});

test('one line that is drawn over where a person watches, gone at the end', () => {
  expect(shown(true)).not.toContain('\n');
  expect(shown(true).endsWith('rails/named-takes-swift\r\u001b[2K')).toBe(true);
});
