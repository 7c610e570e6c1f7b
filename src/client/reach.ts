import dns from 'node:dns';
import { setMaxListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type buildConnector, errors } from 'undici';
import type { Limits } from './request.ts';

/** RFC 8305, section 5. Node gives up all addresses but the last after this time, and cannot reach distant ones. */
const nextAfterMs = 250;

/** Milliseconds, as in undici. */
const keepAliveMs = 60_000;

type Address = Pick<dns.LookupAddress, 'address' | 'family'>;

/** Both families in turn (RFC 8305 section 4), after the address that answered last. */
function inTurn(addresses: readonly Address[], answered: string | undefined): readonly Address[] {
  const first = addresses.find(({ address }) => address === answered) ?? addresses[0];
  const rest = addresses.filter((it) => it !== first);
  const own = rest.filter(({ family }) => family === first?.family);
  const other = rest.filter(({ family }) => family !== first?.family);
  const pairs = Array.from({ length: rest.length }, (_, at) => [other[at], own[at]]);
  return [first, ...pairs.flat()].filter((it) => it !== undefined);
}

const addressesOf = (host: string): Promise<readonly Address[]> =>
  new Promise((found, failed) => {
    dns.lookup(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)));
  });

function together(failures: readonly Error[]): Error {
  const [first] = failures;
  const code = first && 'code' in first ? first.code : undefined;
  return failures.length === 1 && first ? first : Object.assign(new AggregateError(failures), { code });
}

interface Journey {
  readonly addresses: readonly Address[];
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Tries the next address a little later, while the earlier attempts continue. */
const firstOf = ({ addresses, port, timeoutMs, signal }: Journey): Promise<Socket> =>
  new Promise((settled, failed) => {
    const open = new Map<Socket, string>();
    const failures: Error[] = [];
    let tried = 0;
    let next: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(next);
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      for (const socket of open.keys()) socket.destroy();
    };
    const stop = (): void => {
      end();
      failed(new errors.ClientDestroyedError());
    };
    const late = setTimeout(() => {
      const pending = [...open.values()].map((address) => Object.assign(new Error(), { code: 'ETIMEDOUT', address }));
      end();
      failed(addresses.length === 1 ? new errors.ConnectTimeoutError() : together([...failures, ...pending]));
    }, timeoutMs);
    const tryNext = (): void => {
      clearTimeout(next);
      const at = addresses[tried];
      tried += 1;
      if (at === undefined) {
        if (open.size > 0) return;
        end();
        failed(together(failures));
        return;
      }
      const socket = connect({ host: at.address, port, noDelay: true });
      socket.setKeepAlive(true, keepAliveMs);
      open.set(socket, at.address);
      socket.once('connect', () => {
        open.delete(socket);
        end();
        settled(socket);
      });
      socket.on('error', (error) => {
        if (!open.delete(socket)) return;
        failures.push(error);
        tryNext();
      });
      if (tried < addresses.length) next = setTimeout(tryNext, nextAfterMs);
    };
    signal.addEventListener('abort', stop);
    tryNext();
  });

/** Connects to the address that answers first, with TLS for https. */
export function reaching(
  { connectMs }: Limits,
  signal: AbortSignal,
  secured: buildConnector.connector,
): buildConnector.connector {
  let answered: string | undefined;
  // Each open connection adds a listener.
  setMaxListeners(0, signal);
  const open = async ({ hostname, port, protocol }: buildConnector.Options): Promise<Socket> => {
    const addresses = inTurn(await addressesOf(hostname), answered);
    if (signal.aborted) throw new errors.ClientDestroyedError();
    const usual = protocol === 'https:' ? 443 : 80;
    const socket = await firstOf({ addresses, port: Number(port) || usual, timeoutMs: connectMs, signal });
    answered = socket.remoteAddress;
    return socket;
  };
  return (options, callback) => {
    open(options).then(
      (socket) => {
        if (options.protocol === 'https:') secured({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}
