import { operationIds, operationOf } from '#contract';
import { countIn, isGated, wasExecuted } from './gate.ts';
import { type Gate, type JudgedRequirement, outcomes, type Verdict } from './verdict.ts';

type Coverage = Omit<Verdict['coverage'], 'byEndpoint'>;

/** Whether the gate judges the requirement, and some answer had something to judge it by. */
const isJudgeable = (requirement: JudgedRequirement, gate: Gate): boolean =>
  isGated(requirement, gate) && requirement.untestedBy !== 'nothing to judge';

const count = (requirements: readonly JudgedRequirement[], gate: Gate): Coverage => {
  const judgeable = requirements.filter((each) => isJudgeable(each, gate));
  return { judged: judgeable.filter(wasExecuted).length, judgeable: judgeable.length };
};

/** Rules of the whole service are no part of one endpoint. */
const concerns = ({ endpoints }: JudgedRequirement, number: number): boolean =>
  endpoints.length < operationIds.length && endpoints.includes(number);

/** How much of what the gate judges was tested, in all and by endpoint. */
export const coverageOf = (requirements: readonly JudgedRequirement[], gate: Gate): Verdict['coverage'] => ({
  ...count(requirements, gate),
  byEndpoint: Object.fromEntries(
    operationIds.map((operation) => {
      const { number } = operationOf(operation);
      const own = requirements.filter((each) => concerns(each, number));
      return [String(number), count(own, gate)];
    }),
  ),
});

/** `42 of 305`. */
export const coverageText = ({ judged, judgeable }: Coverage): string => `${judged} of ${judgeable}`;

/** How many requirements have which outcome. */
export const countsOf = (requirements: readonly JudgedRequirement[]): Verdict['counts'] =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, countIn(requirements, outcome)]),
  ) as Verdict['counts'];
