import { accidentsIn } from '#attribution';
import { type Api, createApi, type Transport } from '#client';
import type { SentSetting } from '#evidence';
import { isValidRequest, type Probe, type Replayed, type RunMemory, type Service } from '#probes';
import { isServerError } from '#run';
import type { Exchanges } from './exchanges.ts';
import type { ProbeFailures } from './failures.ts';

export interface ServicesOptions {
  readonly transport: Transport;
  readonly setting: SentSetting;
  readonly seed: number;
  readonly turn?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly replay?: Replayed | undefined;
}

interface Kept {
  readonly run: RunMemory;
  readonly exchanges: Exchanges;
  readonly failures: ProbeFailures;
}

/** Makes the service that a probe sends with. */
export class Services {
  /** Requests of searches for a smaller case. */
  furtherSent = 0;
  readonly #options: ServicesOptions;
  readonly #kept: Kept;

  constructor(options: ServicesOptions, kept: Kept) {
    this.#options = options;
    this.#kept = kept;
  }

  /** Records replies, except in a search for a smaller case. */
  for({ id, mode }: Pick<Probe<unknown>, 'id' | 'mode'>, { recorded = true } = {}): Service {
    const { transport, setting, headers = {}, seed, turn = 0, replay } = this.#options;
    const { run, exchanges, failures } = this.#kept;
    const api: Api = createApi({
      transport,
      key: setting.keys.full,
      purpose: { probe: id },
      headers,
      yields: mode === 'reads',
      lostOrders: exchanges.lostOrders,
      prepare: run.remedies.fit,
      ...(recorded && { known: (operation, path, purpose) => exchanges.takeEarlier(operation, path, purpose) }),
      doubts: (reply) =>
        recorded &&
        (isServerError(reply) || reply.status === 401) &&
        accidentsIn({ replies: exchanges.replies, setting, isValidRequest }).mayBeAccident(reply),
      onReply: (reply) => {
        if (recorded) exchanges.add(reply);
        else this.furtherSent += 1;
      },
      onFailure: (error) => {
        if (recorded) exchanges.unanswered.push(error);
      },
    });
    return {
      ...setting,
      run,
      api,
      as: (credential) => api.as(credential),
      seed,
      turn,
      replay,
      each: (items, send) => failures.each(id, items, send),
      pause: (milliseconds) => transport.pause(milliseconds),
      lostOrders: () => exchanges.lostOrders.count,
      cameBack: () => transport.watch?.calmSince ?? 0,
    };
  }
}
