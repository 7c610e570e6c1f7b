// Reads interim answers without a request for them (RFC 9110 15.2: a client must be able to read them). Undici ends the
// connection at a 100, so undici receives another status instead that no service uses.

import type { Socket } from 'node:net';

const substitute = 199;

/** The status of an interim answer as the service sent it. */
export const statusSent = (status: number): number => (status === substitute ? 100 : status);

const openings = ['HTTP/1.0 1', 'HTTP/1.1 1'];
const statusAt = 'HTTP/1.1 '.length;

/** Without 101: after it the connection uses another protocol. */
const interimLine = /^HTTP\/1\.[01] 1(?!01)\d\d(?!\d)/;
const endOfHead = /\r?\n\r?\n/;

/** Bytes. A longer head goes to the parser unchanged, because each byte of a slow head starts a new search. */
const maxHeld = 8 * 1024;

const none = Buffer.alloc(0);

interface Split {
  readonly read: Buffer;
  /** The start of a possible interim head; undefined after the start of the real answer. */
  readonly held?: Buffer;
}

function readInterims(bytes: Buffer): Split {
  let from = 0;
  for (;;) {
    const text = bytes.toString('latin1', from);
    const mayBeInterim = openings.some((opening) => opening.startsWith(text) || text.startsWith(opening));
    const end = mayBeInterim ? endOfHead.exec(text) : null;
    if (mayBeInterim && end === null && text.length <= maxHeld)
      return { read: bytes.subarray(0, from), held: bytes.subarray(from) };
    if (end === null || !interimLine.test(text)) return { read: bytes };
    if (text.startsWith('100', statusAt)) bytes.write(String(substitute), from + statusAt, 'latin1');
    from += end.index + end[0].length;
  }
}

/** Each written request starts the next answer. */
export function readPastInterims(socket: Socket): void {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)];
  let held: Buffer | undefined;
  socket.write = ((...args: Parameters<Socket['write']>) => {
    held = none;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (held === undefined || chunk === null) return chunk;
      const split = readInterims(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      held = split.held;
      if (split.read.length > 0) return split.read;
    }
  };
}
