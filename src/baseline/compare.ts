import { orderIds, profiles } from '#contract';
import type { Member } from '#schemas';
import {
  documentedAt,
  type EndpointFacts,
  endpointNames,
  type Facts,
  isAlike,
  isOfSettings,
  nameOfSetting,
  partsOf,
  profileFact,
  splitKey,
  valuesIn,
} from './facts.ts';
import {
  type ChangeKind,
  type ChosenClasses,
  changeOfTerm,
  classOf,
  type DriftClass,
  driftClasses,
  formsOf,
  isHidden,
  isTerm,
  kindsFact,
  termOf,
  without,
} from './kinds.ts';

/** A fact that is no longer as it was accepted. */
export interface FactChange {
  readonly class: DriftClass;
  readonly kind: ChangeKind;
  readonly endpoint: string;
  readonly fact: string;
  readonly accepted: string;
  readonly met: string;
}

const absence = '(none)';

interface Shape {
  readonly forms: readonly string[];
  readonly values: readonly string[];
  readonly keys: readonly string[];
  readonly presence: string | undefined;
}

const shapeOf = (text: string): Shape => {
  const { parts, presence } = partsOf(text);
  const keys = parts.filter((part) => part.startsWith('map:')).flatMap((part) => part.slice(4).split('|'));
  return { forms: parts.map((part) => part.replace(/:.*$/, '')), values: valuesIn(parts), keys, presence };
};

const jsonTypes: Readonly<Record<string, string>> = {
  null: 'null',
  object: 'object',
  map: 'object',
  array: 'array',
  number: 'number',
  boolean: 'boolean',
  empty: 'empty',
  'no json': 'no json',
};

const typeOf = (form: string): string => jsonTypes[form] ?? 'string';

