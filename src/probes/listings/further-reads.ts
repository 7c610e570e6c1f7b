import {
  answering,
  type Input,
  isListing,
  type Listing,
  lasting,
  listings,
  type OperationId,
  operationOf,
  ownParameter,
  readOf,
} from '#contract';
import { idsIn, isRecord, type Reply, valueAt } from '#evidence';
import { isSuccess, roleOf } from '#run';
import { eventuallyServed, passingMs } from '../patience.ts';
import { repliesOf } from '../reads/reads.ts';
import { recordedItems, recordedLosses } from '../recorded/recorded-pages.ts';
import type { Service } from '../service.ts';
import { all, derive, ifAllowed, joined, type Probe, perOperation, probe, type Source } from '../source.ts';
import { readAgain } from './created-offramps.ts';
import { walk, walks } from './listing.ts';
import { surveys } from './listing-survey.ts';
import { type OwnersPages, type Page, type Pair, pairsById } from './page.ts';

const withdrawalIn = (item: unknown): readonly string[] => {
  const settlement = isRecord(item) ? item.settlement : undefined;
  const id = isRecord(settlement) ? settlement.withdrawal_id : undefined;
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? [id] : [];
};

/** Enough for one record of each state, currency and asset in most listings, for each subaccount. */
const maxOfEach = 5;

const kindMembers = ['status', 'from.asset', 'to.currency', 'from.network', 'fromCurrency', 'toCurrency'];

const kindsIn = (item: unknown): readonly string[] =>
  kindMembers.flatMap((member) => {
    const value = valueAt(item, member);
    return typeof value === 'string' ? [`${member} ${value.toLowerCase()}`] : [];
  });

const oneOfEachKind = (items: readonly Item[]): readonly Item[] => {
  const known = new Set<string>();
  const chosen = items.filter(({ kinds }, at) => {
    const isNew = at < 2 || kinds.some((kind) => !known.has(kind));
    for (const kind of kinds) known.add(kind);
    return isNew;
  });
  return chosen.slice(0, maxOfEach);
};

interface Item {
  /** In the original letter case, because a service may know no other. */
  readonly id: string;
  readonly createdAt: number;
  readonly kinds: readonly string[];
}

const itemOf = (item: unknown): readonly Item[] => {
  const { id, created_at: offramp, createdAt: conversion } = isRecord(item) ? item : {};
  const createdAt = Date.parse(String(offramp ?? conversion));
  return typeof id === 'string' ? [{ id, createdAt, kinds: kindsIn(item) }] : [];
};

/** The oldest records are the same in every run, and so is their part of the baseline. */
const oldestFirst = (pages: readonly Page[]): readonly Item[] => {
  const items = pages.flatMap(({ items: listed }) => listed).flatMap(itemOf);
  const sorted = items.toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  return [...new Map(sorted.map((item) => [item.id, item])).values()];
};

interface ListedReads {
  readonly items: readonly unknown[];
  readonly reads: readonly Reply[];
  /** Lower-case ids that several subaccounts list: a fault of the listing, not of the read. */
  readonly shared: ReadonlySet<string>;
}

const sharedIn = (owners: readonly OwnersPages[]): ReadonlySet<string> => {
  const ownerOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const { owner, pages } of owners)
    for (const { ids } of pages)
      for (const id of ids) {
        if ((ownerOf.get(id) ?? owner) !== owner) shared.add(id);
        ownerOf.set(id, owner);
      }
  return shared;
};

