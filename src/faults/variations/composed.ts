import type { PartialPolicies } from '#sandbox';
import type { Variation } from '../planted.ts';
import { chained } from './hook.ts';

type Group = Readonly<Record<string, unknown>>;

const groupsOf = (policies: PartialPolicies | undefined): readonly (readonly [string, Group])[] =>
  Object.entries((policies ?? {}) as Readonly<Record<string, Group>>);

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

/** All variations at once, save those that exclude another; their hooks run in the order in which they stand. */
export function together(all: readonly Variation[]): Variation {
  const compatible = all.filter(({ alone }) => alone === undefined);
  return {
    id: 'all-compatible',
    sentence: 'All freedoms that exclude no other are taken at once.',
    alone: 'it is the others',
    policies: merged(compatible),
    reply: chained(compatible.flatMap(({ reply }) => reply ?? [])),
    facts: Object.assign({}, ...compatible.map(({ facts }) => facts ?? {})),
    waits: true,
  };
}
