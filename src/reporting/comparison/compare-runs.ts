// Attributes the differences between two runs: to the service, to the runs themselves, or to the harness.
import {
  isPromise,
  isRequirementId,
  type OperationId,
  operationIds,
  operationOf,
  orderIds,
  requirementOf,
} from '#contract';
import {
  anyOf,
  byWeight,
  type ChosenClasses,
  classOf,
  differencesBetween,
  type FactChange,
  type FactDifference,
  type Facts,
  formsOf,
  isOfAnswer,
  isOfOneValue,
  isOfUnverified,
  isOneOrder,
  isOrderRefused,
  isPassing,
  isPlainRequest,
  isSame,
  keyOf,
  movedIn,
  pathIn,
  readFacts,
  serviceName,
} from '#facts';
import { rowIn } from '#lib';
import type { FactSubject, ReasonCode } from '#run';
import { hasNoResult, wasExecuted } from '../outcomes.ts';
import type { JudgedFinding, JudgedRequirement } from '../verdict.ts';
import {
  type ComparedRun,
  catalogueOf,
  middleOf,
  observedFacts,
  runDifferences,
  slower,
  speedsOf,
} from './compared-run.ts';
import {
  type Doer,
  fatesIn,
  type Incomparable,
  isWaived,
  isWorsening,
  type RequirementFate,
  type Runs,
  type ServiceChange,
} from './turns.ts';

/** The differences between two runs, by who can change them. */
export interface Comparison extends Runs {
  /** By the id of the requirement; the next four come from it. */
  readonly fates: ReadonlyMap<string, RequirementFate>;
  /** Requirements that both runs tested by the same rules. */
  readonly compared: number;
  readonly service: readonly ServiceChange[];
  readonly run: readonly Incomparable[];
  readonly harness: readonly Incomparable[];
  /** Facts that only the older run saw (`unobserved`) have no cause: records come and go. */
  readonly facts: Readonly<Record<Doer | 'unobserved' | 'accepted', readonly FactChange[]>>;
  readonly differences: readonly FactDifference[];
  /** Changes that follow from a promise that turned, or from an endpoint that is gone. */
  readonly following: readonly FactChange[];
  /** Orders that the service refuses for a reason of its own, such as a quota. */
  readonly keptBack: readonly FactChange[];
  /** How many facts of both runs are equal. */
  readonly unchanged: number;
  /** How many kept runs of each release measured its speed. */
  readonly timed: readonly [before: number, after: number];
  /** Endpoints whose paths lead nowhere now, each with the number of its promises that cannot be tested. */
  readonly gone: ReadonlyMap<string, number>;
}

/** `$.data[].id` for `$.data[3].id`; all entries of a map have one place. */
const anyIndex = (where: string): string => where.replace(/\[\d+\]/g, '[]').replace(/\{\*\}|\.\*/g, '');

const capabilityPlaces: Partial<Record<FactSubject['aspect'], string>> = {
  currencies: '$.capabilities.currencies',
  rails: '$.capabilities.currencies.rails',
  assets: '$.capabilities.assets',
  networks: '$.capabilities.assets.networks',
};

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || ['.', '['].some((sign) => inner.startsWith(outer + sign));

type Explaining = Pick<JudgedFinding, 'operation' | 'where' | 'code' | 'answer'>;

