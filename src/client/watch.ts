// The watch on the service. A control repeats a served read. A bad control holds the run until a control is good.
// Answers between the last good control before and the first good control after are disturbed, and are not judged.

import type { Traffic } from '#run';
import { wait } from './pace.ts';
import type { Limits } from './request.ts';

/** Exchanges without a served valid read, after which a control is due. */
const maxUncontrolled = 40;

/** Waits of a hold in units of `gatewayWaitMs`; the last one repeats. By default 1, 1, 2, 2, 4, 4, 8, 8 ... seconds. */
const waits = [2, 2, 4, 4, 8, 8, 16] as const;

/** The result of a control; `why` is in words, without a value of the answer. */
export type Control = { readonly isGood: true } | ({ readonly isGood: false; readonly isFailure: boolean } & Gone);

export interface ControlBounds {
  /** Limit of all controls in a run, those of holds included. */
  readonly all: number;
  /** Limit of controls sent at once after an unexpected answer. */
  readonly atOnce: number;
}

/** The result of a control after a request; a failure is a 5xx. */
export type Behind = 'calm' | 'failing' | 'turned away';

interface WatchOptions {
  readonly bounds: ControlBounds;
  readonly limits: Pick<Limits, 'gatewayWaitMs' | 'patienceMs' | 'controlMs'>;
  /** Undefined if the answer shows nothing, such as a rate limit. */
  readonly control: () => Promise<Control | undefined>;
  readonly canControl: () => boolean;
  /** Each signal ends a hold. */
  readonly signals: readonly AbortSignal[];
  /** A clock for tests: milliseconds, monotonic. */
  readonly now?: () => number;
  readonly pause?: typeof wait;
}

/** A time without judgement, in the clock of `performance`. It has no end if no later control was good. */
interface Span {
  readonly from: number;
  readonly heldAt: number;
  /** True if the first control got a failure (5xx). */
  readonly isFailure: boolean;
  until?: number;
}

/** Why nothing more is sent: no control was good again. */
export interface Gone {
  readonly why: string;
  readonly code: 'KEY_EXPIRED' | 'LOCKED_OUT' | 'UNAVAILABLE';
}

