import type { Api } from '#client';
import type { Listing, OperationId, OrderId } from '#contract';
import type { Credential, Reply, SentSetting, Setting } from '#evidence';
import { OpenOrders } from './orders/open-orders.ts';
import { Remedies } from './orders/remedies.ts';
import { TryWaits } from './orders/try-waits.ts';

// How a probe sends requests, and the knowledge that the probes of a run share.

export interface Service extends SentSetting {
  readonly run: RunMemory;
  readonly api: Api;
  readonly as: (credential: Credential) => Api;
  readonly seed: number;
  /** 0 for the fixed cases of a gate. Any other number draws other cases of the same families. */
  readonly turn: number;
  /** The single case to repeat. Cases of other probes do not change. */
  readonly replay?: Replayed | undefined;
  /**
   * Sends for each item, as many at a time as the target allows. An item that cannot be sent or gets no answer is left
   * out and noted. If this happens to all items, throws the first reason.
   */
  readonly each: <T, R = Reply>(
    items: readonly T[],
    send: (item: T, index: number) => Promise<R>,
  ) => Promise<readonly R[]>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** The number of orders without an answer. The service may have carried out each of them. */
  readonly lostOrders?: () => number;
  /**
   * When the service last returned after a failure or a gateway's answer, in the clock of `performance`; 0 if it was
   * never away.
   */
  readonly cameBack?: () => number;
}

export interface Replayed {
  readonly probe: string;
  readonly path: string;
}

/** Balances around an act that must not move them; undefined on an account that others use too. */
export interface BalancesAround {
  readonly before: Reply;
  readonly after: Reply;
  /** Deposits between the two reads, if they are the subject. */
  readonly deposits?: readonly Reply[];
  /** True if the balances moved at first, and again with the act alone. */
  readonly movedAgain?: boolean;
}

export interface Acting {
  readonly act: (service: Service) => Promise<unknown>;
  /** A smaller act, for the repetition. */
  readonly again?: (service: Service) => Promise<unknown>;
  readonly waitMs?: (service: Service) => number;
}

/** An act among concurrent acts, and how to repeat it. */
export interface Noted {
  readonly acting: Acting;
  readonly moved: boolean;
  /** Balances around the repeated act alone. Done once, because it may place many orders. */
  alone?: Promise<BalancesAround>;
}

/** Knowledge that the probes of one run share. A new run starts without any. */
export class RunMemory {
  readonly remedies: Remedies;
  readonly openOrders: OpenOrders;
  /** Names of tries at refused orders; the run limits their number. */
  readonly tries: string[] = [];
  readonly tryWaits = new TryWaits();
  /** An id from the listing of the business subaccount, by the operation that reads it. */
  readonly businessRecords = new Map<OperationId, string>();
  /** Page and limit of a second page with items. */
  readonly secondPages = new Map<OperationId, { readonly page: number; readonly limit: number }>();
  /** Long listings of which a sample was read: pages read, and pages counted. */
  readonly longListings = new Map<Listing, { readonly read: number; readonly pages: number }>();
  readonly validOrders = new Set<Reply>();
  /** The answer to an order without 0x in its address, after pages blocked orders with 0x. */
  withoutPrefix: Promise<Reply | undefined> | undefined;
  /** The subaccount of each recipient or account that only one subaccount may use. */
  readonly owners = new Map<string, string>();
  readonly repeated = new Map<OrderId, readonly [first: Reply, again: Reply]>();
  scenarioOrders = 0;
  readonly concurrent = new Map<string, Noted>();
  /** True after the balances of a remote service stood still on an idle account during the longest watch. */
  stoodStill = false;
  /** True for a listing that got items without an order in between. */
  readonly growing = new Map<Listing, boolean>();
  /** True if a remote service locks callers out. Each check costs a refused key. */
  lockedOut: Promise<boolean> | undefined;
  /** Replies during a lock-out: their form shows nothing about refused keys. */
  readonly lockOuts = new Set<Reply>();
  /** Results of cases in searches for a smaller one, by probe and case. */
  readonly searched = new Map<string, Map<string, unknown>>();

  constructor(setting: Pick<Setting, 'order' | 'profile'>) {
    this.remedies = new Remedies(setting);
    this.openOrders = new OpenOrders(setting.profile);
  }
}
