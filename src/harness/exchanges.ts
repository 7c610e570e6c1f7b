import { hasItsForm, showsRecordOf } from '#attribution';
import { LostOrders, noteServedBefore, type Transport } from '#client';
import { isOrder, type OperationId } from '#contract';
import { keyIn, type Purpose, type Reply, type SentSetting } from '#evidence';
import { readProbeOf } from '#probes';
import { isSuccess } from '#run';

/** Replaces the same read of a probe, and is evidence until then. */
interface EarlierRead {
  readonly path: string;
  readonly replyTo: (probe: string) => Reply | undefined;
}

export interface ExchangesOptions {
  readonly transport: Transport;
  readonly setting: SentSetting;
  readonly headers?: Readonly<Record<string, string>>;
  readonly earlier?: readonly EarlierRead[];
  readonly onReply?: (reply: Reply) => void;
}

/** A server may close idle connections. */
const chanceFailures = 2;

/** Everything that a run sent to one service, and its answers. */
export class Exchanges {
  /** In order of arrival; a read before the tests is added later. */
  readonly replies: Reply[] = [];
  readonly unanswered: unknown[] = [];
  readonly lostOrders = new LostOrders();
  readonly #options: ExchangesOptions;
  readonly #earlier: Map<EarlierRead, Reply>;

  constructor(options: ExchangesOptions) {
    const { transport, headers = {}, setting, earlier = [] } = options;
    this.#options = options;
    const read = earlier.flatMap((each) => {
      const reply = each.replyTo('a read before the tests');
      return reply ? [[each, reply] as const] : [];
    });
    this.#earlier = new Map(read);
    for (const [, reply] of read) noteServedBefore({ transport, key: setting.keys.full, headers }, reply);
  }

  get earlier(): readonly Reply[] {
    return [...this.#earlier.values()];
  }

  /** The answer to the same read before the tests, once. */
  takeEarlier(operation: OperationId, path: string, { probe }: Purpose): Reply | undefined {
    if (probe !== readProbeOf(operation)) return undefined;
    const read = [...this.#earlier.keys()].find((each) => each.path === path);
    if (read) this.#earlier.delete(read);
    return read?.replyTo(probe);
  }

  add(reply: Reply): void {
    const at = this.replies.findLastIndex(({ receivedMs }) => receivedMs <= reply.receivedMs) + 1;
    this.replies.splice(at, 0, reply);
    this.#options.onReply?.(reply);
  }

  /** True where repeats of unanswered requests, or others of their kind, were answered. */
  get isFlaky(): boolean {
    const anew = this.replies.filter(({ request, before }) => request.lost !== undefined && before === undefined);
    return (this.#options.transport.recovered ?? 0) + anew.length > chanceFailures;
  }

  /** Times of disturbances, in the clock of `performance`. */
  get heldAt(): readonly number[] {
    return this.#options.transport.watch?.heldAt ?? [];
  }

  get disturbances(): number {
    return this.#options.transport.watch?.times ?? 0;
  }

  /** True for an answer from a disturbance. An accepted order stays accepted, and a shown record stays shown. */
  isDisturbed(reply: Reply): boolean {
    const { sentMs, receivedMs, operation } = reply;
    if (this.disturbances === 0 || (isOrder(operation) && isSuccess(reply) && hasItsForm(reply))) return false;
    return this.#options.transport.watch?.isDisturbed(sentMs, receivedMs) === true && !this.isLeak(reply);
  }

  /** True for another key's answer with data of the full key. */
  isLeak(reply: Reply): boolean {
    const { full } = this.#options.setting.keys;
    const isOfFullKey = (other: Reply) => keyIn(other.request) === full;
    return !isOfFullKey(reply) && this.replies.some((other) => isOfFullKey(other) && showsRecordOf(reply, other));
  }
}
