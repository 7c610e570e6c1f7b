// How the results of promises and examples changed between two runs, and who can change that.
import { operationIds, operationOf, orderIds } from '#contract';
import { keyOf } from '#facts';
import { rowIn } from '#lib';
import { findingId } from '../finding.ts';
import { wasExecuted } from '../outcomes.ts';
import type { JudgedFinding, JudgedRequirement } from '../verdict.ts';
import { type ComparedRun, looksFurther } from './compared-run.ts';

/** Who can change a difference. */
export type Doer = 'service' | 'run' | 'harness';

type Turn = 'broken' | 'broken further' | 'mended' | 'mended in part';

interface Turned {
  readonly turn: Turn;
  /** New findings, or findings that are gone. */
  readonly findings: readonly JudgedFinding[];
}

/** The service behaves differently than before. */
export interface ServiceChange extends Turned {
  readonly doer: 'service';
  readonly requirement: JudgedRequirement;
}

/** A requirement that cannot be compared, and why. */
export interface Incomparable {
  readonly doer: 'run' | 'harness';
  readonly requirement: JudgedRequirement;
  readonly reason: string;
  /** The run that did not test the requirement. */
  readonly untestedIn?: 'before' | 'after';
  /** Who prevented the comparison. */
  readonly why: NonNullable<JudgedRequirement['untestedBy']> | 'no answer';
}

/** `untested` in both runs. */
type AttributedTurn = ServiceChange | Incomparable | 'alike' | 'untested';

/** A requirement in the older and the newer run, and its result. */
export interface RequirementFate {
  readonly was?: JudgedRequirement | undefined;
  readonly is?: JudgedRequirement | undefined;
  readonly fate: AttributedTurn;
}

export interface Runs {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** True if a fact at the place of the finding changed, and no difference between the runs explains it. */
  readonly isOfService?: (finding: JudgedFinding) => boolean;
}

interface PairOfRuns {
  readonly before: JudgedRequirement;
  readonly after: JudgedRequirement;
}

/** Broken by the service, with or without a waiver. */
const isBroken = ({ outcome }: JudgedRequirement): boolean =>
  outcome === 'deviates' || outcome === 'drifts' || outcome === 'waived';

/**
 * Findings that only the first run has; none if findings of the other run were left out. Findings are compared by their
 * facts, because an earlier version gave each key of a map an id of its own.
 */
const onlyIn = (one: JudgedRequirement, other: JudgedRequirement): readonly JudgedFinding[] => {
  if (other.findingsOmitted !== undefined) return [];
  const known = new Set(other.findings.map((finding) => findingId(other.id, finding)));
  return one.findings.filter((finding) => !known.has(findingId(one.id, finding)));
};

const turnOf = ({ before, after }: PairOfRuns): Turned | undefined => {
  const [was, is] = [isBroken(before), isBroken(after)];
  if (!was && !is) return undefined;
  if (!was) return { turn: 'broken', findings: after.findings };
  if (!is) return { turn: 'mended', findings: before.findings };
  const [came, went] = [onlyIn(after, before), onlyIn(before, after)];
  if (came.length > 0) return { turn: 'broken further', findings: came };
  return went.length > 0 ? { turn: 'mended in part', findings: went } : undefined;
};

/** Codes of findings about the form of a value. Other codes are about its content. */
const formCodes =
  /^(?:MISSING_|OMITTED_|UNEXPECTED_NULL|NULL_|WRONG_TYPE|WRONG_PLACES|OUTSIDE_|NOT_A|NOT_E164|NIL_|DOCUMENT_FORMAT|\w+_CODE_CASE|UNASSIGNED_|USER_ASSIGNED_|EMPTY_TEXT|UNKNOWN_)/;

export const isOfForm = ({ code }: Pick<JudgedFinding, 'code'>): boolean => formCodes.test(code);

const hadRefusal = ({ facts = {} }: ComparedRun, operation: string, status: number): boolean =>
  rowIn(facts, operation)?.[keyOf({ aspect: 'member', of: ['$'], status: String(status) })] !== undefined;

/**
 * True if the amount of an order cannot explain the finding. An amount does not decide the form of a value or the text
 * of a refusal. But another amount may cause another refusal, and a body that the other run did not see cannot be
 * compared.
 */
