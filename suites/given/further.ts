import { type Conformance, ifPossible, isRecord, listings, type OperationId, type Reply } from '#harness';
import { type Listing, type Page, recalledWalk, smallLimit, walksOfOwners } from './listing.ts';
import { eventually } from './patience.ts';
import { furtherReplies, isOrder } from './variant.ts';

const isListing = (operation: OperationId): operation is Listing =>
  listings.some((listing) => listing === operation);

export const carriesRecord = ({ status, body }: Reply): boolean =>
  status < 300 && typeof body === 'object' && body !== null;

/** Pages of every size that is walked, and of another subaccount: what is said of an item holds wherever it is listed. */
const pagesOf = async (t: Conformance, listing: Listing): Promise<readonly Reply[]> => {
  const { greatestLimit } = t.facts;
  const walks = await Promise.all([
    ifPossible(() => recalledWalk(t, listing, greatestLimit)),
    ifPossible(() => recalledWalk(t, listing, smallLimit)),
    ifPossible(async () => recalledWalk(t, listing, greatestLimit, t.roles.business)),
  ]);
  return walks.flatMap((pages) => pages?.map(({ reply }) => reply) ?? []);
};

const withdrawalIn = (item: unknown): readonly string[] => {
  const settlement = isRecord(item) ? item.settlement : undefined;
  const id = isRecord(settlement) ? settlement.withdrawal_id : undefined;
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? [id] : [];
};

/** Enough to meet more than one state. */
const mostWithdrawals = 3;

/** Withdrawals by which the offramps of the listing were settled. */
const settlingWithdrawals = async (t: Conformance): Promise<readonly Reply[]> => {
  const subaccountId = t.roles.individual;
  const pages = await recalledWalk(t, 'offramp.list', t.facts.greatestLimit);
  const ids = new Set(pages.flatMap(({ items }) => items).flatMap(withdrawalIn));
  ids.delete(t.roles.withdrawal);
  const asked = [...ids].slice(0, mostWithdrawals);
  return Promise.all(asked.map((withdrawalId) => t.api.readWithdrawal({ subaccountId, withdrawalId })));
};

/** Records of people who are not yet verified look otherwise. */
const otherPeople = ({ api, roles }: Conformance): Promise<readonly Reply[]> =>
  Promise.all(
    (['unverified', 'unbanked'] as const)
      .filter((role) => roles.has(role))
      .map((role) => api.readIndividualKyc({ subaccountId: roles[role] })),
  );

/** Of each subaccount. */
const mostListed = 3;

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

/** Records that a listing shows, read one by one under the subaccount that they are listed for. */
const listed =
  (
    listing: Listing,
    known: (t: Conformance) => readonly string[],
    read: (t: Conformance, subaccountId: string, id: string) => Promise<Reply>,
  ) =>
  async (t: Conformance): Promise<readonly Reply[]> => {
    const asked = (await walksOfOwners(t, listing)).flatMap(({ owner, pages }) => {
      const configured = known(t).map((id) => id.toLowerCase());
      const others = oldestIds(pages).filter((id) => !configured.includes(id.toLowerCase()));
      return others.slice(0, mostListed).map((id) => ({ owner, id }));
    });
    // Where nothing is older, it is what was just created, and may take a moment to be read.
    const readOne = ({ owner, id }: (typeof asked)[number]) =>
      eventually(
        () => read(t, owner, id),
        ({ status }) => status < 300,
      );
    return Promise.all(asked.map(readOne));
  };

const furtherReads: { readonly [Id in OperationId]?: (t: Conformance) => Promise<readonly Reply[]> } = {
  'individual-kyc.read': otherPeople,
  'withdrawal.read': settlingWithdrawals,
  'offramp.read': listed(
    'offramp.list',
    ({ roles }) => roles.offramps,
    ({ api }, subaccountId, offrampId) => api.readOfframp({ subaccountId, offrampId }),
  ),
  'conversion.read': listed(
    'conversion.list',
    ({ roles }) => roles.conversions,
    ({ api }, subaccountId, conversionId) => api.readConversion({ subaccountId, conversionId }),
  ),
};

const furtherAnswers = (t: Conformance, operation: OperationId): Promise<readonly Reply[]> => {
  const read = furtherReads[operation];
  return read === undefined ? Promise.resolve([]) : t.recall(`further replies of ${operation}`, read);
};

/** Whatever a listing shows can be read. */
export const servesWhatIsListed = async (
  t: Conformance,
  operation: 'offramp.read' | 'conversion.read',
): Promise<void> => {
  const replies = t.brief ? [] : await furtherAnswers(t, operation);
  if (replies.length > 0) t.expect(replies).toSucceed();
};

/** What there is beside the examples, as far as the service answers with a record. */
export const furtherRecords = async (t: Conformance, operation: OperationId): Promise<readonly Reply[]> => {
  if (isListing(operation)) return pagesOf(t, operation);
  const replies = await ifPossible(async () => {
    return isOrder(operation) ? furtherReplies(t, operation) : furtherAnswers(t, operation);
  });
  return replies?.filter(carriesRecord) ?? [];
};
