// The variations and faults of a rehearsal.
import { isDeepStrictEqual } from 'node:util';
import { isListing, isOrder, type OperationId, operationIds, operationOf, requirementOf } from '#contract';
import { type Fault, faults, together, type Variation, variations } from '#faults';
import { didYouMean, Refused } from '#lib';
import { defaultPolicies, type Hook, type PartialPolicies, type ServedWorld } from '#sandbox';

/** A defect that the client's tests should detect. */
export type Lapse = Fault;

export interface ChosenVariations {
  readonly together: readonly Variation[];
  readonly alone: readonly Variation[];
  readonly circumstances: readonly Variation[];
  /** Circumstances that were not requested. */
  readonly leftOut: readonly Variation[];
}

export const combination = 'all-compatible';

/** Leaves out variations that another variation represents, unless they are named by their id. */
const withoutAlike = (some: readonly Variation[], only: readonly string[]): readonly Variation[] =>
  some.filter(({ id, isAlike }) => !isAlike || only.includes(id));

const each: readonly Variation[] = variations.filter(({ id }) => id !== combination);

const lapses: readonly Lapse[] = faults.filter(({ isCommon }) => isCommon);

export const headingOf = (lapse: Lapse): string => {
  const [first] = lapse.requirements;
  return first ? requirementOf(first).section : '';
};

/** The first endpoint of the fault that the client uses; undefined for a fault of all endpoints. */
export const endpointOf = ({ requirements }: Lapse, asked: ReadonlySet<OperationId>): OperationId | undefined => {
  const subjects = requirements.map((id) => requirementOf(id).subject);
  const operations = subjects.flatMap((subject) => operationIds.filter((id) => id === subject));
  return operations[0] === subjects[0] ? (operations.find((id) => asked.has(id)) ?? operations[0]) : undefined;
};

export const serviceOf = (some: readonly Variation[]): Variation | undefined =>
  some.length > 1 ? together(some) : some[0];

const heldBy = ({ store }: ServedWorld): unknown[] =>
  Object.values(store).map((held) => (Array.isArray(held) ? [...held] : held));

const notingReply =
  (hook: Hook, note: () => void): Hook =>
  (reply, request) => {
    const [sent, held] = [JSON.stringify(reply), heldBy(request.world)];
    const changed = hook(reply, request) ?? reply;
    if (JSON.stringify(changed) !== sent || !isDeepStrictEqual(heldBy(request.world), held)) note();
    return changed;
  };

type Decide = (...args: readonly unknown[]) => unknown;

/** A constant has no time of use, so it counts as used at once. */
function notingDecision(decision: unknown, usual: unknown, note: () => void): unknown {
  if (typeof decision !== 'function' || typeof usual !== 'function') {
    note();
    return decision;
  }
  return (...args: readonly unknown[]) => {
    const decided = (decision as Decide)(...args);
    if (!isDeepStrictEqual(decided, (usual as Decide)(...args))) note();
    return decided;
  };
}

/** Calls `note` when the variation changes a reply, the store or a decision. */
export function noting<One extends Fault | Variation>(one: One, note: () => void): One {
  const { policies = {}, reply } = one;
  const groups = Object.entries(policies).map(([name, group]) => {
    const usual: Readonly<Record<string, unknown>> = defaultPolicies[name as keyof PartialPolicies];
    return [
      name,
      Object.fromEntries(Object.entries(group).map(([key, own]) => [key, notingDecision(own, usual[key], note)])),
    ];
  });
  return { ...one, policies: Object.fromEntries(groups), ...(reply && { reply: notingReply(reply, note) }) };
}

const subjectOf = ({ id }: { readonly id: string }): string => id.split('/', 1)[0] ?? '';

/** `taxonomy` for `taxonomy.list/...`: ids of variations begin with this word, ids of faults with the endpoint. */
const nounOf = (one: { readonly id: string }): string => subjectOf(one).split('.', 1)[0] ?? '';

const operationsOf: Readonly<Record<string, (operation: OperationId) => boolean>> = {
  documents: (operation) => operation.endsWith('-kyc.read'),
  listings: isListing,
  orders: isOrder,
  pages: isListing,
  rails: (operation) => operation === 'offramp.initiate',
};

const orderSubjects = /^(filter|http|rate-limit)\/.*-orders?(-|$)/;

