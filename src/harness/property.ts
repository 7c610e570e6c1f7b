import fc from 'fast-check';
import type { Profile, RequirementId, RunPlan } from '#contract';
import { Deviation, Limited } from './verdicts.ts';

/** Distinct cases that a property tries, by profile. */
const runs: Readonly<Record<Profile, number>> = { smoke: 3, gate: 12, deep: 150 };

export type ForAll = <T>(arbitrary: fc.Arbitrary<T>, judge: (value: T) => Promise<void>) => Promise<void>;

interface PropertyContext {
  readonly plan: RunPlan;
  readonly requirement: RequirementId;
  /** Tells a case without the data in it. */
  readonly tell: (value: unknown) => string;
  /** A few cases are enough: a variation is tried on every requirement, and a freedom shows in any case. */
  readonly sparing?: boolean;
}

/**
 * Judges a claim over generated cases. A deviation is shrunk to its smallest case and thrown with seed and path;
 * any other failure (no answer, a missing role) ends the property at once and is never shrunk.
 */
export const createForAll =
  ({ plan, requirement, tell, sparing = false }: PropertyContext): ForAll =>
  async (arbitrary, judge) => {
    let interruption: unknown;
    let limited: unknown;
    let cases = 0;
    const judged = new Set<string>();
    const property = fc.asyncProperty(arbitrary, async (value) => {
      const key = fc.stringify(value);
      if (interruption !== undefined || judged.has(key)) return;
      judged.add(key);
      try {
        await judge(value);
        cases += 1;
      } catch (error) {
        if (error instanceof Deviation) throw error;
        if (error instanceof Limited) limited = error;
        else interruption = error;
        return;
      }
    });
    const proof = plan.proof !== undefined;
    const path = plan.replay?.path;
    const details = await fc.check(property, {
      seed: plan.seed,
      numRuns: runs[sparing ? 'smoke' : plan.profile],
      ...(path === undefined ? { endOnFailure: proof } : { path, endOnFailure: true }),
    });
    if (interruption !== undefined) throw interruption;
    if (limited !== undefined && cases === 0) throw limited;
    if (!details.failed || details.counterexample === null) return;
    const error = details.errorInstance;
    if (!(error instanceof Deviation)) throw error ?? new Error('the generator ran out of distinct cases');
    const replay = { requirement, seed: details.seed, path: details.counterexamplePath ?? '' };
    const [smallest] = details.counterexample;
    throw new Deviation(error.findings.map((finding) => ({ ...finding, case: tell(smallest), replay })));
  };
