import type { ProbedFacts, RoleIds } from '#contract';
import type { Hook, PartialPolicies, WireReply } from '#sandbox';
import { slugOf } from '../fault.ts';

/** A freedom that a right service may take. Nothing may be found under it. */
export interface Variation {
  readonly id: string;
  /** The freedom in one sentence. */
  readonly sentence: string;
  readonly policies?: PartialPolicies;
  readonly reply?: Hook;
  /** Why it is left out when all variations run together. */
  readonly excludes?: string;
  /** True where a client is made to wait before it asks again. */
  readonly waits?: true;
  /** False where others act on the account, so that the run must not count on a quiet one. */
  readonly quiet?: false;
  /** The probed facts of such a service, where they differ from the faultless sandbox's. */
  readonly facts?: Partial<ProbedFacts>;
  /** Roles of such a service, where they are not those of the faultless sandbox. */
  readonly roles?: Partial<RoleIds>;
}

/** A variation without its sentence, which is its key in a table. */
export type Freedom = Omit<Variation, 'id' | 'sentence'>;

/** Freedoms by their sentences; a hook alone stands for a freedom that only changes replies. */
export type Freedoms = Readonly<Record<string, Freedom | Hook>>;

/** The variations of one subject, with what they have in common. */
export const variants = (subject: string, freedoms: Freedoms, common: Freedom = {}): readonly Variation[] =>
  Object.entries(freedoms).map(([sentence, freedom]) => ({
    id: `${subject}/${slugOf(sentence)}`,
    sentence,
    ...common,
    ...(typeof freedom === 'function' ? { reply: freedom } : freedom),
  }));

/** One freedom for each of several ways. */
export const forEachWay = <T>(
  ways: readonly T[],
  describe: (way: T, at: number) => readonly [sentence: string, freedom: Freedom],
): Freedoms => Object.fromEntries(ways.map(describe));

/** Runs hooks in turn, each on the reply of the one before. */
export const chained =
  (hooks: readonly Hook[]): Hook =>
  (first, request) =>
    hooks.reduce<WireReply>((reply, hook) => hook(reply, request) ?? reply, first);

/** The policies of all variations; no two may decide the same one. */
function merged(all: readonly Variation[]): PartialPolicies {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { id, policies = {} } of all) {
    for (const [name, group] of Object.entries(policies)) {
      groups[name] ??= {};
      const kept = groups[name];
      for (const [policy, decision] of Object.entries(group)) {
        if (policy in kept)
          throw new Error(
            `variation ${id}: another one has the policy ${name}.${policy} as well; one must say what it excludes`,
          );
        kept[policy] = decision;
      }
    }
  }
  return groups as PartialPolicies;
}

/** All variations at once, save those that exclude another; their hooks run in the order in which they stand. */
export const together = (all: readonly Variation[]): Variation => {
  const compatible = all.filter(({ excludes }) => excludes === undefined);
  return {
    id: 'all-compatible',
    sentence: 'All freedoms that exclude no other are taken at once.',
    excludes: 'it is the others',
    ...(compatible.some(({ waits }) => waits) ? { waits: true } : {}),
    policies: merged(compatible),
    reply: chained(compatible.flatMap(({ reply }) => reply ?? [])),
    facts: Object.assign({}, ...compatible.map(({ facts }) => facts)),
    roles: Object.assign({}, ...compatible.map(({ roles }) => roles)),
  };
};
