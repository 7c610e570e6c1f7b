import type { OperationId } from '#contract';
import { amountIn, type CallInput, codesOf, type Purpose, type Setting, valueAt } from '#evidence';
import { ownAmountOf, withAmount } from './amounts.ts';

/** Operation, currency, asset, rail and subaccount, because each combination may have an amount of its own. */
const keyOf = (operation: OperationId, { body, subaccountId }: CallInput): string =>
  JSON.stringify([operation, ...codesOf(operation, body), subaccountId]);

type Fitted = Pick<Purpose, 'odd' | 'tried'>;

/** Changes that helped with refused valid orders (amounts, whole amounts, pauses), for later orders of the run. */
export class Remedies {
  readonly #setting: Pick<Setting, 'order'>;
  readonly #helped = new Map<OperationId, Map<string, number>>();
  readonly #inWholes = new Set<OperationId>();
  readonly #pauses = new Map<OperationId, number>();

  constructor(setting: Pick<Setting, 'order'>) {
    this.#setting = setting;
  }

  /** The service refuses an amount with cents, and accepts a whole one. */
  noteWholes(operation: OperationId): void {
    this.#inWholes.add(operation);
  }

  notePause(operation: OperationId, milliseconds: number): void {
    this.#pauses.set(operation, milliseconds);
  }

  /** In milliseconds. */
  pauseOf(operation: OperationId): number {
    return this.#pauses.get(operation) ?? 0;
  }

  /** Notes that the service accepts orders like this one at `amount`. */
  note(operation: OperationId, input: CallInput, amount: number): void {
    const known = this.#helped.get(operation) ?? new Map<string, number>();
    this.#helped.set(operation, known.set(keyOf(operation, input), amount));
  }

  /**
   * The order with an amount that helped. An order that tries a remedy does not change, nor does an order whose amount
   * is the subject of its test.
   */
  readonly fit = <T extends CallInput>(operation: OperationId, asked: T, purpose: Fitted = {}): T => {
    if (purpose.tried) return asked;
    const isOdd = purpose.odd !== undefined;
    const known = this.#helped.get(operation);
    const input = isOdd ? asked : this.#inWholeUnits(operation, asked);
    const amount = valueAt(input.body, 'from.amount') ?? valueAt(input.body, 'amount');
    if (known === undefined || typeof amount !== 'number') return input;
    const greatest = ownAmountOf(this.#setting, operation, input.body);
    if (amount < (isOdd ? greatest : greatest / 2) || amount > greatest) return input;
    // Orders of another kind may have the same limits, but none gets a higher amount because of this.
    const other = Math.min(known.get(keyOf(operation, input)) ?? [...known.values()][0] ?? amount, greatest);
    return other === amount ? input : { ...input, body: withAmount(input.body, other) };
  };

  #inWholeUnits<T extends CallInput>(operation: OperationId, input: T): T {
    const amount = amountIn(input.body);
    const isCut = this.#inWholes.has(operation) && amount > 1 && !Number.isInteger(amount);
    return isCut ? { ...input, body: withAmount(input.body, Math.floor(amount)) } : input;
  }
}
