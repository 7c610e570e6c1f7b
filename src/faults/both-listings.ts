import { defaultPolicies, type PartialPolicies } from '#sandbox';

/** An item of either listing. */
export interface Listed {
  readonly origin: 'seeded' | 'initiated';
  readonly record: { readonly id: string };
}

export const isInitiated = ({ origin }: Pick<Listed, 'origin'>): boolean => origin === 'initiated';

const { offramp, conversion } = defaultPolicies;

/** Decides what both listings hold, of what is the subaccount's own and of all. */
export const holding = (
  choose: <Item extends Listed>(own: readonly Item[], all: readonly Item[]) => readonly Item[],
): PartialPolicies => ({
  offramp: { listing: (all, owner) => choose(offramp.listing(all, owner), all) },
  conversion: { listing: (all, owner) => choose(conversion.listing(all, owner), all) },
});
