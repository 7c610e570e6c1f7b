// Whether the service still answers its caller. A control is a read that was served before, asked for once more: good where it is served
// again, bad where it is not. A bad one holds the run: only controls leave until one is good. What lies between the last good control
// before it and the first good one after it was disturbed, and nothing of that is judged.

import type { Traffic } from '#run';
import { wait } from './pace.ts';
import type { Limits } from './request.ts';

/** Exchanges after which a control is due where no valid read was served. */
const maxUncontrolled = 40;

/** The waits of a hold, in units of `gatewayWaitMs`; the last one again and again. By default 1, 1, 2, 2, 4, 4, 8, 8 ... seconds. */
const waits = [2, 2, 4, 4, 8, 8, 16] as const;

/** What a control showed. `why` says in words what was wrong, without a value of the answer. */
export type Control = { readonly isGood: true } | ({ readonly isGood: false; readonly isFailure: boolean } & Gone);

export interface ControlBounds {
  /** Controls that a run sends itself, those of holds included. */
  readonly all: number;
  /** Controls that are sent at once after an answer that no right service gives. */
  readonly atOnce: number;
}

/** How a control behind a request was answered: a failure is a 5xx. */
export type Behind = 'calm' | 'failing' | 'turned away';

interface WatchOptions {
  readonly bounds: ControlBounds;
  readonly limits: Pick<Limits, 'gatewayWaitMs' | 'patienceMs' | 'controlMs'>;
  /** Sends a control; undefined where its answer shows nothing, as that of a rate limit. */
  readonly control: () => Promise<Control | undefined>;
  /** True where a read was served that can be asked for again. */
  readonly canControl: () => boolean;
  /** Any of them ends a hold. */
  readonly signals: readonly AbortSignal[];
  /** Other clocks, for tests: milliseconds of a monotonic one. */
  readonly now?: () => number;
  readonly pause?: typeof wait;
}

/** A time in which nothing is judged, by the clock of `performance`; without an end where no control was good again. */
interface Span {
  readonly from: number;
  /** When its first control was bad. */
  readonly heldAt: number;
  /** The first control was answered with a failure (5xx). */
  readonly isFailure: boolean;
  until?: number;
}

/** Why nothing more is sent: no control was good again. */
export interface Gone {
  readonly why: string;
  readonly code: 'KEY_EXPIRED' | 'LOCKED_OUT' | 'UNAVAILABLE';
}

export class Watch {
  /** Each disturbance, in their order. */
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

  /** Controls that were sent. */
  get sent(): number {
    return this.#sent;
  }

  get gone(): Gone | undefined {
    return this.#gone;
  }

  get canControl(): boolean {
    return this.#options.canControl();
  }

  /** True where a read was served, and no control has been bad since. */
  get isCalm(): boolean {
    return this.canControl && !this.#isOpen;
  }

  get #isOpen(): boolean {
    const last = this.#spans.at(-1);
    return last !== undefined && last.until === undefined;
  }

  /** The service is away, and the run looks whether it comes back. */
  get isHeld(): boolean {
    return this.#isOpen && this.#gone === undefined;
  }

  /** Disturbances until now, one that still lasts among them. */
  get times(): number {
    return this.#spans.length;
  }

  /** When each disturbance was noticed, in the clock of `performance`. */
  get heldAt(): readonly number[] {
    return this.#spans.map((span) => span.heldAt);
  }

  /** When the last disturbance was over, in the clock of `performance`; 0: there was none. */
  get calmSince(): number {
    return this.#spans.at(-1)?.until ?? 0;
  }

  /** A valid read with the full key was served; `sentAt` is when it left, because until then, at least, the service was there. */
  noteGood(sentAt = this.#now()): void {
    this.#goodAt = Math.max(this.#goodAt, sentAt);
    this.#exchanges = 0;
    const span = this.#spans.at(-1);
    // A read that had left before the service went away may be served late.
    if (span !== undefined && this.#gone === undefined && sentAt >= span.heldAt) span.until ??= this.#now();
  }

  noteExchange(): void {
    this.#exchanges += 1;
  }

  /** True of what lies, in whole or in part, in a disturbance. */
  isDisturbed(from: number, until: number): boolean {
    return this.#spans.some((span) => until > span.from && from < (span.until ?? Number.POSITIVE_INFINITY));
  }

  /** Sends a control where one is due, and waits while the run is held. */
  async ready(): Promise<void> {
    const isLate = this.#now() - this.#goodAt >= this.#options.limits.controlMs;
    if ((this.#exchanges >= maxUncontrolled || isLate) && this.#mayControl()) this.#begin();
    await this.#controlling;
  }

  /**
   * After an answer that no right service gives: sends a control at once, and resolves when the run is not held any more. True where a
   * control was bad, so that the answer shows nothing.
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

  /** Sends a control now, and waits for a good one. True where there is one, or nothing that could be asked for. */
  async calm(): Promise<boolean> {
    if (this.#mayControl()) this.#begin();
    await this.#controlling;
    return this.#gone === undefined;
  }

  /** Sends something, and a control behind it; then waits for a good one. Says how the first control was answered. */
  async behind<T>(send: () => Promise<T>): Promise<{ readonly sent: T; readonly state: Behind }> {
    const known = this.#spans.length;
    const sent = await send();
    const controls = this.#sent;
    const isBack = await this.calm();
    const span = this.#spans[known];
    // Without a control nobody knows.
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

  /** Looks again and again whether the service answers; gives up when the time or the controls are used up. */
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

/** Such as `the key was accepted until 14:03:22 UTC and is refused since`. */
const sinceWhen = ({ why, code }: Gone, from: string): string => {
  const time = `${from.slice(11, 19)} UTC`;
  return code === 'KEY_EXPIRED' ? `the key was accepted until ${time} and is refused since` : `since ${time} ${why}`;
};
