import type { Api } from '#client';
import type { Listing, OperationId, OrderId } from '#contract';
import type { Credential, Reply, SentSetting, Setting } from '#evidence';
import { OpenOrders } from './orders/open-orders.ts';
import { Remedies } from './orders/remedies.ts';
import { TryWaits } from './orders/try-waits.ts';

// How a probe sends, and what the probes of a run learn for each other.

export interface Service extends SentSetting {
  readonly run: RunMemory;
  readonly api: Api;
  readonly as: (credential: Credential) => Api;
  readonly seed: number;
  /** 0 for the standing cases of a gate; any other number draws others of the same families. */
  readonly turn: number;
  /** The one case that is asked for again; cases of other probes do not change. */
  readonly replay?: Replayed | undefined;
  /**
   * Sends for each item, as many at a time as the target allows. An item that cannot be sent, or gets no answer, is left
   * out and noted; where that happens to all of them, the first reason is thrown.
   */
  readonly each: <T, R = Reply>(
    items: readonly T[],
    send: (item: T, index: number) => Promise<R>,
  ) => Promise<readonly R[]>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Orders without an answer; the service may have carried out each of them. */
  readonly lostOrders?: () => number;
  /** Last return of the service after a failure or a gateway's answer, in the clock of `performance`; 0 without one. */
  readonly cameBack?: () => number;
}

export interface Replayed {
  readonly probe: string;
  readonly path: string;
}

/** Balances around an act without effect on them; undefined on an account that others use. */
export interface BalancesAround {
  readonly before: Reply;
  readonly after: Reply;
  /** Deposits in between, where they are the subject. */
  readonly deposits?: readonly Reply[];
  /** True where the balances moved at the first time, and again with the act alone. */
  readonly movedAgain?: boolean;
}

export interface Acting {
  readonly act: (service: Service) => Promise<unknown>;
  /** Does less where a repeat of the whole is needed. */
  readonly again?: (service: Service) => Promise<unknown>;
  readonly waitMs?: (service: Service) => number;
}

/** An act among concurrent acts, and the means to repeat it. */
export interface Noted {
  readonly acting: Acting;
  readonly moved: boolean;
  /** Balances around a repeat without other acts; done once, because it may place many orders. */
  alone?: Promise<BalancesAround>;
}

/** Knowledge that the probes of one run share; a new run starts with an empty one. */
export class RunMemory {
  readonly remedies: Remedies;
  readonly openOrders: OpenOrders;
  /** Names of tries at refused orders; the run limits their number. */
  readonly tries: string[] = [];
  readonly tryWaits = new TryWaits();
  /** An id from the listing of the business, by the operation that reads it. */
  readonly businessRecords = new Map<OperationId, string>();
  /** Page and limit of a second page with items. */
  readonly secondPages = new Map<OperationId, { readonly page: number; readonly limit: number }>();
  /** Long listings that were sampled: pages read, and pages counted. */
  readonly longListings = new Map<Listing, { readonly read: number; readonly pages: number }>();
  readonly validOrders = new Set<Reply>();
  /** The answer to an order without 0x in its address, after pages blocked orders with it. */
  withoutPrefix: Promise<Reply | undefined> | undefined;
  /** Subaccount of each recipient or account that belongs to one alone. */
  readonly owners = new Map<string, string>();
  readonly repeated = new Map<OrderId, readonly [first: Reply, again: Reply]>();
  scenarioOrders = 0;
  readonly concurrent = new Map<string, Noted>();
  /** True once the balances of a remote service stood still on an idle account, for the longest watch. */
  stoodStill = false;
  /** Whether items came into a listing without an order in between. */
  readonly growing = new Map<Listing, boolean>();
  /** Whether a remote service locks callers out: each look costs a refused key. */
  lockedOut: Promise<boolean> | undefined;
  /** Replies of a lock-out: their form shows nothing about refused keys. */
  readonly lockOuts = new Set<Reply>();
  /** Results of cases in searches for a smaller one, by probe and case. */
  readonly searched = new Map<string, Map<string, unknown>>();

  constructor(setting: Pick<Setting, 'order' | 'profile'>) {
    this.remedies = new Remedies(setting);
    this.openOrders = new OpenOrders(setting.profile);
  }
}
