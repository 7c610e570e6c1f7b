// The variations and faults of a rehearsal.
import { isDeepStrictEqual } from 'node:util';
import { isListing, isOrder, type OperationId, operationIds, operationOf, requirementOf } from '#contract';
import { type Fault, faults, together, type Variation, variations } from '#faults';
import { didYouMean, Refused } from '#lib';
import { defaultPolicies, type Hook, type PartialPolicies, type ServedWorld } from '#sandbox';

/** A defect that a client should notice. */
export type Lapse = Fault;

export interface ChosenVariations {
  readonly together: readonly Variation[];
  readonly alone: readonly Variation[];
  readonly circumstances: readonly Variation[];
  /** Circumstances that nobody asked for. */
  readonly leftOut: readonly Variation[];
}

/** Id of the combination of several. */
export const combination = 'all-compatible';

/** Without those that another variation stands for, except by their id. */
const withoutAlike = (some: readonly Variation[], only: readonly string[]): readonly Variation[] =>
  some.filter(({ id, isAlike }) => !isAlike || only.includes(id));

const each: readonly Variation[] = variations.filter(({ id }) => id !== combination);

const lapses: readonly Lapse[] = faults.filter(({ isCommon }) => isCommon);

export const headingOf = (lapse: Lapse): string => {
  const [first] = lapse.requirements;
  return first ? requirementOf(first).section : '';
};

/** Of several, the first that the client asks; undefined where it is about all. */
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

/** A value has no time of use, so it counts as met. */
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

/** Calls `note` when a reply, the store or a decision differs. */
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

/** `taxonomy` of `taxonomy.list/...`: variations have this word where faults have the endpoint. */
const nounOf = (one: { readonly id: string }): string => subjectOf(one).split('.', 1)[0] ?? '';

const operationsOf: Readonly<Record<string, (operation: OperationId) => boolean>> = {
  documents: (operation) => operation.endsWith('-kyc.read'),
  listings: isListing,
  orders: isOrder,
  pages: isListing,
  rails: (operation) => operation === 'offramp.initiate',
};

const ofOrders = /^(filter|http|rate-limit)\/.*-orders?(-|$)/;

/** A variation without an endpoint is about all. */
const isAbout = (one: { readonly id: string }, operation: OperationId): boolean => {
  const subject = subjectOf(one);
  if (ofOrders.test(one.id)) return isOrder(operation);
  if (one.id.startsWith('orders/an-accepted-deposit')) return operation === 'deposit.simulate';
  return operationsOf[subject]?.(operation) ?? (subject === operation || subject === operation.split('.', 1)[0]);
};

const operationsAbout = (one: { readonly id: string }): readonly OperationId[] =>
  operationIds.filter((operation) => isAbout(one, operation));

/** True where it concerns an endpoint that places orders, among those that the client asks. A simulated deposit is none. */
export function concernsOrders(one: { readonly id: string }, asked: ReadonlySet<OperationId>): boolean {
  const operations = operationsAbout(one);
  return [...asked].some(
    (operation) =>
      isOrder(operation) &&
      operation !== 'deposit.simulate' &&
      (operations.length === 0 || operations.includes(operation)),
  );
}

/** One or two endpoints, else the subject. */
export function aboutText(one: { readonly id: string }): string {
  const operations = operationsAbout(one);
  return operations.length === 1 || operations.length === 2 ? operations.join(' and ') : subjectOf(one);
}

/** `Get offramp (endpoint 9)` of each endpoint, if any was sighted of these; undefined where it is about all. */
export function placeText(one: { readonly id: string }, sighted: readonly OperationId[] = []): string | undefined {
  const about = operationsAbout(one);
  const met = about.filter((id) => sighted.includes(id));
  const places = (met.length > 0 ? met : about).map(
    (id) => `${operationOf(id).heading} (endpoint ${operationOf(id).number})`,
  );
  if (places.length > 3) return `all ${subjectOf(one)}`;
  return places.length === 0 ? undefined : places.join(', ');
}

/** False for a variation of all records, such as every member that may be null. */
export const isOfOneRecord = (one: { readonly id: string } | undefined): boolean =>
  one !== undefined && operationsAbout(one).length > 0;

/** False where the client asks none of its endpoints. */
export function isWithin(one: { readonly id: string }, asked: ReadonlySet<OperationId>): boolean {
  const operations = operationsAbout(one);
  return operations.length === 0 || operations.some((operation) => asked.has(operation));
}

const endpointIn = (text: string): OperationId | undefined =>
  operationIds.find((id) => id === text || String(operationOf(id).number) === text);

/**
 * Those that are named by an id, an endpoint or a subject; all where nothing is named.
 * @throws Refused for a text that names none
 */
function named<One extends { readonly id: string }>(
  catalogue: readonly One[],
  texts: readonly string[],
  noun: 'variation' | 'fault',
): readonly One[] {
  if (texts.length === 0) return catalogue;
  const asked = texts.flatMap((text) => {
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
  return catalogue.filter((one) => asked.includes(one));
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
