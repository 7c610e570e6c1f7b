// The members of bodies: their forms, the values of sets, the keys of maps, and whether they are always there.
import { operationIds, operationOf, orderIds } from '#contract';
import { isRecord, jsonTypeOf } from '#evidence';
import type { FactSubject } from '#run';
import { describe, fullError, isPlainTerm, type Member, membersOf } from '#schemas';
import {
  type AllCounts,
  type Aspect,
  byMove,
  byValues,
  type Counts,
  countOf,
  type FactPair,
  type MatrixGroup,
  type ObservedSubject,
} from './aspect.ts';
import { capabilityText } from './capabilities.ts';
import { type ChangeKind, classOf, driftClasses } from './change-kinds.ts';
import {
  type EndpointFacts,
  type FactChange,
  type FactPart,
  formsOf,
  isAlike,
  isHiddenName,
  type MemberPresence,
  movedIn,
  namesOf,
  type Value,
  without,
} from './fact.ts';
import { type AddFact, hidden, type Showing } from './sight.ts';
import { firstForm, inRefusal, memberChange, memberOf, memberText, namesText, stepText } from './words.ts';
import { keyOf } from './written.ts';

/** The documented members of a body by their paths. */
export type Documented = ReadonlyMap<string, Member>;

const known = new Map<string, Documented>();

/** Of a success of an operation, or of an error. */
export const documentedIn = (endpoint: string, isRefusal: boolean): Documented => {
  const name = isRefusal ? 'error' : endpoint;
  const operation = operationIds.find((id) => id === endpoint);
  const schema = isRefusal ? fullError : operation && operationOf(operation).success;
  const members = known.get(name) ?? new Map((schema ? membersOf(schema) : []).map((it) => [it.path, it]));
  known.set(name, members);
  return members;
};

const documentedAt = (endpoint: string, { of: [path = ''], status }: FactSubject): Member | undefined =>
  documentedIn(endpoint, status !== undefined).get(path);

/** Stands for a value of a set that nothing shows to be one, because it may be data. */
const hiddenValue = 'another value';

const forms: Readonly<Record<string, string>> = { CC2: 'cc2', CC3: 'cc3' };

export const isMasked = (text: string): boolean => /[*•…]{2,}|…|\.{3}/.test(text);

/** The letter case of a code is worth knowing: which one is open. */
const codeForm = (text: string, name: string): string | undefined => {
  if (!/(?:currency|asset|network|chain)$/i.test(name)) return undefined;
  if (/^[A-Z][A-Z0-9_]{1,15}$/.test(text)) return 'code-upper';
  return /^[a-z][a-z0-9_]{1,15}$/.test(text) ? 'code-lower' : undefined;
};

