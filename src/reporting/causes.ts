import type { Firmness, Outcome, UntestedBy } from '#contract';
import { consequencesIn } from './common-causes.ts';
import { failsGate } from './gate.ts';
import { groupBy } from './group-by.ts';
import { firmnesses, type JudgedFinding, type JudgedRequirement, type Verdict } from './verdict.ts';

/** One difference as a reader thinks of it: the same code and claim, over however many endpoints. */
export interface Cause {
  readonly code: string;
  readonly claim: string;
  readonly firmness: Firmness;
  readonly outcome: Outcome;
  readonly failing: boolean;
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
  readonly first: JudgedFinding;
  readonly times: number;
}

interface Shown {
  readonly requirement: JudgedRequirement;
  readonly finding: JudgedFinding;
}

interface Firm {
  readonly firmness: Firmness;
}

const byFirmness = (first: Firm, second: Firm): number =>
  firmnesses.indexOf(first.firmness) - firmnesses.indexOf(second.firmness);

/** Findings of one cause; `common` names it where their claims differ. */
const toCause = (alike: readonly Shown[], gate: Verdict['gate'], common?: string): Cause => {
  const [{ requirement, finding }] = alike as readonly [Shown];
  return {
    code: finding.code,
    claim: common ?? requirement.claim,
    firmness: requirement.firmness,
    outcome: requirement.outcome,
    failing: alike.some((each) => failsGate(each.requirement, gate)),
    requirements: [...new Set(alike.map((each) => each.requirement.id))],
    operations: [...new Set(alike.map((each) => each.finding.operation))],
    first: finding,
    times: alike.reduce((sum, each) => sum + (each.finding.times ?? 1), 0),
  };
};

const byWeight = (first: Cause, second: Cause): number =>
  Number(second.failing) - Number(first.failing) ||
  byFirmness(first, second) ||
  second.requirements.length - first.requirements.length;

const shownBy = (requirements: readonly JudgedRequirement[]): readonly Shown[] =>
  requirements.flatMap((requirement) => requirement.findings.map((finding) => ({ requirement, finding })));

/** All findings by cause, what fails the gate first; what follows from a cause that several claims share stands under it. */
export const causesOf = ({ requirements, gate, narrowed }: Verdict): Cause[] => {
  // A part of the requirements is not enough evidence for a common cause.
  const shared = narrowed ? [] : consequencesIn(requirements);
  const explained = new Set(shared.flatMap((consequences) => consequences.requirements));
  const others = shownBy(requirements.filter((requirement) => !explained.has(requirement)));
  const alike = groupBy(others, ({ requirement, finding }) =>
    JSON.stringify([finding.code, requirement.claim, requirement.firmness, requirement.outcome]),
  );
  return [
    ...shared.map((consequences) =>
      toCause(shownBy(consequences.requirements.toSorted(byFirmness)), gate, consequences.claim),
    ),
    ...[...alike.values()].map((group) => toCause(group, gate)),
  ].sort(byWeight);
};

interface Reason {
  readonly reason: string;
  /** Whose doing it is, where they were not tested. */
  readonly by?: UntestedBy;
  readonly ids: readonly string[];
}

/** Reasons why requirements have an outcome, with how many each concerns, the most frequent first. */
export const reasonsFor = (
  requirements: readonly JudgedRequirement[],
  outcomes: readonly Outcome[],
): Reason[] => {
  const concerned = requirements.filter(({ outcome }) => outcomes.includes(outcome));
  return [
    ...groupBy(concerned, ({ reason = 'no reason given', untestedBy = '' }) => `${untestedBy}\t${reason}`),
  ]
    .map(([, group]) => {
      const [{ reason = 'no reason given', untestedBy: by }] = group as [JudgedRequirement];
      return { reason, ...(by === undefined ? {} : { by }), ids: group.map(({ id }) => id) };
    })
    .sort((first, second) => second.ids.length - first.ids.length);
};