const isExplained = (change: FactChange, { operation, where, answer, code }: Explaining): boolean => {
  const { aspect, endpoint, of, status, before, after } = change;
  if (operation !== endpoint) return false;
  const isAt = where.startsWith('$');
  const isOfStatus = status !== undefined && String(answer?.status) === status;
  // If a refusal replaces another answer, its body and words are new too.
  if (!isAt && answer !== undefined && answer.status > 399 && isOfStatus && aspect !== 'wording') return true;
  // A fee that breaks a promise also has another rate.
  const feePath = '$.pricing.fees';
  if (aspect === 'fee share' || aspect === 'fee rate')
    return where === `${feePath}.${of[0]}` || (aspect === 'fee rate' && isAt && isWithin(where, feePath));
  // The flags stand below the currency of the finding.
  if (aspect === 'flags') return where.startsWith('$.capabilities.currencies');
  const path = pathIn(change) ?? capabilityPlaces[aspect];
  if (path !== undefined) {
    if (!isAt) return false;
    const isOfReply = answer === undefined || status === undefined || isOfStatus || answer.status < 300;
    const [one, other] = [anyIndex(path), anyIndex(where)];
    return isOfReply && (isWithin(one, other) || isWithin(other, one));
  }
  if (isOfAnswer(change)) {
    if (isAt) return false;
    const [old, now] = [formsOf(before), formsOf(after)];
    // A refused listing has no page.
    if (code === 'REFUSED' && now.join() === 'missing and missing') return true;
    const words = [String(answer?.status), answer !== undefined && answer.status < 300 ? 'accepted' : 'refused'];
    return answer === undefined || words.some((word) => old.includes(word) !== now.includes(word));
  }
  const isOfBody = isAt && anyIndex(where) === '$';
  if (aspect === 'header') {
    const [name = ''] = of;
    return (isOfBody && name === 'content-type') || where.toLowerCase().includes(name);
  }
  if (aspect === 'wording' || aspect === 'message kind') return isOfBody || where.startsWith('$.message') || isOfStatus;
  return false;
};

/** The changes that no finding reports already. */
export const unexplained = (changes: readonly FactChange[], findings: readonly Explaining[]): readonly FactChange[] =>
  changes.filter((change) => !findings.some((finding) => isExplained(change, finding)));

const kindsIn = (facts: Facts): readonly string[] => formsOf(facts[serviceName]?.get('kinds of facts')?.value);

/** The facts of two runs; undefined if one run kept no facts. */
type ObservedPair = readonly [old: Facts, now: Facts] | undefined;

const observedPair = ({ before, after }: Runs): ObservedPair => {
  const [old, now] = [observedFacts(before), observedFacts(after)];
  return old === undefined || now === undefined ? undefined : [old, now];
};

interface RuledFacts {
  readonly differences: readonly FactDifference[];
  readonly facts: Comparison['facts'];
}

const attributeFacts = (runs: Runs, observed: ObservedPair, classes: ChosenClasses): RuledFacts => {
  const nothing = { service: [], run: [], harness: [], unobserved: [], accepted: [] };
  const { before, after } = runs;
  if (observed === undefined) return { differences: [], facts: nothing };
  const [old, now] = observed;
  const differences = differencesBetween(old, now, { classes, runs: runDifferences(before, after) }).filter(
    ({ aspect }) => aspect !== 'settings',
  );
  const isOfOneHarness = catalogueOf(before) === catalogueOf(after) && kindsIn(old).join() === kindsIn(now).join();
  /**
   * Versions of the harness send different requests and note different facts. Such facts are compared only if both
   * versions observed them.
   */
  const isOfHarness = ({ kind, aspect, before: was, after: is }: FactChange): boolean =>
    kind === 'facts-changed' ||
    (!isOfOneHarness && (aspect === 'not looked at' || was === undefined || is === undefined));
  const [held, free] = [differences.filter((each) => each.held), differences.filter((each) => !each.held)];
  const all = byWeight(free.flatMap(({ changes }) => changes));
  const harness = all.filter(isOfHarness);
  const changes = all.filter((change) => !harness.includes(change));
  const unobserved = changes.filter((change) => change.class === 'unseen');
  const service = changes.filter((change) => change.class !== 'unseen');
  const run = byWeight(held.flatMap((each) => each.changes));
  return { differences, facts: { ...nothing, harness, service, run, unobserved } };
};