/** A code to pay that becomes a link is another thing to a client. */
const linkForm = (text: string): string | undefined => {
  if (/^https?:\/\//i.test(text)) return 'url';
  return /^data:/i.test(text) ? 'data-url' : undefined;
};

const namesCurrency = (member: Member | undefined, name: string): boolean =>
  member?.format === 'lower-case-code' || (member === undefined && /(currency|asset)$/i.test(name));

/** Forms of what a client has to open or to compare: a link that ends, what no browser opens, an invoice of another network. */
const closerForm = (described: string, text: string): string => {
  if (described === 'uri') return /^https?:/i.test(text) ? (text.includes('?') ? 'uri-query' : 'uri') : 'uri-other';
  return described === 'uuid' && /[A-F]/.test(text) && !/[a-f]/.test(text) ? 'uuid-upper' : described;
};

const invoiceForm = (text: string, name: string): string | undefined => {
  const [, start = ''] = (name === 'lightningInvoice' && /^(ln(?:bcrt|bc|tbs|tb))\d/i.exec(text)) || [];
  return start === '' ? undefined : `invoice-${start}`;
};

/** The form of a string by the first that fits; plain text has none. */
const formOf = (text: string, member: Member | undefined, name: string): string => {
  if (isMasked(text)) return 'masked';
  if (member?.format === 'text') return codeForm(text, name) ?? linkForm(text) ?? invoiceForm(text, name) ?? 'text';
  if (namesCurrency(member, name) && /^[a-z]{3,5}$/.test(text)) return 'currency-lower';
  const described = describe(text);
  if (described.startsWith('text(')) return 'text';
  if (text.endsWith('+00:00')) return `${described}+00`;
  return forms[described] ?? closerForm(described, text);
};

/** A name that a programmer gives; others are data. */
const isIdentifier = /^[a-z]+(?:[_-]?[a-z]+)*\d{0,2}$/i;

const maxDepth = 24;
const maxItems = 200;

/** Where the members of unknown names stand. */
const others = '{*}';

/**
 * Walks a body from its root, and reports every place and its content in the abstract each time that it occurs, and its texts. All
 * items of a list stand at one place, as do all values of a map, and members whose names are like data.
 */
export const observeMembers = (
  body: unknown,
  documented: Documented,
  shown: Showing,
  add: AddFact,
  addOfText: (text: string, path: string) => void,
): void => {
  const addAt = (path: string, form: string, name?: string) => add({ aspect: 'member', of: [path] }, form, name);
  const walkObject = (value: object, path: string, depth: number) => {
    const isMap = documented.get(path)?.type === 'map';
    addAt(path, isMap ? 'map' : 'object');
    for (const [name, child] of Object.entries(value).slice(0, maxItems)) {
      if (isMap) addAt(path, 'key', shown.key(path, name) ? name : 'another');
      const below = `${path}.${name}`;
      // A name that the document does not know is kept where it is made of words of interfaces.
      const isNamed = !isMap && (documented.has(below) || isPlainTerm(name));
      if (!isMap && !isNamed && isIdentifier.test(name)) addAt(`${path}.${hidden(path, name)}`, jsonTypeOf(child));
      walk(child, name, isNamed ? below : `${path}${others}`, depth + 1);
    }
  };
  /** A member of a set where it may be shown, otherwise the form of the text. */
  const addText = (text: string, path: string, name: string): void => {
    const member = documented.get(path);
    if ((member?.known ?? []).length === 0) addAt(path, formOf(text, member, name));
    else if (shown.text(text, path, name)) addAt(path, 'enum', text);
    else addAt(path, hiddenValue);
  };
  const walk = (value: unknown, name: string, path: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      addAt(path, 'array');
      for (const item of value.slice(0, maxItems)) walk(item, name, `${path}[]`, depth + 1);
    } else if (isRecord(value)) walkObject(value, path, depth);
    else if (typeof value === 'string') {
      addText(value, path, name);
      addOfText(value, path);
    } else addAt(path, jsonTypeOf(value));
  };
  walk(body, '', '$', 0);
};

/** A member that is never absent in so many records is as good as a promise; in fewer it is only seen. */
const enoughRecords = 5;

const namesIn = (counts: Counts, form: 'enum' | 'key'): string[] =>
  [...counts.values()].flatMap((each) => (each.form === form && each.name !== undefined ? [each.name] : [])).sort();

/** More than two lengths show that the places follow the amount. */
const placesIn = (all: readonly string[]): readonly string[] => {
  const decimals = all.filter((form) => form.startsWith('decimal('));
  if (decimals.length <= 2) return all;
  return [...all.filter((form) => !decimals.includes(form)), 'decimal(varied)'].sort();
};

/** The forms observed at a place, alternatives in a fixed order, and a set at the end. */
const partsOf = (counts: Counts): readonly FactPart[] => {
  const [values, keys] = [namesIn(counts, 'enum'), namesIn(counts, 'key')];
  const all = [...counts.values()].map(({ form }) => form).filter((form) => form !== 'enum' && form !== 'key');
  return [
    ...placesIn(all.sort()).map((form) => (form === 'map' && keys.length > 0 ? { form, names: keys } : { form })),
    ...(values.length > 0 ? [{ form: 'enum', names: values }] : []),
  ];
};

