// Groups changes of facts by their cause: one change of the service often shows at several places.
import { listings, operationIds } from '#contract';
import {
  amongOthers,
  answerParts,
  answerStep,
  type ChangeAdvice,
  type ChangeKind,
  causeOf,
  changedText,
  driftClasses,
  endAdvice,
  type FactChange,
  formsOf,
  isIncidental,
  isInSituation,
  isOfAnswer,
  isOfDeprecation,
  isOfOthers,
  isOrderRefused,
  isPlainRequest,
  keyOf,
  memberText,
  movedIn,
  pathIn,
  railOf,
  recordMember,
  sentenceOf,
  shareIn,
  shareText,
  whereText,
} from '#facts';
import type { FactSubject } from '#run';
import { groupBy, plural, texts } from '../text.ts';

const isListings = (endpoints: readonly string[]): boolean =>
  endpoints.length === listings.length && listings.every((listing) => endpoints.includes(listing));

/** For more endpoints than this, the text names the missing endpoints instead. */
const maxNamed = 8;

/** `offramp.list, offramp.read`, `all listings`, `all endpoints` or `all endpoints but taxonomy.list`. */
export const placeText = (endpoints: readonly string[]): string => {
  const [first = ''] = endpoints;
  if (endpoints.length === operationIds.length) return 'all endpoints';
  if (isListings(endpoints)) return 'all listings';
  if (endpoints.length > maxNamed)
    return `all endpoints but ${operationIds.filter((id) => !endpoints.includes(id)).join(', ')}`;
  return first === 'service' ? 'all listings' : endpoints.join(', ');
};

/** Changes with one cause. */
export interface ChangeGroup {
  readonly class: FactChange['class'];
  readonly kind: ChangeKind;
  readonly endpoints: readonly string[];
  readonly text: string;
  readonly also?: Also | undefined;
  readonly changes: readonly FactChange[];
  /** Advice for all changes, if the advice for the first change does not fit the others. */
  readonly must?: ChangeAdvice | undefined;
}

/** Other places at which the same cause shows. */
export interface Also {
  /** `The same for 15 more methods`. */
  readonly title: string;
  readonly names: readonly string[];
  /** `the other 15 methods`, or the name of the only one; set if a client must do the same for each. */
  readonly all?: string | undefined;
  /** The names are sentences (claims). */
  readonly areClaims?: true;
}

const [maxNames, maxClaims] = [3, 2];

/** One more claim takes no more room than `and 1 more`. */
const mostOf = ({ names, areClaims }: Also): number => {
  if (!areClaims) return maxNames;
  return names.length === maxClaims + 1 ? names.length : maxClaims;
};

/** `The same for 15 more methods: a; b; c; and 12 more`. */
export const alsoText = (also: Also, most = mostOf(also)): string => {
  const { title, names, areClaims } = also;
  const left = names.length - most;
  const end = areClaims ? '.' : '';
  return `${title}: ${names.slice(0, most).join('; ')}${left > 0 ? `; and ${left} more` : ''}${end}`;
};

/** Requests and members that most clients use: one of them represents its group. */
const isPlain = (change: FactChange): boolean =>
  isPlainRequest(change) || (change.status === undefined && ['header', 'member'].includes(change.aspect));

/** `request`, `field`: a noun for the places of a change; undefined if the names already say it. */
const placeNoun = (change: FactChange): readonly [one: string, many: string] | undefined => {
  const { kind, aspect } = change;
  if (isOfAnswer(change)) return ['request', 'requests'];
  if (aspect === 'fee rate') return ['order', 'orders'];
  if (aspect === 'methods') return ['currency', 'currencies'];
  if (pathIn(change) !== undefined) return ['field', 'fields'];
  // Bounds of security modes: a method has several.
  const isOfMethod = /^(?:limit|fee|field)-/.test(kind) && !change.of.at(-1)?.endsWith('_amount');
  return isOfMethod ? ['method', 'methods'] : undefined;
};

/** `15 more methods`, or `15 more`. */
const moreText = (change: FactChange, count: number): string => {
  const [one, many] = placeNoun(change) ?? [];
  return one === undefined || many === undefined ? `${count} more` : plural(count, `more ${one}`, `more ${many}`);
};