const listedReads = perOperation((listing: Listing): Probe<ListedReads> => {
  const operation = readOf(listing);
  const parameter = ownParameter(operation);
  const role = roleOf(parameter);
  return probe(`records that ${listing} shows`, {
    mode: 'reads',
    minProfile: 'gate',
    from: [walks(listing)],
    send: async (service, owners): Promise<ListedReads> => {
      const { api, roles } = service;
      // Configured ids are read anyway.
      const configured = roles.has(role) ? [roles[role]].flat().map((id) => id.toLowerCase()) : [];
      const inputs = owners.flatMap(({ owner, pages }) =>
        oneOfEachKind(oldestFirst(pages).filter(({ id }) => !configured.includes(id.toLowerCase()))).map(({ id }) => ({
          subaccountId: owner,
          [parameter]: id,
        })),
      );
      // Without older records, the id may be that of a record that was just created.
      const reads = await service.each(inputs, (input) =>
        eventuallyServed(service, () => api.call(operation, input as unknown as Input<OperationId>)),
      );
      return {
        items: owners.flatMap(({ pages }) => pages.flatMap(({ items }) => items)),
        reads,
        shared: sharedIn(owners),
      };
    },
    // The replies of their operation include the reads that were served.
    select: (recorded) => ({
      items: recordedItems(recorded, listing),
      reads: recordedLosses(recorded, listing),
      shared: new Set(),
    }),
  });
});

const withItems = (listing: Listing) =>
  derive([all(repliesOf(readOf(listing)), listedReads(listing))], ([configured, { reads, items, shared }]) => ({
    further: reads.filter((reply) => isSuccess(reply) || !idsIn(reply).some(([, id]) => shared.has(id.toLowerCase()))),
    pairs: pairsById([...configured, ...reads], items),
  }));

export const offrampsAndItems = withItems('offramp.list');
export const conversionsAndItems = withItems('conversion.list');

export const settlingWithdrawals: Probe<readonly Reply[]> = probe('withdrawals of settled offramps', {
  mode: 'reads',
  minProfile: 'gate',
  from: [walks('offramp.list')],
  send: async ({ api, each, roles }, owners) => {
    const configured = roles.has('withdrawal') ? [roles.withdrawal] : [];
    const settling = owners.map(({ owner: subaccountId, pages }) =>
      [...new Set(pages.flatMap(({ items }) => items).flatMap(withdrawalIn))]
        .filter((id) => !configured.includes(id))
        .map((withdrawalId) => ({ subaccountId, withdrawalId })),
    );
    const [own = [], ...others] = settling;
    const inputs = [...others.flatMap((it) => it.slice(0, 1)), ...own].slice(0, maxOfEach);
    return each(inputs, (input) => api.readWithdrawal(input));
  },
});

/** Records of unverified subaccounts have another form. */
const otherSubaccounts = perOperation((operation: OperationId): Probe<readonly Reply[]> => {
  const { purpose, further = [] } = operationOf(operation);
  return probe(`${purpose.replace('read ', '')} of other people`, {
    mode: 'reads',
    minProfile: 'gate',
    send: async ({ each, api, roles }) =>
      each(
        further.filter((role) => roles.has(role)).flatMap((role) => roles[role]),
        (subaccountId) => api.call(operation, { subaccountId } as unknown as Input<OperationId>),
      ),
  });
});

const furtherReads = (operation: OperationId): readonly Source<readonly Reply[]>[] => [
  ...(operationOf(operation).further === undefined ? [] : [otherSubaccounts(operation)]),
  ...(operation === 'withdrawal.read' ? [settlingWithdrawals] : []),
  ...listings
    .filter((listing) => readOf(listing) === operation)
    .map((listing) => derive([listedReads(listing)], ({ reads }) => reads)),
];

export const singleReads = (operation: OperationId): Source<readonly Reply[]> =>
  joined(repliesOf(operation), ...furtherReads(operation));

/** Enough for each subaccount, and for several kinds of records. */
const maxSecondReads = 4;

/** Reads records again after the orders of the run. */
export const secondReads = perOperation((operation: (typeof lasting)[number]) =>
  probe(`second reads of ${operation}`, {
    mode: 'quiet',
    minProfile: 'gate',
    from: [singleReads(operation)],
    send: async ({ each, api }, replies) => {
      const served = new Map(replies.filter(isSuccess).map(({ request }) => [request.path, request.input]));
      return each([...served.values()].slice(0, maxSecondReads), (input) =>
        api.call(operation, input as unknown as Input<OperationId>),
      );
    },
    // Later reads of a recording are judged like other records.
    select: () => [],
  }),
);

