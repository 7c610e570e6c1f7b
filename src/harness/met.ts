import type { Reply } from '#client';
import { isTouched, type RequirementId, type TouchableReply, type Touched } from '#contract';

interface Traces {
  /** By operation and status. */
  readonly replies: Map<string, TouchableReply>;
  /** Names of what was recalled, whoever asked for it first. */
  readonly recalled: Set<string>;
}

/**
 * Which replies of a faultless service each test has met. A variation that changes none of them is to the test as no
 * variation at all, so that it cannot alarm it.
 */
export class Met {
  readonly #traces = new Map<string, Traces>();
  readonly #calm = new Set<RequirementId>();

  /** Notes a reply that a test, or what is recalled by a name, has met. */
  note(by: string, { operation, status }: Reply): void {
    this.#of(by).replies.set(`${operation} ${status}`, { operation, status });
  }

  noteRecalled(by: string, recalled: string): void {
    this.#of(by).recalled.add(recalled);
  }

  /** Notes that a test went through to its end: one that did not might meet more. */
  noteCalm(requirement: RequirementId): void {
    this.#calm.add(requirement);
  }

  /** Whether a test may meet anything that is changed. */
  mayNotice(requirement: RequirementId, changed: Touched): boolean {
    return !this.#calm.has(requirement) || this.#hasMet(requirement, changed);
  }

  #hasMet(by: string, changed: Touched): boolean {
    const { replies, recalled } = this.#of(by);
    return (
      [...replies.values()].some((reply) => isTouched(reply, changed)) ||
      [...recalled].some((name) => this.#hasMet(name, changed))
    );
  }

  #of(by: string): Traces {
    const known = this.#traces.get(by) ?? { replies: new Map(), recalled: new Set() };
    this.#traces.set(by, known);
    return known;
  }
}
