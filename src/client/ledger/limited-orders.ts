import type { OperationId } from '#contract';
import type { DescribedOrder, OrderOutcome } from './ledger.ts';

/** One sending of an order; `name` is that of its line in the ledger. */
interface Sending extends Pick<DescribedOrder, 'reference'> {
  readonly operation: OperationId;
  readonly name: string | undefined;
}

/**
 * Orders that were answered 429. That says that nothing was done and that the order may be sent again, until a record shows for
 * one of them: from then on it says nothing of any order of that operation.
 */
export class LimitedOrders {
  readonly #limited = new Map<string, Sending[]>();
  /** References of orders that may have been taken for another reason. */
  readonly #taken = new Set<string>();
  readonly #distrusted = new Set<OperationId>();

  isDistrusted(operation: OperationId): boolean {
    return this.#distrusted.has(operation);
  }

  note(sending: Sending, isLimited: boolean, outcome: OrderOutcome): void {
    const reference = sending.reference?.toLowerCase();
    if (reference === undefined || this.#taken.has(reference)) return;
    if (isLimited) this.#limited.set(reference, [...(this.#limited.get(reference) ?? []), sending]);
    else if (outcome === 'accepted' || outcome === 'unknown') {
      this.#limited.delete(reference);
      this.#taken.add(reference);
    }
  }

  /** The sendings of orders whose reference a record holds; each is given once. */
  shownIn(record: unknown): readonly Sending[] {
    if (this.#limited.size === 0) return [];
    const text = JSON.stringify(record)?.toLowerCase() ?? '';
    return [...this.#limited].flatMap(([reference, sendings]) => {
      if (!text.includes(reference)) return [];
      this.#limited.delete(reference);
      this.#taken.add(reference);
      for (const { operation } of sendings) this.#distrusted.add(operation);
      return sendings;
    });
  }
}
