// Tools to observe facts in replies.
import { createHmac } from 'node:crypto';
import { isRecord, type Reply, toAmount, valueAt } from '#evidence';
import type { FactSubject } from '#run';
import { none } from './fact.ts';

/** A reply, and what may be shown of it. */
export interface ObservedReply {
  readonly reply: Reply;
  readonly shown: Showing;
  /** True for the answer to a valid order of this run. */
  readonly isOfValidOrder: boolean;
}

/** True if a text or key may be shown at its place, because a list contains it or somebody accepted it. */
export interface Showing {
  readonly text: (text: string, path: string, name: string) => boolean;
  readonly key: (path: string, name: string) => boolean;
  /** True for a plain name that contains no personal value read so far. */
  readonly plain?: (text: string) => boolean;
}

/** Adds an observation: a form, a member of a set or a key of a map, and a name that is withheld for now. */
export type AddFact = (subject: FactSubject, form: string, name?: string, plain?: string) => void;

/** True if the name of the member says that its value is one of a few. */
export const isOfSet = (name: string): boolean => /(?:status|type|method|rail)s?$/i.test(name);

/** A name that a programmer would give. */
export const isPlainName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(text);

/** A cache, because texts repeat at their places. */
const fingerprints = new Map<string, string>();
const maxFingerprints = 5_000;

/** Tells texts of one place apart; too short to identify a text. */
export const fingerprint = (place: string, text: string): string => {
  const known = fingerprints.get(`${place}\n${text}`);
  if (known !== undefined) return known;
  const made = createHmac('sha256', place).update(text).digest('hex').slice(0, 4);
  if (fingerprints.size >= maxFingerprints) fingerprints.clear();
  fingerprints.set(`${place}\n${text}`, made);
  return made;
};

export const hidden = (path: string, name: string): string => `hidden-${fingerprint(path, name)}`;

/** The name, if it may be shown at the place; else its fingerprint. */
export const nameShown = ({ text }: Showing, name: string, path: string): string =>
  text(name, path, path.replace(/\[\]$/, '').replace(/.*\./, '')) ? name : hidden(path, name);

/** The name of a method or of its field, if it may be shown. */
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

/** A larger number may be an account or telephone number, so it is rounded. */
const maxPlain = 99_999_999;

/** Most decimal places in a report. */
export const maxPlaces = 8;

/** A negative limit means no limit. */
export const numberText = (amount: Amount): string => {
  if (amount.isNegative()) return none;
  return amount.greaterThan(maxPlain) ? amount.toExponential(3) : amount.toFixed();
};

/** A rounded number; a large one, such as an account number, becomes approximate. */
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
