import { expect, test } from 'vitest';
import { requirements } from '#contract';
import { faults, variations } from '#faults';
import { prove } from '#prove';
import { memorySandbox } from '#sandbox';
import { openTarget, readSettings } from '#target';
import { newFolder } from '../../testing/terminal.test.support.ts';
import '#suites';

/** One in so many, from a place that another sample may choose anew. */
const every = (step: number, from: number) => (_: unknown, at: number) => at % step === from;

test('of every so many-th fault each pair is killed, and of every so many-th variation none is blamed', async () => {
  const sample = [...faults.filter(every(128, 7)), ...variations.filter(every(128, 5))];
  const settings = readSettings({ options: {}, cwd: newFolder(), env: {} });
  const { target, close } = await openTarget(settings, { sandbox: async () => memorySandbox() });
  const scope = {
    requirements: new Set(requirements.map(({ id }) => id)),
    catalogued: new Set(sample.map(({ id }) => id)),
  };
  const { proof } = await prove({ target, scope, seed: 1, signal: new AbortController().signal });
  await close();
  expect(proof.counts.faults).toBeGreaterThan(30);
  expect(proof.counts.variations).toBeGreaterThan(1);
  expect(proof.survived).toEqual([]);
  expect(proof.falsePositives).toEqual([]);
});
