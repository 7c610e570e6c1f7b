import { amountsNamed, isForItsAmount, isOfFrequency, stepNamed } from '#attribution';
import { amountFor, lightningCode, type OperationId, operationOf } from '#contract';
import { amountIn, type CallInput, isRecord, type Reply, type Setting, valueAt } from '#evidence';
import { changedAt } from '#generators';

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

/** Amounts that a service takes, as far as refusals have shown it. */
interface AmountBounds {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

const isUsable = ({ min = 0, max = min }: AmountBounds): boolean => min <= max;

/** The bounds that a refusal shows for orders of up to an amount: none where it is about something else. */
const boundsIn = (reply: Reply, greatest: number): AmountBounds => {
  if (!isForItsAmount(reply) || isOfFrequency(reply)) return {};
  const sent = amountIn(reply.request.input.body);
  const step = stepNamed(reply);
  if (step !== undefined) return step <= greatest ? { step } : {};
  const named = amountsNamed(reply).filter((amount) => amount <= greatest);
  const above = named.filter((amount) => amount > sent);
  if (above.length > 0) return { min: Math.min(...above) };
  if (named.length > 0) return { max: Math.max(...named) };
  // Without a number, the greatest amount is the likeliest to be taken.
  return sent < greatest ? { min: greatest } : {};
};

/** An amount within the bounds; two that differ stay different, where there is room. */
export const fitted = (amount: number, { min = 0, max, step }: AmountBounds, greatest: number): number => {
  const most = max ?? greatest;
  const within =
    amount >= min && amount <= most ? amount : Math.max(min, cut(min + (most - min) * (amount / greatest)));
  if (step === undefined) return within;
  const below = Number((Math.floor(within / step + 1e-9) * step).toFixed(12));
  const whole = below >= min && below > 0 ? below : below + step;
  return whole <= most ? whole : within;
};

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

/** Bounds of amounts that a run has seen, by operation, currency, asset, rail and subaccount, for all probes. */
export class KnownAmounts {
  readonly #setting: Pick<Setting, 'order'>;
  /** Amounts by operation, then by codes and subaccount. */
  readonly #bounds = new Map<OperationId, Map<string, AmountBounds>>();

  constructor(setting: Pick<Setting, 'order'>) {
    this.#setting = setting;
  }

  /** Takes note of a refusal for its amount; the order with one that may be taken instead, where there is such an amount. */
  learn(reply: Reply): CallInput | undefined {
    const { operation, request } = reply;
    const { odd } = request.purpose;
    if (!operationOf(operation).movesMoney) return undefined;
    const found = boundsIn(reply, this.#greatest(operation, request.input.body));
    if (Object.keys(found).length === 0) return undefined;
    const known = this.#bounds.get(operation) ?? new Map<string, AmountBounds>();
    const key = this.#keyOf(operation, request.input);
    const both = { ...known.get(key), ...found };
    this.#bounds.set(operation, known.set(key, isUsable(both) ? both : found));
    const other = this.fit(operation, request.input, odd);
    return other === request.input ? undefined : other;
  }

  /**
   * An order with another amount, where such orders were refused for theirs. One that is not of an amount as valid orders have it
   * was given its amount on purpose; one that is odd may be odd in that.
   */
  fit<T extends CallInput>(operation: OperationId, input: T, isOdd = false): T {
    const known = this.#bounds.get(operation);
    const amount = valueAt(input.body, 'from.amount') ?? valueAt(input.body, 'amount');
    const greatest = this.#greatest(operation, input.body);
    if (known === undefined || typeof amount !== 'number') return input;
    if (amount < (isOdd ? greatest : greatest / 2) || amount > greatest) return input;
    // Orders of another kind may have the same bounds; none is of more for that.
    const bounds = known.get(this.#keyOf(operation, input)) ?? [...known.values()][0] ?? {};
    const other = fitted(amount, bounds, greatest);
    return other === amount ? input : { ...input, body: withAmount(input.body, other) };
  }

  #greatest(operation: OperationId, body: unknown): number {
    return amountFor(this.#setting.order, ...codesOf(operation, body));
  }

  #keyOf(operation: OperationId, { body, subaccountId }: CallInput): string {
    return JSON.stringify([...codesOf(operation, body), subaccountId]);
  }
}
