import { isUniversal } from '#checks';
import { isPromise, type RequirementId, requirementOf } from '#contract';
import type { CheckOutcome } from '#harness';
import {
  type ControlRun,
  judgeEach,
  judgesAny,
  needing,
  type Outcomes,
  sendFor,
  withoutSending,
} from './control-run.ts';
import { describeOutcome, type Passing } from './proof.ts';
import type { VariationCase } from './scope.ts';
import type { Worlds } from './worlds.ts';

/** Drift is right where a service takes a freedom; a finding of a firmer requirement, or a check that breaks, is not. */
const isFalsePositive = (requirement: RequirementId, { findings, broken }: CheckOutcome): boolean =>
  broken !== undefined || (findings.length > 0 && isPromise(requirementOf(requirement)));

/** Counts the checks that pass, and names those that do not. */
export const passingOf = (
  { id, sentence }: { readonly id: string; readonly sentence: string },
  outcomes: Outcomes,
): Passing => {
  const wrong = [...outcomes].filter(([requirement, outcome]) => isFalsePositive(requirement, outcome));
  const falsePositives = wrong.map(([requirement, outcome]) => ({
    requirement,
    variation: id,
    sentence,
    raised: describeOutcome(outcome),
  }));
  return { passed: outcomes.size - falsePositives.length, falsePositives };
};

interface Trying {
  readonly worlds: Worlds;
  readonly control: ControlRun;
}

/** Tries a variation with all cases of the checks that it may set off: all others would judge what they judged without it. */
export const tryVariation = async (
  { variation, checks }: VariationCase,
  { worlds, control }: Trying,
): Promise<Passing> => {
  const probes = control.answeredOtherwise(variation);
  const sending = needing(checks, probes);
  const asked = new Set(sending.map(({ requirement }) => requirement));
  const outcomes = await worlds.within(variation, async (world) => {
    await sendFor(sending, world);
    const others = checks.filter(
      (check) => isUniversal(check) && !asked.has(check.requirement) && judgesAny(check, world, probes),
    );
    return judgeEach([...sending, ...others.flatMap((check) => withoutSending(check, world) ?? [])], world);
  });
  return passingOf(variation, outcomes);
};
