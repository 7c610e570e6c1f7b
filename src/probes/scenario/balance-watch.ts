import { isRefusal, isSuccess } from '#contract';
import { type Reply, type Setting, sameBalances, valueAt } from '#evidence';
import { demandStillWhenIdle, mayBeDeposits, standStill } from '../orders/balances.ts';
import { passingMs } from '../patience.ts';
import { type Attempted, isAnswered, type Service } from '../source.ts';

/** Balances that should be as before. */
export interface BalanceRead {
  readonly reply: Reply;
  /** The balances once all was booked, where what differs may be an earlier deposit that came late. */
  readonly settled?: Reply;
}

/** The currency in which a deposit may have come in: none does, where it was clearly refused. */
export const depositedBy = ({ order }: Setting, seen: Attempted<Reply>): readonly string[] => {
  const isRefused = isAnswered(seen) ? isRefusal(seen.value) : !seen.isSent;
  if (isRefused) return [];
  const sent = isAnswered(seen) ? valueAt(seen.value.request.input.body, 'currency') : undefined;
  return [(typeof sent === 'string' ? sent : order.depositCurrency).toLowerCase()];
};

/**
 * Reads the balances again and again. A difference from the first reply is read once more; where it may come from earlier
 * deposits, the watch waits once for all that is booked late, and compares with that reply from then on.
 */
export class BalanceWatch {
  readonly deposited = new Set<string>();
  readonly #service: Service;
  #first: Reply;
  #hasWaited = false;
  #standsStill = false;
  readonly #startedAt = performance.now();

  constructor(service: Service, first: Reply) {
    this.#service = service;
    this.#first = first;
  }

  async read(): Promise<BalanceRead> {
    const { api, pause } = this.#service;
    let reply = await api.readBalances({});
    if (this.#isSame(reply)) return { reply };
    await pause(passingMs(this.#service));
    reply = await api.readBalances({});
    const mayPass = () => mayBeDeposits(this.#service, this.#first, reply, this.deposited);
    if (this.#isSame(reply)) return { reply };
    if (this.#hasWaited || !mayPass()) {
      await this.#demandStillWhenIdle();
      return { reply };
    }
    this.#hasWaited = true;
    this.#first = await standStill(this.#service);
    return { reply, settled: this.#first };
  }

  /** Balances that once stood still with nothing done are not tried so again. */
  async #demandStillWhenIdle(): Promise<void> {
    if (this.#standsStill) return;
    await demandStillWhenIdle(this.#service, performance.now() - this.#startedAt);
    this.#standsStill = true;
  }

  /** A reply that is no record is not read again. */
  #isSame(reply: Reply): boolean {
    return !isSuccess(reply) || sameBalances(this.#first, reply, this.deposited);
  }
}
