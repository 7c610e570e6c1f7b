import type { Limits } from './limits.ts';
import { wait } from './rate-limiter.ts';

/** The longest wait between two looks is so many times the first. */
const maxGrowth = 8;

interface OutageOptions {
  readonly limits: Pick<Limits, 'gatewayWaitMs' | 'patienceMs'>;
  /** Sends a read that was served before once more; whether the service answers it. */
  readonly look: () => Promise<boolean>;
  /** True where such a read is known. */
  readonly canLook: () => boolean;
  /** Any of them ends the looking. */
  readonly signals: readonly AbortSignal[];
  /** Another clock, for tests. */
  readonly pause?: typeof wait;
}

/**
 * A bad minute: a gateway answers instead of the service, or nobody does. All calls wait, while one read looks again and again
 * whether it is over. Where an order was lost, orders then leave one at a time until one of them is answered.
 */
export class Outage {
  readonly #options: OutageOptions;
  #looking: Promise<void> | undefined;
  #isGivenUp = false;
  #ordersAreLost = false;
  #orderUnderWay: Promise<void> | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** True where the service has not answered again within the time that a call is patient. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** True where no order has been answered since one was lost. */
  get ordersAreLost(): boolean {
    return this.#ordersAreLost;
  }

  get canLook(): boolean {
    return this.#options.canLook();
  }

  /** True where a read was answered when it was last looked for. */
  get hasLooked(): boolean {
    return this.canLook && !this.#isGivenUp;
  }

  /** Begins to look, unless that is done or was given up. */
  begin(): void {
    if (this.#isGivenUp || this.#looking !== undefined || !this.canLook) return;
    this.#looking = this.#lookOften().finally(() => {
      this.#looking = undefined;
    });
  }

  loseOrder(): void {
    this.#ordersAreLost = true;
    this.begin();
  }

  /** The service has answered a call. */
  end(isOrder: boolean): void {
    this.#isGivenUp = false;
    if (isOrder) this.#ordersAreLost = false;
  }

  /** Waits until the service answers again, or is given up. */
  async over(): Promise<void> {
    await this.#looking;
  }

  /**
   * Waits until an order may leave. The result is called once its outcome is known: the next order waits for that. Undefined
   * where the outage goes on.
   */
  async orderTurn(): Promise<(() => void) | undefined> {
    await this.over();
    if (!this.#ordersAreLost) return () => {};
    if (this.#orderUnderWay !== undefined) {
      await this.#orderUnderWay;
      return undefined;
    }
    let settled = () => {};
    this.#orderUnderWay = new Promise((resolve) => {
      settled = resolve;
    });
    return () => {
      this.#orderUnderWay = undefined;
      settled();
    };
  }

  async #lookOften(): Promise<void> {
    const { limits, look, signals, pause = wait } = this.#options;
    let left = limits.patienceMs;
    for (let times = 1; left > 0 && !signals.some(({ aborted }) => aborted); times = Math.min(2 * times, maxGrowth)) {
      const ms = limits.gatewayWaitMs * times;
      await pause(ms, signals);
      if (await look().catch(() => false)) return;
      left -= ms;
    }
    this.#isGivenUp = true;
  }
}
