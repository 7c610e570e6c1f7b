import { createServer, type Server, type Socket } from 'node:net';

export type Service = (socket: Socket, request: number) => void;

const servers: { server: Server; sockets: Set<Socket> }[] = [];

/** A service on bare sockets: `serve` is called once a request, with the number of requests so far. */
export async function listen(serve: Service): Promise<{ baseUrl: string; requests: () => number }> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!/^(?:GET|POST) /.test(data.toString('latin1'))) return;
      requests += 1;
      serve(socket, requests);
    });
  });
  servers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { baseUrl: `http://127.0.0.1:${address.port}`, requests: () => requests };
}

/** For each file of tests at its end, though several share this module. */
export function closeServices(): void {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