const othersText = (change: FactChange, names: readonly string[]): string =>
  names.length === 1 && names[0] !== undefined
    ? names[0]
    : `the other ${moreText(change, names.length).replace(' more', '')}`;

const withoutPlace = (change: FactChange): string => sentenceOf(change).replace(whereText(change), '');

/** Without the words about other requests, which differ from place to place. */
const stepAlone = (change: FactChange): string =>
  isOfAnswer(change) ? answerParts(change).step : withoutPlace(change);

const placeName = (change: FactChange): string =>
  `${whereText(change)}${isOfAnswer(change) ? answerParts(change).others : ''}`;

/**
 * What changed, as a key. Orders with different amounts have different fees at the same share, so the share is the key.
 */
const movedText = (change: FactChange): string =>
  /^fee (?:rate|share)$/.test(change.aspect)
    ? [change.before, change.after].map((value) => shareIn(value).toFixed(3)).join()
    : JSON.stringify(movedIn(change));

/** The same member in a record and in the listing of such records. */
const isOneMember = (one: FactChange, other: FactChange): boolean =>
  pathIn(one) !== undefined && one.status === other.status && recordMember(one) === recordMember(other);

const isAlikeAnswer = (first: FactChange, other: FactChange): boolean =>
  isOfAnswer(first) &&
  isOfAnswer(other) &&
  whereText(first) === whereText(other) &&
  answerStep(first) === answerStep(other);

const headSentence = (first: FactChange, changes: readonly FactChange[]): string => {
  const own = [...new Set(changes.filter((each) => isOneMember(first, each)).map(memberText))];
  // The count covers the kinds of orders of all endpoints in the group.
  const kinds = changes.filter((each) => isOfAnswer(each) && each.note !== undefined && isAlikeAnswer(first, each));
  if (kinds.length > 1) {
    const count = kinds.reduce((sum, { note }) => sum + Number.parseInt(note ?? '', 10), 0);
    return sentenceOf({ ...first, note: `${plural(count, 'kind')} tried` });
  }
  return own.length > 1 ? sentenceOf(first).replace(memberText(first), () => own.join(' and ')) : sentenceOf(first);
};

/** A valid request says the same as all valid orders. */
const isSuccess = ({ aspect, of: [name] }: FactChange): boolean => aspect === 'observed' && name === 'success';

/** A client does the same about another 2xx status at every place. */
const isForAll = (change: FactChange): boolean => {
  const { came, went } = movedIn(change);
  return change.kind === 'status-changed' && [...came, ...went].every((status) => status.startsWith('2'));
};

const alsoOf = (first: FactChange, changes: readonly FactChange[]): Also | undefined => {
  const others = [
    ...new Map(
      changes
        .filter((each) => each.aspect !== 'header' && each !== first && !isOneMember(first, each))
        .map((each) => [sentenceOf({ ...each, of: each.of.map((part) => part.replace('$.data[].', '$.')) }), each]),
    ),
  ].filter(
    ([sentence, each]) =>
      sentence !== sentenceOf(first) &&
      !isAlikeAnswer(first, each) &&
      !([first, each].some(isSuccess) && [first, each].some((one) => /^valid \w+$/.test(whereText(one)))),
  );
  if (others.length === 0) return undefined;
  const isAlike =
    others.every(([, each]) => stepAlone(each) === stepAlone(first)) ||
    isOrderRefused(first.kind) ||
    (!isOfAnswer(first) && changes.every((each) => movedText(each) === movedText(first)));
  const names = [...new Set(others.map(([, each]) => placeName(each)))];
  const more = moreText(first, others.length);
  return {
    title: isAlike ? `The same for ${more}` : `Also changed: ${more}`,
    names,
    all: isAlike && !isForAll(first) ? othersText(first, names) : undefined,
  };
};

const isRefusedOnly = (statuses: readonly string[]): boolean => statuses.every((status) => /^4\d\d$/.test(status));

const isRefusedOtherwise = (change: FactChange): boolean => {
  const { came, went } = movedIn(change);
  return (
    change.kind === 'status-changed' && came.length > 0 && isRefusedOnly([...came, ...went, ...formsOf(change.before)])
  );
};

