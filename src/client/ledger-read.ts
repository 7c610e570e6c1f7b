import { readFileSync } from 'node:fs';
import type { Intent, OrderOutcome, Settlement } from './ledger-entry.ts';

/** An order as the ledger tells it in the end. */
export interface LedgerOrder extends Intent {
  readonly outcome: OrderOutcome;
}

type Line = Partial<Intent & Settlement>;

/** Undefined for a line that was torn: its intent never reached the disk, so its order never left. */
const parse = (text: string): Line | undefined => {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? line : undefined;
  } catch {
    return undefined;
  }
};

const isIntent = (line: Line): line is Intent => line.operation !== undefined && line.order !== undefined;

const nameOf = ({ run, order }: Line): string => `${run} ${order}`;

/** The lines of a ledger; none where there is no such file, because no test came as far as to open it. */
export function linesOfLedger(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** All orders of a ledger; one without an outcome is unknown. */
export function readLedger(file: string): readonly LedgerOrder[] {
  const lines = linesOfLedger(file).flatMap((line) => parse(line) ?? []);
  const outcomes = new Map<string, OrderOutcome>();
  for (const line of lines) if (line.outcome !== undefined) outcomes.set(nameOf(line), line.outcome);
  return lines
    .filter(isIntent)
    .map((intent) => ({ ...intent, outcome: outcomes.get(nameOf(intent)) ?? 'unknown' }));
}
