import {
  endpointOf,
  type Firmness,
  firmnesses,
  isPromise,
  type OperationId,
  type Outcome,
  operationIds,
  operationOf,
  outcomes,
  type RequirementId,
} from '#contract';
import { groupBy, plural } from './text.ts';
import type { Gate, JudgedRequirement, RecordingSummary, Verdict } from './verdict.ts';

type Firm = Pick<JudgedRequirement, 'firmness'>;
type Ended = Pick<JudgedRequirement, 'outcome'>;

/** True where the gate judges a requirement: it names the least firm kind that it judges. */
export function isGated({ firmness }: Firm, gate: Gate): boolean {
  return firmnesses.indexOf(firmness) <= firmnesses.indexOf(gate);
}

/** True where a requirement's outcome alone makes the run fail. */
export function failsGate(judged: Firm & Ended, gate: Gate): boolean {
  return isGated(judged, gate) && (judged.outcome === 'deviates' || judged.outcome === 'drifts');
}

/** Outcomes that only a test which ran to its end can have. */
const executed: ReadonlySet<Outcome> = new Set(['conforms', 'deviates', 'drifts', 'observed', 'waived']);

export function wasExecuted({ outcome }: Ended): boolean {
  return executed.has(outcome);
}

/** Outcomes that a reader has to look at. */
export const troubles: readonly Outcome[] = ['deviates', 'drifts', 'waived', 'unproven', 'broken'];

export function countIn(judged: readonly Ended[], ...outcomes: readonly Outcome[]): number {
  return judged.filter(({ outcome }) => outcomes.includes(outcome)).length;
}

/** Nothing was proved, and the service is not to blame. */
export function isOpen({ outcome }: Ended): boolean {
  return outcome === 'broken' || outcome === 'unproven';
}

/** Requirements of the gate that the user left out, or that the service blocked. */
export function keptBy(
  { requirements, gate }: Pick<Verdict, 'requirements' | 'gate'>,
  who: 'user' | 'service',
): readonly JudgedRequirement[] {
  return requirements.filter((each) => each.untestedBy === who && isGated(each, gate));
}

/** Requirements that had to be tested and were not. */
export function lacking({
  requirements,
  required = [],
}: Pick<Verdict, 'requirements' | 'required'>): readonly JudgedRequirement[] {
  const demanded = new Set(required);
  return requirements.filter((each) => demanded.has(each.id) && !wasExecuted(each));
}

/** True where a requirement alone leaves the verdict open; a gate that reads only one report must see it there. */
export function leavesOpen(
  requirement: JudgedRequirement,
  { gate, required = [] }: Pick<Verdict, 'gate' | 'required'>,
): boolean {
  return (
    isOpen(requirement) ||
    (requirement.untestedBy === 'service' && isGated(requirement, gate)) ||
    (required.includes(requirement.id) && !wasExecuted(requirement))
  );
}

/** The reason of a requirement that a narrowed run was not asked for. */
export const notSelected = 'left out by --only';

/** True where nothing that the gate judges was tested. */
export function judgesNothing({ coverage }: Pick<Verdict, 'coverage'>): boolean {
  return coverage.judged === 0;
}

type Undecided = Omit<Verdict, 'verdict' | 'exitCode'>;

/** The requirements to which a run was narrowed; undefined means all. */
type Selected = ReadonlySet<RequirementId> | undefined;

/** The user asked for examples or open questions alone, so nothing that the gate judges could be tested. */
const asksNoPromise = ({ requirements, gate }: Undecided, selected: Selected): boolean => {
  const asked = requirements.filter(({ id }) => selected?.has(id as RequirementId));
  return asked.length > 0 && !asked.some((each) => isGated(each, gate));
};

/** True where what a recording shows may be the lesser part of what happened. */
export function isMostlyUnread({ exchanges, unread, partial }: RecordingSummary): boolean {
  return exchanges < unread && partial !== true;
}

/** True where nothing was proved, or not all that should have been. */
const isInconclusive = (run: Undecided, selected: Selected): boolean => {
  const { requirements, interrupted, crashed = [] } = run;
  return (
    interrupted === true ||
    crashed.length > 0 ||
    (run.recording !== undefined && isMostlyUnread(run.recording)) ||
    !requirements.some(wasExecuted) ||
    (judgesNothing(run) && !asksNoPromise(run, selected)) ||
    requirements.some((each) => leavesOpen(each, run))
  );
};

