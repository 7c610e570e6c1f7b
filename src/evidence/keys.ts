import type { Target } from '#contract';
import { Untested } from './untested.ts';

export interface Keys {
  readonly full: string;
  /** Reading it without one makes the claim untested. */
  readonly restricted: string;
  /** Valid keys besides the full one, as many as there are. */
  readonly others: readonly string[];
}

export const createKeys = ({ full, restricted }: Target['keys']): Keys => ({
  full,
  others: restricted === undefined ? [] : [restricted],
  get restricted() {
    if (restricted === undefined) throw new Untested('RAMP_RESTRICTED_API_KEY is not set', 'user');
    return restricted;
  },
});
