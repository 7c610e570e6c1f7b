import { readFileSync } from 'node:fs';
import { jsonIn } from '#evidence';
import { type Intent, intent, type OrderOutcome, type Settlement, settlement } from './ledger-entry.ts';

/** An order as the ledger shows it in the end. */
export interface LedgerOrder extends Intent {
  readonly outcome: OrderOutcome;
}

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
    const line = jsonIn(text);
    const settled = settlement.safeParse(line);
    const meant = settled.success ? undefined : intent.safeParse(line);
    if (settled.success) outcomes.set(nameOf(settled.data), settled.data.outcome);
    else if (meant?.success) intents.push(meant.data);
    else unread.push(at + 1);
  }
  const orders = intents.map((each) => ({ ...each, outcome: outcomes.get(nameOf(each)) ?? 'unknown' }));
  return { orders, unread };
}

/** All orders of a ledger; one without an outcome is unknown. The intent of a torn line never reached the disk, so its order never left. */
export const readLedger = (file: string): readonly LedgerOrder[] => read(file).orders;

/** Numbers of the lines that are none of a ledger: torn as a process was killed, or written by somebody else. */
export const unreadLinesOf = (file: string): readonly number[] => read(file).unread;
