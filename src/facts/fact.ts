// Facts of a service as values.
import { listings, operationIds, readOf } from '#contract';
import type { FactSubject } from '#run';
import type { ChangeKind, DriftClass } from './change-kinds.ts';

/** A form or a term, with the members of its set or the keys of its map. */
export interface FactPart {
  readonly form: string;
  readonly names?: readonly string[];
}

/**
 * `req`: in every record, by the document or in many records; `opt`: in some records; `seen`: in each of few records.
 */
export type MemberPresence = 'req' | 'opt' | 'seen';

export interface Value {
  readonly parts: readonly FactPart[];
  readonly presence?: MemberPresence | undefined;
}

export interface ServiceFact extends FactSubject {
  readonly value: Value;
}

/** By the subject as written in files. */
export type EndpointFacts = ReadonlyMap<string, ServiceFact>;

/** By operation, or `service` for facts without an operation. */
export type Facts = Readonly<Record<string, EndpointFacts>>;

export interface FactChange extends FactSubject {
  readonly class: DriftClass;
  readonly kind: ChangeKind;
  readonly endpoint: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** The number of observations in each run; not written to files. */
  readonly note?: string | undefined;
}

export const serviceName = 'service';

export const endpointNames: readonly string[] = [...operationIds, serviceName];

export const anyOf = (...forms: readonly string[]): Value => ({ parts: forms.map((form) => ({ form })) });

/** Empty for a missing fact. */
export const formsOf = (value: Value | undefined): readonly string[] => value?.parts.map(({ form }) => form) ?? [];

export const namesOf = (value: Value, form: 'enum' | 'map'): readonly string[] =>
  value.parts.filter((part) => part.form === form).flatMap(({ names = [] }) => names);

export const without = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));

/** The member of an empty set. */
export const none = 'none';

/** Names and alternatives that are new, and those that are gone. */
export const movedIn = ({ before, after }: Pick<FactChange, 'before' | 'after'>) => {
  const [old, now] = [before, after].map((value) =>
    (value?.parts ?? []).flatMap(({ form, names }) => names ?? form).filter((name) => name !== none),
  );
  return { came: without(now ?? [], old ?? []), went: without(old ?? [], now ?? []) };
};

/** True for facts that change each time and that nobody accepts: response times, numbers of records. */
export const isPassing = ({ aspect }: Pick<FactSubject, 'aspect'>): boolean => aspect === 'speed' || aspect === 'times';

export const numberIn = (value: Value | undefined): number =>
  value === undefined ? Number.NaN : Number(formsOf(value).join());

const listed: ReadonlySet<string> = new Set(listings.flatMap((listing) => [listing, readOf(listing)]));

/**
 * True if the records of an endpoint are the same in each run: records of our own orders, or of the settings. A
 * listing, and a record that was found in a listing, may have another state.
 */
export const isSteady = (endpoint: string): boolean => !listed.has(endpoint);

/** Only for a success, because a refusal may have another reason. */
export const isAlike = (endpoint: string, { aspect, status }: FactSubject): boolean =>
  aspect === 'member' && status === undefined && isSteady(endpoint);

/** The path of a member. A path starts with `$`; no other subject does. */
export const pathIn = ({ of: [subject] }: FactSubject): string | undefined =>
  subject?.startsWith('$') ? subject : undefined;

export const isOfAnswer = ({ aspect }: FactSubject): boolean =>
  aspect === 'status' || aspect === 'status with another key' || aspect === 'observed';

/** True if the name is not shown. A fingerprint tells it apart from other names. */
export const isHiddenName = (name: string): boolean => name === 'another' || /(?:^|[./])hidden-[\da-f]{4}/.test(name);
