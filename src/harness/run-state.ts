import type { RequirementId } from '#contract';
import type { Reply, SentSetting } from '#evidence';
import { type Probe, RunMemory, type Service, type Source } from '#probes';
import { Exchanges, type ExchangesOptions } from './exchanges.ts';
import { type ProbeFailure, ProbeFailures } from './failures.ts';
import { FetchedSources } from './fetched-sources.ts';
import type { Attributed, JudgedState } from './judged-state.ts';
import { Lock } from './lock.ts';
import { Resender } from './resender.ts';
import { Services, type ServicesOptions } from './services.ts';

/** The parts of a run against one service. */
export class RunState implements JudgedState {
  readonly setting: SentSetting;
  readonly run: RunMemory;
  readonly services: Services;
  readonly resender: Resender;
  /** Drawn cases, and the requirement whose check judged each first. */
  readonly judgedCases = new Map<Reply, RequirementId>();
  attributed: Attributed | undefined;
  readonly #exchanges: Exchanges;
  readonly #sources: FetchedSources;

  constructor(options: ExchangesOptions & ServicesOptions) {
    const { transport, setting } = options;
    const [lock, failures] = [new Lock(), new ProbeFailures()];
    const exchanges = new Exchanges(options);
    this.setting = setting;
    this.run = new RunMemory(setting);
    this.services = new Services(options, { run: this.run, exchanges, failures });
    this.resender = new Resender({ transport, setting, lock, services: this.services, exchanges });
    this.#exchanges = exchanges;
    this.#sources = new FetchedSources({ profile: setting.profile, lock, services: this.services, failures });
  }

  get<T>(source: Source<T>): Promise<T> {
    return this.#sources.get(source);
  }

  get ended(): ReadonlySet<string> {
    return this.#sources.ended;
  }

  failuresOf(source: Source<unknown>): readonly ProbeFailure[] {
    return this.#sources.failuresOf(source);
  }

  further<T>(probe: Probe<unknown>, send: (service: Service) => Promise<T>): Promise<T> {
    return this.#sources.further(probe, send);
  }

  get replies(): readonly Reply[] {
    return this.#exchanges.replies;
  }

  get unanswered(): readonly unknown[] {
    return this.#exchanges.unanswered;
  }

  get earlier(): readonly Reply[] {
    return this.#exchanges.earlier;
  }

  get isFlaky(): boolean {
    return this.#exchanges.isFlaky;
  }

  get heldAt(): readonly number[] {
    return this.#exchanges.heldAt;
  }

  get disturbances(): number {
    return this.#exchanges.disturbances;
  }

  isDisturbed(reply: Reply): boolean {
    return this.#exchanges.isDisturbed(reply);
  }

  isLeak(reply: Reply): boolean {
    return this.#exchanges.isLeak(reply);
  }
}
