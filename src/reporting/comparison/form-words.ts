// Words for the forms of values that findings keep.
import { decimalText, formText, instantText } from '#facts';

const pureForms =
  /^(?:uuid|object|string|number|boolean|email|uri|date|e164|CC\d|(?:text|decimal|array)\(\d+\)|datetime-\S+)$/;

/** Words for a value that has the right form and breaks a promise about its content. */
export const otherwiseText = (observed: string): string | undefined => {
  const all = observed.split(/, | and \d+ more$/).filter(Boolean);
  if (all.every((each) => each.startsWith('-'))) return 'negative';
  if (all.every((each) => /^another \S+$/.test(each))) return 'a different value';
  if (all.every((each) => /^(?:number|decimal\(\d+\))$/.test(each))) return 'a different amount';
  return all.every((each) => pureForms.test(each)) ? 'a different value' : undefined;
};

const forms: readonly (readonly [RegExp, string | ((whole: string, part: string) => string)])[] = [
  [/\b(?:impossible-datetime|impossible-date|e164)\b/g, (form) => formText(form)],
  [/\bdatetime-\w+-\w+(?:[+-][\d:]+)?/g, (form) => instantText(form) ?? form],
  [/\btext\(\d+\)/g, 'a string'],
  [/\bdecimal\((\d+)\)/g, (_whole, places) => decimalText(places)],
  [/\barray(?:\(\d+\))?/g, 'list'],
  [/\bCC2\b/g, 'two capital letters'],
  [/\bCC3\b/g, 'three capital letters'],
  [/\bnum\b/g, 'a number'],
  [/-number\b/g, 'a negative number'],
  [/\bnull-uuid\b|\bnil-uuid\b/g, 'the nil UUID'],
  [/\buuid\b/g, 'UUID'],
];

const named =
  /^(?:string|number|date|object|boolean|list|integer|email|UUID|uri|UTC|E\.164 phone|decimal string|lower-case|two-letter|three-letter)\b/;

/** `2 to 6`, for a list of decimals only. */
export const placesIn = (text: string): string | undefined => {
  if (!/^decimal\(\d+\)(?:, decimal\(\d+\))*$/.test(text)) return undefined;
  const places = [...text.matchAll(/\d+/g)].map(Number);
  return [...new Set([Math.min(...places), Math.max(...places)])].join(' to ');
};

const decimals = /decimal\((\d+)\)(?:, (?:another )?decimal\(\d+\))+/g;

/** Decimals as the range of their decimal places. */
const rangeText = (list: string): string => {
  const places = [...list.matchAll(/\d+/g)].map(Number);
  return `decimal strings with ${Math.min(...places)} to ${Math.max(...places)} places`;
};

const eachForm = (given: string): readonly string[] => {
  const all = given.split(', ');
  const areForms = all.every((each) => pureForms.test(each) && !each.startsWith('decimal('));
  return areForms ? [...new Set(all.map((each) => each.replace(/^(array|text)\(\d+\)$/, '$1(1)')))] : [given];
};

export const inWords = (list: string): string => {
  const all = eachForm(list);
  return all.length > 1 ? all.map(inWords).join(' or ') : wordsOfForm(all.join());
};

const wordsOfForm = (given: string): string => {
  const text = /^decimal\(\d+\)(?:, decimal\(\d+\))*$/.test(given) ? given : given.replace(decimals, rangeText);
  const places = placesIn(text);
  if (places?.includes(' to ')) return `a decimal string with ${places} places`;
  const words = forms.reduce(
    (all, [form, word]) => (typeof word === 'string' ? all.replace(form, word) : all.replace(form, word)),
    text,
  );
  return named.test(words) ? `${/^[aeioE]/.test(words) ? 'an' : 'a'} ${words}` : words;
};

/** ``one of `paid`, `failed` ``, for values that reports may show. */
export const namedValues = (text: string): string => {
  const list = text.replace(/^one of /, '');
  if (!/^[\w-]+(?:(?:, | or )[\w-]+)*$/.test(list)) return inWords(text);
  return `${list === text ? '' : 'one of '}${list.replace(/[\w-]+(?=$|, | or )/g, '`$&`').replaceAll('`or`', 'or')}`;
};

const nouns: readonly (readonly [RegExp, string])[] = [
  [/^uuid\b/, 'a UUID'],
  [/^UTC date-time/, 'an instant'],
  [/^date\b/, 'a date'],
  [/^decimal\b/, 'a decimal'],
  [/^uri\b/, 'a URL'],
  [/^email\b/, 'an e-mail address'],
  [/^E\.164/, 'a telephone number'],
];

export const formNoun = (expected: string): string | undefined => nouns.find(([form]) => form.test(expected))?.[1];
