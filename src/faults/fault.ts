import { type ListingRule, listings, type OperationId, type RequirementId, requirementOf } from '#contract';
import type { Hook, PartialPolicies } from '#sandbox';

/** One small defect and the requirements that must notice it: each of them is run under it, and each must find it. */
export interface Fault {
  /** Where it belongs, and its sentence as a slug: `onramp/the-total-is-zero`. */
  readonly id: string;
  readonly sentence: string;
  readonly requirements: readonly RequirementId[];
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
  /** Met so often that the tests of a client had better notice it. */
  readonly isCommon?: true;
  /** Why no refusal can show it: the service's own reason looks the same. The requirement is untested by the service. */
  readonly keptBack?: string;
  /** Of one that follows from a schema: the operation whose replies alone it changes, and the kind of defect. */
  readonly derived?: { readonly operation: OperationId; readonly defect: string };
}

/** How a service differs from the sandbox: a hook on the reply, decisions instead of policies, or one of each. */
export type Change = Hook | PartialPolicies | readonly (Hook | PartialPolicies)[];

/** What a client is told of a row, and how it is tried. */
interface Marks {
  readonly isCommon?: true;
  readonly basis?: 'promised' | 'shown' | 'silent';
  readonly isCircumstance?: true;
  readonly hidesOthers?: true;
  readonly keepsBack?: readonly RequirementId[];
}

/** A change with marks of its own. */
interface Marked {
  readonly change: Change;
  readonly marks: Marks;
}

/** Changes by the sentence that describes each. */
export type Changes = Readonly<Record<string, Change | Marked>>;

const markedOf = (given: Change | Marked): Marked =>
  typeof given === 'object' && 'change' in given ? given : { change: given, marks: {} };

/** Gives a row marks besides those that it has. */
export const marking =
  (more: Marks) =>
  (given: Change | Marked): Marked => {
    const { change, marks } = markedOf(given);
    return { change, marks: { ...marks, ...more } };
  };

export const common = marking({ isCommon: true });

/** A sentence as an id has it: `The total is zero.` is `the-total-is-zero`. */
export const slugOf = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

/** The endpoint or rule that a requirement is about, an order by its noun: `onramp`, `offramp.read`, `http`. */
const subjectOf = (requirement: RequirementId): string =>
  requirementOf(requirement).subject.replace(/\.(initiate|simulate)$/, '');

export const partsOf = (given: Change | Marked): Pick<Fault, 'policies' | 'reply'> & Marks => {
  const { change, marks } = markedOf(given);
  return Object.assign(
    {},
    marks,
    ...[change].flat().map((part) => (typeof part === 'function' ? { reply: part } : { policies: part })),
  );
};

export const catalogue = (
  subject: string,
  requirements: readonly RequirementId[],
  defects: Changes,
): readonly Fault[] =>
  Object.entries(defects).map(([sentence, defect]) => ({
    id: `${subject}/${slugOf(sentence)}`,
    sentence,
    requirements,
    ...partsOf(defect),
  }));

const registered: Fault[] = [];

/** The faults of all files that were imported. */
export const registeredFaults = (): readonly Fault[] => registered;

/** Registers faults that a requirement, or each of several, must notice. */
export function against(requirements: RequirementId | readonly RequirementId[], defects: Changes): void {
  const all: readonly RequirementId[] = [requirements].flat();
  registered.push(...catalogue(all[0] ? subjectOf(all[0]) : '', all, defects));
}

/**
 * Registers faults that look like a reason of the service's own, and why: each leaves its requirement untested by the service, because
 * a right service may refuse in the same way.
 */
export function keptBack(requirement: RequirementId, why: string, defects: Changes): void {
  const all = catalogue(subjectOf(requirement), [requirement], defects);
  registered.push(...all.map((fault) => ({ ...fault, keptBack: why })));
}

/** Registers faults that the same rules of both listings must notice, because the sandbox pages both alike. */
export function againstBoth(rules: readonly ListingRule[], defects: Changes): void {
  const all = listings.flatMap((listing) => rules.map((rule) => `${listing}/${rule}` as const));
  registered.push(...catalogue('listings', all, defects));
}

/** One change for each of several members, values or kinds. */
export const forEachValue = <const T>(
  values: readonly T[],
  describe: (value: T) => readonly [sentence: string, change: Change | Marked],
): Changes => Object.fromEntries(values.map(describe));

/** One change for each way to differ, by the sentences of the ways. */
export const forEachWay = <T>(ways: Readonly<Record<string, T>>, change: (way: T) => Change | Marked): Changes =>
  Object.fromEntries(Object.entries(ways).map(([sentence, way]) => [sentence, change(way)]));
