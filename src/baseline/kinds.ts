// The kinds of changes, each with its class, and how facts that stand for a term or a set are compared.
import { spanSteps } from '#lib';

/** In the order of weight. What was seen before and not this time is nobody's doing: records come and go. */
export const driftClasses = ['breaks', 'changed', 'more', 'least', 'unseen'] as const;
export type DriftClass = (typeof driftClasses)[number];

/** Each kind of change with its class and what it means. Configuration files name the ids, so that an id stays. */
export const changeKinds = {
  'key-accepted': ['breaks', 'a key that was refused is served'],
  'answer-refused': ['breaks', 'an ordinary valid request is refused'],
  'server-error': ['breaks', 'a request ends in a server error'],
  'member-gone': ['breaks', 'a documented member is gone'],
  'member-at-times': ['breaks', 'a documented member is not always there'],
  'member-null': ['breaks', 'a member is null that never was'],
  'type-changed': ['breaks', 'a member has another JSON type'],
  'format-changed': ['breaks', 'a member has another format'],
  'page-limit-lowered': ['breaks', 'the greatest page size (`limit`) of a listing fell'],
  'first-page-moved': ['breaks', 'the first page has another number'],
  'end-announced': ['changed', 'a Sunset or Deprecation header came or changed'],
  'status-changed': ['changed', 'a request is answered with another status'],
  'refused-now': ['changed', 'a request that nobody promised to accept is refused'],
  'accepted-now': ['changed', 'a request that was refused is accepted'],
  'answer-changed': ['changed', 'an answer that the document leaves open is another'],
  'value-new': ['changed', 'a set has a value that it had not'],
  'value-replaced': ['changed', 'a code has another value'],
  'writing-changed': ['changed', 'the same is written in another way'],
  'writing-narrowed': ['changed', 'one of two ways to write a member is gone'],
  'places-fewer': ['changed', 'amounts have fewer places'],
  'mask-changed': ['changed', 'another part of a text is masked'],
  'extra-member-gone': ['changed', 'a member that the document does not name is gone'],
  'optional-member-gone': ['changed', 'an optional member is gone that was always there'],
  'zero-left-out': ['changed', 'balances of zero are left out'],
  'header-gone': ['changed', 'a header is gone'],
  'header-changed': ['changed', 'a header has another value'],
  'message-kind-changed': ['changed', 'the message of a refusal names another reason'],
  'capability-gone': ['changed', 'a method, currency, asset, network, rail or flag is gone'],
  'field-required': ['changed', 'a method requires a further field'],
  'limit-tightened': ['changed', 'a method takes less: its least amount rose, or a greatest fell'],
  'fee-raised': ['changed', 'a fee rose'],
  'fee-type-changed': ['changed', 'a fee is of another type'],
  'expires-sooner': ['changed', 'something expires sooner'],
  'settles-later': ['changed', 'a settlement is expected later'],
  slower: ['changed', 'the median of an endpoint grew by half and by 100 ms'],
  'member-new': ['more', 'a member is new'],
  'member-always': ['more', 'a member is always there that was not'],
  'member-filled': ['more', 'a member has content that was null'],
  'header-new': ['more', 'a header is new'],
  'capability-new': ['more', 'a method, currency, asset, network, rail or flag is new'],
  'field-optional': ['more', 'a method takes a further field, or requires one less'],
  'limit-widened': ['more', 'a method takes more'],
  'fee-lowered': ['more', 'a fee fell'],
  'page-limit-raised': ['more', 'the greatest page size (`limit`) of a listing rose'],
  'expires-later': ['more', 'something expires later'],
  'settles-sooner': ['more', 'a settlement is expected sooner'],
  'order-changed': ['least', 'a listing has another order'],
  'wording-changed': ['least', 'a message is worded in another way'],
  'id-version-changed': ['least', 'UUIDs have another version'],
  'field-gone': ['least', 'a method no longer takes an optional field, or a type of fee'],
  'given-changed': ['least', 'the run was given other settings'],
  'facts-changed': ['least', 'this version of the harness notes other facts'],
  'not-seen': ['unseen', 'seen before, and not this time'],
} as const satisfies Readonly<Record<string, readonly [DriftClass, string]>>;

export type ChangeKind = keyof typeof changeKinds;

export const changeKindIds = Object.keys(changeKinds) as ChangeKind[];

/** Classes that a user has raised or lowered. */
export type ChosenClasses = Readonly<Partial<Record<ChangeKind, DriftClass>>>;

export const classOf = (kind: ChangeKind, chosen: ChosenClasses = {}): DriftClass =>
  chosen[kind] ?? changeKinds[kind][0];

export const without = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));

type Compare = (old: readonly string[], now: readonly string[], key: string) => ChangeKind | undefined;

/** Stands for an empty set. */
const nothing = 'none';

const ofSet =
  (gained: ChangeKind, gone?: ChangeKind, weightier: 'gained' | 'gone' = 'gone'): Compare =>
  (before, after) => {
    const [old, now] = [without(before, [nothing]), without(after, [nothing])];
    const [came, went] = [without(now, old).length > 0 && gained, without(old, now).length > 0 && gone];
    return (weightier === 'gone' ? went || came : came || went) || undefined;
  };

/** Names that somebody relies on. */
const names = ofSet('capability-new', 'capability-gone');

/** Other codes alone: of several records, some may not have come this time. */
const replaced =
  (kind: ChangeKind): Compare =>
  (old, now) =>
    now.some((each) => old.includes(each)) ? undefined : kind;