const isOfAnyAmount =
  ({ before, after }: Runs) =>
  (finding: JudgedFinding): boolean => {
    const { operation, where, answer: { status } = { status: 0 } } = finding;
    if (status < 400) return isOfForm(finding);
    const isOfOrder = orderIds.some((id) => id === operation) && ![401, 403, 404].includes(status);
    if (isOfOrder && ![before, after].every((run) => hadRefusal(run, operation, status))) return false;
    return isOfForm(finding) || where.startsWith('$');
  };

const isDrawn = ({ replay }: JudgedFinding): boolean => replay?.path !== undefined;

export const isWorsening = ({ turn }: Turned): boolean => turn === 'broken' || turn === 'broken further';

/** A turn that a waiver in force covers is reported, but does not fail the comparison. */
export const isWaived = ({ turn, requirement, findings }: ServiceChange): boolean =>
  (turn === 'broken' || turn === 'broken further') &&
  (requirement.outcome === 'waived' || (findings.length > 0 && findings.every(({ waiver }) => waiver !== undefined)));

/** A difference between the runs that explains the turn; undefined if only the service explains it. */
const explanationOf = (turned: Turned, { after: requirement }: PairOfRuns, runs: Runs) => {
  const { before, after, isOfService } = runs;
  if (isOfService && turned.findings.length > 0 && turned.findings.every(isOfService)) return undefined;
  const worse = isWorsening(turned);
  const [wider, narrower] = worse ? [after, before] : [before, after];
  const what = worse
    ? 'broken in the newer run, and not looked at in the same way before'
    : 'broken in the older run, and not looked at in the same way since';
  const found = operationIds.filter((id) => turned.findings.some(({ operation }) => operation === id));
  const endpoints = found.map((id) => operationOf(id).number);
  const anyAmount = turned.findings.length > 0 && turned.findings.every(isOfAnyAmount(runs));
  const where = endpoints.length > 0 ? endpoints : requirement.endpoints;
  if (looksFurther(wider, narrower, { anyAmount })(where)) return what;
  const isOfSeed = turned.findings.length > 0 && turned.findings.every(isDrawn) && before.seed !== after.seed;
  return isOfSeed ? `${what}: its case was drawn by seed ${wider.seed}` : undefined;
};

const untestedText = ({ outcome, reason = outcome }: JudgedRequirement, which: string): string =>
  `not tested by the ${which} run: ${reason}`;

/** Two versions of the harness judged by two rules. Kept runs have the level and claim of the current version. */
const isRuledOtherwise = ({ before, after }: PairOfRuns): boolean =>
  before.firmness !== after.firmness || before.claim !== after.claim;

/** Says who can change the difference of a pair. */
const fateOf = (pair: PairOfRuns, runs: Runs): AttributedTurn => {
  const { before, after: requirement } = pair;
  const tested = [wasExecuted(before), wasExecuted(requirement)];
  if (!tested.includes(true)) return 'untested';
  for (const [at, run] of [before, requirement].entries())
    if (!tested[at]) {
      const reason = untestedText(run, at === 0 ? 'older' : 'newer');
      const untestedIn = at === 0 ? 'before' : 'after';
      return { doer: 'run', requirement, reason, untestedIn, why: run.untestedBy ?? 'no answer' };
    }
  const turned = turnOf(pair);
  if (turned === undefined) return 'alike';
  if (isRuledOtherwise(pair))
    return { doer: 'harness', requirement, why: 'user', reason: 'ruled otherwise in the later version' };
  const reason = explanationOf(turned, pair, runs);
  return reason === undefined
    ? { doer: 'service', requirement, ...turned }
    : { doer: 'run', requirement, why: 'user', reason };
};

const harnessChange = (requirement: JudgedRequirement, reason: string): Incomparable => ({
  doer: 'harness',
  why: 'user',
  requirement,
  reason,
});

/** The result of each requirement, by its id. */
export const fatesIn = (runs: Runs): ReadonlyMap<string, RequirementFate> => {
  const old = new Map(runs.before.requirements.map((each) => [each.id, each]));
  const now = new Set(runs.after.requirements.map(({ id }) => id));
  return new Map([
    ...runs.after.requirements.map((is): [string, RequirementFate] => {
      const was = old.get(is.id);
      const fate = was ? fateOf({ before: was, after: is }, runs) : harnessChange(is, 'new in the later version');
      return [is.id, { was, is, fate }];
    }),
    ...runs.before.requirements
      .filter(({ id }) => !now.has(id))
      .map((was): [string, RequirementFate] => [
        was.id,
        { was, fate: harnessChange(was, 'gone from the later version') },
      ]),
  ]);
};
