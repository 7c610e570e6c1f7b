import { listings, type OperationId, type PaginationRule, type RequirementId, requirementOf } from '#contract';
import type { Hook, PartialPolicies } from '#sandbox';

/** One small defect and the requirements that must notice it: each of them is run under it, and each must find it. */
export interface Fault {
  /** Where it belongs, and its sentence as a slug: `onramp/the-total-is-zero`. */
  readonly id: string;
  readonly sentence: string;
  readonly requirements: readonly RequirementId[];
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
  /** Of one that follows from a schema: the operation whose replies alone it changes, and the kind of defect. */
  readonly derived?: { readonly operation: OperationId; readonly defect: string };
}

/** How a service differs from the sandbox: a hook on the reply, decisions instead of policies, or one of each. */
export type Change = Hook | PartialPolicies | readonly (Hook | PartialPolicies)[];

/** Changes by the sentence that describes each. */
export type Changes = Readonly<Record<string, Change>>;

/** A sentence as an id has it: `The total is zero.` is `the-total-is-zero`. */
export const slugOf = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

/** The endpoint or rule that a requirement is about, an order by its noun: `onramp`, `offramp.read`, `http`. */
const subjectOf = (requirement: RequirementId): string =>
  requirementOf(requirement).subject.replace(/\.(initiate|simulate)$/, '');

export const partsOf = (change: Change): Pick<Fault, 'policies' | 'reply'> =>
  Object.assign(
    {},
    ...[change].flat().map((part) => (typeof part === 'function' ? { reply: part } : { policies: part })),
  );

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

/** Registers faults that the same rules of both listings must notice, because the sandbox pages both alike. */
export function againstBoth(rules: readonly PaginationRule[], defects: Changes): void {
  const all = listings.flatMap((listing) => rules.map((rule) => `${listing}/${rule}` as const));
  registered.push(...catalogue('listings', all, defects));
}

/** One change for each of several members, values or kinds. */
export const forEachValue = <const T>(
  values: readonly T[],
  describe: (value: T) => readonly [sentence: string, change: Change],
): Changes => Object.fromEntries(values.map(describe));

/** One change for each way to differ, by the sentences of the ways. */
export const forEachWay = <T>(ways: Readonly<Record<string, T>>, change: (way: T) => Change): Changes =>
  Object.fromEntries(Object.entries(ways).map(([sentence, way]) => [sentence, change(way)]));
