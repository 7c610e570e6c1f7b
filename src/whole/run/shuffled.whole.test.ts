import { beforeAll, expect, test } from 'vitest';
import { reported } from '#run';
import { boundsFor } from '../../cli/run/plan.ts';
import { type InProcess, runOnSandbox, severalAtOnce } from '../../testing/in-process.test.support.ts';

const byName = ({ reports }: InProcess) =>
  reports
    .map(({ requirement, findings, reasons = [] }) => ({
      requirement,
      findings: findings.map(({ code }) => code),
      why: reported(reasons),
    }))
    .toSorted((a, b) => a.requirement.localeCompare(b.requirement));

let plain: InProcess;

beforeAll(async () => {
  plain = await runOnSandbox(undefined, { profile: 'gate', prompt: true });
});

test('about as much is sent to a service of others as was announced', () => {
  const { expected } = boundsFor(plain.target, { profile: 'gate' });
  expect(Math.abs(plain.verdict.requests.sent / expected - 1)).toBeLessThan(0.05);
});

test('the order of the tests changes no outcome', async () => {
  expect(plain.reports.length).toBeGreaterThan(350);
  const shuffled = await severalAtOnce([1, 2], (seed) =>
    runOnSandbox(undefined, { profile: 'gate', seed, shuffled: true, prompt: true }),
  );
  expect(shuffled).toHaveLength(2);
  for (const run of shuffled) {
    expect(run.order).not.toEqual(plain.order);
    expect(byName(run)).toEqual(byName(plain));
  }
});
