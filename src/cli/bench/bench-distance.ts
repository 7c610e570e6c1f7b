import { type AddressInfo, connect, createServer } from 'node:net';

export interface Distance {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** The same service so many milliseconds further away. */
export async function atDistance(baseUrl: string, ms: number): Promise<Distance> {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const end = () => [near, far].forEach((socket) => void socket.destroy());
    near.on('error', end).on('close', end).pipe(far).on('error', end).on('close', end);
    // Timers of one length fire in the order in which they were set.
    far.on('data', (chunk) => setTimeout(() => void (near.writable && near.write(chunk)), ms));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: own } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${own}`, close: () => void server.close() };
}