/** True for a finding at a member whose change can only come from the service. */
const isAtFree = (all: readonly FactDifference[]): ((finding: JudgedFinding) => boolean) => {
  const placed = (endpoint: string, { of: [path = ''], status }: FactSubject): string =>
    JSON.stringify([endpoint, anyIndex(path), status]);
  const free = all.filter(({ aspect, changes, held }) => aspect === 'member' && changes.length > 0 && !held);
  const places = new Set(free.map((each) => placed(each.endpoint, each)));
  return ({ operation, where, answer }) => {
    const status = answer === undefined || answer.status < 300 ? undefined : String(answer.status);
    return /^\$./.test(where) && places.has(placed(operation, { aspect: 'member', of: [where], status }));
  };
};

const alikeFacts = (old: Facts, now: Facts): number =>
  Object.entries(old).reduce((sum, [endpoint, own]) => {
    const others = now[endpoint];
    const alike = [...own].filter(([key, { aspect, value }]) => {
      const isOfService = !isPassing({ aspect }) && aspect !== 'settings';
      return isOfService && isSame(aspect, value, others?.get(key)?.value);
    });
    return sum + alike.length;
  }, 0);

const noRoute: ReasonCode = 'NO_ROUTE';

const answersAt = (facts: Facts, endpoint: string, aspects: readonly FactSubject['aspect'][]): readonly string[] =>
  [...(rowIn(facts, endpoint)?.values() ?? [])]
    .filter(({ aspect }) => aspects.includes(aspect))
    .flatMap(({ value }) => formsOf(value));

const [withFullKey, withOtherKey] = ['status', 'status with another key'] as const;

/** True if every request now gets 404, also with a key that was refused before: the router has no such path. */
const isUnrouted = (observed: ObservedPair, endpoint: string): boolean => {
  if (observed === undefined) return false;
  const [old, now] = observed;
  const all = answersAt(now, endpoint, [withFullKey, withOtherKey]);
  return (
    answersAt(old, endpoint, [withFullKey]).some((status) => status.startsWith('2')) &&
    answersAt(old, endpoint, [withOtherKey]).some((status) => status !== '404') &&
    answersAt(now, endpoint, [withOtherKey]).length > 0 &&
    all.every((status) => status === '404')
  );
};

/** Endpoints whose paths lead nowhere now, each with the number of its promises that cannot be tested. */
const goneEndpoints = ({ before, after }: Runs, observed: ObservedPair): ReadonlyMap<string, number> => {
  const tested = new Set(
    before.requirements.filter((each) => wasExecuted(each) && isPromise(each)).map(({ id }) => id),
  );
  const lost = after.requirements.filter((each) => !wasExecuted(each) && tested.has(each.id));
  return new Map(
    operationIds.flatMap((id) => {
      const isSaid = lost.some(({ reasons: [why] = [] }) => why?.code === noRoute && why.operation === id);
      if (!isSaid && !isUnrouted(observed, id)) return [];
      const { number } = operationOf(id);
      const own = lost.filter(({ reasons: [why] = [], endpoints }) =>
        why?.code === noRoute ? why.operation === id : !isSaid && endpoints.includes(number),
      );
      return [[id, own.length] as const];
    }),
  );
};

const isRefusal = (kind: FactChange['kind']): boolean => kind === 'answer-refused' || isOrderRefused(kind);

/**
 * Endpoints whose valid orders the service refused for a reason of its own, such as a quota. This is no change of the
 * release.
 */
const ownRefusals = ({ requirements }: ComparedRun): ReadonlySet<string> =>
  new Set(
    requirements
      .filter(
        ({ id, untestedBy }) => untestedBy === 'service' && isRequirementId(id) && requirementOf(id).asks === 'success',
      )
      .map(({ id }) => id.split('/')[0] ?? ''),
  );

/** A limit on the number of requests (RFC 6585, section 4). */
const isOfLimit = ({ after }: FactChange): boolean => formsOf(after).includes('429');