const parentOf = (path: string): string | undefined => {
  const end = path.lastIndexOf('.');
  return path.endsWith(']') || path.endsWith('}') || end < 0 ? undefined : path.slice(0, end);
};

const presenceOf = (fact: ObservedSubject, all: AllCounts): MemberPresence | undefined => {
  const parent = parentOf(fact.of[0] ?? '');
  if (parent === undefined) return undefined;
  const records = all.get(keyOf({ ...fact, of: [parent] }))?.get('object')?.times ?? 0;
  if (countOf(all.get(keyOf(fact))) < records) return 'opt';
  if (documentedAt(fact.operation, fact)?.optional === false) return 'req';
  return records >= enoughRecords ? 'req' : 'seen';
};

/** Recognises a member whose name is hidden. */
export const isHidden = ({ aspect, of: [path = ''] }: FactSubject): boolean =>
  aspect === 'member' && /\.hidden-[\da-f]{4}$/.test(path);

/** The place of all members of unknown names beside one whose name is hidden. */
export const amongOthers = (fact: FactSubject): FactSubject | undefined =>
  isHidden(fact) ? { ...fact, of: [(fact.of[0] ?? '').replace(/\.hidden-[\da-f]{4}$/, others)] } : undefined;

/** The holder of members of unknown names for their place; any other fact as it is. */
export const withoutOthers = (fact: FactSubject): FactSubject =>
  fact.aspect === 'member' ? { ...fact, of: [(fact.of[0] ?? '').replace(/\{\*\}$/, '')] } : fact;

/** Recognises a place of members of unknown names, or below one. */
export const isOfOthers = ({ aspect, of: [path = ''] }: FactSubject): boolean =>
  aspect === 'member' && path.includes(others);

