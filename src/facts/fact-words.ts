// Facts and their values in words.

import { firstOf, plural, rowIn } from '#lib';
import type { FactSubject } from '#run';
import { type FactChange, type FactPart, isHiddenName, type MemberPresence, pathIn, type Value } from './fact.ts';
import { keyOf } from './written.ts';

/** Removes the fingerprint of a withheld name, which tells a reader nothing. */
export const withoutMarks = (text: string): string => text.replace(/hidden-[\da-f]{4}/g, '(not shown)');

const presences: Readonly<Record<MemberPresence, string>> = { req: 'always there', opt: 'not always there', seen: '' };

const forms: Readonly<Record<string, string>> = {
  null: 'null',
  num: 'a number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  empty: 'empty',
  'no json': 'no JSON',
  text: 'a string',
  url: 'a URL',
  uri: 'a URL',
  'uri-query': 'a URL with query parameters, so the link may expire',
  'uri-other': 'a URI that is no URL',
  'uuid-upper': 'a UUID in upper case',
  'invoice-lnbc': 'an invoice of the main network',
  'invoice-lntb': 'an invoice of the test network',
  'invoice-lntbs': 'an invoice of the test network',
  'invoice-lnbcrt': 'an invoice of a regression test network',
  'invoice-LNBC': 'an invoice in upper case',
  'data-url': 'a data URL',
  masked: 'a masked string',
  uuid: 'a UUID',
  'nil-uuid': 'the nil UUID',
  email: 'an e-mail address',
  e164: 'a telephone number',
  map: 'a map',
  'number out of range': 'a number out of range',
  'impossible-date': 'a date that no calendar has',
  'impossible-datetime': 'a date-time that no calendar has',
  'impossible-datetime+00': 'a date-time that no calendar has',
  date: 'a date',
  cc2: 'two capitals',
  cc3: 'three capitals',
  'code-upper': 'in upper case',
  'code-lower': 'in lower case',
  'currency-lower': 'in lower case',
  'another value': 'a value that is not shown',
  'decimal(varied)': 'a decimal string with varying places',
  'what comes for one unit': 'units received per unit paid',
  'what one unit costs': 'units paid per unit received',
  'what is paid': 'the currency that the customer pays',
  'what is received': 'the currency that the customer receives',
  'something else': 'a third currency',
  'as it was sent': 'as sent',
  'as another text': 'otherwise than sent',
};

const fractions: Readonly<Record<string, string>> = {
  s: 'without a fraction',
  ms: 'with milliseconds',
  us: 'with microseconds',
  ns: 'with nanoseconds',
};
const zones: Readonly<Record<string, string>> = {
  utc: 'in UTC (`Z`)',
  'utc+00': 'in UTC (`+00:00`)',
  offset: 'with an offset',
  local: 'without a zone',
};

/** `a date-time with milliseconds, with an offset` for `datetime-ms-offset`. */
export const instantText = (form: string): string | undefined => {
  const [, fraction = '', zone = ''] = /^datetime-(\w+)-(.+)$/.exec(form) ?? [];
  const inZone = rowIn(zones, zone) ?? zone.replace(/^offset/, 'with the offset ');
  return zone === ''
    ? undefined
    : `a date-time ${rowIn(fractions, fraction) ?? `with ${fraction.slice(1)} digits of a second`}, ${inZone}`;
};

/** Words for a decimal in a JSON string. */
export const decimalText = (places: string): string =>
  places === '0' ? 'a whole number as a string' : `a decimal string with ${plural(Number(places), 'place')}`;

/** Words for the most decimal places of an amount. */
export const placesText = (places: string): string =>
  places === '0' ? 'whole amounts, zeros aside' : `at most ${plural(Number(places), 'decimal place')}`;

/** `two capitals` for `cc2`. */
export const formText = (form: string): string =>
  rowIn(forms, form) ??
  instantText(form) ??
  form.replace(/^decimal\((\d+)\)$/, (_whole, places) => decimalText(places));

const partText = ({ form, names }: FactPart): string => {
  if (names === undefined) return withoutMarks(formText(form));
  const shown = names.map(withoutMarks);
  if (form === 'map') return `a map of ${shown.join(', ')}`;
  return shown.length > 1 ? `one of ${shown.join(', ')}` : shown.join();
};

const partTexts = (value: Value | undefined): readonly string[] => value?.parts.map(partText) ?? ['not observed'];

