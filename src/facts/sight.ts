// Tools for observing facts in replies.
import { createHmac } from 'node:crypto';
import { isRecord, type Reply, toAmount, valueAt } from '#evidence';
import type { FactSubject } from '#run';
import { none } from './fact.ts';

/** A reply, and the permission to show its names. */
export interface ObservedReply {
  readonly reply: Reply;
  readonly shown: Showing;
  /** True of the answer to a valid order of our own. */
  readonly isOfValidOrder: boolean;
}

/** True where a text or key may be shown at its place: a list has it, or a person has accepted it. */
export interface Showing {
  readonly text: (text: string, path: string, name: string) => boolean;
  readonly key: (path: string, name: string) => boolean;
  /** True for a plain name without any personal value read so far. */
  readonly plain?: (text: string) => boolean;
}

/** Adds an observation: a form, a member of a set or a key of a map, and a name withheld for now. */
export type AddFact = (subject: FactSubject, form: string, name?: string, plain?: string) => void;

/** By the member's name: it has one of few values. */
export const isOfSet = (name: string): boolean => /(?:status|type|method|rail)s?$/i.test(name);

/** A name that a programmer gives. */
export const isPlainName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(text);

/** A cache: texts repeat at their places. */
const fingerprints = new Map<string, string>();
const maxFingerprints = 5_000;

/** Distinguishes texts of one place, and is too short to identify them. */
export const fingerprint = (place: string, text: string): string => {
  const known = fingerprints.get(`${place}\n${text}`);
  if (known !== undefined) return known;
  const made = createHmac('sha256', place).update(text).digest('hex').slice(0, 4);
  if (fingerprints.size >= maxFingerprints) fingerprints.clear();
  fingerprints.set(`${place}\n${text}`, made);
  return made;
};

export const hidden = (path: string, name: string): string => `hidden-${fingerprint(path, name)}`;

/** The name itself, where it may be shown at the place. */
export const nameShown = ({ text }: Showing, name: string, path: string): string =>
  text(name, path, path.replace(/\[\]$/, '').replace(/.*\./, '')) ? name : hidden(path, name);

/** The name of a method, or of its field. */
export const termShown = (shown: Showing, name: string, path: string): string =>
  shown.plain?.(name) ? name : nameShown(shown, name, path);

export const recordsAt = (record: unknown, path: string): readonly Readonly<Record<string, unknown>>[] => {
  const value = valueAt(record, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

export const textsAt = (record: unknown, path: string): readonly string[] => {
  const value = valueAt(record, path);
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
};

export const membersIn = (value: unknown) => (isRecord(value) ? Object.entries(value) : []);

export type Amount = NonNullable<ReturnType<typeof toAmount>>;

export const amountAt = (body: unknown, path: string): Amount | undefined => toAmount(valueAt(body, path));

/** A larger number may be of an account or a telephone, and is rounded. */
const maxPlain = 99_999_999;

/** Nobody reads more places. */
export const maxPlaces = 8;

/** A negative limit means none. */
export const numberText = (amount: Amount): string => {
  if (amount.isNegative()) return none;
  return amount.greaterThan(maxPlain) ? amount.toExponential(3) : amount.toFixed();
};

/** Rounded; an account number is hidden. */
export const roundedText = (amount: Amount, places: number): string =>
  amount.abs().greaterThan(maxPlain) ? amount.toExponential(3) : amount.toFixed(Math.min(places, maxPlaces));

/** Adds names, or `none`. */
export const addAll = (subject: FactSubject, names: readonly string[], add: AddFact): void => {
  for (const name of names.length === 0 ? [none] : names) add(subject, name);
};

export const createdIn = (record: unknown): number => {
  const text = valueAt(record, 'created_at') ?? valueAt(record, 'createdAt');
  return typeof text === 'string' ? Date.parse(text) : Number.NaN;
};
