// What all that observe facts in replies have in common.
import { createHmac } from 'node:crypto';
import { isRecord, type Reply, toAmount, valueAt } from '#evidence';
import type { FactSubject } from '#run';
import { none } from './fact.ts';

/** A reply with what decides which of its names may be shown. */
export interface ObservedReply {
  readonly reply: Reply;
  readonly shown: Showing;
  /** True of the answer to a valid order of our own. */
  readonly isOfValidOrder: boolean;
}

/** Says whether a text, or a key of a map, may be shown at its place: because a list has it, or a person has accepted it. */
export interface Showing {
  readonly text: (text: string, path: string, name: string) => boolean;
  readonly key: (path: string, name: string) => boolean;
  /** A plain name in which nothing personal stands that was read so far. */
  readonly plain?: (text: string) => boolean;
}

/** Takes what one reply shows: a form, the member of a set or the key of a map, and what is withheld for now. */
export type AddFact = (subject: FactSubject, form: string, name?: string, plain?: string) => void;

/** Recognises a member that holds one of few values by its name. */
export const isOfSet = (name: string): boolean => /(?:status|type|method|rail)s?$/i.test(name);

/** A name that a programmer gives. */
export const isPlainName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(text);

/** Texts repeat at their places, so that each is marked once. */
const fingerprints = new Map<string, string>();
const maxFingerprints = 5_000;

/** Tells texts of one place apart and is too short to tell which they were. */
export const fingerprint = (place: string, text: string): string => {
  const known = fingerprints.get(`${place}\n${text}`);
  if (known !== undefined) return known;
  const made = createHmac('sha256', place).update(text).digest('hex').slice(0, 4);
  if (fingerprints.size >= maxFingerprints) fingerprints.clear();
  fingerprints.set(`${place}\n${text}`, made);
  return made;
};

export const hidden = (path: string, name: string): string => `hidden-${fingerprint(path, name)}`;

/** A name as it is, where it may be shown at a place of a record. */
export const nameShown = ({ text }: Showing, name: string, path: string): string =>
  text(name, path, path.replace(/\[\]$/, '').replace(/.*\./, '')) ? name : hidden(path, name);

/** A name of a listing that is nobody's: of a method, or of a field that it takes. */
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

/** A number of more digits may be that of an account or a telephone, and is rounded. */
const maxPlain = 99_999_999;

/** More would be read by nobody. */
export const maxPlaces = 8;

/** A negative limit stands for none. */
export const numberText = (amount: Amount): string => {
  if (amount.isNegative()) return none;
  return amount.greaterThan(maxPlain) ? amount.toExponential(3) : amount.toFixed();
};

/** As it is rounded, where it is no number of an account. */
export const roundedText = (amount: Amount, places: number): string =>
  amount.abs().greaterThan(maxPlain) ? amount.toExponential(3) : amount.toFixed(Math.min(places, maxPlaces));

/** Adds names, or that there are none. */
export const addAll = (subject: FactSubject, names: readonly string[], add: AddFact): void => {
  for (const name of names.length === 0 ? [none] : names) add(subject, name);
};

export const createdIn = (record: unknown): number => {
  const text = valueAt(record, 'created_at') ?? valueAt(record, 'createdAt');
  return typeof text === 'string' ? Date.parse(text) : Number.NaN;
};