/** `one of paid, pending, always there` for `enum:paid|pending req`. */
export const valueText = (value: Value | undefined): string =>
  [
    partTexts(value)
      .map((part) => part.replace(/^from (?=\d)/, 'at least '))
      .join(' or '),
    value?.presence === undefined ? '' : presences[value.presence],
  ]
    .filter(Boolean)
    .join(', ');

export const firstForm = (value: Value | undefined): string => partTexts(value)[0] ?? '';

/** `2.5 %` for `0.025`. */
export const percent = (share: string): string => `${Number((Number(share) * 100).toFixed(2))} %`;

const nameText = (name: string): string => (isHiddenName(name) ? 'one whose name is withheld here' : `\`${name}\``);

/** The texts in back ticks, joined by `or`. */
export const quoted = (texts: readonly string[]): string =>
  texts.map((text) => `\`${withoutMarks(text)}\``).join(' or ');

export const namesText = (names: readonly string[]): string =>
  names.length > 1 && names.every(isHiddenName)
    ? `${names.length} whose names are withheld here`
    : firstOf(names.map(nameText), 4);

const theBody = 'the body';

/** The path from the root of the body, as a client reads it: `data[].pricing.fx_rate`. */
export const memberOf = (fact: FactSubject): string =>
  (pathIn(fact) ?? keyOf(fact)).replace(/^\$\.?/, '').replaceAll('{*}', '.*') || theBody;

/** The member of a record, alone or in a listing. */
export const recordMember = (fact: FactSubject): string => memberOf(fact).replace(/^(?:data\[\]|data|\[\])\./, '');

export const memberText = (fact: FactSubject): string => {
  const member = memberOf(fact);
  if (isHiddenName(member)) {
    const holder = member.replace(/(?:^|[./])hidden-[\da-f]{4}.*$/, '');
    return `a field ${holder === '' || isHiddenName(holder) ? '' : `of \`${holder}\` `}(its name is withheld here)`;
  }
  return member === theBody ? member : `\`${member}\``;
};

/** `in the body of a 404` for a fact of a refusal; `of a 404` for its header. */
export const inRefusal = (fact: FactSubject): string => {
  const { aspect, status } = fact;
  if (status === undefined || aspect === 'wording') return '';
  const isOfField = pathIn(fact) !== undefined && memberOf(fact) !== theBody;
  return isOfField ? ` in the body of a ${status}` : ` of a ${status}`;
};

/** The form of words for every change. */
export const changedText = (before: string, now: string): string => `before ${before}, now ${now}`;

const beside = (text: string, other: string): string => {
  if (text !== forms.text) return text;
  if (other === forms.masked) return 'a string without a mask';
  const noun = /^(?:an? (?:UUID|URL|date-time|date|e-mail address|telephone number|decimal string))\b/.exec(other)?.[0];
  return noun === undefined ? text : `a string that is not ${noun}`;
};

/** `before a UUID, now a string that is not a UUID`. */
export const stepText = ({ before, after }: Pick<FactChange, 'before' | 'after'>): string => {
  const [old = '', now = ''] = [before, after].map((value) => partTexts(value).join(' or '));
  return changedText(beside(old, now), beside(now, old));
};

/** True for one instant in two notations: `Z` and `+00:00` mean the same (RFC 3339, 4). */
export const isSameInstant = ({ before, after }: Pick<FactChange, 'before' | 'after'>): boolean => {
  const [old, now] = [before, after].map((value) => value?.parts.map(({ form }) => form) ?? []);
  const alike = (forms: readonly string[] = []) =>
    [...new Set(forms.map((form) => form.replace(/-utc\+00$/, '-utc')))].join();
  return old?.join() !== now?.join() && /^datetime-\w+-utc$/.test(alike(old)) && alike(old) === alike(now);
};

/** ``` `id` of a 404: before a UUID, now a string ```. */
export const memberChange = (change: FactChange): string =>
  `${memberText(change)}${inRefusal(change)}: ${stepText(change)}${isSameInstant(change) ? ' (the same instant, written in another way)' : ''}`;

/** `BRL, EUR and USD`. */
export const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The subject without its endpoint: `data[].status`. */
export const subjectText = (fact: FactSubject): string => {
  const { aspect, of } = fact;
  if (aspect === 'observed' || aspect === 'probed') return of.join();
  const path = pathIn(fact);
  return withoutMarks(keyOf(path === undefined ? fact : { ...fact, of: [path.replace(/^\$\.?/, '')] }));
};