/** The word of the verdict and the exit code that goes with it. */
export function decide(run: Undecided, selected?: Selected): Pick<Verdict, 'verdict' | 'exitCode'> {
  const { requirements, gate, otherFailures = [] } = run;
  if (otherFailures.length > 0 || requirements.some((each) => failsGate(each, gate)))
    return { verdict: 'deviates', exitCode: 1 };
  if (isInconclusive(run, selected)) return { verdict: 'inconclusive', exitCode: 3 };
  if (requirements.some(({ outcome }) => outcome === 'waived'))
    return { verdict: 'conforms-with-waivers', exitCode: 0 };
  return { verdict: keptBy(run, 'user').length > 0 ? 'conforms-in-part' : 'conforms', exitCode: 0 };
}

type Coverage = Omit<Verdict['coverage'], 'byEndpoint'>;

/** True where the gate judges the requirement, and some answer had something to judge it by. */
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
export function coverageOf(requirements: readonly JudgedRequirement[], gate: Gate): Verdict['coverage'] {
  return {
    ...count(requirements, gate),
    byEndpoint: Object.fromEntries(
      operationIds.map((operation) => {
        const { number } = operationOf(operation);
        const own = requirements.filter((each) => concerns(each, number));
        return [String(number), count(own, gate)];
      }),
    ),
  };
}

export function countsOf(requirements: readonly JudgedRequirement[]): Verdict['counts'] {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, countIn(requirements, outcome)])) as Verdict['counts'];
}

type Judged = Pick<Verdict, 'requirements' | 'gate'>;

/** How the promises of a gate ended; each counts once. */
export interface Tally {
  readonly total: number;
  readonly kept: number;
  readonly broken: number;
  readonly waived: number;
  /** No record carried what the promise speaks of. */
  readonly empty: number;
  readonly leftOut: number;
  readonly blocked: number;
  /** No usable answer came, or no test ran. */
  readonly unproved: number;
}

export function promisesIn({ requirements, gate }: Judged): JudgedRequirement[] {
  return requirements.filter((each) => isPromise(each) && isGated(each, gate));
}

export function tallyOf(promises: readonly JudgedRequirement[]): Tally {
  const by = (who: JudgedRequirement['untestedBy']) =>
    promises.filter(({ outcome, untestedBy }) => outcome === 'untested' && untestedBy === who).length;
  return {
    total: promises.length,
    kept: countIn(promises, 'conforms'),
    broken: countIn(promises, 'deviates'),
    waived: countIn(promises, 'waived'),
    empty: by('nothing to judge'),
    leftOut: by('user'),
    blocked: by('service'),
    unproved: promises.filter(isOpen).length,
  };
}

/** Three kinds of requirements, and what their outcomes are called. */
export const kinds = [
  {
    noun: 'promise',
    firmnesses: ['stated', 'implied'],
    words: { conforms: 'kept', deviates: 'broken' },
  },
  { noun: 'example', firmnesses: ['shown'], words: { conforms: 'as shown', drifts: 'different' } },
  { noun: 'open question', firmnesses: ['silent'], words: { observed: 'observed' } },
] as const satisfies readonly {
  noun: string;
  firmnesses: readonly Firmness[];
  words: Partial<Record<Outcome, string>>;
}[];

/** Outcomes that requirements of every kind may have. */
const common = ['waived', 'untested', 'broken', 'unproven'] as const;

/** Names whose doing it is that something was not tested. */
export const whose = {
  user: 'left out by the user',
  service: 'kept back by the service',
  'nothing to judge': 'no record carried it',
} as const;

/** What the service has done where it does otherwise than the document says; every report takes the word from here. */
export const brokenPromise = 'Broken promise';

/** `2 broken promises`. */
export function brokenPromises(count: number): string {
  return plural(count, brokenPromise.toLowerCase());
}

/** The parts of the page for an auditor, by which Allure groups too. */
export const parts = {
  broken: `${brokenPromise}s`,
  waivers: 'Waivers',
  untested: 'What was not tested',
  changes: 'Changes',
  money: 'Money operations',
  requirements: 'All requirements',
} as const;

/** The outcome of one requirement as people read it; in files `broken` is a test without a usable answer, and not a promise. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  conforms: 'kept',
  deviates: 'broken',
  drifts: 'different',
  observed: 'observed',
  waived: 'waived',
  untested: 'untested',
  broken: 'without a usable answer',
  unproven: 'not tried',
};

/** `1 example as shown, 2 open questions observed`, of what was tested. */
export function testedText(requirements: readonly JudgedRequirement[]): string {
  return kinds
    .flatMap(({ noun, firmnesses, words }) => {
      const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
      return (Object.entries(words) as [Outcome, string][]).flatMap(([outcome, word]) => {
        const count = countIn(own, outcome);
        return count === 0 ? [] : [`${plural(count, noun)} ${word}`];
      });
    })
    .join(', ');
}

