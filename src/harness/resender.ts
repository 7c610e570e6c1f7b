import type { Api, Behind, Transport } from '#client';
import { isOrder, type OperationId, type OrderId } from '#contract';
import { keyIn, type Reply, type SentExchange, type SentSetting } from '#evidence';
import { orderProbeOf, orderPurpose, plainOrder } from '#probes';
import { isSuccess } from '#run';
import type { Exchanges } from './exchanges.ts';
import { isFailure, isHeldBack } from './failures.ts';
import type { Lock } from './lock.ts';
import type { Services } from './services.ts';

interface LookOptions {
  readonly recorded?: boolean;
  readonly mark?: string | undefined;
  readonly isAlone?: boolean;
}

interface Asked {
  readonly operation: OperationId;
  readonly request: Pick<Reply['request'], 'input'>;
}

/** Orders that only show whether the service still accepts them. */
const maxClosing = 2;

/** After as many looks, a refusal is a mistake and no limit. */
const runLooks = 10;

interface Resending {
  readonly transport: Transport;
  readonly setting: SentSetting;
  readonly lock: Lock;
  readonly services: Services;
  readonly exchanges: Exchanges;
}

/** Sends requests again, and others that show what an answer means. */
export class Resender {
  readonly #parts: Resending;
  #letIn: Promise<void> | undefined;
  #count = 0;
  readonly #closing = new Map<OrderId, { readonly count: number; readonly placing: Promise<void> | undefined }>();

  constructor(parts: Resending) {
    this.#parts = parts;
  }

  /** Repeats a served read and records the answer; concurrent callers share one look. */
  again({ operation, request }: Asked): Promise<void> {
    const { lock, services } = this.#parts;
    const look = { id: 'a look whether the caller is let in', mode: 'reads', from: [] } as const;
    if (this.#letIn === undefined && this.#count < runLooks) {
      this.#count += 1;
      this.#letIn = lock
        .within(look.mode, () => services.for(look).api.call(operation, request.input as Parameters<Api['call']>[1]))
        // A failure to get an answer explains nothing.
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          this.#letIn = undefined;
        });
    }
    return this.#letIn ?? Promise.resolve();
  }

  /** Waits for an answer to an earlier served read. False without one: further answers would show nothing. */
  isServing(): Promise<boolean> {
    return this.#parts.transport.watch?.calm() ?? Promise.resolve(true);
  }

  /** Waits until the last order is three times as old as a created record needs to show. */
  async untilShown(): Promise<void> {
    const { transport, setting, exchanges } = this.#parts;
    const { prompt, patienceMs } = setting;
    const accepted = exchanges.replies.filter((reply) => isOrder(reply.operation) && isSuccess(reply));
    const latest = Math.max(0, ...accepted.map(({ receivedMs }) => receivedMs));
    const left = prompt ? 0 : latest + 3 * patienceMs - performance.now();
    if (left > 0) await transport.pause(left);
  }

  /** Sends a request alone, then a control; waits for a good answer. */
  async tryAlone(sent: SentExchange): Promise<{ readonly sent: Reply | undefined; readonly state: Behind }> {
    const send = () => this.lookAgain(sent, { recorded: true, isAlone: true });
    const { watch } = this.#parts.transport;
    return watch ? watch.behind(send) : { sent: await send(), state: 'calm' };
  }

  /** Undefined without an answer. Rejects where the request may not be sent. */
  async lookAgain(
    reply: SentExchange,
    { recorded = false, mark, isAlone = false }: LookOptions = {},
  ): Promise<Reply | undefined> {
    const { setting, lock, services } = this.#parts;
    const { operation, request } = reply;
    const isFullKey = keyIn(request) === setting.keys.full;
    const mode = isFullKey ? (isOrder(operation) ? 'orders' : 'reads') : 'wrongKeys';
    const { api } = services.for({ id: request.purpose.probe, mode }, { recorded });
    return lock
      .within(mode, () => api.again(reply, { mark, isAlone }))
      .catch((error: unknown) => {
        if (isFailure(error) && !isHeldBack(error)) return undefined;
        throw error;
      });
  }

  stillAccepts(operation: OrderId): Promise<void> {
    const { lock, services } = this.#parts;
    const probe = { id: orderProbeOf(operation), mode: 'orders' } as const;
    const count = this.#closing.get(operation)?.count ?? 0;
    const known = this.#closing.get(operation)?.placing;
    if (known !== undefined || count >= maxClosing) return known ?? Promise.resolve();
    const placing = lock
      .within(probe.mode, () => {
        const service = services.for(probe);
        const api = service.api.about(orderPurpose(operation, 'plain', { isPlain: true }));
        return api.call(operation, plainOrder(service, operation));
      })
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => this.#closing.set(operation, { count: count + 1, placing: undefined }));
    this.#closing.set(operation, { count, placing });
    return placing;
  }
}
