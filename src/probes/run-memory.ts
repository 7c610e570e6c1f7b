import type { Listing, OrderId } from '#contract';
import type { Reply, Setting } from '#evidence';
import { Remedies } from './orders/amounts.ts';
import type { Noted } from './orders/balances.ts';

/** All that the probes of one run learn for each other; the next run begins with a new one. */
export class RunMemory {
  /** What helped where valid orders were refused. */
  readonly remedies: Remedies;
  /** Names of the tries at refused orders, which a run bounds. */
  readonly tries: string[] = [];
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

  constructor(setting: Pick<Setting, 'order'>) {
    this.remedies = new Remedies(setting);
  }
}
