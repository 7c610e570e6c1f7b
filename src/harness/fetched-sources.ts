import { type Probe, probesOf, type Service, type Source } from '#probes';
import type { Profile } from '#run';
import { isFailure, type ProbeFailure, type ProbeFailures } from './failures.ts';
import { inputsOf, isWithin, leavesOut } from './inputs.ts';
import { type Lock, latest } from './lock.ts';
import type { Services } from './services.ts';

interface Sending {
  readonly profile: Profile;
  readonly lock: Lock;
  readonly services: Services;
  readonly failures: ProbeFailures;
}

/** The data of each source, fetched once and in turn. */
export class FetchedSources {
  readonly #sending: Sending;
  readonly #fetched = new Map<Source<unknown>, Promise<unknown>>();
  readonly #ended = new Set<string>();

  constructor(sending: Sending) {
    this.#sending = sending;
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
  failuresOf(source: Source<unknown>): readonly ProbeFailure[] {
    return probesOf(source).flatMap(({ id }) => this.#sending.failures.of(id));
  }

  /** Under the same lock; not recorded. */
  further<T>(probe: Probe<unknown>, send: (service: Service) => Promise<T>): Promise<T> {
    const { lock, services } = this.#sending;
    return this.#inTurn(probe, () => lock.within(probe.mode, () => send(services.for(probe, { recorded: false }))));
  }

  #inTurn<T>(probe: Probe<unknown>, send: () => Promise<T>): Promise<T> {
    const after = latest(probesOf(probe).map(({ mode }) => mode));
    return this.#sending.lock.expect({ mode: probe.mode, after }, send);
  }

  #fetch(source: Source<unknown>): Promise<unknown> {
    const inputs = () => inputsOf(source, (it) => this.get(it));
    if (source.kind === 'derived') return inputs().then((known) => source.derive(known));
    return this.#inTurn(source, async () => this.#send(source, await inputs()))
      .catch((error) => {
        if (isFailure(error)) this.#sending.failures.replace(source.id, error);
        throw error;
      })
      .finally(() => this.#ended.add(source.id));
  }

  async #send(probe: Probe<unknown>, inputs: readonly unknown[]): Promise<unknown> {
    const { profile, lock, services } = this.#sending;
    if (!isWithin(probe, profile)) throw leavesOut(probe, profile);
    return lock.within(probe.mode, () => probe.send(services.for(probe), inputs));
  }
}
