import { compareFacts, type FactChange, isOfSettings } from '#baseline';
import { isPromise, operationIds, operationOf } from '#contract';
import { findingId } from '../finding.ts';
import { wasExecuted } from '../outcomes.ts';
import type { JudgedFinding, JudgedRequirement } from '../verdict.ts';
import { type ComparedRun, catalogueOf, looksFurther, looksWider, observedFacts } from './compared-run.ts';

/** Whose doing a difference is. */
type Doer = 'service' | 'run' | 'harness';

/** How a promise or an example came out otherwise at the service. */
type Turn = 'broken' | 'broken further' | 'mended' | 'mended in part';

interface Turned {
  readonly turn: Turn;
  /** Findings that came, or those that went. */
  readonly findings: readonly JudgedFinding[];
}

/** The service does otherwise than before. */
export interface ServiceChange extends Turned {
  readonly doer: 'service';
  readonly requirement: JudgedRequirement;
}

/** A requirement of which nothing can be said, and why. */
interface Incomparable {
  readonly doer: 'run' | 'harness';
  readonly requirement: JudgedRequirement;
  readonly reason: string;
}

type RunDifference = ServiceChange | Incomparable;

interface Runs {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
}

/** The differences between two runs, by whose doing they are. */
export interface Comparison extends Runs {
  /** Requirements that both runs tested by the same rules. */
  readonly compared: number;
  readonly service: readonly ServiceChange[];
  readonly run: readonly Incomparable[];
  readonly harness: readonly Incomparable[];
  /** Facts that did not show again are nobody's doing where the runs do not differ: records come and go. */
  readonly facts: Readonly<Record<Doer | 'unobserved', readonly FactChange[]>>;
}

interface PairOfRuns {
  readonly before: JudgedRequirement;
  readonly after: JudgedRequirement;
}

/** Broken by the service, although somebody may have accepted it. */
const isBroken = ({ outcome }: JudgedRequirement): boolean =>
  outcome === 'deviates' || outcome === 'drifts' || outcome === 'waived';

const idOf = ({ id }: JudgedRequirement, finding: JudgedFinding): string => finding.id ?? findingId(id, finding);

