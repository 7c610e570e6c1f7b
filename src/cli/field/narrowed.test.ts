import { expect, test } from 'vitest';
import { isSequence, operationIds, requirements } from '#contract';
import { runOnSandbox } from '../testing/in-process.test.support.ts';

test.concurrent.each(operationIds)(
  'a run of %s alone sends all that its requirements need',
  async (operation) => {
    // A sequence may place orders of every kind, which would hide that another requirement may not.
    const of = requirements.filter((each) => each.id.startsWith(`${operation}/`) && !isSequence(each));
    const only = of.map(({ id }) => id);
    const { verdict } = await runOnSandbox(undefined, { profile: 'gate', only });
    const open = verdict.requirements.filter(({ outcome }) => outcome === 'broken' || outcome === 'unproven');
    expect(open).toEqual([]);
    expect([verdict.verdict, verdict.exitCode]).toEqual(['conforms-in-part', 0]);
  },
);
