import type { OrderMaterial, ProbedFacts, Profile, Target } from '#contract';
import type { Roles } from './roles.ts';
import { notSet } from './untested.ts';

export interface Keys {
  readonly full: string;
  /** Reading it without one makes the claim untested. */
  readonly restricted: string;
  /** A key of another account. Reading it without one makes the claim untested. */
  readonly other: string;
  /** Valid keys besides the full one, as many as there are. */
  readonly others: readonly string[];
}

export const createKeys = ({ full, restricted, other }: Target['keys']): Keys => ({
  full,
  others: [restricted, other].filter((key) => key !== undefined),
  get restricted() {
    if (restricted === undefined) throw notSet('RAMP_RESTRICTED_API_KEY');
    return restricted;
  },
  get other() {
    if (other === undefined) throw notSet('RAMP_OTHER_API_KEY');
    return other;
  },
});

/** The facts known about a service before its first probe. */
export interface Setting {
  readonly roles: Roles;
  readonly order: OrderMaterial;
  readonly facts: ProbedFacts;
  readonly keys: Keys;
  /** True where nothing else acts on the account, so that its records can be counted. */
  readonly quiet: boolean;
  readonly profile: Profile;
  /** True where it is our own sandbox, which locks nobody out. */
  readonly embedded: boolean;
  /** How long what was created may take to show, in milliseconds. */
  readonly patienceMs: number;
  /** True where what was done shows at once, so that nothing is shown by waiting for it. */
  readonly prompt: boolean;
}