export class Watch {
  readonly disturbances: NonNullable<Traffic['away']> = [];
  readonly #options: WatchOptions;
  readonly #now: () => number;
  readonly #spans: Span[] = [];
  #goodAt: number;
  #exchanges = 0;
  #sent = 0;
  #sentAtOnce = 0;
  #controlling: Promise<void> | undefined;
  #gone: Gone | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#goodAt = this.#now();
  }

  get sent(): number {
    return this.#sent;
  }

  get gone(): Gone | undefined {
    return this.#gone;
  }

  get canControl(): boolean {
    return this.#options.canControl();
  }

  /** True if a read was served, and no later control was bad. */
  get isCalm(): boolean {
    return this.canControl && !this.#isOpen;
  }

  get #isOpen(): boolean {
    const last = this.#spans.at(-1);
    return last !== undefined && last.until === undefined;
  }

  /** True while the run waits for the service. */
  get isHeld(): boolean {
    return this.#isOpen && this.#gone === undefined;
  }

  /** The number of disturbances, the current one included. */
  get times(): number {
    return this.#spans.length;
  }

  /** Milliseconds in the clock of `performance`. */
  get heldAt(): readonly number[] {
    return this.#spans.map((span) => span.heldAt);
  }

  /** End of the last disturbance, in the clock of `performance`; 0 without one. */
  get calmSince(): number {
    return this.#spans.at(-1)?.until ?? 0;
  }

  /**
   * Called for a valid read that was served with the full key. `sentAt` is the last time at which the service is known
   * to answer.
   */
  noteGood(sentAt = this.#now()): void {
    this.#goodAt = Math.max(this.#goodAt, sentAt);
    this.#exchanges = 0;
    const span = this.#spans.at(-1);
    // A read that left before the service went away may be served late.
    if (span !== undefined && this.#gone === undefined && sentAt >= span.heldAt) span.until ??= this.#now();
  }

  noteExchange(): void {
    this.#exchanges += 1;
  }

  /** True for a time that overlaps a disturbance. */
  isDisturbed(from: number, until: number): boolean {
    return this.#spans.some((span) => until > span.from && from < (span.until ?? Number.POSITIVE_INFINITY));
  }

  /** Sends a due control, and waits while the run is held. */
  async ready(): Promise<void> {
    const isLate = this.#now() - this.#goodAt >= this.#options.limits.controlMs;
    if ((this.#exchanges >= maxUncontrolled || isLate) && this.#mayControl()) this.#begin();
    await this.#controlling;
  }

  /**
   * Called after an answer that no correct service gives. Sends a control at once, and resolves when the run is not
   * held. True if a control was bad, so that the answer proves nothing.
   */
  async doubt(): Promise<boolean> {
    const known = this.#spans.length;
    const isHeld = this.#isOpen;
    if (this.#controlling === undefined && this.#sentAtOnce < this.#options.bounds.atOnce && this.#mayControl()) {
      this.#sentAtOnce += 1;
      this.#begin();
    }
    await this.#controlling;
    return isHeld || this.#spans.length > known;
  }

  /** Sends a control now, and waits for a good one. False if no control was good. */
  async calm(): Promise<boolean> {
    if (this.#mayControl()) this.#begin();
    await this.#controlling;
    return this.#gone === undefined;
  }

  /** Sends, then sends a control and waits for a good one. `state` is the result of the first control. */
  async behind<T>(send: () => Promise<T>): Promise<{ readonly sent: T; readonly state: Behind }> {
    const known = this.#spans.length;
    const sent = await send();
    const controls = this.#sent;
    const isBack = await this.calm();
    const span = this.#spans[known];
    // Without a control, the state is not known.
    if (span === undefined) return { sent, state: isBack && this.#sent > controls ? 'calm' : 'turned away' };
    return { sent, state: span.isFailure ? 'failing' : 'turned away' };
  }

  #mayControl(): boolean {
    return this.#gone === undefined && this.#sent < this.#options.bounds.all && this.canControl;
  }

  #begin(): void {
    this.#controlling ??= this.#control().finally(() => {
      this.#controlling = undefined;
    });
  }

  async #send(): Promise<Control | undefined> {
    this.#sent += 1;
    this.#exchanges = 0;
    const sentAt = this.#now();
    const control = await this.#options.control();
    if (control?.isGood) this.noteGood(sentAt);
    return control;
  }

  async #control(): Promise<void> {
    const first = await this.#send().catch(() => undefined);
    if (first?.isGood === false) await this.#hold(first);
  }

  /** Sends controls until the service answers, or until time or controls are used up. */
  async #hold(first: Gone & { readonly isFailure: boolean }): Promise<void> {
    const { limits, signals, bounds, pause = wait } = this.#options;
    const from = new Date(performance.timeOrigin + this.#goodAt).toISOString();
    const began = this.#now();
    const span: Span = { from: this.#goodAt, heldAt: began, isFailure: first.isFailure };
    this.#spans.push(span);
    let last: Gone = first;
    let left = limits.patienceMs;
    const isBack = () => span.until !== undefined;
    for (let times = 0; !isBack() && left > 0 && this.#sent < bounds.all; times += 1) {
      const ms = limits.gatewayWaitMs * (waits[times] ?? waits[6]);
      await pause(ms, signals);
      if (signals.some(({ aborted }) => aborted)) return;
      left -= ms;
      if (isBack()) break;
      const control = await this.#send().catch(() => 'not sent' as const);
      if (control === 'not sent') break;
      if (control?.isGood === false) last = control;
    }
    this.disturbances.push({ from, ms: Math.round(this.#now() - began), back: isBack() });
    if (!isBack()) this.#gone = { why: sinceWhen(last, from), code: last.code };
  }
}

/** `the key was accepted until 14:03:22 UTC and is refused since`. */
const sinceWhen = ({ why, code }: Gone, from: string): string => {
  const time = `${from.slice(11, 19)} UTC`;
  return code === 'KEY_EXPIRED'
    ? `the service accepted the key until ${time} and refuses it since then`
    : `since ${time} ${why}`;
};
