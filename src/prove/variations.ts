import { type AnyCheck, isUniversal } from '#checks';
import { type RequirementId, requirementOf } from '#contract';
import type { Variation } from '#faults';
import type { CheckOutcome } from '#harness';
import type { Faultless } from './faultless.ts';
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

interface Trying {
  readonly worlds: Worlds;
  readonly faultless: Faultless;
}

/** Drift is right where a service takes a freedom; a finding of a firmer requirement, or a check that breaks, is not. */
const isFalsePositive = (requirement: RequirementId, { findings, broken }: CheckOutcome): boolean =>
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

/** A variation, and how the checks that see it end. */
interface JudgedVariation {
  readonly variation: Variation;
  readonly outcomes: Outcomes;
}

/** Runs the checks that variations can touch, with all cases, in one world. All others would see no change. */
const judgeIn = async (
  variations: readonly Variation[],
  checks: readonly AnyCheck[],
  { worlds, faultless }: Trying,
): Promise<readonly JudgedVariation[]> => {
  const world = worlds.with(variations);
  const sending = checks.flatMap((check) => faultless.narrowed(check, variations) ?? []);
  await sendFor(sending, world);
  const asked = new Set(sending.map(({ requirement }) => requirement));
  const others = checks.filter((check) => isUniversal(check) && !asked.has(check.requirement));
  const judging = [...sending, ...others.flatMap((check) => withoutSending(check, world) ?? [])];
  const seeing = new Map(
    variations.map((variation) => [
      variation,
      judging.filter((check) => faultless.seesChange(check, world, variation)),
    ]),
  );
  const outcomes = await judgeEach([...new Set([...seeing.values()].flat())], world);
  return [...seeing].map(([variation, its]) => {
    const ids = new Set(its.map(({ requirement }) => requirement));
    return { variation, outcomes: new Map([...outcomes].filter(([id]) => ids.has(id))) };
  });
};

const blames = (judged: readonly JudgedVariation[]): boolean =>
  judged.some(({ outcomes }) => [...outcomes].some(([id, outcome]) => isFalsePositive(id, outcome)));

/**
 * Tries variations in one world. A check that blames it judges each of them alone, which shows whose it is; and so does one
 * that tests nothing there, because one may hide what another shows.
 */
export const tryVariations = async (
  cases: readonly VariationCase[],
  trying: Trying,
): Promise<readonly Passing[]> => {
  const checks = [...new Set(cases.flatMap((it) => it.checks))];
  const together = await judgeIn(
    cases.map(({ variation }) => variation),
    checks,
    trying,
  );
  const isInDoubt = (id: RequirementId, outcome: CheckOutcome): boolean =>
    isFalsePositive(id, outcome) ||
    (outcome.untested !== undefined && trying.faultless.outcomes.get(id)?.untested === undefined);
  const settle = async ({ variation, outcomes }: JudgedVariation): Promise<JudgedVariation> => {
    const inDoubt = new Set([...outcomes].flatMap(([id, outcome]) => (isInDoubt(id, outcome) ? [id] : [])));
    const again = checks.filter(({ requirement }) => inDoubt.has(requirement));
    const [alone] = await judgeIn([variation], again, trying);
    const sure = [...outcomes].filter(([id]) => !inDoubt.has(id));
    return { variation, outcomes: new Map([...sure, ...(alone?.outcomes ?? [])]) };
  };
  const settled = cases.length === 1 ? together : await Promise.all(together.map(settle));
  // What is set off only by several freedoms together is blamed on each.
  const judged = blames(together) && !blames(settled) ? together : settled;
  return judged.map(({ variation, outcomes }) => passingOf(variation, outcomes));
};
