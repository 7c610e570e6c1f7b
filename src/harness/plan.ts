import fc from 'fast-check';
import { type AnyCheck, isUniversal, registeredChecks, type UniversalCheck } from '#checks';
import type { Plan } from '#contract';

/** The tests of a run, in two stages; each stage runs all at once. */
interface Stages {
  readonly requirements: readonly AnyCheck[];
  /** Checks that judge every exchange of the run come when all others have ended. */
  readonly everyExchange: readonly UniversalCheck[];
}

type StageOptions = Pick<Plan, 'only' | 'seed' | 'shuffled'>;

/** In an order that the seed draws, where a run is to show that no check depends on another. */
const inOrder = <C extends AnyCheck>(
  checks: readonly C[],
  { seed, shuffled }: StageOptions,
): readonly C[] => {
  if (!shuffled) return checks;
  const whole = fc.shuffledSubarray([...checks], { minLength: checks.length });
  return fc.sample(whole, { seed, numRuns: 1 })[0] ?? checks;
};

/** The checks that a plan asks for, in the order in which they begin. */
export const plannedChecks = (plan: StageOptions): Stages => {
  const asked = registeredChecks().filter(({ requirement }) => plan.only?.includes(requirement) ?? true);
  return {
    requirements: inOrder(
      asked.filter((check) => !isUniversal(check)),
      plan,
    ),
    everyExchange: inOrder(asked.filter(isUniversal), plan),
  };
};
