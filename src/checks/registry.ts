import type { RequirementId } from '#contract';
import type { Reply } from '#evidence';
import type { Source } from '#probes';
import type { Judge } from './judgement.ts';

export interface Check {
  readonly requirement: RequirementId;
  readonly source: Source<unknown>;
  readonly judge: Judge<unknown>;
}

/** A requirement that is judged over every exchange of a run, of any probe. */
export interface UniversalCheck {
  readonly requirement: RequirementId;
  /** The requests that must have been sent at least, as far as the target allows. */
  readonly needs: readonly Source<unknown>[];
  readonly of: (reply: Reply) => boolean;
  readonly judge: Judge<readonly Reply[]>;
}

export type AnyCheck = Check | UniversalCheck;

const checks = new Map<RequirementId, AnyCheck>();

let declareTest: (check: AnyCheck) => void = () => {};

/** Has a test runner declare a test of each check, as its suite registers it; without one, suites only register. */
export const declareWith = (declare: typeof declareTest): void => {
  declareTest = declare;
};

const register = (one: AnyCheck): void => {
  if (checks.has(one.requirement))
    throw new Error(`checks: ${one.requirement} has a check already; register one a requirement`);
  checks.set(one.requirement, one);
  declareTest(one);
};

export const registeredChecks = (): readonly AnyCheck[] => [...checks.values()];

export const isUniversal = (one: AnyCheck): one is UniversalCheck => 'needs' in one;

/** The sources that must be gathered before a check can judge. */
export const sourcesOf = (one: AnyCheck): readonly Source<unknown>[] => (isUniversal(one) ? one.needs : [one.source]);

/**
 * Registers the check of a requirement: the source of its data, and how they are judged. Editors recognise a test by the end
 * of this name.
 */
export const conformanceTest = <T>(requirement: RequirementId, source: Source<T>, judge: Judge<T>): void =>
  register({ requirement, source, judge: judge as Judge<unknown> });

/** Registers a check that every exchange of the run is held against. */
export const universalTest = (
  requirement: RequirementId,
  { needs, of = () => true }: { readonly needs: readonly Source<unknown>[]; readonly of?: UniversalCheck['of'] },
  judge: Judge<readonly Reply[]>,
): void => register({ requirement, needs, of, judge });
