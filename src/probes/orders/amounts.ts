import { type OperationId, operationOf } from '#contract';
import { amountIn, type CallInput, changedAt, isRecord, type Setting, valueAt } from '#evidence';
import { amountFor, lightningCode } from '#run';

/** An order of another amount, which stands in one of two places. */
export const withAmount = (order: unknown, amount: number): unknown =>
  isRecord(order) ? changedAt(order, isRecord(order.from) ? 'from.amount' : 'amount', amount) : order;

/** A little less than an amount, in cents: what rounds or cuts shows. */
export const inCents = (amount: number): number => Math.max(amount - 0.25, amount / 2);

/** Orders of an amount that is no whole number. */
export const ofCents =
  (orderOf: (setting: Setting) => unknown) =>
  (setting: Setting): unknown => {
    const order = orderOf(setting);
    return withAmount(order, inCents(amountIn(order)));
  };

/** Below it cents are too coarse to tell amounts apart, or to be any. */
const minInCents = 0.1;

const minAmount = 1e-8;

/** Cut to cents, or to the places of bitcoin where it is small: no order may be of more than the user allows. */
export const cut = (amount: number): number => {
  const parts = amount >= minInCents ? 100 : 1 / minAmount;
  // The product of a decimal may lie a little below the whole number that it is.
  return Math.max(Math.floor(amount * parts + 1e-6) / parts, minAmount);
};

/** Less by so many cents, or by so many hundredths of itself where it is small; never less than half. */
export const lessByCents = (amount: number, cents: number): number =>
  cut(Math.max(amount - (cents / 100) * (amount >= minInCents ? 1 : amount), amount / 2));

/** No two initiations of a probe are of the same amount: a service may take a like one for a repetition of the first. */
export const ownAmount = (amount: number, at: number): number => lessByCents(amount, amount >= 50 ? at * 100 : at);

const partsOf = (body: unknown) => [body, valueAt(body, 'from'), valueAt(body, 'to')];

/** The codes by which an amount may have separate bounds: of its rail, currency and asset. */
const codesOf = (operation: OperationId, body: unknown): readonly unknown[] => {
  const { order } = operationOf(operation);
  if (order?.unit === null) return [lightningCode];
  return (order?.codes ?? []).flatMap((code) =>
    partsOf(body)
      .map((part) => valueAt(part, code))
      .filter((value) => value !== undefined),
  );
};

/** The greatest amount that the user allows for such an order. */
export const ownAmountOf = ({ order }: Pick<Setting, 'order'>, operation: OperationId, body: unknown): number =>
  amountFor(order, ...codesOf(operation, body));

/** Names what may have an amount of its own: the operation, currency, asset and rail, and the subaccount. */
const keyOf = (operation: OperationId, { body, subaccountId }: CallInput): string =>
  JSON.stringify([operation, ...codesOf(operation, body), subaccountId]);

/** What helped where valid orders were refused (amounts, wholes, pauses), for every other order of the run. */
export class Remedies {
  readonly #setting: Pick<Setting, 'order'>;
  readonly #helped = new Map<OperationId, Map<string, number>>();

  readonly #inWholes = new Set<OperationId>();
  readonly #pauses = new Map<OperationId, number>();

  constructor(setting: Pick<Setting, 'order'>) {
    this.#setting = setting;
  }

  /** Takes note that an amount of cents is refused where others are accepted. */
  noteWholes(operation: OperationId): void {
    this.#inWholes.add(operation);
  }

  notePause(operation: OperationId, milliseconds: number): void {
    this.#pauses.set(operation, milliseconds);
  }

  /** How long to wait before an order, in milliseconds. */
  pauseOf(operation: OperationId): number {
    return this.#pauses.get(operation) ?? 0;
  }

  /** Takes note that orders like this one are accepted at an amount. */
  note(operation: OperationId, input: CallInput, amount: number): void {
    const known = this.#helped.get(operation) ?? new Map<string, number>();
    this.#helped.set(operation, known.set(keyOf(operation, input), amount));
  }

  /**
   * The order at an amount that helped. One that is not of an amount as valid orders have it was given its amount on purpose; one that
   * is odd may be odd in that.
   */
  fit<T extends CallInput>(operation: OperationId, asked: T, isOdd = false): T {
    const known = this.#helped.get(operation);
    const input = isOdd ? asked : this.#inWholeUnits(operation, asked);
    const amount = valueAt(input.body, 'from.amount') ?? valueAt(input.body, 'amount');
    if (known === undefined || typeof amount !== 'number') return input;
    const greatest = ownAmountOf(this.#setting, operation, input.body);
    if (amount < (isOdd ? greatest : greatest / 2) || amount > greatest) return input;
    // Orders of another kind may have the same bounds; none is of more for that.
    const other = Math.min(known.get(keyOf(operation, input)) ?? [...known.values()][0] ?? amount, greatest);
    return other === amount ? input : { ...input, body: withAmount(input.body, other) };
  }

  #inWholeUnits<T extends CallInput>(operation: OperationId, input: T): T {
    const amount = amountIn(input.body);
    const isCut = this.#inWholes.has(operation) && amount > 1 && !Number.isInteger(amount);
    return isCut ? { ...input, body: withAmount(input.body, Math.floor(amount)) } : input;
  }
}