/** Findings that only the first of two has; none where some of the other were left out. */
const onlyIn = (one: JudgedRequirement, other: JudgedRequirement): readonly JudgedFinding[] => {
  if (other.findingsOmitted !== undefined) return [];
  const known = new Set(other.findings.map((finding) => idOf(other, finding)));
  return one.findings.filter((finding) => !known.has(idOf(one, finding)));
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

const isDrawn = ({ replay }: JudgedFinding): boolean => replay?.path !== undefined;

export const isWorsening = ({ turn }: Turned): boolean => turn === 'broken' || turn === 'broken further';

/** Explains a turn by the runs instead of the service; undefined where only the service can have turned. */
const excuseOf = (turned: Turned, { after: requirement }: PairOfRuns, { before, after }: Runs) => {
  const worse = isWorsening(turned);
  const [wider, narrower] = worse ? [after, before] : [before, after];
  const what = worse
    ? 'broken in the later run, and not looked at in the same way before'
    : 'broken in the earlier run, and not looked at in the same way since';
  const found = operationIds.filter((id) => turned.findings.some(({ operation }) => operation === id));
  const endpoints = found.map((id) => operationOf(id).number);
  if (looksFurther(wider, narrower)(endpoints.length > 0 ? endpoints : requirement.endpoints)) return what;
  const isOfSeed = turned.findings.length > 0 && turned.findings.every(isDrawn) && before.seed !== after.seed;
  return isOfSeed ? `${what}: its case was drawn by seed ${wider.seed}` : undefined;
};

const untestedText = ({ outcome, reason = outcome }: JudgedRequirement, which: string): string =>
  `not tested by the ${which} run: ${reason}`;

/** The versions of the harness judged a pair by two rules; a kept run has the firmness and claim of today. */
const isRuledOtherwise = ({ before, after }: PairOfRuns): boolean =>
  before.firmness !== after.firmness || before.claim !== after.claim;

/** Says whose doing the difference of a pair is; undefined where neither run tested it. */
const attribute = (pair: PairOfRuns, runs: Runs): RunDifference | 'alike' | undefined => {
  const { before, after: requirement } = pair;
  const tested = [wasExecuted(before), wasExecuted(requirement)];
  if (!tested.includes(true)) return undefined;
  if (!tested[0]) return { doer: 'run', requirement, reason: untestedText(before, 'earlier') };
  if (!tested[1]) return { doer: 'run', requirement, reason: untestedText(requirement, 'later') };
  const turned = turnOf(pair);
  if (turned === undefined) return 'alike';
  if (isRuledOtherwise(pair)) return { doer: 'harness', requirement, reason: 'ruled otherwise in the later version' };
  const reason = excuseOf(turned, pair, runs);
  return reason === undefined ? { doer: 'service', requirement, ...turned } : { doer: 'run', requirement, reason };
};

const attributeAll = (runs: Runs): readonly (RunDifference | 'alike' | undefined)[] => {
  const old = new Map(runs.before.requirements.map((each) => [each.id, each]));
  const now = new Set(runs.after.requirements.map(({ id }) => id));
  const gone = runs.before.requirements.filter(({ id }) => !now.has(id));
  return [
    ...runs.after.requirements.map((after) => {
      const before = old.get(after.id);
      if (before) return attribute({ before, after }, runs);
      return { doer: 'harness' as const, requirement: after, reason: 'new in the later version' };
    }),
    ...gone.map((requirement) => ({
      doer: 'harness' as const,
      requirement,
      reason: 'gone from the later version',
    })),
  ];
};

const attributeFacts = (runs: Runs): Comparison['facts'] => {
  const nothing = { service: [], run: [], harness: [], unobserved: [] };
  const { before, after } = runs;
  const [old, now] = [observedFacts(before), observedFacts(after)];
  if (old === undefined || now === undefined) return nothing;
  const narrowed = looksWider(before, after);
  const changes = compareFacts(old, now, { narrowed }).filter(({ fact }) => !isOfSettings(fact));
  if (catalogueOf(before) !== catalogueOf(after)) return { ...nothing, harness: changes };
  const isWider = looksWider(after, before);
  // A narrower run sends other cases by turns, so that it may also show what the wider one did not.
  const isOfRun = ({ class: of }: FactChange): boolean =>
    isWider || of === 'evidence lost' || (narrowed && of === 'additive');
  const others = changes.filter(isOfRun);
  const whose = isWider || narrowed ? 'run' : 'unobserved';
  return { ...nothing, service: changes.filter((change) => !others.includes(change)), [whose]: others };
};

export const compareRuns = (before: ComparedRun, after: ComparedRun): Comparison => {
  const all = attributeAll({ before, after });
  const differences = all.filter((each) => each !== undefined && each !== 'alike');
  const service = differences.filter((each) => each.doer === 'service');
  const others = differences.filter((each) => each.doer !== 'service');
  return {
    before,
    after,
    compared: all.filter((each) => each === 'alike').length + service.length,
    service,
    run: others.filter(({ doer }) => doer === 'run'),
    harness: others.filter(({ doer }) => doer === 'harness'),
    facts: attributeFacts({ before, after }),
  };
};

/** Why two runs share too little for an answer; undefined where they share enough. */
export const tooLittle = ({ before, after, compared }: Comparison): string | undefined => {
  if (before.document.version !== after.document.version)
    return `they were held to two documents, version ${before.document.version} and ${after.document.version}`;
  return compared === 0 ? 'no requirement was tested in both' : undefined;
};

/** True where the service broke something: a promise, or a fact. */
export const isWorse = ({ service, facts }: Comparison): boolean =>
  service.some((change) => isWorsening(change) && isPromise(change.requirement)) ||
  facts.service.some((change) => change.class === 'breaking');
