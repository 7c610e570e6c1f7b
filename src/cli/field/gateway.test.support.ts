import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { startSandbox } from '#sandbox';
import { type InProcess, runInProcess } from '../testing/in-process.test.support.ts';
import { listenHttp } from '../testing/wire.test.support.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Forwards a request to the service behind it, changes it or its answer, or answers itself. */
export type Gateway = (
  asked: Asked,
  forward: (asked?: Asked) => Promise<Answered>,
) => Promise<Answered> | Answered;

interface Started {
  readonly baseUrl: string;
  /** Each request in the order of arrival, and the status that went back. */
  readonly passed: readonly (Asked & { readonly status: number })[];
  readonly close: () => void;
}

/** Lengths are counted anew, because a gateway may change a body; names of hops end at the hop. */
const ofHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host']);

const plain = ({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofHop.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );

export const forwardTo = async (
  baseUrl: string,
  { method, path, headers, body }: Asked,
): Promise<Answered> => {
  const sent = method === 'GET' ? null : body;
  const reply = await request(new URL(path, baseUrl), { method, headers, body: sent });
  return { status: reply.statusCode, headers: plain(reply), body: await buffer(reply.body) };
};

/** Puts a gateway before a service. */
export async function startGateway(baseUrl: string, gateway: Gateway): Promise<Started> {
  const passed: (Asked & { readonly status: number })[] = [];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming;
    const asked = { method, path, headers: plain(incoming), body: await buffer(incoming) };
    const { status, headers, body } = await gateway(asked, (changed = asked) => forwardTo(baseUrl, changed));
    passed.push({ ...asked, status });
    const bodied = [204, 304].includes(status) ? {} : { 'content-length': Buffer.byteLength(body) };
    outgoing.writeHead(status, { ...headers, ...bodied }).end(body);
  };
  const { port, close } = await listenHttp((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return { baseUrl: `http://127.0.0.1:${port}`, passed, close };
}

export interface BehindGateway extends InProcess {
  readonly passed: Started['passed'];
}

/** Runs against the sandbox behind a gateway, as against a service of others. */
export async function runBehind(
  gateway: Gateway,
  asked: Parameters<typeof runInProcess>[1] = {},
  more: Readonly<Record<string, string>> = {},
): Promise<BehindGateway> {
  const sandbox = await startSandbox();
  const { baseUrl, passed, close } = await startGateway(sandbox.baseUrl, gateway);
  try {
    const env = { ...sandbox.settings, RAMP_BASE_URL: baseUrl, RAMP_QUIET_ACCOUNT: 'true', ...more };
    return { ...(await runInProcess(env, asked)), passed };
  } finally {
    close();
    await sandbox.close();
  }
}
