import { expect, test } from 'vitest';
import type { RequirementId } from '#contract';
import type { Fault } from '#sandbox';
import { allOf, planted, runOnSandbox } from '../../testing/in-process.test.support.ts';

const ordering = planted('others/another-client-of-the-account-starts-an-offramp-at-each-listing');

/** Requirements that orders of other users explain, and those that nothing explains. */
const shifted: readonly RequirementId[] = [
  'offramp.list/counts-its-items',
  'offramp.list/shows-an-item-once',
  'offramp.list/loses-no-item',
  'offramp.initiate/can-be-listed',
  'offramp.list/holds-through-a-sequence',
];
const firm: RequirementId = 'rails/refusal-creates-nothing';

const outcomesUnder = async (fault: Fault, only: readonly RequirementId[]) => {
  const { verdict } = await runOnSandbox(fault, { profile: 'gate', only, prompt: true });
  const of = (id: RequirementId) => verdict.requirements.find((each) => each.id === id);
  return { of, blamed: only.filter((id) => of(id)?.outcome === 'deviates'), exitCode: verdict.exitCode };
};

test.concurrent('orders of others on an account that should be quiet are nobody’s fault', async () => {
  const { of, blamed, exitCode } = await outcomesUnder(ordering, [...shifted, firm]);
  expect(blamed).toEqual([]);
  expect(of('offramp.list/shows-an-item-once')).toMatchObject({
    outcome: 'untested',
    untestedBy: 'service',
    reason: expect.stringContaining('come into the listing by themselves'),
  });
  expect(of(firm)?.outcome).toBe('conforms');
  expect(exitCode).toBe(3);
});

test.concurrent('nor do they excuse a refused order that is listed', async () => {
  const kept = planted('rails/an-offramp-that-is-refused-over-rtp-is-created');
  const { blamed, exitCode } = await outcomesUnder(allOf([kept, ordering]), [firm]);
  expect(blamed).toEqual([firm]);
  expect(exitCode).toBe(1);
});