/** True where a member with a hidden name stands for what is at a place of members of unknown names. */
export const isShownBy = (fact: FactSubject, other: FactSubject): boolean => {
  const path = fact.of[0] ?? '';
  return (
    fact.aspect === 'member' &&
    other.aspect === 'member' &&
    path.endsWith(others) &&
    fact.status === other.status &&
    (other.of[0] ?? '').startsWith(path.replace(others, '.hidden-'))
  );
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

const isRewriting = (form: string, others: readonly string[]): boolean =>
  families.some((family) => family.test(form) && others.some((each) => family.test(each)));

/** A place in a body of one endpoint, before and after. */
interface Place {
  readonly endpoint: string;
  readonly fact: FactSubject;
  readonly member: Member | undefined;
}

const isAlikeAt = ({ endpoint, fact }: Place): boolean => isAlike(endpoint, fact);

/** Records of our own making, or of the settings, are alike in each run, so that what they hold is no matter of chance. */
const isOwn = (place: Place): boolean => isAlikeAt(place) && orderIds.some((id) => id === place.endpoint);

/** A form that was not known at a place. */
const newForm = (form: string, old: readonly string[], place: Place): ChangeKind | undefined => {
  const { member } = place;
  if (old.every((each) => each === 'null'))
    return isAlikeAt(place) && member?.nullable !== true ? 'member-filled' : undefined;
  if (form === 'null') return member?.nullable ? undefined : 'member-null';
  if (!old.some((each) => typeOf(each) === typeOf(form))) return 'type-changed';
  if (typeOf(form) !== 'string') return undefined;
  // Zeros at the end say nothing where the document fixes no places.
  if (form.startsWith('decimal(') && old.some((each) => each.startsWith('decimal(')))
    return member?.places === undefined || old.includes('decimal(varied)') ? undefined : 'writing-changed';
  if (old.includes('masked') || form === 'masked') return 'mask-changed';
  if (form === hiddenValue) return 'value-new';
  return isRewriting(form, old) ? 'writing-changed' : 'format-changed';
};

/** Of two ways to write a member that is always there one is gone. An amount decides how many places it has. */
const isNarrowed = (old: readonly string[], now: Value, place: Place): boolean => {
  const forms = formsOf(now);
  const gone = without(old, forms).filter((form) => !/^(?:enum|another value|decimal\()/.test(form));
  return gone.some((form) => isRewriting(form, forms)) && now.presence === 'req' && isAlikeAt(place);
};

const heaviest = (kinds: readonly (ChangeKind | undefined)[]): ChangeKind | undefined =>
  driftClasses.flatMap((drift) => kinds.filter((kind) => kind !== undefined && classOf(kind) === drift))[0];

const changeOfShape = (before: Value, after: Value, place: Place): ChangeKind | undefined => {
  const { member, fact } = place;
  const [old, now] = [formsOf(before), formsOf(after)];
  const values = without(namesOf(after, 'enum'), namesOf(before, 'enum')).filter(
    (value) => isOwn(place) || !member?.known?.includes(value),
  );
  const gone = without(old, now);
  // One free text among codes is the value of a request, or of a record.
  const came = without(now, old).filter(
    (form) => form !== 'text' || gone.length > 0 || old.includes('masked') || !isRewriting(form, old),
  );
  const isOfTerms = fact.status === undefined && fact.of[0]?.startsWith('$.capabilities');
  return heaviest([
    ...came.map((form) => newForm(form, old, place)),
    values.length > 0 && old.includes('enum') ? 'value-new' : undefined,
    // Terms name what a subaccount may do.
    without(namesOf(after, 'map'), namesOf(before, 'map')).length > 0 && !isOfTerms ? 'capability-new' : undefined,
    before.presence === 'req' && after.presence === 'opt' && !member?.optional && !member?.nullable
      ? member
        ? 'member-at-times'
        : 'extra-member-gone'
      : undefined,
    before.presence === 'opt' && after.presence === 'req' && isAlikeAt(place) && !member ? 'member-always' : undefined,
    came.length === 0 && isNarrowed(old, after, place) ? 'writing-narrowed' : undefined,
    isOwn(place) && member?.nullable && now.join() === 'null' && !old.includes('null')
      ? 'optional-member-gone'
      : undefined,
    isOwn(place) && old.length > now.length && gone.join() === 'null' ? 'member-filled' : undefined,
  ]);
};

const containerOf = (path: string): string => path.replace(/(?:\.[^.[\]{}]+|\[\]|\{\*\})$/, '');

/** The place around the place of a fact. */
export const holderOf = (fact: FactSubject): FactSubject => ({ ...fact, of: [containerOf(fact.of[0] ?? '')] });

const containers = ['object', 'map', 'array'];

/** True where the place around a fact was seen, so that its absence shows something. */
const wasObserved = (fact: FactSubject, facts: EndpointFacts): boolean =>
  formsOf(facts.get(keyOf(holderOf(fact)))?.value).some((form) => containers.includes(form));

/** A member that came or went as a whole. */
const changeOfMember = (place: Place, { before, after, old, now }: FactPair): ChangeKind | undefined => {
  const { fact, member } = place;
  const isNested = holderOf(fact).of[0] !== fact.of[0];
  const isOptional = member?.optional === true || member?.nullable === true;
  if (before === undefined) {
    const isMeant = after?.presence === 'req' || isAlikeAt(place);
    // The document allows null, and leaving it out.
    const isNothing = isOptional && (!isAlikeAt(place) || formsOf(after)[0] === 'null');
    return isNested && wasObserved(fact, old) && isMeant && !isNothing ? 'member-new' : undefined;
  }
  if (!isNested || !wasObserved(fact, now)) return 'not-seen';
  if (before.presence === 'req') {
    const isSteady = formsOf(before).join() !== 'null' && (isAlikeAt(place) || fact.status !== undefined);
    if (isOptional) return isSteady ? 'optional-member-gone' : 'not-seen';
    return member ? 'member-gone' : 'extra-member-gone';
  }
  return before.presence === 'seen' && !member && isAlikeAt(place) ? 'extra-member-gone' : 'not-seen';
};

const compare = (pair: FactPair): ChangeKind | undefined => {
  const { endpoint, fact, before, after } = pair;
  const place = { endpoint, fact, member: documentedAt(endpoint, fact) };
  return before !== undefined && after !== undefined
    ? changeOfShape(before, after, place)
    : changeOfMember(place, pair);
};

const isOfSet = ({ form }: FactPart): boolean => form === 'enum' || form === hiddenValue;

/** Of values at a place: whether it is there, in which states, or how it is written. */
export const genericGroup = (_fact: FactSubject, values: readonly (Value | undefined)[]): MatrixGroup => {
  if (values.includes(undefined)) return 'members and headers';
  return values.some((value) => value?.parts.some(isOfSet)) ? 'states' : 'spelling and places';
};

const groupOf = (fact: FactSubject, values: readonly (Value | undefined)[]): MatrixGroup => {
  if (fact.status !== undefined) return 'error kinds';
  return fact.of[0] === '$.balances' ? 'money' : genericGroup(fact, values);
};

/** What a fact says of a member beside its form. */
export const memberName =
  (aspect: string) =>
  (fact: FactSubject): string =>
    `${memberText(fact)}, ${aspect}`;

const sentences: Partial<Record<ChangeKind, (change: FactChange) => string>> = {
  'member-gone': (change) => `${memberText(change)}${inRefusal(change)} is gone (was always there)`,
  'extra-member-gone': (change) =>
    `${memberText(change)}${inRefusal(change)}, which the document does not have, is ${change.after === undefined ? 'gone' : 'not always there'}`,
  'optional-member-gone': (change) =>
    `${memberText(change)}${inRefusal(change)}, which is optional, is ${formsOf(change.after)[0] === 'null' ? 'now null (always had a value)' : 'gone (was always there)'}`,
  'member-at-times': (change) => `${memberText(change)}${inRefusal(change)} is not always there (was)`,
  'member-null': (change) => `${memberText(change)}${inRefusal(change)} can be null (never was)`,
  'member-new': (change) =>
    `a new field ${memberText(change).replace(/^a field (?=of |\()/, '')}${inRefusal(change)}: ${firstForm(change.after)}`,
  'member-always': (change) => `${memberText(change)}${inRefusal(change)} is always there (was not)`,
  'member-filled': (change) => `${memberText(change)}${inRefusal(change)} has content (was null, or null at times)`,
  'value-new': (change) =>
    `${memberText(change)} has a new value: ${namesText(movedIn(change).came).replace(`\`${hiddenValue}\``, 'one that is not shown')}`,
  'capability-new': capabilityText,
  'writing-narrowed': (change) => `${memberText(change)} is written in one way: ${stepText(change)}`,
};

const byMember = (change: FactChange): string => [change.kind, change.status, memberOf(change)].join('\t');

const rewritten = byMove();

const causes: Partial<Record<ChangeKind, Aspect['cause']>> = {
  'member-new': (change) =>
    `${change.kind}\t${isHiddenName(keyOf(change)) ? '' : (memberOf(change).split('.').at(-1) ?? '')}`,
  'member-gone': byMember,
  'member-at-times': byMember,
  'member-null': byMember,
  'member-always': byMember,
  'member-filled': byMember,
  'extra-member-gone': byMember,
  'optional-member-gone': byMember,
  'capability-new': byMove(keyOf),
  'writing-changed': rewritten,
  'format-changed': rewritten,
  'type-changed': rewritten,
  'writing-narrowed': rewritten,
  'mask-changed': rewritten,
};

export const memberAspects = {
  member: {
    merge: (counts, all, fact) => ({ parts: partsOf(counts), presence: presenceOf(fact, all) }),
    compare,
    group: groupOf,
    name: (fact) => `${memberText(fact)}${inRefusal(fact)}`,
    cause: (change) => (causes[change.kind] ?? byValues())(change),
    sentence: (change) => (sentences[change.kind] ?? memberChange)(change),
  },
} as const satisfies Partial<Record<string, Aspect>>;
