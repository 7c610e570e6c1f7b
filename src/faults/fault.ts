import { type ListingRule, listings, type OperationId, type RequirementId, requirementOf } from '#contract';
import type { Hook, PartialPolicies } from '#sandbox';

/** One small defect. Each of its requirements runs with it and must detect it. */
export interface Fault {
  /** Subject and sentence as a slug: `onramp/the-total-is-zero`. */
  readonly id: string;
  readonly sentence: string;
  readonly requirements: readonly RequirementId[];
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
  readonly isCommon?: true;
  /**
   * The reason that a correct service could give in the same words. The requirement is then untested, and the service
   * can change this.
   */
  readonly keptBack?: string;
  /** For a fault from a schema: the only changed operation, and the kind of defect. */
  readonly derived?: { readonly operation: OperationId; readonly defect: string };
}

/** The difference from the sandbox: a hook on the reply, other policies, or both. */
export type Change = Hook | PartialPolicies | readonly (Hook | PartialPolicies)[];

interface Marks {
  readonly isCommon?: true;
  readonly basis?: 'promised' | 'shown' | 'silent';
  readonly words?: string;
  readonly heading?: string;
  readonly isCircumstance?: true;
  readonly losesAnswers?: true;
  readonly hidesOthers?: true;
  readonly isAlike?: true;
  readonly keepsBack?: readonly RequirementId[];
}

interface Marked {
  readonly change: Change;
  readonly marks: Marks;
}

export type Changes = Readonly<Record<string, Change | Marked>>;

const markedOf = (given: Change | Marked): Marked =>
  typeof given === 'object' && 'change' in given ? given : { change: given, marks: {} };

export const marking =
  (more: Marks) =>
  (given: Change | Marked): Marked => {
    const { change, marks } = markedOf(given);
    return { change, marks: { ...marks, ...more } };
  };

export const common = marking({ isCommon: true });

/** `The total is zero.` becomes `the-total-is-zero`. */
export const slugOf = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

/** The endpoint or rule of a requirement; for an order the noun: `onramp`, `offramp.read`, `http`. */
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

export const registeredFaults = (): readonly Fault[] => registered;

/** Registers faults that each of the requirements must detect. */
export function against(requirements: RequirementId | readonly RequirementId[], defects: Changes): void {
  const all: readonly RequirementId[] = [requirements].flat();
  registered.push(...catalogue(all[0] ? subjectOf(all[0]) : '', all, defects));
}

/**
 * Registers faults that look like a reason of the service's own, with that reason. The requirement is then untested,
 * because a correct service may refuse in the same way.
 */
export function keptBack(requirement: RequirementId, why: string, defects: Changes): void {
  const all = catalogue(subjectOf(requirement), [requirement], defects);
  registered.push(...all.map((fault) => ({ ...fault, keptBack: why })));
}

/** Registers faults for both listings, because the sandbox pages both in the same way. */
export function againstBoth(rules: readonly ListingRule[], defects: Changes): void {
  const all = listings.flatMap((listing) => rules.map((rule) => `${listing}/${rule}` as const));
  registered.push(...catalogue('listings', all, defects));
}

export const forEachValue = <const T>(
  values: readonly T[],
  describe: (value: T) => readonly [sentence: string, change: Change | Marked],
): Changes => Object.fromEntries(values.map(describe));

/** One change for each way, by the sentence of the way. */
export const forEachWay = <T>(ways: Readonly<Record<string, T>>, change: (way: T) => Change | Marked): Changes =>
  Object.fromEntries(Object.entries(ways).map(([sentence, way]) => [sentence, change(way)]));