const onSpans =
  (shorter: ChangeKind, longer: ChangeKind): Compare =>
  (old, now) => {
    const [before, after] = [old, now].map((texts) => texts.map((text) => spanSteps.indexOf(text)));
    if (before === undefined || after === undefined) return undefined;
    if (Math.min(...after) > Math.max(...before)) return longer;
    return Math.max(...after) < Math.min(...before) ? shorter : undefined;
  };

/** A negative limit, which stands for `none`, is above every number. */
const numberOf = (text: string): number => (text === nothing ? Number.POSITIVE_INFINITY : Number(text));

/** A term is set by a person, so that it is round; what an exchange rate made is not. */
const isRound = (value: number): boolean => value === 0 || Number(value.toPrecision(2)) === value;

/** What moves by itself, with a rate, moves by less. */
const [termsMove, othersMove] = [1.05, 1.5];

const isAbove = (one: number, other: number, isTerm: boolean): boolean => {
  if (one <= other) return false;
  if (other <= 0 || !Number.isFinite(one)) return true;
  return one / other > (isTerm && isRound(one) && isRound(other) ? termsMove : othersMove);
};

const onScale =
  (raised: ChangeKind, lowered: ChangeKind, isTerm = true): Compare =>
  (old, now) => {
    const [before, after] = [old.map(numberOf), now.map(numberOf)];
    // An earlier version wrote steps.
    if ([...before, ...after].some(Number.isNaN)) return undefined;
    if (isAbove(Math.min(...after), Math.max(...before), isTerm)) return raised;
    return isAbove(Math.min(...before), Math.max(...after), isTerm) ? lowered : undefined;
  };

/** Places that an amount keeps whatever rate it was made by: those of an order of cents. */
const cents = 2;

/** A rate of fewer digits makes amounts with fewer places. */
const fewerPlaces: Compare = (old, now) => {
  const [before, after] = [old, now].map((places) => Math.max(...places.map(Number)));
  return before !== undefined && after !== undefined && after <= Math.min(before - 2, cents)
    ? 'places-fewer'
    : undefined;
};

const costs = onScale('fee-raised', 'fee-lowered');
const [tighterAbove, widerAbove] = [
  onScale('limit-tightened', 'limit-widened'),
  onScale('limit-widened', 'limit-tightened'),
];

/** Facts that stand for more than a form or a status, by the word that their keys begin with. */
const terms: Readonly<Record<string, Compare>> = {
  methods: names,
  'required fields': ofSet('field-required', 'field-optional', 'gained'),
  'optional fields': ofSet('field-optional', 'field-gone', 'gained'),
  limit: (old, now, key) => (key.endsWith('_min') ? tighterAbove : widerAbove)(old, now, key),
  fee: costs,
  'fee types': ofSet('fee-type-changed', 'field-gone', 'gained'),
  'fee rate': onScale('fee-raised', 'fee-lowered', false),
  'fee share': costs,
  currencies: names,
  assets: names,
  flags: names,
  rails: names,
  networks: names,
  order: replaced('order-changed'),
  expiry: onSpans('expires-sooner', 'expires-later'),
  delay: onSpans('settles-sooner', 'settles-later'),
  uuid: replaced('id-version-changed'),
  wording: ofSet('wording-changed'),
  codes: replaced('value-replaced'),
  rate: replaced('writing-changed'),
  echo: ofSet('writing-changed'),
  'fee in': replaced('fee-type-changed'),
  counts: replaced('answer-changed'),
  mask: replaced('mask-changed'),
  places: fewerPlaces,
  /** Known of a release by several runs; a baseline has one. */
  speed: () => undefined,
};

const hiddenMembers = 'hidden members';

/** Facts that are noted more closely than in earlier versions: values of headers, links apart from texts, zones, letter cases. */
const closer = 'headers and forms';

/** What the facts of this version have, and those of earlier ones had not. */
export const kindNames = [...Object.keys(terms), hiddenMembers, closer].join(', ');

/** The fact that says which kinds of facts there are. */
export const kindsFact = 'kinds of facts';

/** Recognises a member whose name is hidden. */
export const isHidden = (key: string): boolean => /\.hidden-[\da-f]{4}$/.test(key);

const noted = /^(?:\d{3} )?header (?!content-type$)/;

/** The kind of a fact, where it needs more than the oldest version noted. */
export const termOf = (key: string): string | undefined => {
  if (isHidden(key)) return hiddenMembers;
  if (noted.test(key)) return closer;
  const [name = ''] = key.split(':', 1);
  return Object.hasOwn(terms, name) ? name : undefined;
};

/** Recognises a fact that says more than a form or a status, and is compared in a separate way. */
export const isTerm = (key: string): boolean => Object.hasOwn(terms, termOf(key) ?? '');

/** Earlier versions wrote some forms less closely: with one of them, both are read as it wrote them. */
export const formsOf =
  (kinds: readonly (readonly string[])[]) =>
  (fact: string): string =>
    kinds.every((known) => known.includes(closer))
      ? fact
      : fact
          .replace(/\b(?:url|data-url|invoice-\w+)\b/g, 'text')
          .replace(/\b(uri|uuid)-\w+/g, '$1')
          .replace(/-utc\+00/g, '-utc');

/** The change in a term. One that is new as a whole means something for methods alone: what a subaccount may do follows its state. */
export const changeOfTerm = (key: string, before?: string, after?: string): ChangeKind | undefined => {
  const compare = terms[termOf(key) ?? ''];
  if (before !== undefined && after !== undefined) return compare?.(before.split(' or '), after.split(' or '), key);
  if (compare !== names) return undefined;
  return before !== undefined ? 'not-seen' : key.startsWith('methods: ') ? 'capability-new' : undefined;
};
