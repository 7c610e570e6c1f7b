// Facts of a service as values.
import { listings, operationIds, readOf } from '#contract';
import type { FactSubject } from '#run';
import type { ChangeKind, DriftClass } from './change-kinds.ts';

/** A form or a term, with the members of a set or the keys of a map. */
export interface FactPart {
  readonly form: string;
  readonly names?: readonly string[];
}

/** How often a member was there: always by the document or in many records, at times, or always in few records. */
export type MemberPresence = 'req' | 'opt' | 'seen';

/** The alternatives that were observed. */
export interface Value {
  readonly parts: readonly FactPart[];
  readonly presence?: MemberPresence | undefined;
}

export interface ServiceFact extends FactSubject {
  readonly value: Value;
}

/** Facts of one endpoint by their written subjects. */
export type EndpointFacts = ReadonlyMap<string, ServiceFact>;

/** Facts by endpoint: an operation, or `service` for what belongs to none. */
export type Facts = Readonly<Record<string, EndpointFacts>>;

/** A fact that is no longer as it was. */
export interface FactChange extends FactSubject {
  readonly class: DriftClass;
  readonly kind: ChangeKind;
  readonly endpoint: string;
  /** Undefined where it was not there. */
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** How often it was seen in each run; no file keeps it. */
  readonly note?: string | undefined;
}

export const serviceName = 'service';

/** Every name under which facts are kept, in the order of the document. */
export const endpointNames: readonly string[] = [...operationIds, serviceName];

/** A value of these alternatives. */
export const anyOf = (...forms: readonly string[]): Value => ({ parts: forms.map((form) => ({ form })) });

/** The alternatives; none of a fact that is not there. */
export const formsOf = (value: Value | undefined): readonly string[] => value?.parts.map(({ form }) => form) ?? [];

/** Members of the set, or keys of the map, that a member holds. */
export const namesOf = (value: Value, form: 'enum' | 'map'): readonly string[] =>
  value.parts.filter((part) => part.form === form).flatMap(({ names = [] }) => names);

export const without = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));

/** Stands in a set for none. */
export const none = 'none';

/** Names and alternatives that came, and those that went. */
export const movedIn = ({ before, after }: Pick<FactChange, 'before' | 'after'>) => {
  const [old, now] = [before, after].map((value) =>
    (value?.parts ?? []).flatMap(({ form, names }) => names ?? form).filter((name) => name !== none),
  );
  return { came: without(now ?? [], old ?? []), went: without(old ?? [], now ?? []) };
};

/** Differs each time, so that nobody accepts it: how fast a service was, and how many records there were. */
export const isPassing = ({ aspect }: Pick<FactSubject, 'aspect'>): boolean => aspect === 'speed' || aspect === 'times';

/** The only alternative as a number. */
export const numberIn = (value: Value | undefined): number =>
  value === undefined ? Number.NaN : Number(formsOf(value).join());

const listed: ReadonlySet<string> = new Set(listings.flatMap((listing) => [listing, readOf(listing)]));

/**
 * Recognises an endpoint whose records are alike in each run: of orders of our own, or of what the settings name. A listing, and a
 * record that was found there, may be in another state.
 */
export const isSteady = (endpoint: string): boolean => !listed.has(endpoint);

/** As the above, of a member in a success: a refusal may come for another reason. */
export const isAlike = (endpoint: string, { aspect, status }: FactSubject): boolean =>
  aspect === 'member' && status === undefined && isSteady(endpoint);

/** The place in a body that a fact is about: as a path it begins with `$`, and no other subject does. */
export const pathIn = ({ of: [subject] }: FactSubject): string | undefined =>
  subject?.startsWith('$') ? subject : undefined;

/** True of the answer to a request. */
export const isOfAnswer = ({ aspect }: FactSubject): boolean =>
  aspect === 'status' || aspect === 'status with another key' || aspect === 'observed';

/** A name that is not shown, and of which a fingerprint tells that it is another. */
export const isHiddenName = (name: string): boolean => name === 'another' || /(?:^|[./])hidden-[\da-f]{4}/.test(name);
