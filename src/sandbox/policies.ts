import * as decisions from './decisions.ts';

export const defaultPolicies = { ...decisions };

export type Policies = Readonly<typeof defaultPolicies>;

/** Some policies of some groups; the others stay right. */
export type PartialPolicies = { readonly [Group in keyof Policies]?: Partial<Policies[Group]> };

export function withPolicies(changed: PartialPolicies | undefined): Policies {
  if (changed === undefined) return defaultPolicies;
  const groups = Object.entries(changed).map(([name, group]) => [
    name,
    { ...defaultPolicies[name as keyof Policies], ...group },
  ]);
  return { ...defaultPolicies, ...(Object.fromEntries(groups) as PartialPolicies) } as Policies;
}
