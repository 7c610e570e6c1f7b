import { isUniversal } from '#checks';
import { type RequirementId, requirementOf } from '#contract';
import type { Outcome } from '#harness';
import { type Faultless, seesChange } from './faultless.ts';
import { describeOutcome, judgeEach, type Outcomes, sendFor, withoutSending } from './judging.ts';
import { canFail, type VariationCase } from './scope.ts';
import type { Worlds } from './worlds.ts';

/** A requirement that blamed a service which keeps every promise. */
export interface FalsePositive {
  readonly requirement: RequirementId;
  readonly variation: string;
  readonly sentence: string;
  readonly raised: string;
}

/** The result of one service that keeps every promise. */
export interface Passing {
  /** How many checks judged it and passed. */
  readonly passed: number;
  readonly falsePositives: readonly FalsePositive[];
}

/** Drift is right where a service takes a freedom; a finding of a firmer requirement, or a check that breaks, is not. */
const isFalsePositive = (requirement: RequirementId, { findings, broken }: Outcome): boolean =>
  broken !== undefined || (findings.length > 0 && canFail(requirementOf(requirement)));

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

/** Runs the checks that a variation can touch, with all cases, in a world of its own. All others would see no change. */
export const tryVariation = async (
  { variation, checks }: VariationCase,
  { worlds, faultless }: { readonly worlds: Worlds; readonly faultless: Faultless },
): Promise<Passing> => {
  const world = worlds.with(variation);
  const sending = checks.flatMap((check) => faultless.narrowed(check, variation) ?? []);
  await sendFor(sending, world);
  const asked = new Set(sending.map(({ requirement }) => requirement));
  const others = checks.filter((check) => isUniversal(check) && !asked.has(check.requirement));
  const judging = [...sending, ...others.flatMap((check) => withoutSending(check, world) ?? [])];
  const seeing = judging.filter((check) => seesChange(check, world, variation));
  return passingOf(variation, await judgeEach(seeing, world));
};