/** Several endpoints refuse different cases, so no case represents the others. */
const refusedGroup = (
  first: FactChange,
  all: readonly FactChange[],
): Pick<ChangeGroup, 'text' | 'must'> | undefined => {
  const endpoints = new Set(all.map(({ endpoint }) => endpoint));
  const sameCase = new Set(all.filter((each) => whereText(each) === whereText(first)).map(({ endpoint }) => endpoint));
  if (endpoints.size === sameCase.size || !isRefusedOtherwise(first)) return undefined;
  const { came, went } = movedIn(first);
  const [old, now] = [went, came].map((statuses) => statuses.join(' or '));
  return {
    text: `refused requests: ${changedText(old ?? '', now ?? '')} in ${all.length} cases, such as ${whereText(first)} (${first.endpoint})`,
    must: { by: 'client', text: `Check that your client treats ${now} like ${old} in each refusal.` },
  };
};

const hasHiddenName = ({ of }: FactSubject): boolean => of.some((part) => part.includes('hidden-'));

const lengthOf = (change: FactChange): number => keyOf(change).length;

const groupsOf = (changes: readonly FactChange[]): ChangeGroup[] => {
  const named = changes.filter((change) => !hasHiddenName(change));
  const [shortest] = (named.length > 0 ? named : changes).toSorted((one, other) => lengthOf(one) - lengthOf(other));
  // The change of all valid orders says most.
  const whole = changes.find((change) => isOfAnswer(change) && change.note !== undefined && isPlain(change));
  const first = shortest?.kind === 'member-new' ? shortest : (whole ?? changes.find(isPlain) ?? shortest);
  if (first === undefined) return [];
  const isOfShare = first.aspect === 'fee share';
  const isOfRun = first.kind === 'given-changed' || first.kind === 'facts-changed';
  const endpoints = isOfRun ? ['the run'] : [...new Set(changes.map(({ endpoint }) => endpoint))];
  const merged = first.kind === 'end-announced' ? endGroup(changes) : railGroup(changes);
  if (merged !== undefined)
    return [{ class: first.class, kind: merged.changes[0]?.kind ?? first.kind, endpoints, ...merged }];
  const all = [first, ...changes.filter((each) => each !== first)];
  const refused = refusedGroup(first, all);
  if (refused !== undefined) return [{ class: first.class, kind: first.kind, endpoints, ...refused, changes: all }];
  const text = isOfShare ? shareText(changes) : headSentence(first, all);
  return [
    {
      class: first.class,
      kind: first.kind,
      endpoints,
      text,
      // Cases or members of one endpoint. A text that repeats at several endpoints counts once.
      also: isOfShare ? undefined : alsoOf(first, all),
      changes: all,
    },
  ];
};

/** Other changed answers of one endpoint: each set of new statuses once, and the situations in which they came. */
interface Answered {
  readonly came: readonly (readonly string[])[];
  readonly situations: readonly FactChange[];
}

/** A run has about thirty situations, but a file from elsewhere may have any number. */
const maxSituations = 200;

const answeredIn = (changes: readonly FactChange[]): Answered => {
  const others = changes.filter((change) => isOfAnswer(change) && !isIncidental(change));
  return {
    came: [...new Map(others.map((change) => [movedText(change), movedIn(change).came])).values()],
    situations: others.filter(({ aspect }) => aspect === 'observed').slice(0, maxSituations),
  };
};

/** Requests with a second fault beside the fault of another case. */
const isOfFaults = ({ of: [name = ''] }: FactSubject): boolean =>
  / refused, (?:in an odd text|with an odd member besides)$| with a mistyped member$/.test(name);

/** The case of the same endpoint that has the same new answer. */
const caseOfFaults = (change: FactChange, all: readonly FactChange[], isAnywhere = false): FactChange | undefined => {
  const { came, went } = movedIn(change);
  if (change.kind !== 'status-changed' || !isOfFaults(change) || came.length === 0) return undefined;
  return all.find((each) => {
    const own = movedIn(each);
    return (
      (isAnywhere ? isRefusedOtherwise(each) : each.endpoint === change.endpoint) &&
      isOfAnswer(each) &&
      !isOfFaults(each) &&
      !isIncidental(each) &&
      own.went.length > 0 &&
      own.came.join() === came.join() &&
      (went.length === 0 || went.join() === own.went.join() || isOrderRefused(each.kind))
    );
  });
};