/**
 * True if an order of the unverified subaccount, which was refused before for another reason, now gets the same answer.
 * A quota of one account cannot cause this.
 */
const isRefusedAsSuch =
  (changes: readonly FactChange[]) =>
  ({ kind, endpoint, aspect, after }: FactChange): boolean =>
    kind === 'answer-refused' &&
    changes.some((other) => other.endpoint === endpoint && isOfUnverified(other) && isSame(aspect, other.after, after));

/** The endpoint that a promise without a result needs, and that the newer run could not use. */
export const lostEndpoint = (
  comparison: Pick<Comparison, 'gone' | 'keptBack' | 'facts'>,
  { endpoints }: Pick<JudgedRequirement, 'endpoints'>,
): { readonly gone: OperationId | undefined; readonly refused: OperationId | undefined } => {
  const own = operationIds.filter((id) => endpoints.includes(operationOf(id).number));
  const refused = refusedEndpoints(comparison).filter((id) => orderIds.some((each) => each === id));
  return { gone: own.find((id) => comparison.gone.has(id)), refused: own.find((id) => refused.includes(id)) };
};

const isRefusedWhole = (change: FactChange): boolean =>
  change.kind === 'answer-refused' && isPlainRequest(change) && !isOfLimit(change);

/** Endpoints at which no valid request is accepted any more, with or without a known reason. */
export const refusedEndpoints = (comparison: Pick<Comparison, 'keptBack' | 'facts'>): readonly string[] => [
  ...new Set([
    ...comparison.facts.service.filter(({ kind }) => kind === 'answer-refused').map(({ endpoint }) => endpoint),
    ...refusedWhole(comparison),
  ]),
];

/**
 * Endpoints at which no valid order is accepted any more. Nobody can tell whether a used-up quota or the release is the
 * reason.
 */
export const refusedWhole = (comparison: Pick<Comparison, 'keptBack'>): readonly string[] => [
  ...new Set(refusedOrders(comparison).map(({ endpoint }) => endpoint)),
];

/** The answers of these orders before and now. */
export const refusedOrders = ({ keptBack: changes }: Pick<Comparison, 'keptBack'>): readonly FactChange[] =>
  changes.filter(isRefusedWhole);

/** True if the service refuses only some values or roles. A quota would refuse every later order. */
const valueFilter = (changes: readonly FactChange[]): ((change: FactChange) => boolean) => {
  const refused = changes.filter((change) => isOneOrder(change) && isRefusal(change.kind));
  return (change) =>
    isOneOrder(change) && refused.filter(({ endpoint }) => endpoint === change.endpoint).every(isOfOneValue);
};

const timedRuns = (run: ComparedRun, kept: readonly ComparedRun[]): number =>
  Math.max(0, ...[...speedsOf(run, kept).values()].map((all) => all.length));

/** One slow run may come from the load of a machine, so each release needs several runs. */
const slowerEndpoints = (
  { before, after }: Runs,
  kept: readonly ComparedRun[],
  classes: ChosenClasses,
): FactChange[] => {
  const [old, now] = [before, after].map((run) => speedsOf(run, kept));
  return operationIds.flatMap((endpoint): FactChange[] => {
    const [was, is] = [old?.get(endpoint) ?? [], now?.get(endpoint) ?? []];
    if (Math.min(was.length, is.length) < slower.runs) return [];
    const [accepted, met] = [middleOf(was), middleOf(is)];
    if (met < accepted * slower.factor || met < accepted + slower.ms) return [];
    const values = { before: anyOf(String(accepted)), after: anyOf(String(met)) };
    return [{ class: classOf('slower', classes), kind: 'slower', endpoint, aspect: 'speed', of: [], ...values }];
  });
};

/**
 * A value that both runs observed is no change, although only one finding has it: it showed by chance, or because of
 * the run's own deposit.
 */
