import { closeSync, fdatasync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { threadId } from 'node:worker_threads';
import type { LedgerPlace, OperationId } from '#contract';
import type { DescribedOrder, Intent, OrderOutcome, Settlement } from './ledger-entry.ts';

const sync = promisify(fdatasync);

/** A line that a killed run left torn must not swallow the next one. */
function endLastLine(file: number): void {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a) writeSync(file, '\n');
}

/** The name of a new file must be on the disk too. */
function keepName(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Every order that moves money: its intent before it leaves, its outcome after. Lines are only ever added. */
export class Ledger {
  readonly #place: LedgerPlace;
  readonly #file: number;
  #orders = 0;

  constructor(place: LedgerPlace) {
    this.#place = place;
    this.#file = openSync(place.file, 'a+', 0o600);
    endLastLine(this.#file);
    if (place.durable) keepName(place.file);
  }

  /** Resolves once the intent is kept, to the order's name; rejects where it cannot be, and then nothing may leave. */
  async intend(operation: OperationId, described: DescribedOrder): Promise<string> {
    const { run, target, durable } = this.#place;
    this.#orders += 1;
    const order = `${threadId}.${this.#orders}`;
    const at = new Date().toISOString();
    this.#add({ run, order, at, target, operation, ...described } satisfies Intent);
    if (durable) await sync(this.#file);
    return order;
  }

  /** Never throws: an outcome that cannot be kept stays unknown. */
  settle(order: string, outcome: OrderOutcome, by: number | string): void {
    const { run } = this.#place;
    try {
      this.#add({ run, order, at: new Date().toISOString(), outcome, by } satisfies Settlement);
    } catch {
      // A reader of the intent without an outcome takes it for unknown.
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #add(line: Intent | Settlement): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    if (writeSync(this.#file, bytes) < bytes.length) throw new Error('the disk is full');
  }
}

/** @throws where the file cannot be opened for writing. */
export const openLedger = (place: LedgerPlace): Ledger => new Ledger(place);
