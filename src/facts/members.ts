// The members of bodies: merges, compares and words their observations.
import { orderIds } from '#contract';
import { rowIn } from '#lib';
import type { FactSubject } from '#run';
import type { Member } from '#schemas';
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
  type WhatChanged,
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
import {
  changedText,
  firstForm,
  inRefusal,
  memberChange,
  memberText,
  namesText,
  quoted,
  recordMember,
} from './fact-words.ts';
import { documentedIn, hiddenValue, others } from './observed-members.ts';
import { type FactRuling, isRuling } from './rulings.ts';
import { allRecords, lostNewOrders, valuesGone } from './times.ts';
import { isSame, keyOf } from './written.ts';

const documentedAt = (endpoint: string, { of: [path = ''], status }: FactSubject): Member | undefined =>
  documentedIn(endpoint, status !== undefined).get(path);

/** After so many records, a member that was always there counts as required. */
const enoughRecords = 5;

const namesIn = (counts: Counts, form: 'enum' | 'key'): string[] =>
  [...counts.values()].flatMap((each) => (each.form === form && each.name !== undefined ? [each.name] : [])).sort();

/** With more than two different numbers of decimal places, the number depends on the amount. */
const placesIn = (all: readonly string[]): readonly string[] => {
  const decimals = all.filter((form) => form.startsWith('decimal('));
  if (decimals.length <= 2) return all;
  return [...all.filter((form) => !decimals.includes(form)), 'decimal(varied)'].sort();
};

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

export const isHidden = ({ aspect, of: [path = ''] }: FactSubject): boolean =>
  aspect === 'member' && /\.hidden-[\da-f]{4}$/.test(path);

/** The place that collects unknown names, beside a hidden name. */
export const amongOthers = (fact: FactSubject): FactSubject | undefined =>
  isHidden(fact) ? { ...fact, of: [(fact.of[0] ?? '').replace(/\.hidden-[\da-f]{4}$/, others)] } : undefined;

/** The member at the place of unknown names; any other fact is returned unchanged. */
export const withoutOthers = (fact: FactSubject): FactSubject =>
  fact.aspect === 'member' ? { ...fact, of: [(fact.of[0] ?? '').replace(/\{\*\}$/, '')] } : fact;

/** True for a place of unknown names, or below one. */
export const isOfOthers = ({ aspect, of: [path = ''] }: FactSubject): boolean =>
  aspect === 'member' && path.includes(others);

/** True if the hidden name already reports a fact of the place of unknown names. */
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

const typeOf = (form: string): string => rowIn(jsonTypes, form) ?? 'string';

