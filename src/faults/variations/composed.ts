import type { PartialPolicies } from '#sandbox';
import type { Variation } from '../planted.ts';
import { chained } from './hook.ts';

type Group = Readonly<Record<string, unknown>>;

const groupsOf = (policies: PartialPolicies | undefined): readonly (readonly [string, Group])[] =>
  Object.entries((policies ?? {}) as Readonly<Record<string, Group>>);

const policiesOf = ({ policies }: Variation): readonly string[] =>
  groupsOf(policies).flatMap(([name, group]) => Object.keys(group).map((policy) => `${name}.${policy}`));

/** Whether two variations decide the same policy. */
export const decideTheSame = (one: Variation, other: Variation): boolean => {
  const decided = policiesOf(one);
  return policiesOf(other).some((policy) => decided.includes(policy));
};

/** The policies of all variations; no two may decide the same one. */
function merged(all: readonly Variation[]): PartialPolicies {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { id, policies } of all) {
    for (const [name, group] of groupsOf(policies)) {
      groups[name] ??= {};
      const kept = groups[name];
      for (const [policy, decision] of Object.entries(group)) {
        if (policy in kept)
          throw new Error(
            `variation ${id}: another one has the policy ${name}.${policy} as well; one must say why it is alone`,
          );
        kept[policy] = decision;
      }
    }
  }
  return groups as PartialPolicies;
}

/** Between the ids of variations of one service. */
export const separator = ',';

/** What one service is that takes several freedoms; their hooks run in the order in which they stand. */
export const combined = (
  variations: readonly Variation[],
): Pick<Variation, 'id' | 'policies' | 'reply' | 'facts' | 'roles' | 'waits' | 'quiet'> => ({
  id: variations.map(({ id }) => id).join(separator),
  ...(variations.some(({ waits }) => waits) ? { waits: true } : {}),
  ...(variations.some(({ quiet }) => quiet === false) ? { quiet: false } : {}),
  policies: merged(variations),
  reply: chained(variations.flatMap(({ reply }) => reply ?? [])),
  facts: Object.assign({}, ...variations.map(({ facts }) => facts ?? {})),
  roles: Object.assign({}, ...variations.map(({ roles }) => roles ?? {})),
});

/** All variations at once, save those that exclude another. */
export const together = (all: readonly Variation[]): Variation => ({
  ...combined(all.filter(({ alone }) => alone === undefined)),
  id: 'all-compatible',
  sentence: 'All freedoms that exclude no other are taken at once.',
  alone: 'it is the others',
});
