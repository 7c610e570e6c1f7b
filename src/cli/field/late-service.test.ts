import { expect, test } from 'vitest';
import { planted, runOnSandbox } from '../testing/in-process.test.support.ts';

/** An answer that comes late may be of an earlier test, which a proof cannot show: there each of these tests has a separate world. */
test.concurrent.each(['deposit/settles-later', 'offramp/visible-after-a-moment'])(
  'what earlier tests did is not blamed on later ones: %s',
  async (id) => {
    const { verdict } = await runOnSandbox(planted(id), { profile: 'gate', seed: 42 });
    const blamed = verdict.requirements.filter(
      ({ outcome }) => outcome === 'deviates' || outcome === 'broken',
    );
    expect(blamed).toEqual([]);
    expect(verdict.counts.conforms).toBeGreaterThan(200);
  },
);
