import {
  closeSync,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type OperationId, operationIds } from '#contract';
import { jsonIn } from '#evidence';
import { type FileLine, openToAppend } from '#lib';
import type { LedgerPlace } from '#run';
import { CallRefused } from './no-answer.ts';

const word = z.string().regex(/^[\w.-]{1,64}$/);

const common = { run: word, order: word, at: z.string().regex(/^[\dT:.Z-]{0,40}$/) };

/**
 * Members of an order in the ledger. They contain no personal data; the only texts are codes and our own references.
 */
const described = {
  /** As in the JSON body; absent if the body has no amount. */
  amount: z
    .string()
    .regex(/^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i)
    .optional(),
  unit: word.optional(),
  /** A UUID of any version; it identifies the order in a listing. */
  reference: z.guid().optional(),
};

/** A line that is written before the order is sent. */
const intent = z.object({
  ...common,
  target: z.string().regex(/^[^\p{Cc}\p{Cf}]{1,300}$/u),
  operation: z.enum(operationIds as readonly [OperationId, ...OperationId[]]),
  ...described,
});

/** The line with the outcome. `by` is an HTTP status, or a code if there was no answer. */
const settlement = z.object({
  ...common,
  /**
   * `unknown`: the service may have carried the order out. `unsent`: nothing left. `no order`: no service can read the
   * body as an order. `listed` and `not listed`: found later, by the reference in a listing.
   */
  outcome: z.enum(['accepted', 'refused', 'unknown', 'unsent', 'no order', 'listed', 'not listed']),
  by: z.union([z.number(), z.string()]).optional().catch(undefined),
});

/** Codes for orders that the service refused for now (503), and for orders that a listing decided. */
export const [putOff, listing] = ['PUT_OFF', 'listing'];

export type DescribedOrder = z.infer<z.ZodObject<typeof described>>;
type Intent = z.infer<typeof intent>;
type Settlement = z.infer<typeof settlement>;
export type OrderOutcome = Settlement['outcome'];

export interface OrderEnding {
  readonly outcome: OrderOutcome;
  readonly by: number | string;
}

const notRecorded = (operation: OperationId, { code, message }: NodeJS.ErrnoException): CallRefused => {
  const why = code === undefined ? message : `the ledger cannot be written (${code})`;
  return new CallRefused(operation, 'ledger', `the ledger does not have the order, so the order was not sent: ${why}`);
};

const sync = promisify(fdatasync);

const noRoom = () => Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });

/** An incomplete line, from a killed run or a full disk, must not swallow the next line. */
function endLastLine(file: number): void {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  const isTorn = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
  if (isTorn && writeSync(file, '\n') !== 1) throw noRoom();
}

