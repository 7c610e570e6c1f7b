import { type AnyCheck, isUniversal } from '#checks';
import { isTouched, type TouchableReply, type Touched } from '#contract';
import type { World } from '#harness';
import { probesOf, type Source } from '#probes';
import { judgeEach, type Outcomes, sendFor } from './judging.ts';

/** All checks in a world without a fault: a check whose replies a later world does not change ends there as it does here. */
export class Faultless {
  readonly world: World;
  readonly outcomes: Outcomes;
  /** By the id of the probe, one reply of each operation and status. */
  readonly #replies = new Map<string, Map<string, TouchableReply>>();

  private constructor(world: World, outcomes: Outcomes) {
    this.world = world;
    this.outcomes = outcomes;
    for (const { operation, status, request } of world.replies) {
      const { probe } = request.purpose;
      const known = this.#replies.get(probe) ?? new Map();
      this.#replies.set(probe, known.set(`${operation} ${status}`, { operation, status }));
    }
  }

  /** One reply of each operation and status. */
  get kinds(): readonly TouchableReply[] {
    return [...new Map([...this.#replies.values()].flatMap((known) => [...known])).values()];
  }

  static async run(checks: readonly AnyCheck[], world: World): Promise<Faultless> {
    await sendFor(checks, world);
    return new Faultless(world, await judgeEach(checks, world));
  }

  /** Whether a source, or what it is made from, got a reply that may change. */
  isTouched(source: Source<unknown>, changed: readonly Touched[]): boolean {
    return probesOf(source).some(({ id }) =>
      [...(this.#replies.get(id)?.values() ?? [])].some((reply) =>
        changed.some((it) => isTouched(reply, it)),
      ),
    );
  }

  /** A check that sends only what may change; undefined where that is nothing. */
  narrowed(check: AnyCheck, changed: readonly Touched[]): AnyCheck | undefined {
    if (!isUniversal(check)) return this.isTouched(check.source, changed) ? check : undefined;
    const needs = check.needs.filter((source) => this.isTouched(source, changed));
    return needs.length === 0 ? undefined : { ...check, needs };
  }

  /** Whether a check that judges another world sees a reply there that may have been changed. */
  seesChange(check: AnyCheck, world: World, changed: Touched): boolean {
    return isUniversal(check) ? seesChangeIn(check, world, changed) : this.isTouched(check.source, [changed]);
  }
}

/** Whether a check that judges every exchange of a world sees one that may have been changed there, to whatever status. */
export const seesChangeIn = (
  check: AnyCheck,
  { replies }: World,
  { replies: _all, ...where }: Touched,
): boolean => !isUniversal(check) || replies.some((reply) => check.of(reply) && isTouched(reply, where));
