import type { Api } from '#client';
import type { Listing, OperationId, OrderId } from '#contract';
import type { Credential, Reply, SentSetting, Setting } from '#evidence';
import { OpenOrders } from './orders/open-orders.ts';
import { Remedies } from './orders/remedies.ts';
import { TryWaits } from './orders/try-waits.ts';

// How a probe sends, and what the probes of a run learn for each other.

/** The means by which a probe sends. */
export interface Service extends SentSetting {
  /** What the probes of the run have learned until now. */
  readonly run: RunMemory;
  /** One method per operation, with the full key. */
  readonly api: Api;
  /** Sends with another credential. */
  readonly as: (credential: Credential) => Api;
  /** Fixes what is drawn. */
  readonly seed: number;
  /** 0 where a gate sends its standing cases; any other number draws others of the same families. */
  readonly turn: number;
  /** One case of a requirement is asked for again: the cases of every other probe are as ever. */
  readonly replay?: Replayed | undefined;
  /**
   * Sends for each item, as many at a time as the target allows. An item that cannot be sent, or gets no answer, is left
   * out and noted; where that happens to all of them, the first reason is thrown.
   */
  readonly each: <T, R = Reply>(
    items: readonly T[],
    send: (item: T, index: number) => Promise<R>,
  ) => Promise<readonly R[]>;
  /** Waits, for what a service may show with a delay. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Orders of the run until now whose answer was lost; each may have been carried out beside the one placed for it. */
  readonly lostOrders?: () => number;
  /** When the service last came back after nobody or a gateway had answered in its place, in the clock of `performance`; 0 where it never was away. */
  readonly cameBack?: () => number;
}

export interface Replayed {
  readonly probe: string;
  readonly path: string;
}

/** Balances before and after something that should leave them alone; none on an account on which others act. */
export interface BalancesAround {
  readonly before: Reply;
  readonly after: Reply;
  /** All that were placed in between, where it is they that are looked at. */
  readonly deposits?: readonly Reply[];
  /** True where they moved at the first time, and again once it was done with nothing else. */
  readonly movedAgain?: boolean;
}

export interface Acting {
  readonly act: (service: Service) => Promise<unknown>;
  /** Does less where the whole has to come again. */
  readonly again?: (service: Service) => Promise<unknown>;
  readonly waitMs?: (service: Service) => number;
}

/** An act that was done while others acted too, and by which means it is done again. */
export interface Noted {
  readonly acting: Acting;
  readonly moved: boolean;
  /** The balances around it with the account to itself, which is done once: it may place many orders. */
  alone?: Promise<BalancesAround>;
}

/** All that the probes of one run learn for each other; the next run begins with a new one. */
export class RunMemory {
  /** What helped where valid orders were refused. */
  readonly remedies: Remedies;
  readonly openOrders: OpenOrders;
  /** Names of the tries at refused orders, which a run bounds. */
  readonly tries: string[] = [];
  readonly tryWaits = new TryWaits();
  /** An id that the listing of the business shows, by the operation that reads it. */
  readonly businessRecords = new Map<OperationId, string>();
  /** How the second page of a listing was asked for that was served with items. */
  readonly secondPages = new Map<OperationId, { readonly page: number; readonly limit: number }>();
  /** Long listings of which walks read a sample: how many pages it has, and how many the listing. */
  readonly longListings = new Map<Listing, { readonly read: number; readonly pages: number }>();
  /** Answers to valid orders, of any operation. */
  readonly validOrders = new Set<Reply>();
  /** The answer to an order whose address has no 0x, once pages blocked those that have it. */
  withoutPrefix: Promise<Reply | undefined> | undefined;
  /** The subaccount of each recipient or account that orders have shown to belong to one alone. */
  readonly owners = new Map<string, string>();
  /** Accepted orders that were sent a second time with their reference. */
  readonly repeated = new Map<OrderId, readonly [first: Reply, again: Reply]>();
  /** How many orders scenarios have placed: each has an amount of its own. */
  scenarioOrders = 0;
  /** Orders that were placed while others were too, by probe. */
  readonly concurrent = new Map<string, Noted>();
  /** True once the balances of a service of others stood still with nothing done, for as long as is ever watched. */
  stoodStill = false;
  /** Listings that were read again with nothing done, and whether items came into them. */
  readonly growing = new Map<Listing, boolean>();
  /** Whether a service of others locks callers out: each look costs it a further refused key. */
  lockedOut: Promise<boolean> | undefined;
  /** Replies that came of a lock-out: their form says nothing about refusals of keys. */
  readonly lockOuts = new Set<Reply>();
  /** Results of the cases that searches for a smaller one have looked at, by probe and case. */
  readonly searched = new Map<string, Map<string, unknown>>();

  constructor(setting: Pick<Setting, 'order' | 'profile'>) {
    this.remedies = new Remedies(setting);
    this.openOrders = new OpenOrders(setting.profile);
  }
}
