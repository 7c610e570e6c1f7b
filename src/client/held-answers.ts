import { createHash } from 'node:crypto';
import { isRecord } from '#evidence';
import { type Body, weightOf } from './body.ts';

/** Smaller bodies are not searched for repeated items. */
const largeText = 64 * 1024;

/** Approximate bytes of memory for a new item with its digest, and for a repeated item. */
const [newBytes, knownBytes] = [150, 8];

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The bodies of a run, kept for judging. Large bodies share repeated items. */
export class HeldAnswers {
  readonly #items = new Map<string, unknown>();
  #bytes = 0;

  /** Stored memory in bytes, approximately. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a body; its items may be shared with other bodies. */
  hold({ value, text }: Pick<Body, 'value' | 'text'>): unknown {
    if (text.length >= largeText && Array.isArray(value)) return this.#shared(value);
    if (text.length >= largeText && isRecord(value) && Array.isArray(value.data))
      return { ...value, data: this.#shared(value.data) };
    this.#bytes += weightOf({ value, text });
    return value;
  }

  #shared(items: readonly unknown[]): readonly unknown[] {
    return items.map((item) => {
      const text = JSON.stringify(item);
      const digest = digestOf(text);
      const known = this.#items.get(digest);
      this.#bytes += known === undefined ? newBytes + weightOf({ value: item, text }) : knownBytes;
      if (known === undefined) this.#items.set(digest, item);
      return known ?? item;
    });
  }
}