/** The directory entry of a new file must be on the disk too. */
function keepName(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Records every order that moves money: its intent before sending, its outcome after it. Lines are only appended. */
export class Ledger {
  readonly #place: LedgerPlace;
  readonly #file: number;
  #orders = 0;
  /** The file may end in an incomplete line: first from an earlier run, later from a failed write. */
  #isTorn = true;
  /** The last line of this run, and the size of the file before it. */
  #last: { readonly line: string; readonly from: number } | undefined;
  #isChanged = false;

  constructor(place: LedgerPlace) {
    this.#place = place;
    this.#file = openToAppend(place.file, 0o600);
    // An existing file keeps its mode, but nobody else may read or change it.
    if (process.platform !== 'win32' && (fstatSync(this.#file).mode & 0o077) !== 0) fchmodSync(this.#file, 0o600);
    if (place.durable) keepName(place.file);
  }

  /**
   * Writes the intent and reads it back, then sends the order and records its outcome. @throws If the intent cannot be
   * written; nothing is sent then.
   */
  async record<T>(
    operation: OperationId,
    described: DescribedOrder,
    { send, outcomeOf }: { readonly send: () => Promise<T>; readonly outcomeOf: (ended: T) => OrderEnding },
  ): Promise<T> {
    const order = await this.#intend(operation, described).catch((error: NodeJS.ErrnoException) => {
      throw notRecorded(operation, error);
    });
    try {
      const ended = await send();
      const { outcome, by } = outcomeOf(ended);
      this.settle(order, outcome, by);
      return ended;
    } catch (error) {
      this.settle(order, 'unknown', 'HARNESS_MISTAKE');
      throw error;
    }
  }

  async #intend(operation: OperationId, described: DescribedOrder): Promise<string> {
    const { run, target, durable } = this.#place;
    this.#orders += 1;
    const order = String(this.#orders);
    const at = new Date().toISOString();
    this.#add({ run, order, at, target, operation, ...described } satisfies Intent);
    if (durable) await sync(this.#file);
    this.#look();
    if (this.#isChanged) {
      this.settle(order, 'unsent', 'LEDGER_CHANGED');
      throw new Error('the ledger was deleted, replaced or cut during the run');
    }
    return order;
  }

  /**
   * Records an outcome, of this run or of an earlier run's order. Never throws: an outcome that cannot be written stays
   * unknown.
   */
  settle(order: string, outcome: OrderOutcome, by: number | string, run = this.#place.run): void {
    try {
      this.#add({ run, order, at: new Date().toISOString(), outcome, by } satisfies Settlement);
    } catch {
      // An intent without an outcome is read as unknown.
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #add(line: Intent | Settlement): void {
    // If somebody shortened the file between two writes, the second line would take the place of the first.
    this.#look();
    if (this.#isTorn) endLastLine(this.#file);
    const text = `${JSON.stringify(line)}\n`;
    this.#isTorn = true;
    const { size: from } = fstatSync(this.#file);
    if (writeSync(this.#file, text) < Buffer.byteLength(text)) throw noRoom();
    this.#isTorn = false;
    this.#last = { line: text, from };
  }

  /** Notes that the file was replaced, or that its last line moved. */
  #look(): void {
    if (this.#last) this.#isChanged ||= !this.#holds(this.#last);
  }

  #holds({ line, from }: { readonly line: string; readonly from: number }): boolean {
    const [open, named] = [
      fstatSync(this.#file, { bigint: true }),
      statSync(this.#place.file, { bigint: true, throwIfNoEntry: false }),
    ];
    if (open.dev !== named?.dev || open.ino !== named.ino || open.size < from) return false;
    const added = Buffer.alloc(Number(open.size) - from);
    const read = readSync(this.#file, added, 0, added.length, from);
    return `\n${added.toString('utf8', 0, read)}`.includes(`\n${line}`);
  }
}

/** @throws If the file cannot be opened for writing. */
export const openLedger = (place: LedgerPlace): Ledger => new Ledger(place);

export interface LedgerOrder extends Intent {
  readonly outcome: OrderOutcome;
  /** HTTP status or code of the outcome. */
  readonly by?: number | string | undefined;
}

const nameOf = ({ run, order }: Pick<Settlement, 'run' | 'order'>): string => `${run} ${order}`;

/** Characters; our own lines have a few hundred. */
const maxLine = 4_096;

interface Read {
  readonly orders: readonly LedgerOrder[];
  /** Numbers of the lines that could not be read: incomplete lines of a killed process, or lines of another program. */
  readonly unread: readonly number[];
}

/**
 * All orders of a ledger, or of one run. An order without an outcome is unknown. If the line of an intent is
 * incomplete, its order was never sent.
 */
export function readLedger(lines: readonly FileLine[], run?: string): Read {
  const intents: Intent[] = [];
  const outcomes = new Map<string, Pick<Settlement, 'outcome' | 'by'>>();
  const unread: number[] = [];
  for (const [number, text] of lines) {
    if (run !== undefined && !text.includes(run)) continue;
    const line = text.length > maxLine ? undefined : jsonIn(text);
    const settled = settlement.safeParse(line);
    const meant = settled.success ? undefined : intent.safeParse(line);
    if (settled.success) {
      const { outcome, by } = settled.data;
      const name = nameOf(settled.data);
      // A listing shows the outcome, but not the status of the answer.
      outcomes.set(name, { outcome, by: by === listing ? outcomes.get(name)?.by : by });
    } else if (meant?.success) intents.push(meant.data);
    else unread.push(number);
  }
  const orders = intents
    .filter((each) => run === undefined || each.run === run)
    .map((each): LedgerOrder => ({ ...each, ...(outcomes.get(nameOf(each)) ?? { outcome: 'unknown' }) }));
  return { orders, unread };
}
