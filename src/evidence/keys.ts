import type { Target } from '#contract';
import type { Keys } from './setting.ts';
import { Untested } from './untested.ts';

export const createKeys = ({ full, restricted }: Target['keys']): Keys => ({
  full,
  others: restricted === undefined ? [] : [restricted],
  get restricted() {
    if (restricted === undefined) throw new Untested('RAMP_RESTRICTED_API_KEY is not set', 'user');
    return restricted;
  },
});
