import { isCode } from '../redaction/codes.ts';

/** The parts of an order that the ledger keeps: no personal datum, and of texts only codes and the references made here. */
export interface DescribedOrder {
  /** As JSON writes it; absent where the body holds no amount that could be moved. */
  readonly amount?: string;
  /** Currency or asset of the amount. */
  readonly unit?: string;
  /** By which a listing shows whether the order arrived. */
  readonly reference?: string;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The body itself, and what lies directly in it: no order of the document is deeper. */
const partsOf = (body: Members): readonly Members[] => [body, ...Object.values(body).filter(isObject)];

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const referenceIn = (body: Members): { reference?: string } => {
  const found = Object.entries(body).find(
    ([name, value]) => /^client_\w+_reference$/.test(name) && typeof value === 'string' && isUuid(value),
  );
  return found ? { reference: String(found[1]) } : {};
};

const amountIn = (body: Members): Pick<DescribedOrder, 'amount' | 'unit'> => {
  const part = partsOf(body).find(({ amount }) => typeof amount === 'number');
  if (part === undefined) return {};
  const unit = [part.currency, part.asset].find((code) => typeof code === 'string' && isCode(code));
  return { amount: String(part.amount), ...(unit === undefined ? {} : { unit: String(unit) }) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const describeOrder = (parsed: unknown): DescribedOrder =>
  isObject(parsed) ? { ...amountIn(parsed), ...referenceIn(parsed) } : {};

const sizeOf = (value: unknown): number => {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && !Number.isNaN(amount) ? Math.abs(amount) : 0;
};

/** The greatest amount however a careless service might read it: as a text, in whatever member and however deep. */
function mostUnder(value: unknown, named: boolean): number {
  if (!isObject(value)) return named ? sizeOf(value) : 0;
  let most = 0;
  for (const name of Object.keys(value))
    most = Math.max(most, mostUnder(value[name], named || /amount/i.test(name)));
  return most;
}

/** The greatest amount in the bytes of a body: a parser drops all but the last of a name, and a torn body has none. */
const mostIn = (text: string): number => {
  let most = 0;
  for (const [, amount] of text.matchAll(/amount[^\d,]*(\d+(?:\.\d+)?(?:e\+?\d+)?)/gi))
    most = Math.max(most, Number(amount));
  return most;
};

/** An order before it leaves. */
export interface ReadOrder {
  readonly described: DescribedOrder;
  /** The most that its bytes could move, however they are read. */
  readonly most: number;
}

export function readOrder(body = ''): ReadOrder {
  const parsed = parse(body);
  return { described: describeOrder(parsed), most: Math.max(mostUnder(parsed, false), mostIn(body)) };
}