/** Forms of one family are notations of one value. */
const families = [
  /^decimal\(/,
  /^datetime-/,
  /^(?:cc[23]|currency-lower|code-upper|code-lower|enum|another value|text)$/,
  /^(?:text|url|data-url|uri.*|invoice.*)$/,
  /^uuid/,
];

const isRewriting = (form: string, others: readonly string[]): boolean =>
  families.some((family) => family.test(form) && others.some((each) => family.test(each)));

interface Place {
  readonly endpoint: string;
  readonly fact: FactSubject;
  readonly member: Member | undefined;
}

const isAlikeAt = ({ endpoint, fact }: Place): boolean => isAlike(endpoint, fact);

/** Records of the run or of the settings are the same in each run, so their content does not change by chance. */
const isOwn = (place: Place): boolean => isAlikeAt(place) && orderIds.some((id) => id === place.endpoint);

const newForm = (form: string, old: readonly string[], place: Place): ChangeKind | FactRuling => {
  const { member } = place;
  if (old.every((each) => each === 'null'))
    return isAlikeAt(place) && member?.nullable !== true ? 'member-filled' : 'document-allows-both';
  if (form === 'null') return member?.nullable ? 'document-allows-both' : 'member-null';
  if (!old.some((each) => typeOf(each) === typeOf(form))) return 'type-changed';
  if (typeOf(form) !== 'string') return 'document-allows-both';
  // The document fixes no decimal places, so trailing zeros do not count.
  if (form.startsWith('decimal(') && old.some((each) => each.startsWith('decimal(')))
    return member?.places === undefined || old.includes('decimal(varied)') ? 'places-of-an-amount' : 'writing-changed';
  if (old.includes('masked')) return 'mask-changed';
  // A client cannot read a masked value any more.
  if (form === 'masked') return 'format-changed';
  if (form === hiddenValue) return 'value-new';
  return isRewriting(form, old) ? 'writing-changed' : 'format-changed';
};

/** True if a member that was constant lost one notation. The amount decides its number of places. */
const isNarrowed = (old: readonly string[], now: Value, place: Place): boolean => {
  const forms = formsOf(now);
  const gone = without(old, forms).filter((form) => !/^(?:enum|another value|decimal\()/.test(form));
  return gone.some((form) => isRewriting(form, forms)) && now.presence === 'req' && isAlikeAt(place);
};

const heaviest = (kinds: readonly (ChangeKind | undefined)[]): ChangeKind | undefined =>
  driftClasses.flatMap((drift) => kinds.filter((kind) => kind !== undefined && classOf(kind) === drift))[0];

/** One run may hide a value that the other shows, because somebody permitted it. */
const mayBeWithheld = (before: Value, after: Value, member: Member | undefined): boolean => {
  const [old, now] = [before, after].map((value) => formsOf(value).includes(hiddenValue));
  if (old === now) return false;
  const [withheld, shown] = old ? [before, after] : [after, before];
  const others = without(namesOf(shown, 'enum'), namesOf(withheld, 'enum'));
  return others.some((name) => !member?.known?.includes(name));
};

const presenceChange = (before: Value, after: Value, place: Place): ChangeKind | undefined => {
  const { member } = place;
  if (before.presence === 'req' && after.presence === 'opt' && !member?.optional && !member?.nullable)
    return member ? 'member-at-times' : 'extra-member-gone';
  return before.presence === 'opt' && after.presence === 'req' && isAlikeAt(place) && !member
    ? 'member-always'
    : undefined;
};

const stateOf = (facts: EndpointFacts): Value | undefined =>
  facts.get(keyOf({ aspect: 'member', of: ['$.status'] }))?.value;

/** A record of the settings has other members in another state. */
const isSameState = (place: Place, { old, now }: FactPair): boolean => {
  const before = stateOf(old);
  const after = stateOf(now);
  // Methods have no state.
  if (before === undefined) return place.endpoint === 'taxonomy.list' && after === undefined;
  return isAlikeAt(place) && isSame('member', before, after);
};

const goneValues = (before: Value, after: Value): readonly string[] =>
  without(namesOf(before, 'enum'), namesOf(after, 'enum'));

const kindOfGone = (path: string, values: readonly string[], pair: FactPair): ChangeKind | undefined => {
  if (valuesGone(path, values, pair).length === 0) return undefined;
  return path.endsWith('.status') && lostNewOrders(path, values, pair) ? 'status-gone' : 'value-gone';
};

const changeOfShape = (before: Value, after: Value, place: Place, pair: FactPair): WhatChanged => {
  const { member, fact } = place;
  const [old, now] = [formsOf(before), formsOf(after)];
  const isWithheld = mayBeWithheld(before, after, member);
  const values = isWithheld
    ? []
    : without(namesOf(after, 'enum'), namesOf(before, 'enum')).filter(
        (value) => isOwn(place) || !member?.known?.includes(value),
      );
  const gone = without(old, now);
  // A free text among codes is a value from a request or a record.
  const came = without(now, old).filter(
    (form) => form !== 'text' || gone.length > 0 || old.includes('masked') || !isRewriting(form, old),
  );
  const isOfTerms = fact.status === undefined && fact.of[0]?.startsWith('$.capabilities');
  const newForms = came
    .filter((form) => !(isWithheld && (form === hiddenValue || form === 'enum')))
    .map((form) => newForm(form, old, place));
  const kinds = [
    heaviest([
      ...newForms.filter((each) => !isRuling(each)),
      came.length === 0 && isNarrowed(old, after, place) ? 'writing-narrowed' : undefined,
      isOwn(place) && member?.nullable && now.join() === 'null' && !old.includes('null')
        ? 'optional-member-gone'
        : undefined,
      isOwn(place) && old.length > now.length && gone.join() === 'null' ? 'member-filled' : undefined,
    ]),
    presenceChange(before, after, place),
    values.length > 0 && old.includes('enum') ? ('value-new' as const) : undefined,
    // For terms, new names are capabilities of a subaccount.
    without(namesOf(after, 'map'), namesOf(before, 'map')).length > 0 && !isOfTerms
      ? ('capability-new' as const)
      : undefined,
    isWithheld ? undefined : kindOfGone(fact.of[0] ?? '', goneValues(before, after), pair),
    old.join() === 'null' && !now.includes('null') && (isSameState(place, pair) || allRecords(fact.of[0] ?? '', pair))
      ? ('records-filled' as const)
      : undefined,
  ].filter((kind) => kind !== undefined);
  if (kinds.length > 0) return [...new Set(kinds)];
  if (isWithheld) return 'value-withheld';
  return newForms.find((each) => isRuling(each)) ?? (isAlikeAt(place) ? 'some-as-before' : 'records-come-and-go');
};

const containerOf = (path: string): string => path.replace(/(?:\.[^.[\]{}]+|\[\]|\{\*\})$/, '');

export const holderOf = (fact: FactSubject): FactSubject => ({ ...fact, of: [containerOf(fact.of[0] ?? '')] });

const containers = ['object', 'map', 'array'];

/** The absence of a member counts only if its surrounding object was seen. */
const wasObserved = (fact: FactSubject, facts: EndpointFacts): boolean =>
  formsOf(facts.get(keyOf(holderOf(fact)))?.value).some((form) => containers.includes(form));

/** An item may be missing because the list is empty. */
const isItem = ({ of: [path = ''] }: FactSubject): boolean => path.endsWith('[]');

const changeOfMember = (place: Place, pair: FactPair): ChangeKind | FactRuling => {
  const { before, after, old, now } = pair;
  const { fact, member } = place;
  const isNested = holderOf(fact).of[0] !== fact.of[0];
  const isOptional = member?.optional === true || member?.nullable === true;
  if (before === undefined) {
    const isMeant = after?.presence === 'req' || isAlikeAt(place);
    // The document allows a null member and a missing member.
    const isNothing = isOptional && (!isAlikeAt(place) || formsOf(after)[0] === 'null');
    if (!isNested || !wasObserved(fact, old)) return 'seen-in-one-run';
    if (isNothing) return 'document-allows-both';
    return isMeant ? 'member-new' : 'records-come-and-go';
  }
  if (!isNested || !wasObserved(fact, now)) return 'not-seen';
  if (before.presence === 'req') {
    const isSteady = formsOf(before).join() !== 'null' && (isAlikeAt(place) || fact.status !== undefined);
    if (isOptional && !isSteady && formsOf(before).join() !== 'null' && allRecords(fact.of[0] ?? '', { old, now }))
      return 'records-left-out';
    if (isOptional) return isSteady ? 'optional-member-gone' : 'not-seen';
    return member ? 'member-gone' : 'extra-member-gone';
  }
  if (isItem(fact) && isSameState(place, pair)) return 'records-left-out';
  if (isOptional && isAlikeAt(place) && formsOf(before).join() !== 'null') return 'records-left-out';
  return before.presence === 'seen' && !member && isAlikeAt(place) ? 'extra-member-gone' : 'not-seen';
};

const compare = (pair: FactPair): WhatChanged => {
  const { endpoint, fact, before, after } = pair;
  const place = { endpoint, fact, member: documentedAt(endpoint, fact) };
  return before !== undefined && after !== undefined
    ? changeOfShape(before, after, place, pair)
    : changeOfMember(place, pair);
};

const isOfSet = ({ form }: FactPart): boolean => form === 'enum' || form === hiddenValue;

/** Whether the member is there, its states, or its notation. */
export const genericGroup = (_fact: FactSubject, values: readonly (Value | undefined)[]): MatrixGroup => {
  if (values.includes(undefined)) return 'members and headers';
  return values.some((value) => value?.parts.some(isOfSet)) ? 'states' : 'spelling and places';
};

const groupOf = (fact: FactSubject, values: readonly (Value | undefined)[]): MatrixGroup => {
  if (fact.status !== undefined) return 'error kinds';
  return fact.of[0] === '$.balances' ? 'money' : genericGroup(fact, values);
};

/** An aspect of a member other than its form. */
export const memberName =
  (aspect: string) =>
  (fact: FactSubject): string =>
    `${memberText(fact)}, ${aspect}`;

const maxKnown = 5;

const placed = (change: FactChange): string => `${memberText(change)}${inRefusal(change)}`;

const goneText = (change: FactChange): string =>
  `${memberText(change)}: ${change.note ?? `${namesText(movedIn(change).went)}: ${changedText('there', 'in no record')}`}`;

const sentences: Partial<Record<ChangeKind, (change: FactChange) => string>> = {
  'member-gone': (change) => `${placed(change)}: ${changedText('always there', 'missing')}`,
  'extra-member-gone': (change) =>
    `${placed(change)} (not in the document): ${changedText('always there', change.after === undefined ? 'missing' : 'missing at times')}`,
  'optional-member-gone': (change) =>
    `${placed(change)} (optional in the document): ${
      formsOf(change.after)[0] === 'null' ? changedText('never null', 'null') : changedText('always there', 'missing')
    }`,
  'member-at-times': (change) => `${placed(change)}: ${changedText('always there', 'missing at times')}`,
  'member-null': (change) =>
    `${placed(change)}: ${changedText('never null', formsOf(change.after).length > 1 ? 'null at times' : 'null')}`,
  'member-new': (change) =>
    `new field ${memberText(change).replace(/^a field (?=of |\()/, '')}${inRefusal(change)}: ${firstForm(change.after)}`,
  'member-always': (change) => `${placed(change)}: ${changedText('missing at times', 'always there')}`,
  'member-filled': (change) =>
    `${placed(change)}: ${changedText(formsOf(change.before).length > 1 ? 'null at times' : 'null', 'never null')}`,
  'value-new': (change) => {
    const came = namesText(movedIn(change).came).replace(`\`${hiddenValue}\``, 'a value that is not shown');
    const known = change.before === undefined ? [] : namesOf(change.before, 'enum');
    if (known.length === 0 || known.length > maxKnown) return `${memberText(change)}: new value ${came}`;
    const alike = without(known, movedIn(change).went);
    const now =
      alike.length === known.length ? `also ${came}` : [...alike.map((name) => quoted([name])), came].join(' or ');
    return `${memberText(change)}: ${changedText(quoted(known), now)}`;
  },
  'capability-new': capabilityText,
  'value-gone': goneText,
  'status-gone': goneText,
  'records-left-out': (change) =>
    isItem(change)
      ? `${memberText(holderOf(change))}: ${changedText('with entries', 'empty')}`
      : `${memberText(change)} (optional in the document): ${change.note ?? changedText(change.before?.presence === 'opt' ? 'in some records' : 'there', 'missing')}`,
  'records-filled': (change) =>
    `${memberText(change)}: null ${change.note ?? changedText('in each record', 'not any more')}`,
  'writing-narrowed': memberChange,
};

const byMember = (change: FactChange): string => [change.kind, change.status, recordMember(change)].join('\t');

/** A refusal with another body lacks several members at once. */
const byRefusal = (change: FactChange): string =>
  change.status === undefined ? byMember(change) : [change.kind, change.endpoint].join('\t');

const rewritten = byMove();

const causes: Partial<Record<ChangeKind, Aspect['cause']>> = {
  'member-new': (change) =>
    `${change.kind}\t${isHiddenName(keyOf(change)) ? '' : (recordMember(change).split('.').at(-1) ?? '')}`,
  'member-gone': byRefusal,
  'member-at-times': byMember,
  'member-null': byMember,
  'member-always': byMember,
  'member-filled': byMember,
  'extra-member-gone': byRefusal,
  'optional-member-gone': byRefusal,
  'value-gone': byMove((change) => recordMember(change)),
  'status-gone': byMove((change) => recordMember(change)),
  'records-left-out': byMember,
  'records-filled': byMember,
  'capability-new': byMove(keyOf),
  'writing-changed': rewritten,
  'format-changed': rewritten,
  'type-changed': rewritten,
  'writing-narrowed': rewritten,
  'mask-changed': rewritten,
};

/** The amount of an order decides the decimal places; the order decides the rest of its record. */
const membersMovedBy: Aspect['movedBy'] = ({ fact, before, after }) => {
  if (fact.status !== undefined) return [];
  const [old, now] = [before, after].map((value) => value?.parts.map(({ form }) => form) ?? []);
  const moved = [...without(old ?? [], now ?? []), ...without(now ?? [], old ?? [])];
  const isOfPlaces = moved.length > 0 && moved.every((form) => form.startsWith('decimal('));
  return isOfPlaces ? ['amount', 'order', 'currencies'] : ['order', 'currencies'];
};

export const memberAspects = {
  member: {
    merge: (counts, all, fact) => ({ parts: partsOf(counts), presence: presenceOf(fact, all) }),
    compare,
    note: ({ fact, before, after, old, now }, kind) => {
      const [path = ''] = fact.of;
      if (/^(?:value|status)-gone$/.test(kind) && before && after)
        return valuesGone(path, goneValues(before, after), { old, now }).join('; ');
      return /^records-/.test(kind) ? allRecords(path, { old, now }) : undefined;
    },
    movedBy: membersMovedBy,
    group: groupOf,
    name: (fact) => `${memberText(fact)}${inRefusal(fact)}`,
    cause: (change) => (causes[change.kind] ?? byValues())(change),
    sentence: (change) => (sentences[change.kind] ?? memberChange)(change),
  },
} as const satisfies Partial<Record<string, Aspect>>;
