import { type Conformance, ifPossible, isRecord, listings, type OperationId, type Reply } from '#harness';
import { type Listing, recalledWalk, smallLimit } from './listing.ts';
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

const furtherReads: { readonly [Id in OperationId]?: (t: Conformance) => Promise<readonly Reply[]> } = {
  'individual-kyc.read': otherPeople,
  'withdrawal.read': settlingWithdrawals,
};

/** What there is beside the examples, as far as the service answers with a record. */
export const furtherRecords = async (t: Conformance, operation: OperationId): Promise<readonly Reply[]> => {
  if (isListing(operation)) return pagesOf(t, operation);
  const replies = await ifPossible(async () => {
    if (isOrder(operation)) return furtherReplies(t, operation);
    const read = furtherReads[operation];
    return read === undefined ? [] : t.recall(`further replies of ${operation}`, () => read(t));
  });
  return replies?.filter(carriesRecord) ?? [];
};
