import { CallRefused, NoAnswer, ProtocolViolation } from '#client';
import { followedBy, Untested } from '#evidence';

/** Why a probe, or one of its items, has no answer. */
export type ProbeFailure = CallRefused | NoAnswer | ProtocolViolation | Untested;

export const isFailure = (error: unknown): error is ProbeFailure =>
  [CallRefused, NoAnswer, ProtocolViolation, Untested].some((kind) => error instanceof kind);

/** True for a request that the run may not send. */
export const isHeldBack = (error: unknown): boolean =>
  error instanceof CallRefused || (error instanceof NoAnswer && error.whyHeldBack !== undefined);

/** The failures of each probe, by its id. */
export class ProbeFailures {
  readonly #failures = new Map<string, readonly ProbeFailure[]>();

  of(id: string): readonly ProbeFailure[] {
    return this.#failures.get(id) ?? [];
  }

  /** Of a probe without a result. */
  replace(id: string, failure: ProbeFailure): void {
    this.#failures.set(id, [failure]);
  }

  /** Leaves out items without an answer, and keeps why. Rejects where no item has one. */
  async each<T, R>(
    id: string,
    items: readonly T[],
    send: (item: T, index: number) => Promise<R>,
  ): Promise<readonly R[]> {
    const failures: ProbeFailure[] = [];
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
    this.#failures.set(id, [...this.of(id), ...failures]);
    return sent.flat();
  }
}
