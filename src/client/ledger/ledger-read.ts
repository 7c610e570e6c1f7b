import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { operationIds } from '#contract';
import type { Intent, OrderOutcome, Settlement } from './ledger-entry.ts';

/** An order as the ledger shows it in the end. */
export interface LedgerOrder extends Intent {
  readonly outcome: OrderOutcome;
}

const word = z.string().regex(/^[\w.-]{1,64}$/);

const common = { run: word, order: word, at: z.string().regex(/^[\dT:.Z-]{0,40}$/) };

const intent = z.object({
  ...common,
  target: z.string().regex(/^[^\p{Cc}\p{Cf}]{1,300}$/u),
  operation: z.enum(operationIds as [Intent['operation'], ...Intent['operation'][]]),
  amount: z
    .string()
    .regex(/^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i)
    .optional(),
  unit: word.optional(),
  // Of any version, as it was kept.
  reference: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
    .optional(),
});

const settlement = z.object({
  ...common,
  outcome: z.enum(['accepted', 'refused', 'unknown', 'unsent', 'listed', 'not listed']),
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const nameOf = ({ run, order }: Pick<Settlement, 'run' | 'order'>): string => `${run} ${order}`;

/** The lines of a ledger; none where there is no such file, because no test came as far as to open it. */
export function linesOfLedger(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

interface Read {
  readonly orders: readonly LedgerOrder[];
  readonly unread: readonly number[];
}

function read(file: string): Read {
  const intents: Intent[] = [];
  const outcomes = new Map<string, OrderOutcome>();
  const unread: number[] = [];
  for (const [at, text] of linesOfLedger(file).entries()) {
    if (text === '') continue;
    const line = parse(text);
    const settled = settlement.safeParse(line);
    const meant = settled.success ? undefined : intent.safeParse(line);
    if (settled.success) outcomes.set(nameOf(settled.data), settled.data.outcome);
    else if (meant?.success) intents.push(meant.data as Intent);
    else unread.push(at + 1);
  }
  const orders = intents.map((each) => ({ ...each, outcome: outcomes.get(nameOf(each)) ?? 'unknown' }));
  return { orders, unread };
}

/** All orders of a ledger; one without an outcome is unknown. The intent of a torn line never reached the disk, so its order never left. */
export const readLedger = (file: string): readonly LedgerOrder[] => read(file).orders;

/** Numbers of the lines that are none of a ledger: torn as a process was killed, or written by somebody else. */
export const unreadLinesOf = (file: string): readonly number[] => read(file).unread;