/** True if another case of the endpoint already says so. */
const isIncluded = (change: FactChange, { came, situations }: Answered): boolean => {
  if (!isIncidental(change)) return situations.some((each) => isInSituation(change, each));
  const own = movedIn(change).came;
  return came.some((statuses) => own.every((status) => statuses.includes(status)));
};

const placeOf = (endpoint: string, fact: FactSubject): string => `${endpoint}\t${keyOf(fact)}`;

/** Adds the form of a member whose name is hidden: the facts have it with all members of unknown names. */
const withForm = (change: FactChange, all: ReadonlyMap<string, FactChange>): FactChange => {
  const place = change.kind === 'member-new' ? amongOthers(change) : undefined;
  const known = place && all.get(placeOf(change.endpoint, place));
  return known === undefined ? change : { ...change, after: known.after };
};

const isRailGone = ({ kind, aspect }: FactChange): boolean => kind === 'capability-gone' && aspect === 'rails';

const railsGone = (change: FactChange): readonly string[] =>
  isRailGone(change) ? movedIn(change).went.map((rail) => rail.toLowerCase()) : [];

/**
 * A key for one cause that shows in facts of several kinds: a rail that is not listed is also refused, and a deprecated
 * endpoint also ends.
 */
const oneCauseIn = (changes: readonly FactChange[]): ((change: FactChange) => string | undefined) => {
  const listed = new Set(changes.flatMap(railsGone));
  const refused = new Set(
    changes.flatMap((change) => (change.kind === 'order-refused' ? [railOf(change)?.toLowerCase() ?? ''] : [])),
  );
  const ends = groupBy(
    changes.filter(({ kind }) => kind === 'end-announced'),
    ({ endpoint }) => endpoint,
  );
  // Refusals of other statuses have the header too.
  const endsAt = (endpoint: string): string =>
    [...new Set((ends.get(endpoint) ?? []).map((change) => JSON.stringify([change.of, movedIn(change)])))]
      .toSorted()
      .join();
  return (change) => {
    const { kind, endpoint } = change;
    if (kind === 'end-announced') return `${kind}\t${endsAt(endpoint)}`;
    const [rail, ...more] = kind === 'order-refused' ? [railOf(change)?.toLowerCase()] : railsGone(change);
    return rail !== undefined && more.length === 0 && listed.has(rail) && refused.has(rail)
      ? `rail\t${rail}`
      : undefined;
  };
};

const railGroup = (
  changes: readonly FactChange[],
): Pick<ChangeGroup, 'text' | 'also' | 'changes' | 'must'> | undefined => {
  const listed = changes.filter(isRailGone);
  const refused = changes.filter(({ kind }) => kind === 'order-refused');
  const first = refused.find((change) => formsOf(change.after).some((form) => /^\d+$/.test(form))) ?? refused[0];
  const [rail] = listed;
  if (rail === undefined || first === undefined) return undefined;
  const names = [...new Set(refused.map(whereText))];
  return {
    text: `${sentenceOf(listed.length > 1 ? withoutHolder(rail) : rail)}: subaccounts do not list this rail any more, and orders over it are refused (${answerStep(first)})`,
    also: { title: 'Refused now', names },
    must: { by: 'client', text: 'Your client must work without this rail.' },
    changes: [...listed, ...refused],
  };
};

export const withoutHolder = (change: FactChange): FactChange => ({ ...change, of: change.of.slice(0, 1) });

const endGroup = (
  changes: readonly FactChange[],
): Pick<ChangeGroup, 'text' | 'also' | 'changes' | 'must'> | undefined => {
  const [end, deprecation] = [changes.find((each) => !isOfDeprecation(each)), changes.find(isOfDeprecation)];
  const first = end ?? deprecation;
  if (first === undefined) return undefined;
  const isOfOne = changes.every(({ endpoint }) => endpoint === first.endpoint);
  return {
    text: texts(deprecation && sentenceOf(deprecation), end && sentenceOf(end)).join(', and '),
    also: undefined,
    changes: [first, ...changes.filter((each) => each !== first)],
    must: endAdvice(first, isOfOne ? first.endpoint : 'these endpoints'),
  };
};

