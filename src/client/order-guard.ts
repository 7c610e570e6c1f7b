import { randomBytes } from 'node:crypto';
import { answererOf, describeAnswer, isOwnClosing, isPutOff, isRefusalPage } from '#attribution';
import { type OperationId, operationOf } from '#contract';
import { isRecord, isReference, jsonIn, type Reply } from '#evidence';
import { amountFor, isRefusal, isSuccess, lightningCode } from '#run';
import { isUuid } from '#schemas';
import { type Answer, traitsOf } from './answer.ts';
import { type DescribedOrder, type Ledger, type OrderEnding, type OrderOutcome, putOff } from './ledger.ts';
import { CallRefused, NoAnswer, notSent, type TransportFailure } from './no-answer.ts';
import { isSingleCase } from './redaction.ts';

type SentMembers = Readonly<Record<string, unknown>>;

const hasMembers = (value: unknown): value is SentMembers => typeof value === 'object' && value !== null;

/** The document's orders are at most two levels deep. */
const partsOf = (body: SentMembers): readonly SentMembers[] => [body, ...Object.values(body).filter(hasMembers)];

const referenceIn = (body: SentMembers): { reference?: string } => {
  const found = Object.entries(body).find(
    ([name, value]) => isReference(name) && typeof value === 'string' && isUuid(value),
  );
  return found ? { reference: String(found[1]) } : {};
};

const amountAndUnitIn = (body: SentMembers): Pick<DescribedOrder, 'amount' | 'unit'> => {
  const part = partsOf(body).find(({ amount }) => typeof amount === 'number');
  if (part === undefined) return {};
  const unit = [part.currency, part.asset].find((code) => typeof code === 'string' && isSingleCase(code));
  return { amount: String(part.amount), ...(unit === undefined ? {} : { unit: String(unit) }) };
};

const describeOrder = (parsed: unknown): DescribedOrder =>
  hasMembers(parsed) ? { ...amountAndUnitIn(parsed), ...referenceIn(parsed) } : {};

/** A service may read a text such as `5,000.00` as any amount. */
const sizeOf = (value: unknown): number => {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof amount !== 'number') return 0;
  if (Number.isNaN(amount)) return /\p{N}/u.test(String(value)) ? Number.POSITIVE_INFINITY : 0;
  return Math.abs(amount);
};

/** The largest amount that a careless service could read from a value, also from a text, and at any depth. */
function maxUnder(value: unknown, named: boolean): number {
  if (!hasMembers(value)) return named ? sizeOf(value) : 0;
  let max = 0;
  for (const name of Object.keys(value)) max = Math.max(max, maxUnder(value[name], named || /amount/i.test(name)));
  return max;
}

/** A parser keeps only the last of equal names, and does not read an incomplete body; this search reads both. */
const maxIn = (text: string): number => {
  let max = 0;
  for (const [, amount] of text.matchAll(/amount[^\d,]*(\d+(?:\.\d+)?(?:e\+?\d+)?)/gi))
    max = Math.max(max, Number(amount));
  return max;
};

const mentionsOf = (body: string, member: string): number => [...body.matchAll(new RegExp(member, 'gi'))].length;

const codeIn = (body: string, member: string): string | undefined =>
  mentionsOf(body, member) === 1 ? new RegExp(`"${member}"\\s*:\\s*"(\\w+)"`).exec(body)?.[1] : undefined;

/**
 * The codes that decide an order's limit of amounts. Empty if the bytes are ambiguous: a service could read the other
 * one of two equal names, or an escaped name.
 */
function codesOf(operation: OperationId, body: string, isJson: boolean): readonly string[] {
  const { order } = operationOf(operation);
  if (order?.unit === null) return [lightningCode];
  if (!isJson || body.includes('\\')) return [];
  return (order?.codes ?? []).flatMap((member) => codeIn(body, member) ?? []);
}

interface ReadOrder {
  /** False for a body that is no JSON object, so that no service can read it as an order. */
  readonly isOrder: boolean;
  readonly described: DescribedOrder;
  /** The largest amount in any reading of the bytes. */
  readonly maxAmount: number;
  readonly codes: readonly string[];
}

function readOrder(operation: OperationId, body = ''): ReadOrder {
  const parsed = jsonIn(body);
  return {
    isOrder: isRecord(parsed),
    described: describeOrder(parsed),
    maxAmount: Math.max(maxUnder(parsed, false), maxIn(body)),
    codes: codesOf(operation, body, parsed !== undefined),
  };
}

interface Request {
  readonly operation: OperationId;
  readonly body?: string | undefined;
  readonly isFullKey?: boolean;
  readonly mayBeFiltered?: boolean;
  readonly isInvalid?: boolean;
}

export interface OrderOptions {
  /** Records orders before they are sent; if undefined, orders are not recorded. */
  readonly ledger?: Ledger;
  /** Limits by operation; other operations have no limit. */
  readonly maxOrders?: Readonly<Partial<Record<OperationId, number>>>;
  /** Limit for orders that the service accepted or may have accepted. */
  readonly maxAccepted?: number;
  readonly largestAmount?: number;
  /** Higher limits of amounts, by currency, asset or rail. */
  readonly amounts?: Readonly<Record<string, number>>;
}

