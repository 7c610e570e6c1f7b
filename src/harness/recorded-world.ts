import type { Reply, Setting } from '#evidence';
import { type Recorded, type Source, unshown } from '#probes';
import { inputsOf } from './inputs.ts';
import type { Evidence } from './judge.ts';

/** A world that is a recording: probes select from it, and nothing is sent. */
export class RecordedWorld implements Evidence {
  readonly setting: Setting;
  readonly replies: readonly Reply[];
  readonly #recorded: Recorded;
  readonly #selected = new Map<Source<unknown>, Promise<unknown>>();

  constructor(recorded: Recorded, setting: Setting) {
    this.#recorded = recorded;
    this.replies = recorded.replies;
    this.setting = setting;
  }

  get<T>(source: Source<T>): Promise<T> {
    const known = this.#selected.get(source) ?? this.#select(source);
    this.#selected.set(source, known);
    return known as Promise<T>;
  }

  /** Nothing was sent that could fail. */
  failuresOf(): readonly [] {
    return [];
  }

  async #select(source: Source<unknown>): Promise<unknown> {
    if (source.kind === 'derived') return source.derive(await inputsOf(source, (it) => this.get(it)));
    if (source.select === undefined) throw unshown(source.id);
    return source.select(this.#recorded);
  }
}
