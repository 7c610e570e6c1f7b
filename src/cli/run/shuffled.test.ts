import { expect, test } from 'vitest';
import { type InProcess, runOnSandbox, severalAtOnce } from '../testing/in-process.test.support.ts';

const byName = ({ reports }: InProcess) =>
  reports
    .map(({ requirement, findings, broken, untested }) => ({
      requirement,
      findings: findings.map(({ code }) => code),
      broken: broken?.code,
      untested,
    }))
    .toSorted((a, b) => a.requirement.localeCompare(b.requirement));

test('the order of the tests changes no outcome', async () => {
  const plain = await runOnSandbox(undefined, { profile: 'gate', prompt: true });
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
