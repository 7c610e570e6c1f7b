import type { Transport } from '#client';
import { operationOf } from '#contract';

type Pair = readonly [name: string, value: string];

const headersOf = (pairs: readonly Pair[]) => pairs.map(([name, value]) => ({ name, value }));

export interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: {
      readonly size: number;
      readonly text?: string;
      readonly encoding?: string;
      readonly _file?: string;
    };
    readonly bodySize?: number;
  };
  readonly [further: string]: unknown;
}

export const harOf = (entries: readonly Entry[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'a recorder', version: '1' }, entries } });

export const recorder = (
  transport: Transport,
  prefix = '',
): { readonly transport: Transport; readonly entries: Entry[] } => {
  const entries: Entry[] = [];
  const { origin } = transport;
  const recording: Transport = {
    origin,
    get counts() {
      return transport.counts;
    },
    pause: (ms) => transport.pause(ms),
    hold: (body) => transport.hold(body),
    close: () => transport.close(),
    send: async (request) => {
      const answer = await transport.send(request);
      const { operation, path, headers, body } = request;
      const { method = operationOf(operation).method } = request;
      entries.push({
        startedDateTime: answer.startedAt.toISOString(),
        time: answer.elapsedMs,
        request: {
          method,
          url: `${origin}${prefix}${path}`,
          headers: headersOf([['Host', new URL(origin).host], ...Object.entries(headers)]),
          ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
        },
        response: {
          status: answer.status,
          headers: headersOf(Object.entries(answer.headers)),
          content: { size: answer.bytes.length, text: answer.bytes.toString('base64'), encoding: 'base64' },
        },
      });
      return answer;
    },
  };
  return { transport: recording, entries };
};