const isSeenInBoth = ({ requirement, findings }: ServiceChange, observed: ObservedPair, facts: Comparison['facts']) => {
  const changes = Object.values(facts).flat();
  const isAlike = ({ code, operation, where }: JudgedFinding): boolean => {
    const key = keyOf({ aspect: 'member', of: [anyIndex(where)] });
    const isInBoth = observed?.every((run) => rowIn(run, operation)?.has(key)) ?? false;
    const isChanged = changes.some((change) => change.endpoint === operation && keyOf(change) === key);
    return code === 'UNLISTED_VALUE' && isInBoth && !isChanged;
  };
  return !isPromise(requirement) && findings.length > 0 && findings.every(isAlike);
};

/** A net amount that is not the gross amount minus the fees. */
const isOfNet = ({ where, code }: JudgedFinding): boolean => code === 'RULE_BROKEN' && where.endsWith('to.net_amount');

/** If only the net amount changed, the fee only seems to rise or fall. */
const isOfNetAt = ({ aspect, endpoint }: FactChange, nets: readonly JudgedFinding[]): boolean =>
  aspect === 'fee rate' && nets.some(({ operation }) => operation === endpoint);

interface HowCompared {
  /** Runs of the history, which show the speed of a release. */
  readonly kept?: readonly ComparedRun[];
  readonly classes?: ChosenClasses | undefined;
  /** Facts of the baseline that somebody accepted. */
  readonly accepted?: Facts | undefined;
}

export const compareRuns = (
  before: ComparedRun,
  after: ComparedRun,
  { kept: ofHistory = [], classes = {}, accepted = {} }: HowCompared = {},
): Comparison => {
  const observed = observedPair({ before, after });
  const latest = observed?.[1] ?? readFacts(after.facts ?? {});
  const { differences: ofFacts, facts } = attributeFacts({ before, after }, observed, classes);
  const runs = { before, after, isOfService: isAtFree(ofFacts) };
  const fates = new Map(
    [...fatesIn(runs)].map(([id, each]): [string, RequirementFate] => {
      const { fate } = each;
      const isTurned = typeof fate !== 'string' && fate.doer === 'service';
      return [id, isTurned && isSeenInBoth(fate, observed, facts) ? { ...each, fate: 'alike' } : each];
    }),
  );
  const all = [...fates.values()].map(({ fate }) => fate);
  const differences = all.filter((each) => typeof each !== 'string');
  const service = differences.filter((each) => each.doer === 'service');
  const others = differences.filter((each) => each.doer !== 'service');
  const gone = goneEndpoints(runs, observed);
  const explaining = service.filter(({ requirement }) => isPromise(requirement)).flatMap(({ findings }) => findings);
  const netFindings = service.flatMap(({ findings }) => findings).filter(isOfNet);
  const kept = ownRefusals(after);
  const [isOfValues, isOfForm] = [valueFilter(facts.service), isRefusedAsSuch(facts.service)];
  const isOwnRefusal = (change: FactChange): boolean =>
    kept.has(change.endpoint) && isRefusal(change.kind) && !isOfValues(change) && !isOfForm(change);
  const open = unexplained(facts.service, explaining).filter(
    (change) => !gone.has(change.endpoint) && !isOfNetAt(change, netFindings),
  );
  const ways = new Map(
    open.flatMap((change) =>
      isOwnRefusal(change) && isRefusedWhole(change) ? [[change.endpoint, movedIn(change).came] as const] : [],
    ),
  );
  /** If no valid order is accepted, other requests that get the same status have the same cause. */
  const isOfRefusal = (change: FactChange): boolean => {
    const { came } = movedIn(change);
    return isOfAnswer(change) && came.length > 0 && came.every((each) => ways.get(change.endpoint)?.includes(each));
  };
  const isHeldBack = (change: FactChange): boolean => isOwnRefusal(change) || isOfRefusal(change);
  const reported = open.filter((change) => !isHeldBack(change));
  const isAccepted = (change: FactChange): boolean => {
    const [own, key] = [rowIn(accepted, change.endpoint), keyOf(change)];
    return own !== undefined && isSame(change.aspect, own.get(key)?.value, latest[change.endpoint]?.get(key)?.value);
  };
  const own = [...reported, ...slowerEndpoints(runs, ofHistory, classes)];
  return {
    before,
    after,
    fates,
    compared: all.filter((each) => each === 'alike').length + service.length,
    service,
    run: others.filter(({ doer }) => doer === 'run'),
    harness: others.filter(({ doer }) => doer === 'harness'),
    facts: { ...facts, service: own.filter((each) => !isAccepted(each)), accepted: own.filter(isAccepted) },
    timed: [before, after].map((run) => timedRuns(run, ofHistory)) as [number, number],
    differences: ofFacts,
    following: facts.service.filter((change) => !open.includes(change)),
    keptBack: open.filter(isHeldBack),
    unchanged: alikeFacts(observed?.[0] ?? observedFacts(before) ?? {}, latest),
    gone,
  };
};

