import { type AddressInfo, connect, createServer } from 'node:net';
import type { Transform } from 'node:stream';
import { Transform as Stream } from 'node:stream';

export interface Distance {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** Holds back each answer, which is one chunk or comes within a moment of the first. */
const late = (ms: number): Transform =>
  new Stream({ transform: (chunk, _encoding, done) => void setTimeout(() => done(null, chunk), ms) });

/** The same service so many milliseconds further away. */
export async function atDistance(baseUrl: string, ms: number): Promise<Distance> {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const end = () => [near, far].forEach((socket) => void socket.destroy());
    near.on('error', end).on('close', end).pipe(far).on('error', end).on('close', end);
    far.pipe(late(ms)).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: own } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${own}`, close: () => void server.close() };
}
