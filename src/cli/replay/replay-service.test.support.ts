import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultFinder } from '#faults';
import { startSandbox } from '#sandbox';

/** What one request was answered: the kind of an error, where it is one. */
export interface Answered {
  readonly request: string;
  readonly status: number;
  readonly error: string;
  readonly message: string;
}

export interface FaultyService {
  /** The variables that aim a run at it, as at a service of somebody else. */
  readonly env: Readonly<Record<string, string>>;
  /** Every request since the last look, with ids and references as one word. */
  readonly seen: () => readonly string[];
  /** Every answer since the start. */
  readonly answers: readonly Answered[];
  readonly close: () => Promise<void>;
}

/** Whole ones, and the part of one that makes a reference of another form new. */
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=Order-)[0-9a-f]{8}(?=-)/gi;

/** Ids of new records are the service's own; those that were seeded are the same each time. */
const lineOf = ({ method, url }: IncomingMessage, body: string): string =>
  `${method} ${url} ${body}`.replace(uuid, (id) => (id.startsWith('5eed') ? id : '<id>'));

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

const textIn = (text: string, member: string): string => {
  try {
    return String(JSON.parse(text)[member] ?? '');
  } catch {
    return '';
  }
};

/** The sandbox with one fault in every answer, and its requests written down. */
export async function startFaultyService(fault?: string): Promise<FaultyService> {
  const sandbox = await startSandbox({ faults: faultFinder });
  const planted = fault === undefined ? {} : { 'x-ramp-fault': fault, 'x-ramp-world': 'one' };
  let log: string[] = [];
  const answers: Answered[] = [];
  const server = createServer(async (incoming, reply) => {
    const body = await textOf(incoming);
    log.push(lineOf(incoming, body));
    const { method, headers, url } = incoming;
    const onward = request(
      `${sandbox.baseUrl}${url}`,
      { method, headers: { ...headers, ...planted } },
      async (answer) => {
        const { statusCode: status = 500 } = answer;
        reply.writeHead(status, answer.headers);
        answer.pipe(reply);
        const text = await textOf(answer);
        const [error, message] = [textIn(text, 'error'), textIn(text, 'message')];
        answers.push({ request: `${method} ${url}`, status, error, message });
      },
    );
    onward.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { ...sandbox.settings, RAMP_BASE_URL: baseUrl, RAMP_QUIET_ACCOUNT: 'true', RAMP_CONCURRENCY: '1' },
    answers,
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