/** Groups changes by cause, the most severe class first; an announced end comes before all others. */
export const groupChanges = (all: readonly FactChange[]): readonly ChangeGroup[] => {
  const answered = new Map(
    [...groupBy(all.filter(isOfAnswer), ({ endpoint }) => endpoint)].map(([endpoint, own]) => [
      endpoint,
      answeredIn(own),
    ]),
  );
  const byPlace = new Map(all.map((change) => [placeOf(change.endpoint, change), change]));
  const keyed = (...parts: readonly (string | undefined)[]): string => parts.join('\t');
  // If the message names another absence, its wording differs too.
  const named = new Set(
    all.flatMap(({ kind, endpoint, status }) => (kind === 'message-kind-changed' ? [keyed(endpoint, status)] : [])),
  );
  // The fee that moved already reports the share that all fees take.
  const shares = new Set(
    all.flatMap(({ aspect, endpoint, kind }) => (aspect === 'fee share' ? [keyed(endpoint, kind)] : [])),
  );
  // An opened cache is reported once, where customer data stands.
  const opened = new Set(all.flatMap((change) => (change.kind === 'cache-opened' ? [keyed(movedText(change))] : [])));
  // If all valid orders are refused, other requests that get the same status have the same cause.
  const refusedAs = new Map(
    all.flatMap((change) =>
      change.kind === 'answer-refused' ? [[change.endpoint, movedIn(change).came] as const] : [],
    ),
  );
  const isOfRefusal = (change: FactChange): boolean =>
    isOfAnswer(change) &&
    change.kind !== 'answer-refused' &&
    change.kind !== 'key-accepted' &&
    movedIn(change).came.length > 0 &&
    movedIn(change).came.every((status) => refusedAs.get(change.endpoint)?.includes(status));
  // A fee of another type also has another amount.
  const typed = new Set(
    all.flatMap(({ kind, aspect, of }) => (kind === 'fee-type-changed' && aspect === 'fee types' ? [of.join()] : [])),
  );
  const isOfType = ({ aspect, of, kind }: FactChange): boolean =>
    (aspect === 'fee' && typed.has(of.join())) ||
    (typed.size > 0 && kind === 'value-new' && of[0] === '$[].currency_configurations[].fee.type');
  // Another answer also has other words. A new object of unknown name also has new members.
  const isRepeated = (change: FactChange): boolean => {
    const { kind, aspect, endpoint, status } = change;
    if (kind === 'wording-changed') return answered.has(endpoint) || named.has(keyed(endpoint, status));
    if (kind === 'member-new' && isOfOthers(change)) return true;
    if (aspect === 'echo' && byPlace.has(placeOf(endpoint, { aspect: 'member', of: change.of }))) return true;
    if (
      aspect === 'header' &&
      change.of[0] === 'cache-control' &&
      kind !== 'cache-opened' &&
      opened.has(keyed(movedText(change)))
    )
      return true;
    const others = answered.get(endpoint);
    return (
      isOfRefusal(change) ||
      caseOfFaults(change, all) !== undefined ||
      isOfType(change) ||
      (others !== undefined && isIncluded(change, others)) ||
      (aspect === 'fee rate' && shares.has(keyed(endpoint, kind)))
    );
  };
  const changes = all.filter((change) => !isRepeated(change)).map((change) => withForm(change, byPlace));
  const ofOneCause = oneCauseIn(changes);
  const keys = (change: FactChange): string =>
    `${change.class}\t${ofOneCause(change) ?? causeOf(caseOfFaults(change, changes, true) ?? change)}`;
  const groups = [...groupBy(changes, keys).values()].flatMap(groupsOf);
  const weight = ({ kind, class: drift }: ChangeGroup): number =>
    kind === 'end-announced' ? -1 : driftClasses.indexOf(drift);
  return groups.sort((one, other) => weight(one) - weight(other));
};

/** `` changed: taxonomy.list: fee of `ted` for BRL/USDC rose: before 12, now 15 ``. */
export const groupText = ({ class: drift, endpoints, text, also }: ChangeGroup): string =>
  texts(`${drift}: ${placeText(endpoints)}: ${text}`, also && alsoText(also)).join('. ');