/** Reads of configured records, and every other served read. */
export const answersToReads = (operation: OperationId): Source<readonly Reply[]> => {
  if (operationOf(operation).openOffer)
    return derive([repliesOf(operation)], (replies) => {
      const offered = replies.filter(({ status }) => status !== 404);
      return offered.some(isSuccess) ? offered : replies;
    });
  const second = lasting.filter((id) => id === operation).map((id) => secondReads(id));
  return derive([repliesOf(operation), ifAllowed(joined(singleReads(operation), ...second))], (named, served) => [
    ...new Set([...named, ...served.filter(isSuccess)]),
  ]);
};

export interface ReplyScope {
  readonly needs: readonly Source<unknown>[];
  readonly of: (reply: Reply) => boolean;
}

export const carriesRecord = (reply: Reply): boolean =>
  isSuccess(reply) && (isRecord(reply.body) || Array.isArray(reply.body));

export const recordsOf = (operation: OperationId): ReplyScope => ({
  needs: [
    repliesOf(operation),
    ...furtherReads(operation),
    ...(isListing(operation) ? [listedReads(operation), surveys(operation)] : []),
  ],
  of: (reply) => reply.operation === operation && carriesRecord(reply),
});

export const recordsOfAll = (operations: readonly OperationId[] = answering): ReplyScope => ({
  needs: operations.flatMap((operation) => recordsOf(operation).needs),
  of: (reply) => operations.includes(reply.operation) && carriesRecord(reply),
});

const stateOf = (record: unknown): string =>
  isRecord(record) ? JSON.stringify([record.status, record.settlement]) : '';

const areInOneState = ([reply, item]: Pair): boolean => stateOf(reply.body) === stateOf(item);

/** Enough for more than one offramp; a service with two views differs in all. */
const maxReread = 3;
const maxTries = 3;

/** Reads the listing between two equal reads; yields nothing for an offramp that keeps changing. */
const reread = async (service: Service, first: Reply): Promise<readonly Pair[]> => {
  const { subaccountId, offrampId } = first.request.input as Readonly<Record<string, string>>;
  if (subaccountId === undefined || offrampId === undefined) return [];
  const read = () => service.api.readOfframp({ subaccountId, offrampId });
  let before = await read();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const pages = await walk(service, 'offramp.list', { subaccountId });
    const after = await read();
    if (stateOf(before.body) === stateOf(after.body))
      return pairsById(
        [after],
        pages.flatMap(({ items }) => items),
      );
    before = after;
    await service.pause(passingMs(service));
  }
  return [];
};

/** Offramps whose first two views differ, because a state may have changed between them, and one older offramp. */
export const rereadOfframps: Probe<readonly Pair[]> = probe('offramps in two states, looked at again', {
  mode: 'quiet',
  minProfile: 'gate',
  from: [offrampsAndItems, ifAllowed(readAgain)],
  send: async (service, { pairs }, again) => {
    const differing = pairs.filter((pair) => !areInOneState(pair)).map(([reply]) => reply);
    // An offramp that the service is processing may have changed in only one of the two views.
    const created = again
      .map(([reply]) => reply)
      .filter(isSuccess)
      .slice(0, 1);
    const reads = [...created, ...differing.slice(0, maxReread)];
    const pairsAgain = await service.each(reads, (reply) => reread(service, reply));
    return pairsAgain.flat();
  },
  // A recording has no second reads, so records in two states are not compared.
  select: () => [],
});

export interface ReadAndListed {
  readonly pairs: readonly Pair[];
  readonly atOneTime: readonly Pair[];
  readonly further: readonly Reply[];
}

export const readAndListed: Source<ReadAndListed> = derive(
  [offrampsAndItems, rereadOfframps],
  ({ pairs, further }, again) => ({
    pairs,
    further,
    atOneTime: [...pairs.filter(areInOneState), ...again],
  }),
);