const endedText = (requirements: readonly JudgedRequirement[], words: Partial<Record<Outcome, string>>) =>
  ([...Object.entries(words), ...common.map((outcome) => [outcome, outcomeWords[outcome]])] as [Outcome, string][])
    .map(([outcome, word]) => [countIn(requirements, outcome), word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');

/** How many of each kind: `69 promises, 15 examples, 7 open questions`. */
export function kindsText(requirements: readonly Pick<JudgedRequirement, 'firmness'>[]): string {
  return kinds
    .flatMap(({ noun, firmnesses }) => {
      const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
      return own.length === 0 ? [] : [plural(own.length, noun)];
    })
    .join(', ');
}

/** All requirements by kind and outcome: `336 promises (stated, implied): 334 kept, 2 broken`, one text a kind. */
export function totalsOf({ requirements }: Pick<Verdict, 'requirements'>): string[] {
  return kinds.flatMap(({ noun, firmnesses, words }) => {
    const own = requirements.filter(({ firmness }) => firmnesses.some((each) => each === firmness));
    if (own.length === 0) return [];
    return [`${plural(own.length, noun)} (${firmnesses.join(', ')}): ${endedText(own, words)}`];
  });
}

/** Requirements of one endpoint, or those that belong to none alone. */
export interface EndpointGroup {
  /** `6 POST /v2/...`, or `Across endpoints`. */
  readonly title: string;
  /** The operation's id, or `across endpoints`. */
  readonly name: string;
  readonly operation: OperationId | undefined;
  readonly requirements: readonly JudgedRequirement[];
}

export function titleOf(operation: OperationId | undefined): string {
  if (operation === undefined) return 'Across endpoints';
  const { number, method, path } = operationOf(operation);
  return `${number} ${method} ${path}`;
}

/** `6 Initiate onramp`, for readers who do not know the paths; undefined for what is no endpoint. */
export function headingOf(name: string): string | undefined {
  const id = operationIds.find((each) => each === name);
  return id && `${operationOf(id).number} ${operationOf(id).heading}`;
}

/** Requirements by endpoint, in the order of the document's table, the general ones last. */
export function byEndpoint(requirements: readonly JudgedRequirement[]): EndpointGroup[] {
  const groups = groupBy(requirements, ({ id }) => endpointOf(id));
  return [...operationIds, undefined].flatMap((operation) => {
    const own = groups.get(operation);
    const name = operation ?? 'across endpoints';
    return own ? [{ title: titleOf(operation), name, operation, requirements: own }] : [];
  });
}

/** `endpoint 7`, `endpoints 1, 5, 11`, or `all 14 endpoints`. */
export function endpointsText(endpoints: readonly number[]): string {
  if (endpoints.length === operationIds.length) return `all ${endpoints.length} endpoints`;
  return `${endpoints.length === 1 ? 'endpoint' : 'endpoints'} ${endpoints.join(', ')}`;
}

interface Column {
  readonly head: string;
  readonly outcomes: readonly Outcome[];
  /** Names the kind; all where it is left out. */
  readonly of?: 'promises' | 'examples';
  readonly style: 'red' | 'yellow' | 'green' | 'dim';
}

/** Each requirement is counted in one of them. */
const columns: readonly Column[] = [
  { head: 'kept', of: 'promises', outcomes: ['conforms'], style: 'green' },
  { head: 'broken', of: 'promises', outcomes: ['deviates'], style: 'red' },
  { head: 'waived', outcomes: ['waived'], style: 'yellow' },
  { head: 'untested', outcomes: ['untested'], style: 'dim' },
  { head: 'unproved', outcomes: ['broken', 'unproven'], style: 'red' },
  { head: 'as shown', of: 'examples', outcomes: ['conforms'], style: 'dim' },
  { head: 'differ', of: 'examples', outcomes: ['drifts'], style: 'yellow' },
  { head: 'observed', outcomes: ['observed'], style: 'dim' },
];

const alwaysShown = ['kept', 'broken'];

export function countOf(requirements: readonly JudgedRequirement[], { of, outcomes }: Column): number {
  const own = requirements.filter((each) => of === undefined || isPromise(each) === (of === 'promises'));
  return countIn(own, ...outcomes);
}

/** The columns of a table of endpoints; one that nothing is in is left out. */
export function columnsIn(requirements: readonly JudgedRequirement[]): readonly Column[] {
  return columns.filter((column) => alwaysShown.includes(column.head) || countOf(requirements, column) > 0);
}
