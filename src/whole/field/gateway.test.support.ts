import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { request } from 'undici';
import { jsonIn } from '#evidence';
import type { Verdict } from '#reporting';
import { startSandbox } from '#sandbox';
import { type InProcess, runInProcess } from '../../testing/in-process.test.support.ts';
import { listenHttp } from '../../testing/wire.test.support.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answered {
  readonly status: number;
  /** The reason phrase after the status, if it is not the usual one. */
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Forwards a request to the service, changes the request or its answer, or answers itself. */
export type Gateway = (asked: Asked, forward: (asked?: Asked) => Promise<Answered>) => Promise<Answered> | Answered;

interface Started {
  readonly baseUrl: string;
  /** Each request in the order of arrival, with the status that was returned. */
  readonly passed: readonly (Asked & { readonly status: number })[];
  readonly close: () => void;
}

/** Headers of a single hop end at the gateway. Lengths are computed again, because a gateway may change a body. */
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host']);

const plain = ({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      hopHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** Avoids the blob that Node's own consumers create. */
const buffer = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray());

export const forwardTo = async (baseUrl: string, { method, path, headers, body }: Asked): Promise<Answered> => {
  const sent = method === 'GET' ? null : body;
  const reply = await request(new URL(path, baseUrl), { method, headers, body: sent });
  return { status: reply.statusCode, headers: plain(reply), body: await buffer(reply.body) };
};

export async function startGateway(baseUrl: string, gateway: Gateway): Promise<Started> {
  const passed: (Asked & { readonly status: number })[] = [];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming;
    const received = { method, path, headers: plain(incoming), body: await buffer(incoming) };
    const { status, reason, headers, body } = await gateway(received, (changed = received) =>
      forwardTo(baseUrl, changed),
    );
    passed.push({ ...received, status });
    const bodied = [204, 304].includes(status) ? {} : { 'content-length': Buffer.byteLength(body) };
    outgoing.writeHead(status, reason, { ...headers, ...bodied }).end(body);
  };
  const { port, close } = await listenHttp((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return { baseUrl: `http://127.0.0.1:${port}`, passed, close };
}

export interface BehindGateway extends InProcess {
  readonly passed: Started['passed'];
}

/** Runs against the sandbox behind a gateway, as against a remote service. */
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

export const page = (status: number, server: string, title: string): Answered => ({
  status,
  headers: { server, 'content-type': 'text/html' },
  body: `<html><head><title>${status} ${title}</title></head><body><center><h1>${status} ${title}</h1></center><hr><center>${server}</center></body></html>`,
});

export const nginx = (status: number, title: string): Answered => page(status, 'nginx/1.22.1', title);

export const json = (
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Answered => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify({ statusCode: status, ...body }),
});

export const isOrder = ({ method }: Asked): boolean => method === 'POST';

/** An order whose body is not valid JSON. */
export const isMalformed = (asked: Asked): boolean =>
  isOrder(asked) && asked.body.length > 0 && jsonIn(String(asked.body)) === undefined;

export const badGateway = nginx(502, 'Bad Gateway');
export const limited = json(429, { message: 'Too Many Requests' });

/** Answers some requests in place of the service; `count` is the number of the request. */
export const instead = (answer: Answered, applies: (asked: Asked, count: number) => boolean) => (): Gateway => {
  let count = 0;
  return (asked, forward) => {
    count += 1;
    return applies(asked, count) ? answer : forward();
  };
};

/** Joins gateways, the first one next to the client. */
export const through = (...gateways: readonly Gateway[]): Gateway =>
  gateways.reduceRight<Gateway>(
    (inner, outer) => (asked, forward) => outer(asked, async (changed = asked) => inner(changed, forward)),
    (asked, forward) => forward(asked),
  );

export const changing =
  (change: (answer: Answered, asked: Asked) => Answered) => (): Gateway => async (asked, forward) =>
    change(await forward(), asked);

/** Waits a tenth as long as for a remote service. The sandbox is faster in proportion. */
export const hurried = {
  prompt: true,
  // On a busy machine, five seconds without a served read prove nothing.
  limits: { patienceMs: 3_500, unnamedWaitMs: 25, gatewayWaitMs: 50, controlMs: 600_000 },
};

export const withOutcome = ({ requirements }: Verdict, outcome: string): readonly string[] =>
  requirements.filter((each) => each.outcome === outcome).map(({ id }) => id);
