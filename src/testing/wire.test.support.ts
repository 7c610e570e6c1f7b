import { createServer as createHttp, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTls, type TlsOptions } from 'node:tls';

export interface Listening {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => void;
}

export async function listen(server: Server, { host = '127.0.0.1', port = 0 } = {}): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(port, host, ready));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, connections: () => connections, close };
}

export const listenHttp = (handler: RequestListener): Promise<Listening> => listen(createHttp(handler));

export const listenTls = (options: TlsOptions): Promise<Listening> =>
  listen(
    createTls(options, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')).on(
      'tlsClientError',
      () => undefined,
    ),
  );

const piece = `4000\r\n${' '.repeat(0x4000)}\r\n`;

/** Sends a JSON body that never ends. */
export function flood(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
  const pour = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
}

/** Handles a reply between service and client. */
export type Mishandle = (reply: Buffer, client: Socket) => void;

export interface Wire extends Listening {
  readonly requests: readonly string[];
}

/** A wire between a client and a service, which handles each reply as `next` says; by default unchanged. */
export async function startWire(
  port: number,
  next: (line: string) => Mishandle | undefined = () => undefined,
): Promise<Wire> {
  const requests: string[] = [];
  const listening = await listen(
    createServer({ noDelay: true }, (client) => {
      const service = connect({ port, host: '127.0.0.1', noDelay: true });
      let mishandle: Mishandle | undefined;
      service.on('error', () => client.destroy()).on('close', () => client.end());
      client.on('close', () => service.destroy());
      client.on('data', (data) => {
        const [line = ''] = data.toString('latin1').split('\r\n', 1);
        if (/^(?:GET|POST) /.test(line)) {
          requests.push(line);
          mishandle = next(line);
        }
        service.write(data);
      });
      service.on('data', (data) => {
        if (client.destroyed) return;
        if (mishandle) mishandle(data, client);
        else client.write(data);
      });
    }),
  );
  return { ...listening, requests };
}
