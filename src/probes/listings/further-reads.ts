import type { Listing, OperationId } from '#contract';
import { isRecord, type Reply } from '#evidence';
import { eventuallyServed } from '../patience.ts';
import { repliesOf } from '../reads/reads.ts';
import { recordedItems, recordedLosses } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { all, derive, type Probe, probe } from '../source.ts';
import { walks } from './listing.ts';
import { surveys } from './listing-survey.ts';
import { type Page, pairsById } from './page.ts';

const withdrawalIn = (item: unknown): readonly string[] => {
  const settlement = isRecord(item) ? item.settlement : undefined;
  const id = isRecord(settlement) ? settlement.withdrawal_id : undefined;
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? [id] : [];
};

/** Enough for more than one state, of each subaccount. */
const maxOfEach = 2;

interface Item {
  /** As it is written: a service may know it in no other letter case. */
  readonly id: string;
  readonly createdAt: number;
}

const itemOf = (item: unknown): readonly Item[] => {
  const { id, created_at: offramp, createdAt: conversion } = isRecord(item) ? item : {};
  return typeof id === 'string' ? [{ id, createdAt: Date.parse(String(offramp ?? conversion)) }] : [];
};

/** Oldest first: these are the same in every run, and so is what a baseline keeps of them. */
const oldestIds = (pages: readonly Page[]): readonly string[] => {
  const items = pages.flatMap(({ items: listed }) => listed).flatMap(itemOf);
  const sorted = items.toSorted(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  );
  return [...new Set(sorted.map(({ id }) => id))];
};

/** The items of listings, and their records, read one by one under the subaccount that they are listed for. */
interface ListedReads {
  readonly items: readonly unknown[];
  readonly reads: readonly Reply[];
}

type ReadOne = (service: Service, subaccountId: string, id: string) => Promise<Reply>;

const readListed = (
  listing: Listing,
  role: 'offramps' | 'conversions',
  readOne: ReadOne,
): Probe<ListedReads> =>
  probe(`records that ${listing} shows`, {
    mode: 'reads',
    minProfile: 'gate',
    from: [walks(listing)],
    send: async (service, owners): Promise<ListedReads> => {
      const { roles } = service;
      // Configured ids are read anyway.
      const configured = roles.has(role) ? roles[role].map((id) => id.toLowerCase()) : [];
      const asked = owners.flatMap(({ owner, pages }) =>
        oldestIds(pages)
          .filter((id) => !configured.includes(id.toLowerCase()))
          .slice(0, maxOfEach)
          .map((id) => ({ owner, id })),
      );
      // Where nothing is older, it is what was just created.
      const reads = await service.each(asked, ({ owner, id }) =>
        eventuallyServed(service, () => readOne(service, owner, id)),
      );
      return { items: owners.flatMap(({ pages }) => pages.flatMap(({ items }) => items)), reads };
    },
    // The replies of their operation include the reads that were served.
    select: (recorded) => ({
      items: recordedItems(recorded, listing),
      reads: recordedLosses(recorded, listing),
    }),
  });

const listedOfframps = readListed('offramp.list', 'offramps', ({ api }, subaccountId, offrampId) =>
  api.readOfframp({ subaccountId, offrampId }),
);

const listedConversions = readListed(
  'conversion.list',
  'conversions',
  ({ api }, subaccountId, conversionId) => api.readConversion({ subaccountId, conversionId }),
);

/** Records that were read, with their items in the listing, and those that were read because they stand there. */
const withItems = (operation: OperationId, shown: Probe<ListedReads>) =>
  derive([all(repliesOf(operation), shown)], ([configured, { reads, items }]) => ({
    further: reads,
    pairs: pairsById([...configured, ...reads], items),
  }));

export const offrampsAndItems = withItems('offramp.read', listedOfframps);
export const conversionsAndItems = withItems('conversion.read', listedConversions);

/** Withdrawals by which the offramps of the listing were settled. */
const settlingWithdrawals: Probe<readonly Reply[]> = probe('withdrawals of settled offramps', {
  mode: 'reads',
  minProfile: 'gate',
  from: [listedOfframps],
  send: async (service, { items }) => {
    const subaccountId = service.roles.individual;
    const ids = new Set(items.flatMap(withdrawalIn));
    if (service.roles.has('withdrawal')) ids.delete(service.roles.withdrawal);
    return service.each([...ids].slice(0, maxOfEach), (withdrawalId) =>
      service.api.readWithdrawal({ subaccountId, withdrawalId }),
    );
  },
});

/** Records of people who are not yet verified have another form. */
const otherPeople: Probe<readonly Reply[]> = probe('individual KYC of other people', {
  mode: 'reads',
  minProfile: 'gate',
  send: async ({ each, api, roles }) =>
    each(
      (['unverified', 'unbanked'] as const).filter((role) => roles.has(role)),
      (role) => api.readIndividualKyc({ subaccountId: roles[role] }),
    ),
});

/** Sources that show more records of an operation than its examples do. */
export const furtherReads: Readonly<Partial<Record<OperationId, readonly Probe<unknown>[]>>> = {
  'individual-kyc.read': [otherPeople],
  'withdrawal.read': [settlingWithdrawals],
  'offramp.read': [listedOfframps],
  'offramp.list': [listedOfframps, surveys('offramp.list')],
  'conversion.read': [listedConversions],
  'conversion.list': [listedConversions, surveys('conversion.list')],
};