/** Only a plain refusal, or an unsent request, proves that the service did not carry out the order. */
function outcomeOf(ended: Answer | TransportFailure): OrderEnding {
  if (ended.kind === 'violation') return { outcome: 'unknown', by: ended.problem.code };
  if (ended.kind === 'no response') return { outcome: ended.unsent ? 'unsent' : 'unknown', by: ended.code };
  const { status } = ended;
  if (isSuccess({ status })) return { outcome: 'accepted', by: status };
  if (isRefusal({ status })) return { outcome: 'refused', by: status };
  const shown = traitsOf(ended);
  return { outcome: 'unknown', by: shown && isOwnClosing(shown) ? putOff : status };
}

function isUnreadable(answer: Answer): boolean {
  const shown = traitsOf(answer);
  if (shown === undefined) return true;
  const answerer = answererOf(shown);
  return answerer === 'gateway' || (shown.status >= 500 && answerer !== 'service' && !isOwnClosing(shown));
}

/**
 * True if an order may have arrived, and its answer cannot be read. A connection that was closed for the content of the
 * request, or for its key, says nothing about later orders.
 */
function isLost(ended: Answer | TransportFailure, request: Request): boolean {
  const { isFullKey = true, mayBeFiltered = false, isInvalid = false } = request;
  if (ended.kind === 'answer') return isUnreadable(ended);
  if (ended.kind === 'violation') return true;
  const isClosed = ended.code === 'TRANSPORT_RESET' && !ended.begun;
  return !ended.unsent && !(isClosed && (mayBeFiltered || isInvalid || !isFullKey));
}

function whyLost(ended: Answer | TransportFailure): string {
  if (ended.kind === 'answer') return `answered by ${describeAnswer(ended)}`;
  return ended.kind === 'violation' ? ended.problem.code : ended.message;
}

/** Lost orders in a row, and in total, after which no order is sent. Somebody has to check each lost order. */
const [maxInARow, maxInAll] = [3, 8];

/** Limits orders that move money, and records each before and after sending. */
export class OrderGuard {
  readonly #options: OrderOptions;
  readonly #sent = new Map<OperationId, number>();
  #left = 0;
  /** Orders that were accepted or may have been accepted. */
  #open = 0;
  /** Number of 429 answers by call. They count as refused only after the order itself is refused. */
  readonly #limited = new Map<Request, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #lost = { inARow: 0, inAll: 0 };
  #isAnswered = false;
  #stopped: string | undefined;

  constructor(options: OrderOptions) {
    this.#options = options;
  }

  get left(): number {
    return this.#left;
  }

  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Records the intent, then sends by `send`. `spend` throws if the run may send no more. */
  async pass<T extends Answer | TransportFailure>(
    request: Request,
    spend: () => void,
    send: () => Promise<T>,
  ): Promise<T> {
    if (!operationOf(request.operation).movesMoney) {
      spend();
      return send();
    }
    while (!this.#hasRoom) await Promise.race(this.#underWay);
    const { operation, body } = request;
    const order = readOrder(operation, body);
    this.#demand(operation, order);
    spend();
    this.#sent.set(operation, (this.#sent.get(operation) ?? 0) + 1);
    const passing = this.#pass(request, order, send);
    const settled = passing.catch(() => undefined);
    this.#underWay.add(settled);
    return passing.finally(() => this.#underWay.delete(settled));
  }

  /**
   * False if the orders under way could reach a limit, all accepted or all lost. The limit for losses in a row holds
   * until an order is answered.
   */
  get #hasRoom(): boolean {
    const { inARow, inAll } = this.#lost;
    const { maxAccepted = Number.POSITIVE_INFINITY } = this.#options;
    const most = Math.min(this.#isAnswered ? maxInAll - inAll : maxInARow - inARow, maxAccepted - this.#open);
    return this.#underWay.size === 0 || this.#underWay.size < most;
  }

  async #pass<T extends Answer | TransportFailure>(
    request: Request,
    { isOrder, described }: ReadOrder,
    send: () => Promise<T>,
  ): Promise<T> {
    const { operation } = request;
    const { ledger } = this.#options;
    const leave = () => {
      this.#left += 1;
      return send();
    };
    const endingOf = (ended: T): OrderEnding => {
      const ending = outcomeOf(ended);
      return ending.outcome === 'unknown' && !isOrder ? { ...ending, outcome: 'no order' } : ending;
    };
    const ended = await (ledger === undefined
      ? leave()
      : ledger.record(operation, described, { send: leave, outcomeOf: endingOf }));
    const { outcome, by } = endingOf(ended);
    if (!isLost(ended, request)) this.#noteAnswer(outcome);
    else if (isOrder) this.#noteLoss(ended);
    this.#count(request, outcome, by === 429);
    if (outcome === 'unsent') this.#uncount(operation);
    return ended;
  }

  #count(request: Request, outcome: OrderOutcome, isLimited: boolean): void {
    const limited = this.#limited.get(request) ?? 0;
    if (isLimited) this.#limited.set(request, limited + 1);
    else this.#limited.delete(request);
    if (isLimited || outcome === 'accepted' || outcome === 'unknown') this.#open += 1;
    else if (outcome === 'refused') this.#open -= limited;
  }

