import { randomUUID } from 'node:crypto';
import { type Listing, roleVariables } from '#contract';
import { lacking, notSet, type Reply, Untested } from '#evidence';
import { derive, perOperation, probe, type Source } from '../source.ts';
import { askPage, walks } from './listing.ts';
import { type OwnersPages, pageOf } from './page.ts';

/** The first page of subaccounts that should have no items. */
interface OthersPages {
  readonly owner: 'unverified' | 'unbanked' | 'nobody';
  readonly id: string;
  readonly reply: Reply;
}

interface OthersListed {
  readonly others: readonly OthersPages[];
  /** Why there is one listing to compare and no second. */
  readonly lack: Untested | undefined;
}

const listingsOfOthers = perOperation((listing: Listing) =>
  probe(`${listing} of other subaccounts`, {
    mode: 'reads',
    send: async (service): Promise<OthersListed> => {
      const { profile, roles } = service;
      const known = (['unbanked', 'unverified'] as const).filter((role) => roles.has(role));
      const owners = [
        ...known.flatMap((owner) =>
          [roles[owner]]
            .flat()
            .slice(0, 1)
            .map((id) => ({ owner, id })),
        ),
        { owner: 'nobody' as const, id: randomUUID() },
      ];
      const asked = owners.filter(({ owner }) => owner === 'unbanked' || profile !== 'smoke');
      const others = await service.each(asked, async ({ owner, id }) => ({
        owner,
        id,
        reply: await askPage(service, listing, { subaccountId: id }),
      }));
      const missing = (['individual', 'business'] as const).find((role) => !roles.has(role));
      const lack = missing && notSet(roleVariables[missing]);
      return { others, lack };
    },
    // No recording says which subaccount's listing should have no items.
    select: () => ({ others: [], lack: undefined }),
  }),
);

/** The listings of several subaccounts: those that are walked through first. */
export const listingsByOwner = (listing: Listing): Source<readonly OwnersPages[]> =>
  derive([walks(listing), listingsOfOthers(listing)], (walked, { others, lack }) => {
    if (walked.length < 2) throw lack ?? new Untested('only one subaccount has a listing');
    const unknown = others.filter(({ id }) => !walked.some(({ owner }) => owner === id));
    return [
      ...walked,
      ...unknown.flatMap(({ id, reply }) => {
        const page = pageOf(reply, 0);
        return page ? [{ owner: id, pages: [page] }] : [];
      }),
    ];
  });

const hasNoItems = (reply: Reply): boolean => pageOf(reply, 0)?.items.length === 0;

/** The listing of one subaccount that should have no items: of one that has none, where there is such a one. */
export const emptyListing = (listing: Listing): Source<readonly Reply[]> =>
  derive([listingsOfOthers(listing)], ({ others }) => {
    const known = others.filter(({ owner }) => owner !== 'nobody').map(({ reply }) => reply);
    const reply = known.find(hasNoItems) ?? known[0];
    if (reply === undefined) throw notSet(roleVariables.unbanked);
    return [reply];
  });

/** The listing of a subaccount that does not exist. */
export const listingOfNobody = (listing: Listing): Source<readonly Reply[]> =>
  derive([listingsOfOthers(listing)], ({ others }) => {
    const own = others.filter(({ owner }) => owner === 'nobody').map(({ reply }) => reply);
    if (own.length === 0) throw lacking('the profile smoke leaves it to the profile gate', 'profile');
    return own;
  });