/** Forms of one family write the same in several ways. */
const families = [
  /^decimal\(/,
  /^datetime-/,
  /^(?:cc[23]|currency-lower|code-upper|code-lower|enum|another value|text)$/,
  /^(?:text|url|data-url|uri.*|invoice.*)$/,
  /^uuid/,
];

const isRewriting = (form: string, known: readonly string[]): boolean =>
  families.some((family) => family.test(form) && known.some((each) => family.test(each)));

/** A place in a body of one endpoint, before and after. */
interface Place {
  readonly endpoint: string;
  readonly key: string;
  readonly member: Member | undefined;
}

/** Records of our own making, or of the settings, are alike in each run, so that what they hold is no matter of chance. */
const isOwn = ({ endpoint, key }: Place): boolean => isAlike(endpoint, key) && orderIds.some((id) => id === endpoint);

/** A form that was not known at a place. */
const newForm = (form: string, { forms }: Shape, place: Place): ChangeKind | undefined => {
  const { member, endpoint, key } = place;
  if (forms.every((known) => known === 'null'))
    return isAlike(endpoint, key) && member?.nullable !== true ? 'member-filled' : undefined;
  if (form === 'null') return member?.nullable ? undefined : 'member-null';
  if (!forms.some((known) => typeOf(known) === typeOf(form))) return 'type-changed';
  if (typeOf(form) !== 'string') return undefined;
  // Zeros at the end say nothing where the document fixes no places.
  if (form.startsWith('decimal(') && forms.some((known) => known.startsWith('decimal(')))
    return member?.places === undefined || forms.includes('decimal(varied)') ? undefined : 'writing-changed';
  if (forms.includes('masked') || form === 'masked') return 'mask-changed';
  if (form === 'another value') return 'value-new';
  return isRewriting(form, forms) ? 'writing-changed' : 'format-changed';
};

/** Of two ways to write a member that is always there one is gone. An amount decides how many places it has. */
const isNarrowed = (old: Shape, now: Shape, { endpoint, key }: Place): boolean => {
  const gone = without(old.forms, now.forms).filter((form) => !/^(?:enum|another value|decimal\()/.test(form));
  return gone.some((form) => isRewriting(form, now.forms)) && now.presence === 'req' && isAlike(endpoint, key);
};

const heaviest = (kinds: readonly (ChangeKind | undefined)[]): ChangeKind | undefined =>
  driftClasses.flatMap((drift) => kinds.filter((kind) => kind !== undefined && classOf(kind) === drift))[0];

const changeOfShape = (before: string, after: string, place: Place): ChangeKind | undefined => {
  const [old, now] = [shapeOf(before), shapeOf(after)];
  const { member } = place;
  const values = without(now.values, old.values).filter((value) => isOwn(place) || !member?.known?.includes(value));
  const gone = without(old.forms, now.forms);
  // One free text among codes is the value of a request, or of a record.
  const came = without(now.forms, old.forms).filter(
    (form) => form !== 'text' || gone.length > 0 || old.forms.includes('masked') || !isRewriting(form, old.forms),
  );
  return heaviest([
    ...came.map((form) => newForm(form, old, place)),
    values.length > 0 && old.forms.includes('enum') ? 'value-new' : undefined,
    // Terms name what a subaccount may do.
    without(now.keys, old.keys).length > 0 && !place.key.startsWith('$.capabilities') ? 'capability-new' : undefined,
    old.presence === 'req' && now.presence === 'opt' && !member?.optional && !member?.nullable
      ? member
        ? 'member-at-times'
        : 'extra-member-gone'
      : undefined,
    old.presence === 'opt' && now.presence === 'req' && isAlike(place.endpoint, place.key) && !member
      ? 'member-always'
      : undefined,
    came.length === 0 && isNarrowed(old, now, place) ? 'writing-narrowed' : undefined,
    isOwn(place) && member?.nullable && now.forms.join() === 'null' && !old.forms.includes('null')
      ? 'optional-member-gone'
      : undefined,
    isOwn(place) && old.forms.length > now.forms.length && without(old.forms, now.forms).join() === 'null'
      ? 'member-filled'
      : undefined,
  ]);
};

const isRefusal = (answer: string): boolean => /^4/.test(answer) || answer === 'refused';
const isAcceptance = (answer: string): boolean => /^2/.test(answer) || answer === 'accepted';

/** Requests that any client sends, and that are answered each time. */
const ordinary = /^status: (?:orders of|reads of|second reads of|idle |simultaneous |created |records that)/;

const orders = /^status: (?:orders of [\w.-]+|offramps against the rules for rails)(, .*)?$/;

/** Recognises the answer to one kind of valid order, such as a currency of the business; it stands beside that of all of them. */
export const isOneOrder = (key: string): boolean => orders.exec(key)?.[1] !== undefined && !key.endsWith(' key');

/** The change in the status, or another answer, of a case. */
const changeOfAnswer = (key: string, before: string, after: string): ChangeKind | undefined => {
  const [old, now] = [before.split(' or '), after.split(' or ')];
  const [gained, gone] = [without(now, old), without(old, now)];
  const lost = old.some(isAcceptance) && !now.some(isAcceptance);
  if (lost && now.some(isRefusal)) return ordinary.test(key) && !isOneOrder(key) ? 'answer-refused' : 'refused-now';
  // A missing answer may not have been asked for, as where a role is not set.
  if (gained.length === 0) return undefined;
  if (gained.some((answer) => /^5/.test(answer))) return 'server-error';
  if (!old.some(isAcceptance) && gained.some(isAcceptance))
    return key.includes('with another key') ? 'key-accepted' : 'accepted-now';
  if (old.every(isAcceptance) && gained.some(isRefusal)) return 'refused-now';
  const isStatus = [...gained, ...gone].every((answer) => /^\d/.test(answer));
  return isStatus && /^(?:status|observed): /.test(key) && !/^\d+ and/.test(after)
    ? 'status-changed'
    : 'answer-changed';
};

const changeOfHeader = (key: string, before: string | undefined, after: string | undefined): ChangeKind | undefined => {
  const [old, now] = [before ?? 'none', after ?? 'none'].map((fact) => fact.split(' or '));
  if (old === undefined || now === undefined || without(now, old).length === 0) return undefined;
  if (/(?:sunset|deprecation)$/.test(key)) return now.every((each) => each === 'none') ? undefined : 'end-announced';
  if (!old.some((each) => each !== 'none')) return 'header-new';
  return now.every((each) => each === 'none') ? 'header-gone' : now.includes('none') ? undefined : 'header-changed';
};

const changeOfProbe = (key: string, before: string, after: string): ChangeKind => {
  if (!key.endsWith('limit')) return 'first-page-moved';
  return Number(after) < Number(before) ? 'page-limit-lowered' : 'page-limit-raised';
};

const containerOf = (key: string): string => key.replace(/(?:\.[^.[\]{}]+|\[\]|\{\*\})$/, '');

/** True where the place around a key was seen, so that its absence shows something. */
const wasObserved = (key: string, facts: EndpointFacts): boolean =>
  /\b(?:object|map|array)\b/.test(facts[containerOf(key)] ?? '');

/** A member that came or went as a whole. */
const changeOfMember = (place: Place, old: EndpointFacts, now: EndpointFacts): ChangeKind | undefined => {
  const { endpoint, key, member } = place;
  const [before, after] = [old[key], now[key]];
  const isNested = containerOf(key) !== key;
  const isOptional = member?.optional === true || member?.nullable === true;
  if (before === undefined) {
    const isMeant = after?.endsWith(' req') || isAlike(endpoint, key);
    // The document allows null, and leaving it out.
    const isNothing = isOptional && (!isAlike(endpoint, key) || after?.startsWith('null'));
    return isNested && wasObserved(key, old) && isMeant && !isNothing ? 'member-new' : undefined;
  }
  if (!isNested || !wasObserved(key, now)) return 'not-seen';
  if (before.endsWith(' req')) {
    const isFilled = !before.startsWith('null ') || before.startsWith('null or ');
    const isSteady = isFilled && (isAlike(endpoint, key) || splitKey(key).status !== undefined);
    if (isOptional) return isSteady ? 'optional-member-gone' : 'not-seen';
    return member ? 'member-gone' : 'extra-member-gone';
  }
  return before.endsWith(' seen') && !member && isAlike(endpoint, key) ? 'extra-member-gone' : 'not-seen';
};

/** True where a reply of the same kind came: every reply has a content type, or none. */
const hadReply = (key: string, facts: EndpointFacts): boolean =>
  facts[key.replace(/header .*$/, 'header content-type')] !== undefined;

/** The kind of a difference in one fact of an endpoint; undefined where it means nothing. */
const changeOf = (endpoint: string, key: string, old: EndpointFacts, now: EndpointFacts): ChangeKind | undefined => {
  const [before, after] = [old[key], now[key]];
  if (key === kindsFact) return 'facts-changed';
  if (key === 'zero balances') {
    const [had, has] = [old, now].map((facts) => shapeOf(facts['$.balances'] ?? '').keys);
    const isFewer = had !== undefined && has !== undefined && without(had, has).length > 0;
    return after === undefined ? (isFewer ? 'zero-left-out' : 'not-seen') : undefined;
  }
  // The amounts of other people's orders have the places that they have.
  if (key.startsWith('places: ') && !isAlike(endpoint, '$')) return undefined;
  // Nothing is new at an endpoint that was not asked.
  if (isTerm(key)) return before === undefined && old.$ === undefined ? undefined : changeOfTerm(key, before, after);
  if (/(?:^|\d )header /.test(key)) {
    if (hadReply(key, old) && hadReply(key, now)) return changeOfHeader(key, before, after);
    return before === undefined ? undefined : 'not-seen';
  }
  if (isOfSettings(key)) return 'given-changed';
  if (splitKey(key).path !== undefined) {
    const place = { endpoint, key, member: documentedAt(endpoint, key) };
    const isWhole = before !== undefined && after !== undefined;
    return isWhole ? changeOfShape(before, after, place) : changeOfMember(place, old, now);
  }
  if (before === undefined) return undefined;
  if (after === undefined) return 'not-seen';
  if (key.startsWith('probed: ')) return changeOfProbe(key, before, after);
  if (/^(?:status|observed): /.test(key)) return changeOfAnswer(key, before, after);
  return without(after.split(' or '), before.split(' or ')).length > 0 ? 'message-kind-changed' : undefined;
};

/** Statuses that a case of an endpoint gets now and did not get before: their bodies are those of other answers. */
const newStatuses = (old: EndpointFacts, now: EndpointFacts): ReadonlySet<string> => {
  const cases = Object.keys(now).filter((key) => key.startsWith('status: ') && old[key] !== undefined);
  return new Set(cases.flatMap((key) => without(now[key]?.split(' or ') ?? [], old[key]?.split(' or ') ?? [])));
};

const stepOf = ({ accepted, met }: Pick<FactChange, 'accepted' | 'met'>): number => Number(met) - Number(accepted);

/** What cents and four places round a share by. */
const roundedBy = 0.0003;

/** A fee that rose by one step for all orders is a small part of some of them. */
const isLikeStep = (one: number, other: number): boolean =>
  Math.sign(one) === Math.sign(other) && Math.abs(one - other) <= Math.max(roundedBy, 0.05 * Math.abs(other));

const shareForm = /^fee (?:rate|share): /;

/** Fees of other orders and currencies that moved as those did that changed. */
const alikeFees = (
  changes: readonly FactChange[],
  endpoint: string,
  old: EndpointFacts,
  now: EndpointFacts,
): FactChange[] => {
  const known = changes.filter(({ fact }) => shareForm.test(fact));
  const others = Object.keys(now).filter(
    (key) => shareForm.test(key) && old[key] !== now[key] && !known.some(({ fact }) => fact === key),
  );
  return others.flatMap((fact) => {
    const values = { accepted: old[fact] ?? absence, met: now[fact] ?? absence };
    const like = known.find(
      (change) =>
        shareForm.exec(change.fact)?.[0] === shareForm.exec(fact)?.[0] && isLikeStep(stepOf(values), stepOf(change)),
    );
    return like === undefined ? [] : [{ ...like, endpoint, fact, ...values }];
  });
};

const sameAnswers = (one: FactChange, other: FactChange): boolean =>
  one.accepted === other.accepted && one.met === other.met;

/** Either all valid orders of an endpoint are answered otherwise, or some of them. */
const withoutRepeats = (changes: readonly FactChange[]): readonly FactChange[] => {
  const some = changes.filter(({ fact }) => isOneOrder(fact));
  const all = changes.filter(({ fact }) => orders.test(fact) && !isOneOrder(fact));
  return changes.filter((each) => {
    const whole = all.find(({ fact }) => each.fact.startsWith(fact));
    const own = whole === undefined ? [] : some.filter(({ fact }) => fact.startsWith(whole.fact));
    if (whole === undefined || own.length === 0) return true;
    return own.every((one) => sameAnswers(one, whole)) ? each === whole : each !== whole;
  });
};

/** Facts of the kinds that both know: an earlier version made them without some. */
const comparable = (accepted: Facts, actual: Facts) => {
  const known = [accepted, actual].map(({ service }) => service?.[kindsFact]?.split(', ') ?? []);
  const isKnown = (key: string): boolean => {
    const term = termOf(key);
    return key !== 'latency' && (term === undefined || known.every((names) => names.includes(term)));
  };
  const written = formsOf(known);
  return (own: EndpointFacts = {}): EndpointFacts =>
    Object.fromEntries(
      Object.entries(own)
        .filter(([key]) => isKnown(key))
        .map(([key, fact]) => [key, key === kindsFact ? fact : written(fact)]),
    );
};

/** Codes of which a run's simulated deposits were accepted, in lower case. */
const depositedIn = (facts: Facts): readonly string[] =>
  Object.entries(facts['deposit.simulate'] ?? {}).flatMap(([key, fact]) => {
    const [, code = ''] = /^status: orders of deposit\.simulate, of ([A-Z]{3,5})\b/.exec(key) ?? [];
    return code !== '' && fact.split(' or ').some(isAcceptance) ? [code.toLowerCase()] : [];
  });

const heldIn = '$.balances';

/** The later facts without the balances that deposits of the runs themselves may have made. */
const withoutDeposits = (accepted: Facts, actual: Facts): Facts => {
  const { 'balances.read': own } = actual;
  const [before, after] = [accepted['balances.read']?.[heldIn], own?.[heldIn]];
  if (own === undefined || before === undefined || after === undefined) return actual;
  const made = without([...depositedIn(accepted), ...depositedIn(actual)], shapeOf(before).keys);
  const kept = after.replace(/map:(\S+)/, (_whole, keys: string) => `map:${without(keys.split('|'), made).join('|')}`);
  return { ...actual, 'balances.read': { ...own, [heldIn]: kept.replace(/^map:(?= |$)/, 'map') } };
};

/** Sums up what a run that was narrowed or broke off did not see, in one line an endpoint. */
const condense = (changes: readonly FactChange[]): FactChange[] => {
  const lost = changes.filter((change) => change.kind === 'not-seen' && change.met === absence);
  const others = changes.filter((change) => !lost.includes(change));
  const summed = endpointNames.flatMap((endpoint): FactChange[] => {
    const count = lost.filter((change) => change.endpoint === endpoint).length;
    if (count === 0) return [];
    const fact = `${count} ${count === 1 ? 'fact' : 'facts'}`;
    return [{ class: 'unseen', kind: 'not-seen', endpoint, fact, accepted: 'observed', met: 'not looked at' }];
  });
  return [...others, ...summed];
};

interface ComparedWith {
  /** The later run was narrowed, or broke off. */
  readonly narrowed?: boolean;
  readonly classes?: ChosenClasses | undefined;
}

/** Every difference from the accepted facts, the heaviest class first, then in the order of the document. */
export function compareFacts(
  accepted: Facts,
  actual: Facts,
  { narrowed = false, classes = {} }: ComparedWith = {},
): readonly FactChange[] {
  const shared = comparable(accepted, actual);
  const later = withoutDeposits(accepted, actual);
  const all = endpointNames.flatMap((endpoint) => {
    const [old, now] = [shared(accepted[endpoint]), shared(later[endpoint])];
    const statuses = newStatuses(old, now);
    const isOfOthers = (key: string): boolean => statuses.has(/^(?:wording: )?(\d{3})\b/.exec(key)?.[1] ?? '');
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => !isOfOthers(key)).sort();
    const changes = keys.flatMap((fact): FactChange[] => {
      const [before, after] = [old[fact], now[fact]];
      const kind = before === after ? undefined : changeOf(endpoint, fact, old, now);
      if (kind === undefined) return [];
      const values = { accepted: before ?? absence, met: after ?? absence };
      return [{ class: classOf(kind, classes), kind, endpoint, fact, ...values }];
    });
    const isRefused = changes.some(({ fact, kind }) => isOneOrder(fact) && kind === 'refused-now');
    // An order of cents that is refused has no record with cents.
    const isHiddenGone = (place: string): boolean =>
      changes.some(({ fact, kind }) => kind === 'extra-member-gone' && isHidden(fact) && containerOf(fact) === place);
    return withoutRepeats([...changes, ...alikeFees(changes, endpoint, old, now)]).filter(
      ({ fact, kind }) =>
        !(isRefused && kind === 'places-fewer') && !(kind === 'not-seen' && isHiddenGone(fact.replace(/\{\*\}$/, ''))),
    );
  });
  const changes = narrowed ? condense(all) : all;
  return driftClasses.flatMap((each) => changes.filter((change) => change.class === each));
}

const depths: readonly string[] = profiles;

/** A run that looks at less loses evidence, and that is all. */
const looksFurther = ({ fact, accepted, met: actual }: FactChange): boolean =>
  isOfSettings(fact) &&
  actual !== absence &&
  (fact !== profileFact || depths.indexOf(actual) > depths.indexOf(accepted));

const isHeavy = (change: FactChange): boolean => change.class === 'breaks';

/**
 * Settings with which a run sees of the same service what the accepted one could not see, so that a change which breaks does
 * not fail. None where the baseline does not say with what it was made.
 */
export const excusingSettings = (changes: readonly FactChange[]): readonly string[] => {
  const isUnknown = changes.some(({ fact, accepted }) => fact === profileFact && accepted === absence);
  return isUnknown || !changes.some(isHeavy) ? [] : changes.filter(looksFurther).map(({ fact }) => nameOfSetting(fact));
};

/** True where drift fails the gate: a change that breaks does, until it is accepted. */
export const failsOnDrift = (changes: readonly FactChange[]): boolean =>
  changes.some(isHeavy) && excusingSettings(changes).length === 0;