  #noteAnswer(outcome: OrderOutcome): void {
    if (outcome === 'unsent') return;
    this.#isAnswered = true;
    this.#lost.inARow = 0;
  }

  #noteLoss(ended: Answer | TransportFailure): void {
    this.#lost.inARow += 1;
    this.#lost.inAll += 1;
    const { inARow, inAll } = this.#lost;
    if (inARow < maxInARow && inAll < maxInAll) return;
    const orders = inARow < maxInARow ? `${inAll} orders` : `${inARow} orders in a row`;
    this.#stopped ??= `${orders} got no answer that can be read (the last: ${whyLost(ended)})`;
  }

  #demand(operation: OperationId, { maxAmount, codes }: ReadOrder): void {
    if (this.#stopped !== undefined) throw notSent(operation, 'ORDERS_LOST', this.#stopped);
    const { maxOrders = {}, maxAccepted = Number.POSITIVE_INFINITY } = this.#options;
    const { largestAmount = Number.POSITIVE_INFINITY, amounts = {} } = this.#options;
    const { [operation]: max = Number.POSITIVE_INFINITY } = maxOrders;
    const sent = this.#sent.get(operation) ?? 0;
    if (sent >= max)
      throw new CallRefused(
        operation,
        'budget',
        `the run has sent all ${max} orders of this kind that it may send; raise RAMP_MAX_REQUESTS`,
      );
    if (this.#open >= maxAccepted)
      throw new CallRefused(
        operation,
        'orders',
        `the service may have accepted ${maxAccepted} orders, the limit of this run`,
      );
    const named = amountFor({ amount: largestAmount, amounts }, ...codes);
    if (maxAmount > Math.max(largestAmount, named))
      throw new CallRefused(
        operation,
        'amount',
        'the amount of an order may not exceed RAMP_AMOUNT, or the amount in RAMP_AMOUNTS for its currency, asset or rail',
      );
  }

  /** Only for an unsent order. Any answer, also a 429, counts against the limit. */
  #uncount(operation: OperationId): void {
    this.#left -= 1;
    this.#sent.set(operation, (this.#sent.get(operation) ?? 0) - 1);
  }
}

const eightDigits = (): string => randomBytes(4).toString('hex');

/** The text of an order with another reference of the same form and letter case. */
export const textAnew = (order: string): string =>
  order.replace(
    /("client_\w+_reference"\s*:\s*"[^"]*?)([0-9a-f]{8})/i,
    (_, before: string, digits: string) =>
      before + (/[A-Z]/.test(digits) ? eightDigits().toUpperCase() : eightDigits()),
  );

const bodyWithNewReference = (body: unknown): unknown =>
  isRecord(body) ? jsonIn(textAnew(JSON.stringify(body))) : body;

/** Below this amount, one cent is too large a change. */
const minAmount = 1;

/**
 * The body of an order that replaces one whose answer was lost. It has another reference or, without a reference, one
 * cent less, so that no service can take it for the first order.
 */
export const placedAnew = (body: unknown): unknown => {
  const { amount } = isRecord(body) ? body : {};
  return isRecord(body) && typeof amount === 'number' && amount >= minAmount
    ? { ...body, amount: Math.round(amount * 100 - 1) / 100 }
    : bodyWithNewReference(body);
};

/** The text of an order that replaces one without an answer. */
export const sentAnew = (order: string): string => {
  const body = jsonIn(order);
  return isRecord(body) ? JSON.stringify(placedAnew(body)) : textAnew(order);
};

/** After so many equal answers in a row to an order and its replacement, orders of this kind are no longer replaced. */
const alikeTolerated = 3;

/** Replaces each lost order of a run by another order. */
export class LostOrders {
  #count = 0;
  #pagesAgain = 0;
  #putOffAgain = 0;

  get count(): number {
    return this.#count;
  }

  hasLost(error: unknown): boolean {
    const isLost = error instanceof NoAnswer && error.isLost;
    if (isLost) this.#count += 1;
    return isLost;
  }

  /** True for a page, which may come from a gateway, and for a temporary refusal. */
  isInDoubt(reply: Reply): boolean {
    if (!operationOf(reply.operation).movesMoney) return false;
    if (isPutOff(reply)) return this.#putOffAgain < alikeTolerated;
    return this.#pagesAgain < alikeTolerated && isRefusalPage(reply);
  }

  /** Compares the answer to the replacement with the answer to the first order. */
  compare(first: Reply, second: Reply): void {
    if (!isPutOff(first) && isRefusalPage(second)) {
      this.#pagesAgain += 1;
      return;
    }
    this.#count += 1;
    if (isPutOff(first)) this.#putOffAgain = isPutOff(second) ? this.#putOffAgain + 1 : 0;
  }
}
