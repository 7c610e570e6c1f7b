import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultFinder } from '#faults';
import { startSandbox } from '#sandbox';

export interface FaultyService {
  /** The variables that aim a run at it, as at a service of somebody else. */
  readonly env: Readonly<Record<string, string>>;
  /** Every request since the last look, with ids and references as one word. */
  readonly seen: () => readonly string[];
  readonly close: () => Promise<void>;
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Ids of new records are the service's own; those that were seeded are the same each time. */
const told = ({ method, url }: IncomingMessage, body: string): string =>
  `${method} ${url} ${body}`.replace(uuid, (id) => (id.startsWith('5eed') ? id : '<id>'));

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

/** The sandbox with one fault in every answer, and its requests written down. */
export async function startFaultyService(fault?: string): Promise<FaultyService> {
  const sandbox = await startSandbox({ faults: faultFinder });
  const planted = fault === undefined ? {} : { 'x-ramp-fault': fault, 'x-ramp-world': 'one' };
  let log: string[] = [];
  const server = createServer(async (incoming, reply) => {
    const body = await textOf(incoming);
    log.push(told(incoming, body));
    const { method, headers, url } = incoming;
    const onward = request(
      `${sandbox.baseUrl}${url}`,
      { method, headers: { ...headers, ...planted } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      },
    );
    onward.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { ...sandbox.settings, RAMP_BASE_URL: baseUrl, RAMP_QUIET_ACCOUNT: 'true', RAMP_CONCURRENCY: '1' },
    seen: () => {
      const all = log;
      log = [];
      return all;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await sandbox.close();
    },
  };
}
