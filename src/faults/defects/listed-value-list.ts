import { depositCurrencies, onrampAssets, type RequirementId } from '#contract';
import type { PartialPolicies } from '#sandbox';

export type Allows = (value: unknown) => boolean;

/** A list of the only values that are accepted; the refusal of any other names them all. */
export interface List {
  readonly operation: 'deposit.simulate' | 'onramp.initiate';
  readonly listed: readonly string[];
  readonly accepts: RequirementId;
  readonly refuses: RequirementId;
  readonly names: RequirementId;
  readonly allowing: (allows: Allows) => PartialPolicies;
  readonly naming: (named: readonly string[]) => PartialPolicies;
}

export const lists: readonly List[] = [
  {
    operation: 'deposit.simulate',
    listed: depositCurrencies,
    accepts: 'deposit.simulate/accepts-each-listed-currency',
    refuses: 'deposit.simulate/refuses-an-unlisted-currency',
    names: 'deposit.simulate/names-the-listed-currencies',
    allowing: (allows) => ({ deposit: { allows } }),
    naming: (named) => ({ deposit: { named } }),
  },
  {
    operation: 'onramp.initiate',
    listed: onrampAssets,
    accepts: 'onramp.initiate/accepts-each-listed-asset',
    refuses: 'onramp.initiate/refuses-an-unlisted-asset',
    names: 'onramp.initiate/names-the-listed-assets',
    allowing: (allows) => ({ onramp: { allowsAsset: allows } }),
    naming: (named) => ({ onramp: { named } }),
  },
];
