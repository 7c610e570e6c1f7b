import type { Member } from '#schemas';
import type { EndpointFacts, Facts } from './facts.ts';
import { type DriftClass, heaviest, without } from './kinds.ts';

interface ShapeFact {
  readonly forms: readonly string[];
  readonly values: readonly string[];
  readonly keys: readonly string[];
  readonly presence: string | undefined;
}

const listAfter = (kind: string, parts: readonly string[]): readonly string[] =>
  parts.filter((part) => part.startsWith(`${kind}:`)).flatMap((part) => part.slice(kind.length + 1).split('|'));

/** The alternatives of a fact, and how often the member was there. */
const partsOf = (text: string) => {
  const [, shape = text, presence] = /^(.*?)(?: (req|opt|seen))?$/.exec(text) ?? [];
  return { parts: shape.split(' or '), presence };
};

const valuesIn = (parts: readonly string[]): readonly string[] => listAfter('enum', parts);

const readShape = (text: string): ShapeFact => {
  const { parts, presence } = partsOf(text);
  const forms = parts.map((part) => part.replace(/:.*$/, ''));
  return { forms, values: valuesIn(parts), keys: listAfter('map', parts), presence };
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

/** The class of a form that was not known at a place: another way to write the same, or something else. */
const newForm = (form: string, { forms }: ShapeFact): DriftClass | undefined => {
  if (forms.every((known) => known === 'null')) return 'additive';
  if (!forms.some((known) => typeOf(known) === typeOf(form))) return 'breaking';
  if (typeOf(form) !== 'string') return undefined;
  if (form.startsWith('decimal(') && forms.includes('decimal(varied)')) return undefined;
  if (forms.includes('masked') || form === 'masked') return 'risky';
  if (form === 'enum' || form === 'another value') return 'risky';
  const families = [/^decimal\(/, /^datetime-/, /^(?:cc[23]|currency-lower|code-upper|code-lower|enum|text)$/];
  return families.some((family) => family.test(form) && forms.some((known) => family.test(known)))
    ? 'risky'
    : 'breaking';
};

const presenceDrift = (before: ShapeFact, after: ShapeFact, member: Member | undefined): DriftClass | undefined => {
  if (before.presence === 'req' && after.presence === 'opt') return member ? 'breaking' : 'risky';
  return before.presence === 'opt' && after.presence === 'req' ? 'additive' : undefined;
};

/** The class of a change in the form of a place of a body. */
export function classifyShape(before: string, after: string, member: Member | undefined): DriftClass | undefined {
  const [old, now] = [readShape(before), readShape(after)];
  const lost =
    without(old.forms, now.forms).length + without(old.values, now.values).length + without(old.keys, now.keys).length;
  return heaviest([
    ...without(now.forms, old.forms).map((form) => newForm(form, old)),
    without(now.values, old.values).length > 0 && old.forms.includes('enum') ? 'risky' : undefined,
    without(now.keys, old.keys).length > 0 ? 'additive' : undefined,
    presenceDrift(old, now, member),
    lost > 0 ? 'evidence lost' : undefined,
  ]);
}

const isRefusal = (answer: string): boolean => /^4/.test(answer) || answer === 'refused';
const isAcceptance = (answer: string): boolean => /^2/.test(answer) || answer === 'accepted';

/** True where nothing new came: a missing answer may not have been asked for, as where a role is not set. */
export const isPartOf = (after: string, before: string): boolean =>
  without(after.split(' or '), before.split(' or ')).length === 0;

/** The class of a change in the status, or the answer, of a case. */
export function classifyStatus(key: string, before: string, after: string): DriftClass {
  if (isPartOf(after, before)) return 'evidence lost';
  const [old, now] = [before.split(' or '), after.split(' or ')];
  const [gained, gone] = [without(now, old), without(old, now)];
  const opened = gained.every(isAcceptance) && (gone.length > 0 ? gone : old).every(isRefusal);
  if (opened) return key.includes('with another key') ? 'breaking' : 'risky';
  return [...old, ...now].every((answer) => /^\d(?:\d\d|xx)$|^(?:accepted|refused)$/.test(answer))
    ? 'breaking'
    : 'risky';
}

/** Stands in a fact for a value of a set that nothing shows to be one, because it may be data. */
const hidden = 'another value';

const isValues = (part: string): boolean => part.startsWith('enum:');

const factWith = (fact: string, values: readonly string[]): string => {
  const { parts, presence } = partsOf(fact);
  if (!parts.includes(hidden)) return fact;
  const all = [...new Set([...valuesIn(parts), ...values])].sort().join('|');
  const others = parts.filter((part) => part !== hidden && !isValues(part));
  const shown = [...others, `enum:${all}`].join(' or ');
  return presence === undefined ? shown : `${shown} ${presence}`;
};

const mapValues = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** Shows these values instead of hidden ones: a person says that they are values of a set. */
export const withShown = (facts: Facts, values: readonly string[]): Facts =>
  mapValues(facts, (own: EndpointFacts) => mapValues(own, (fact) => factWith(fact, values)));

/** The values of sets that facts name: the person who accepted them lets them be shown. */
export const valuesShownIn = (facts: Facts): readonly string[] => {
  const texts = Object.values(facts).flatMap((own) => Object.values(own));
  return [...new Set(texts.flatMap((text) => valuesIn(partsOf(text).parts)))];
};
