import { accidentsIn, type attribute, hasItsForm, showsRecordOf } from '#attribution';
import type { UniversalCheck } from '#checks';
import {
  type Api,
  type Behind,
  CallRefused,
  createApi,
  LostOrders,
  NoAnswer,
  noteServedBefore,
  ProtocolViolation,
  type Transport,
} from '#client';
import { isOrder, type OperationId, type OrderId, type RequirementId } from '#contract';
import { followedBy, keyIn, type Purpose, type Reply, type SentExchange, type SentSetting, Untested } from '#evidence';
import {
  isValidRequest,
  orderProbeOf,
  orderPurpose,
  type Probe,
  plainOrder,
  probesOf,
  type Replayed,
  RunMemory,
  readProbeOf,
  type Service,
  type Source,
} from '#probes';
import { type AnswerCount, isServerError, isSuccess } from '#run';
import { inputsOf, isWithin, leavesOut } from './inputs.ts';
import { Lock, latest } from './lock.ts';

/** Replaces the same read of a probe, and is evidence until then. */
interface EarlierRead {
  readonly path: string;
  readonly replyTo: (probe: string) => Reply | undefined;
}

interface LookOptions {
  readonly recorded?: boolean;
  readonly mark?: string | undefined;
  readonly isAlone?: boolean;
}

interface RunStateOptions {
  readonly transport: Transport;
  readonly setting: SentSetting;
  readonly seed: number;
  readonly turn?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly replay?: Replayed | undefined;
  readonly earlier?: readonly EarlierRead[];
  readonly onReply?: (reply: Reply) => void;
}

interface Asked {
  readonly operation: OperationId;
  readonly request: Pick<Reply['request'], 'input'>;
}

type Failure = CallRefused | NoAnswer | ProtocolViolation | Untested;

const isFailure = (error: unknown): error is Failure =>
  [CallRefused, NoAnswer, ProtocolViolation, Untested].some((kind) => error instanceof kind);

/** True for a request that the run may not send. */
export const isHeldBack = (error: unknown): boolean =>
  error instanceof CallRefused || (error instanceof NoAnswer && error.whyHeldBack !== undefined);

/** A server may close idle connections. */
const chanceFailures = 2;

/** Orders that only show whether the service still accepts them. */
const maxClosing = 2;

/** After as many looks, a refusal is a mistake and no limit. */
const runLooks = 10;

export interface Attributed {
  readonly upTo: string;
  readonly attributionFor: ReturnType<typeof attribute>;
  readonly byProbe: ReadonlyMap<string, readonly { readonly at: number; readonly reply: Reply }[]>;
  readonly ofCheck: Map<UniversalCheck, readonly Reply[]>;
  answers?: readonly AnswerCount[];
}

/** Everything sent to one service and its answers; each source is fetched once. */
export class RunState {
  readonly setting: SentSetting;
  readonly #earlier: Map<EarlierRead, Reply>;
  /** In order of arrival; a read before the tests is added later. */
  readonly replies: Reply[] = [];
  readonly unanswered: unknown[] = [];
  readonly run: RunMemory;
  /** Drawn cases, and the requirement whose check judged each first. */
  readonly judgedCases = new Map<Reply, RequirementId>();
  attributed: Attributed | undefined;
  readonly #options: RunStateOptions;
  readonly #lock = new Lock();
  readonly #fetched = new Map<Source<unknown>, Promise<unknown>>();
  readonly #ended = new Set<string>();
  readonly #failures = new Map<string, Failure[]>();
  #further = 0;
  readonly #lostOrders = new LostOrders();
  #looking: Promise<void> | undefined;
  #looks = 0;
  readonly #closing = new Map<OrderId, { readonly count: number; readonly placing: Promise<void> | undefined }>();

  constructor(options: RunStateOptions) {
    this.#options = options;
    this.setting = options.setting;
    this.run = new RunMemory(options.setting);
    const earlier = (options.earlier ?? []).flatMap((read) => {
      const reply = read.replyTo('a read before the tests');
      return reply ? [[read, reply] as const] : [];
    });
    this.#earlier = new Map(earlier);
    const { transport, headers = {}, setting } = options;
    for (const [, reply] of earlier) noteServedBefore({ transport, key: setting.keys.full, headers }, reply);
  }