/** A variation without an endpoint is about all endpoints. */
const isAbout = (one: { readonly id: string }, operation: OperationId): boolean => {
  const subject = subjectOf(one);
  if (orderSubjects.test(one.id)) return isOrder(operation);
  if (one.id.startsWith('orders/an-accepted-deposit')) return operation === 'deposit.simulate';
  return operationsOf[subject]?.(operation) ?? (subject === operation || subject === operation.split('.', 1)[0]);
};

const operationsAbout = (one: { readonly id: string }): readonly OperationId[] =>
  operationIds.filter((operation) => isAbout(one, operation));

/** True if it is about an endpoint that places orders and that the client uses. Simulated deposits do not count. */
export function concernsOrders(one: { readonly id: string }, asked: ReadonlySet<OperationId>): boolean {
  const operations = operationsAbout(one);
  return [...asked].some(
    (operation) =>
      isOrder(operation) &&
      operation !== 'deposit.simulate' &&
      (operations.length === 0 || operations.includes(operation)),
  );
}

/** One or two endpoints, or the subject. */
export function aboutText(one: { readonly id: string }): string {
  const operations = operationsAbout(one);
  return operations.length === 1 || operations.length === 2 ? operations.join(' and ') : subjectOf(one);
}

/** `Get offramp (endpoint 9)` for each endpoint, preferably those with a sighting; undefined for all endpoints. */
export function placeText(one: { readonly id: string }, sighted: readonly OperationId[] = []): string | undefined {
  const about = operationsAbout(one);
  const seen = about.filter((id) => sighted.includes(id));
  const places = (seen.length > 0 ? seen : about).map(
    (id) => `${operationOf(id).heading} (endpoint ${operationOf(id).number})`,
  );
  if (places.length > 3) return `all ${subjectOf(one)}`;
  return places.length === 0 ? undefined : places.join(', ');
}

/** False for a variation of all records, such as null in every optional member. */
export const isOfOneRecord = (one: { readonly id: string } | undefined): boolean =>
  one !== undefined && operationsAbout(one).length > 0;

/** False if the client uses none of its endpoints. */
export function isWithin(one: { readonly id: string }, asked: ReadonlySet<OperationId>): boolean {
  const operations = operationsAbout(one);
  return operations.length === 0 || operations.some((operation) => asked.has(operation));
}

const endpointIn = (text: string): OperationId | undefined =>
  operationIds.find((id) => id === text || String(operationOf(id).number) === text);

/**
 * The entries with this id, endpoint or subject; all entries if no text is given.
 * @throws Refused for a text that matches none
 */
function named<One extends { readonly id: string }>(
  catalogue: readonly One[],
  texts: readonly string[],
  noun: 'variation' | 'fault',
): readonly One[] {
  if (texts.length === 0) return catalogue;
  const chosen = texts.flatMap((text) => {
    const endpoint = endpointIn(text);
    const found = catalogue.filter(
      (one) =>
        [one.id, subjectOf(one), nounOf(one)].includes(text) || (endpoint !== undefined && isAbout(one, endpoint)),
    );
    if (found.length > 0) return found;
    const names = new Set([...catalogue.flatMap((one) => [one.id, subjectOf(one), nounOf(one)]), ...operationIds]);
    const list = `rehearse ${noun === 'fault' ? '--faults ' : ''}--list shows them`;
    throw new Refused(
      `--only must name a ${noun}, its first word or an endpoint${didYouMean(text, [...names]) || `; ${list}`}`,
    );
  });
  return catalogue.filter((one) => chosen.includes(one));
}

interface Chosen {
  readonly only: readonly string[];
  readonly circumstances: boolean;
}

/** @throws Refused for an unknown name */
export function chooseVariations({ only, circumstances }: Chosen): ChosenVariations {
  const chosen = withoutAlike(named(each, only, 'variation'), only);
  const usual = chosen.filter(({ isCircumstance }) => !isCircumstance);
  const isCombined = ({ isAlternative, hidesOthers }: Variation): boolean => !isAlternative && !hidesOthers;
  const isAskedFor = ({ id }: Variation): boolean => circumstances || only.includes(id);
  const rare = chosen.filter(({ isCircumstance }) => isCircumstance);
  return {
    together: usual.filter(isCombined),
    alone: usual.filter((one) => !isCombined(one)),
    circumstances: rare.filter(isAskedFor),
    leftOut: rare.filter((one) => !isAskedFor(one)),
  };
}

/** @throws Refused for an unknown name */
export const chooseLapses = (only: readonly string[]): readonly Lapse[] => named(lapses, only, 'fault');
