import type { OrderMaterial, ProbedFacts, Profile } from '#contract';
import type { Keys } from './keys.ts';
import type { Roles } from './roles.ts';

/** The facts known about a service before its first probe. */
export interface Setting {
  readonly roles: Roles;
  readonly order: OrderMaterial;
  readonly facts: ProbedFacts;
  readonly keys: Keys;
  /** Whether nothing else acts on the account, so that its records can be counted. */
  readonly quiet: boolean;
  readonly profile: Profile;
  /** Whether it is our own sandbox, which locks nobody out. */
  readonly embedded: boolean;
  /** Whether what was done shows at once, so that nothing is shown by waiting for it. */
  readonly prompt: boolean;
}