const testedIn = ({ requirements }: ComparedRun): number => requirements.filter(wasExecuted).length;

/** How many tests of the older run the service or a failure prevented in the newer run. */
const lostIn = (before: ComparedRun, after: ComparedRun): number => {
  const tested = new Set(before.requirements.filter(wasExecuted).map(({ id }) => id));
  return after.requirements.filter(
    (each) => tested.has(each.id) && (hasNoResult(each) || each.untestedBy === 'service'),
  ).length;
};

/** Why two runs have too little in common for an answer; undefined if they have enough. */
export const tooLittle = ({ before, after, compared }: Comparison): string | undefined => {
  const refused = [before, after].findIndex(({ verdict }) => verdict === 'refused');
  if (refused >= 0) return `the ${refused === 0 ? 'older' : 'newer'} run was refused and tested nothing`;
  if (before.document.version !== after.document.version)
    return `they were tested against two documents, version ${before.document.version} and ${after.document.version}`;
  if (compared === 0) return 'both runs tested nothing in common';
  const tested = testedIn(after);
  if (compared * 2 < tested)
    return `only ${compared} of the ${tested} promises and details that the newer run tested were compared`;
  const lost = lostIn(before, after);
  if (lost * 2 > testedIn(before))
    return `the newer run could not test ${lost} of the ${testedIn(before)} promises and details that the older run tested`;
  const wider = Math.max(testedIn(before), testedIn(after));
  const isCut = before.narrowed !== after.narrowed && compared * 2 < wider;
  return isCut ? `--only left out all but ${compared} of ${wider} promises and details in one run` : undefined;
};

/**
 * Promises that the newer run saw broken, and that the older run did not test or tested with other cases. Nobody knows
 * whether the upgrade broke them.
 */
export const brokenUntested = ({ after, run }: Comparison): readonly JudgedRequirement[] => {
  const left = new Set(run.map(({ requirement }) => requirement.id));
  return after.requirements.filter((each) => isPromise(each) && each.outcome === 'deviates' && left.has(each.id));
};

/** Differences that would break clients, but that may come from two versions of the harness. */
export const doubtfulBreaks = ({ facts }: Pick<Comparison, 'facts'>): readonly FactChange[] =>
  facts.harness.filter((change) => change.class === 'breaks');

/** True if nobody can tell whether the newer release is the reason; the vendor has to answer. */
export const isUndecided = (comparison: Comparison): boolean =>
  brokenUntested(comparison).length + refusedWhole(comparison).length + doubtfulBreaks(comparison).length > 0;

/** True if the service broke a promise, or changed a fact in a way that breaks clients. */
export const isWorse = ({ service, facts }: Comparison): boolean =>
  service.some((change) => isWorsening(change) && isPromise(change.requirement) && !isWaived(change)) ||
  facts.service.some((change) => change.class === 'breaks');
