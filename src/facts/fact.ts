// Facts of a service as values.
import { listings, operationIds, readOf } from '#contract';
import type { FactSubject } from '#run';
import type { ChangeKind, DriftClass } from './change-kinds.ts';

/** A form or a term, with the members of a set or the keys of a map. */
export interface FactPart {
  readonly form: string;
  readonly names?: readonly string[];
}

/** `req`: in every record, by the document or in many; `opt`: in some; `seen`: in every one of few records. */
export type MemberPresence = 'req' | 'opt' | 'seen';

export interface Value {
  readonly parts: readonly FactPart[];
  readonly presence?: MemberPresence | undefined;
}

export interface ServiceFact extends FactSubject {
  readonly value: Value;
}

/** By written subject. */
export type EndpointFacts = ReadonlyMap<string, ServiceFact>;

/** By operation, or `service` for facts of none. */
export type Facts = Readonly<Record<string, EndpointFacts>>;

export interface FactChange extends FactSubject {
  readonly class: DriftClass;
  readonly kind: ChangeKind;
  readonly endpoint: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** Number of observations in each run; not written to files. */
  readonly note?: string | undefined;
}

export const serviceName = 'service';

/** Names of the facts' groups, in the order of the document. */
export const endpointNames: readonly string[] = [...operationIds, serviceName];

export const anyOf = (...forms: readonly string[]): Value => ({ parts: forms.map((form) => ({ form })) });

/** Empty for an absent fact. */
export const formsOf = (value: Value | undefined): readonly string[] => value?.parts.map(({ form }) => form) ?? [];

export const namesOf = (value: Value, form: 'enum' | 'map'): readonly string[] =>
  value.parts.filter((part) => part.form === form).flatMap(({ names = [] }) => names);

export const without = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));

/** In a set: no value. */
export const none = 'none';

/** Names and alternatives that came, and those that went. */
export const movedIn = ({ before, after }: Pick<FactChange, 'before' | 'after'>) => {
  const [old, now] = [before, after].map((value) =>
    (value?.parts ?? []).flatMap(({ form, names }) => names ?? form).filter((name) => name !== none),
  );
  return { came: without(now ?? [], old ?? []), went: without(old ?? [], now ?? []) };
};

/** True for facts that change every time, so nobody accepts them: response times, numbers of records. */
export const isPassing = ({ aspect }: Pick<FactSubject, 'aspect'>): boolean => aspect === 'speed' || aspect === 'times';

export const numberIn = (value: Value | undefined): number =>
  value === undefined ? Number.NaN : Number(formsOf(value).join());

const listed: ReadonlySet<string> = new Set(listings.flatMap((listing) => [listing, readOf(listing)]));

/**
 * Recognises an endpoint whose records are alike in each run: of orders of our own, or of what the settings name. A listing, and a
 * record that was found there, may be in another state.
 */
export const isSteady = (endpoint: string): boolean => !listed.has(endpoint);

/** True for a success only: a refusal may have another reason. */
export const isAlike = (endpoint: string, { aspect, status }: FactSubject): boolean =>
  aspect === 'member' && status === undefined && isSteady(endpoint);

/** A path starts with `$`; no other subject does. */
export const pathIn = ({ of: [subject] }: FactSubject): string | undefined =>
  subject?.startsWith('$') ? subject : undefined;

export const isOfAnswer = ({ aspect }: FactSubject): boolean =>
  aspect === 'status' || aspect === 'status with another key' || aspect === 'observed';

/** The name is not shown; a fingerprint distinguishes it from others. */
export const isHiddenName = (name: string): boolean => name === 'another' || /(?:^|[./])hidden-[\da-f]{4}/.test(name);
