import { expect, test } from 'vitest';
import { type RequirementId, requirements } from '#contract';
import type { TestReport } from '#run';
import { recordedTerminal } from '../../testing/terminal.test.support.ts';
import { createProgress } from './progress.ts';

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

const own: readonly RequirementId[] = ['rails/named-takes-wire', 'rails/named-takes-swift'];

/** A progress whose clock and requests the test moves. */
const progressOn = (options: { readonly live: boolean; readonly width?: number }) => {
  const terminal = recordedTerminal([], options);
  const at = { ms: 0, sent: 10, waiting: undefined as string | undefined };
  const progress = createProgress(terminal.out, () => at.ms);
  const begin = (ids: readonly string[] = [...asked, ...own]) =>
    progress.begin({ asked: ids, expected: 110, state: () => ({ sent: at.sent, waiting: at.waiting }) });
  /** The line that is seen now. */
  const seen = () => terminal.written.out.split('\u001b[2K').at(-1) ?? '';
  return { terminal, at, progress, begin, seen };
};

test('plain lines where nobody watches, and few', () => {
  const { terminal, progress, begin, at } = progressOn({ live: false });
  begin();
  for (const id of asked) progress.show(reportOf(id));
  progress.show(reportOf('rails/named-takes-wire'));
  at.ms = 1_500;
  progress.show(reportOf('rails/named-takes-swift', 2));
  progress.end();
  const lines = terminal.written.out.trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('20/20 tested, 2 s, 1 broken, at rules across endpoints');
});

test('a plain line names the endpoint it is at', () => {
  const { terminal, progress, begin } = progressOn({ live: false });
  begin(['onramp.initiate/echoes-the-amount', ...asked.slice(0, 9)]);
  // A rule that is judged alongside has no place among those that were asked for.
  progress.show(reportOf('http/sends-json'));
  progress.show(reportOf('onramp.initiate/echoes-the-amount'));
  progress.end();
  expect(terminal.written.out).toBe(' 1/10 tested, 1 s, 0 broken, at 6 onramp.initiate\n');
});

test('a requirement that is looked at again counts once, as it ended', () => {
  const { progress, begin, seen } = progressOn({ live: true });
  begin(own);
  progress.show(reportOf('rails/named-takes-wire', 1));
  expect(seen()).toContain('1/2 tested, 1 s, 1 broken');
  progress.show(reportOf('rails/named-takes-wire'));
  expect(seen()).toContain('1/2 tested, 1 s, 0 broken');
});

test('one line that is drawn over where a person watches, gone at the end', () => {
  const { terminal, progress, begin, seen } = progressOn({ live: true });
  begin();
  for (const id of own) progress.show(reportOf(id));
  expect(seen()).toMatch(/rails\/named-takes-swift$/);
  progress.end();
  expect(terminal.written.out).not.toContain('\n');
  expect(seen()).toBe('');
});

test.each([40, 60, 80, 120])('the line has time and an estimate, from the requests, and fits %i columns', (width) => {
  const { at, progress, begin, seen } = progressOn({ live: true, width });
  begin();
  for (const id of asked) progress.show(reportOf(id));
  Object.assign(at, { ms: 14_000, sent: 50 });
  progress.tick();
  expect(seen()).toContain('18/20 tested, 14 s, about 21 s left');
  expect(seen().length).toBeLessThan(width);
  Object.assign(at, { ms: 20_000, sent: 115 });
  progress.tick();
  expect(seen()).toContain('18/20 tested, 20 s, a few seconds left');
  for (const id of own) progress.show(reportOf(id));
  Object.assign(at, { ms: 30_000, sent: 60 });
  progress.tick();
  expect(seen()).toContain('20/20 tested, 30 s, a few seconds left');
});

test('a wait has its reason, and before the tests there is a word too', () => {
  const { at, progress, begin, seen, terminal } = progressOn({ live: true });
  progress.phase('Reading the first records');
  at.ms = 2_000;
  progress.tick();
  expect(seen()).toBe('Reading the first records, 2 s');
  progress.phase(undefined);
  begin();
  at.ms = 5_000;
  progress.tick();
  expect(seen()).toContain('0/20 tested, 5 s, waiting: 3 s for an answer');
  at.waiting = '8 s, the service wants a pause';
  progress.tick();
  expect(seen()).toContain('waiting: 8 s, the service wants a pause');
  expect(terminal.written.out).not.toContain('\n');
});

test('a log has a line for a long wait, and for a phase that takes longer than a moment', () => {
  const { at, progress, begin, terminal } = progressOn({ live: false });
  progress.phase('Counting what the run will send');
  progress.tick();
  expect(terminal.written.out).toBe('');
  at.ms = 2_000;
  progress.tick();
  progress.tick();
  progress.phase(undefined);
  begin();
  at.waiting = 'the service does not answer, so the run asks again';
  for (; at.ms < 40_000; at.ms += 1_000) progress.tick();
  expect(terminal.written.out).toBe(
    'Counting what the run will send\n 0/20 tested, 32 s, waiting: the service does not answer, so the run asks again, 0 broken\n',
  );
});

test.each([40, 60, 80, 120])('a phase with parts has its share, time and an estimate, and fits %i columns', (width) => {
  const { at, progress, seen } = progressOn({ live: true, width });
  let waiting: string | undefined;
  progress.phase('Trying your client', () => ({ done: 5, total: 20, waiting, last: 'names: passed 1.2 s' }));
  at.ms = 10_000;
  progress.tick();
  expect(seen()).toMatch(/^Trying your client: 5\/20, 10 s/);
  expect(seen().includes(', about 30 s left')).toBe(width >= 60);
  expect(seen().includes('; names: passed 1.2 s')).toBe(width >= 80);
  expect(seen().length).toBeLessThan(width);
  waiting = 'the service wants a pause';
  progress.tick();
  expect(seen()).toMatch(/^Trying your client: 5\/20, 10 s, wait/);
  expect(seen().length).toBeLessThan(width);
});

test('a log says at times how far a long phase is', () => {
  const { at, progress, terminal } = progressOn({ live: false });
  progress.phase('Trying faults', () => ({ done: at.ms / 1_000, total: 100 }));
  for (; at.ms < 40_000; at.ms += 1_000) progress.tick();
  expect(terminal.written.out).toBe('Trying faults\nTrying faults: 32/100, 32 s, about 68 s left\n');
});
