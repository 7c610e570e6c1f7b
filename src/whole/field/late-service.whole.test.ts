import { expect, test } from 'vitest';
import { allOf, planted, runOnSandbox } from '../../testing/in-process.test.support.ts';

/** An answer that comes late may be of an earlier test, which a proof cannot show: there each of these tests has a separate world. */
test('what earlier tests did is not blamed on later ones where balances and orders show late', async () => {
  const late = [
    'deposit/a-simulated-deposit-raises-the-balance-a-little-after-it-was-accepted',
    'offramp/the-first-read-of-a-created-offramp-is-answered-404-and-the-listing-shows-it-a-moment-later',
  ];
  const { verdict } = await runOnSandbox(allOf(late.map(planted)), { profile: 'gate', seed: 42 });
  const blamed = verdict.requirements.filter(({ outcome }) => outcome === 'deviates' || outcome === 'no-result');
  expect(blamed).toEqual([]);
  expect(verdict.counts.conforms).toBeGreaterThan(200);
});