  get earlier(): readonly Reply[] {
    return [...this.#earlier.values()];
  }

  #earlierReply(operation: OperationId, path: string, { probe }: Purpose): Reply | undefined {
    if (probe !== readProbeOf(operation)) return undefined;
    const read = [...this.#earlier.keys()].find((each) => each.path === path);
    if (read) this.#earlier.delete(read);
    return read?.replyTo(probe);
  }

  /** Rejects with `Untested`, or with the client's error. */
  get<T>(source: Source<T>): Promise<T> {
    const known = this.#fetched.get(source) ?? this.#fetch(source);
    this.#fetched.set(source, known);
    return known as Promise<T>;
  }

  /** Ids of completed probes, failed or not. */
  get ended(): ReadonlySet<string> {
    return this.#ended;
  }

  /** Of the source's own probes and of its inputs. */
  failuresOf(source: Source<unknown>): readonly Failure[] {
    return probesOf(source).flatMap(({ id }) => this.#failures.get(id) ?? []);
  }

  /** True where repeats of unanswered requests, or others of their kind, were answered. */
  get isFlaky(): boolean {
    const anew = this.replies.filter(({ request, before }) => request.lost !== undefined && before === undefined);
    return (this.#options.transport.recovered ?? 0) + anew.length > chanceFailures;
  }

  get furtherSent(): number {
    return this.#further;
  }

  /** Records replies, except in a search for a smaller case. */
  serviceFor({ id, mode }: Pick<Probe<unknown>, 'id' | 'mode'>, { recorded = true } = {}): Service {
    const { transport, setting, headers = {}, seed, turn = 0, replay, onReply } = this.#options;
    const { remedies } = this.run;
    const api: Api = createApi({
      transport,
      key: setting.keys.full,
      purpose: { probe: id },
      headers,
      yields: mode === 'reads',
      lostOrders: this.#lostOrders,
      prepare: remedies.fit,
      ...(recorded && { known: (operation, path, purpose) => this.#earlierReply(operation, path, purpose) }),
      doubts: (reply) =>
        recorded &&
        (isServerError(reply) || reply.status === 401) &&
        accidentsIn({ replies: this.replies, setting, isValidRequest }).mayBeAccident(reply),
      onReply: (reply) => {
        if (!recorded) {
          this.#further += 1;
          return;
        }
        const at = this.replies.findLastIndex(({ receivedMs }) => receivedMs <= reply.receivedMs) + 1;
        this.replies.splice(at, 0, reply);
        onReply?.(reply);
      },
      onFailure: (error) => {
        if (recorded) this.unanswered.push(error);
      },
    });
    return {
      ...setting,
      run: this.run,
      api,
      as: (credential) => api.as(credential),
      seed,
      turn,
      replay,
      each: (items, send) => this.#each(id, items, send),
      pause: (milliseconds) => transport.pause(milliseconds),
      lostOrders: () => this.#lostOrders.count,
      cameBack: () => transport.watch?.calmSince ?? 0,
    };
  }

  /** Under the same lock; not recorded. */
  further<T>(probe: Probe<unknown>, send: (service: Service) => Promise<T>): Promise<T> {
    return this.#inTurn(probe, () =>
      this.#lock.within(probe.mode, () => send(this.serviceFor(probe, { recorded: false }))),
    );
  }

  /** Repeats a served read and records the answer; concurrent callers share one look. */
  again({ operation, request }: Asked): Promise<void> {
    const look = { id: 'a look whether the caller is let in', mode: 'reads', from: [] } as const;
    if (this.#looking === undefined && this.#looks < runLooks) {
      this.#looks += 1;
      this.#looking = this.#lock
        .within(look.mode, () => this.serviceFor(look).api.call(operation, request.input as Parameters<Api['call']>[1]))
        // A failure to get an answer explains nothing.
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          this.#looking = undefined;
        });
    }
    return this.#looking ?? Promise.resolve();
  }

  /** Waits for an answer to an earlier served read. False without one: further answers would show nothing. */
  isServing(): Promise<boolean> {
    return this.#options.transport.watch?.calm() ?? Promise.resolve(true);
  }

  /** Waits until the last order is three times as old as a created record needs to show. */
  async untilShown(): Promise<void> {
    const { prompt, patienceMs } = this.setting;
    const accepted = this.replies.filter((reply) => isOrder(reply.operation) && isSuccess(reply));
    const latest = Math.max(0, ...accepted.map(({ receivedMs }) => receivedMs));
    const left = prompt ? 0 : latest + 3 * patienceMs - performance.now();
    if (left > 0) await this.#options.transport.pause(left);
  }

  /** Sends a request alone, then a control; waits for a good answer. */
  async tryAlone(sent: SentExchange): Promise<{ readonly sent: Reply | undefined; readonly state: Behind }> {
    const send = () => this.lookAgain(sent, { recorded: true, isAlone: true });
    const { watch } = this.#options.transport;
    return watch ? watch.behind(send) : { sent: await send(), state: 'calm' };
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
    const { full } = this.setting.keys;
    const isOfFullKey = (other: Reply) => keyIn(other.request) === full;
    return !isOfFullKey(reply) && this.replies.some((other) => isOfFullKey(other) && showsRecordOf(reply, other));
  }

  /** Undefined without an answer. Rejects where the request may not be sent. */
  async lookAgain(
    reply: SentExchange,
    { recorded = false, mark, isAlone = false }: LookOptions = {},
  ): Promise<Reply | undefined> {
    const { operation, request } = reply;
    const isFullKey = keyIn(request) === this.setting.keys.full;
    const mode = isFullKey ? (isOrder(operation) ? 'orders' : 'reads') : 'wrongKeys';
    const { api } = this.serviceFor({ id: request.purpose.probe, mode }, { recorded });
    return this.#lock
      .within(mode, () => api.again(reply, { mark, isAlone }))
      .catch((error: unknown) => {
        if (isFailure(error) && !isHeldBack(error)) return undefined;
        throw error;
      });
  }

  stillAccepts(operation: OrderId): Promise<void> {
    const probe = { id: orderProbeOf(operation), mode: 'orders' } as const;
    const count = this.#closing.get(operation)?.count ?? 0;
    const known = this.#closing.get(operation)?.placing;
    if (known !== undefined || count >= maxClosing) return known ?? Promise.resolve();
    const placing = this.#lock
      .within(probe.mode, () => {
        const service = this.serviceFor(probe);
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

  #inTurn<T>(probe: Probe<unknown>, send: () => Promise<T>): Promise<T> {
    const after = latest(probesOf(probe).map(({ mode }) => mode));
    return this.#lock.expect({ mode: probe.mode, after }, send);
  }

  #fetch(source: Source<unknown>): Promise<unknown> {
    const inputs = () => inputsOf(source, (it) => this.get(it));
    if (source.kind === 'derived') return inputs().then((known) => source.derive(known));
    return this.#inTurn(source, async () => this.#send(source, await inputs()))
      .catch((error) => {
        if (isFailure(error)) this.#failures.set(source.id, [error]);
        throw error;
      })
      .finally(() => this.#ended.add(source.id));
  }

  async #send(probe: Probe<unknown>, inputs: readonly unknown[]): Promise<unknown> {
    const { profile } = this.setting;
    if (!isWithin(probe, profile)) throw leavesOut(probe, profile);
    return this.#lock.within(probe.mode, () => probe.send(this.serviceFor(probe), inputs));
  }

  async #each<T, R>(
    id: string,
    items: readonly T[],
    send: (item: T, index: number) => Promise<R>,
  ): Promise<readonly R[]> {
    const failures: Failure[] = [];
    const sent = await Promise.all(
      items.map(async (item, index) => {
        try {
          return [await send(item, index)];
        } catch (error) {
          if (!isFailure(error)) throw error;
          failures.push(error);
          return [];
        }
      }),
    );
    const [first] = failures;
    if (first && failures.length === items.length) throw followedBy(first, failures);
    this.#failures.set(id, [...(this.#failures.get(id) ?? []), ...failures]);
    return sent.flat();
  }
}

/** Data of judgements: a live run or a recording. */
export type JudgedState = Pick<RunState, 'get' | 'failuresOf' | 'setting' | 'attributed'> &
  // Nothing can be asked again of a recording.
  Partial<
    Pick<
      RunState,
      | 'again'
      | 'disturbances'
      | 'isDisturbed'
      | 'isLeak'
      | 'heldAt'
      | 'isServing'
      | 'lookAgain'
      | 'untilShown'
      | 'stillAccepts'
      | 'tryAlone'
      | 'earlier'
      | 'isFlaky'
      | 'unanswered'
      | 'run'
    >
  > & {
    readonly replies: readonly Reply[];
    /** Answers that a second look did not confirm. */
    readonly setAside?: ReadonlySet<Reply>;
  };
