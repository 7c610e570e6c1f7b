import type { Mishandle } from '../../testing/wire.test.support.ts';

/** Bytes that no text of HTTP or JSON contains. */
const garbage = Buffer.from([0x00, 0x01, 0x07, 0x0b, 0x1f, 0xff, 0xfe, 0xc0]);

export const kinds = ['delay', 'reset', 'truncation', 'garbage', 'long garbage', 'pieces'] as const;
export type Kind = (typeof kinds)[number];

/** A fault somewhere in a reply. A delay is at most `longestMs`. */
export function mishandle(kind: Kind, random: () => number, longestMs: number): Mishandle {
  const share = random();
  const byte = garbage[Math.floor(random() * garbage.length)] ?? 0;
  const length = kind === 'long garbage' ? 1 + Math.floor(random() * 4_000) : 1;
  const delay = random() * longestMs;
  return (reply, client) => {
    const offset = Math.floor(share * reply.length);
    const [before, after] = [reply.subarray(0, offset), reply.subarray(offset)];
    if (kind === 'delay') setTimeout(() => client.destroyed || client.write(reply), delay);
    else if (kind === 'reset') client.write(before, () => setTimeout(() => client.resetAndDestroy(), 5));
    else if (kind === 'truncation') client.end(before);
    else if (kind === 'pieces') {
      client.write(before);
      setTimeout(() => client.destroyed || client.write(after), 20);
    } else client.write(Buffer.concat([before, Buffer.alloc(length, byte), after]));
  };
}

/** Mulberry32, a generator that gives the same faults every time. */
export const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
