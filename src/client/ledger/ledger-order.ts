import { lightningCode, type OperationId, operationOf } from '#contract';
import { jsonIn } from '#evidence';
import { isUuid } from '#schemas';
import { isCode } from '../redaction/codes.ts';
import type { DescribedOrder } from './ledger.ts';

type SentMembers = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is SentMembers => typeof value === 'object' && value !== null;

/** The body itself, and what lies directly in it: no order of the document is deeper. */
const partsOf = (body: SentMembers): readonly SentMembers[] => [
  body,
  ...Object.values(body).filter(isObject),
];

const referenceIn = (body: SentMembers): { reference?: string } => {
  const found = Object.entries(body).find(
    ([name, value]) => /^client_\w+_reference$/.test(name) && typeof value === 'string' && isUuid(value),
  );
  return found ? { reference: String(found[1]) } : {};
};

const amountIn = (body: SentMembers): Pick<DescribedOrder, 'amount' | 'unit'> => {
  const part = partsOf(body).find(({ amount }) => typeof amount === 'number');
  if (part === undefined) return {};
  const unit = [part.currency, part.asset].find((code) => typeof code === 'string' && isCode(code));
  return { amount: String(part.amount), ...(unit === undefined ? {} : { unit: String(unit) }) };
};

const describeOrder = (parsed: unknown): DescribedOrder =>
  isObject(parsed) ? { ...amountIn(parsed), ...referenceIn(parsed) } : {};

const sizeOf = (value: unknown): number => {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && !Number.isNaN(amount) ? Math.abs(amount) : 0;
};

/** The greatest amount however a careless service might read it: as a text, in any member and at any depth. */
function mostUnder(value: unknown, named: boolean): number {
  if (!isObject(value)) return named ? sizeOf(value) : 0;
  let most = 0;
  for (const name of Object.keys(value))
    most = Math.max(most, mostUnder(value[name], named || /amount/i.test(name)));
  return most;
}

/** The greatest amount in the bytes of a body: a parser drops all but the last of a name, and a torn body has none. */
const maxIn = (text: string): number => {
  let most = 0;
  for (const [, amount] of text.matchAll(/amount[^\d,]*(\d+(?:\.\d+)?(?:e\+?\d+)?)/gi))
    most = Math.max(most, Number(amount));
  return most;
};

const mentionsOf = (body: string, member: string): number =>
  [...body.matchAll(new RegExp(member, 'gi'))].length;

const codeIn = (body: string, member: string): string | undefined =>
  mentionsOf(body, member) === 1 ? new RegExp(`"${member}"\\s*:\\s*"(\\w+)"`).exec(body)?.[1] : undefined;

/**
 * The codes by which an order may be of another amount than others; none where its bytes leave any doubt: a service might
 * take the other one of two names, or of an escaped one.
 */
function codesOf(operation: OperationId, body: string, isJson: boolean): readonly string[] {
  const { order } = operationOf(operation);
  if (order?.unit === null) return [lightningCode];
  if (!isJson || body.includes('\\')) return [];
  return (order?.codes ?? []).flatMap((member) => codeIn(body, member) ?? []);
}

/** An order before it leaves. */
interface ReadOrder {
  readonly described: DescribedOrder;
  /** The most that its bytes could move, however they are read. */
  readonly most: number;
  readonly codes: readonly string[];
}

export function readOrder(operation: OperationId, body = ''): ReadOrder {
  const parsed = jsonIn(body);
  return {
    described: describeOrder(parsed),
    most: Math.max(mostUnder(parsed, false), maxIn(body)),
    codes: codesOf(operation, body, parsed !== undefined),
  };
}
