import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
  type HttpExchange,
  type HttpExchangeBody,
} from 'allure-js-commons/http';
import type { Exchange } from '#contract';
import { sha256 } from '../files.ts';
import { cut, sanitise } from '../sanitise.ts';

/** Most exchanges, and most bytes of a single one. */
const most = { exchanges: 3, bytes: 16_000 };

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly source: string;
  readonly content: string;
  readonly bytes: number;
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({
    name: sanitise(name),
    value: cut(sanitise(value), 300),
  }));

/** JSON without its layout, which Allure restores. */
const compact = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};

const bodyOf = (text: string | undefined, longest: number): { body?: HttpExchangeBody } => {
  if (text === undefined || text === '') return {};
  const body = sanitise(compact(text));
  const value = cut(body, longest);
  return {
    body: {
      contentType: 'application/json',
      encoding: 'utf8',
      value,
      size: body.length,
      ...(value.length < body.length ? { truncated: true } : {}),
    },
  };
};

const toHttp = (
  { request, reply, failure, startedAt, elapsedMs }: Exchange,
  longest: number,
): HttpExchange => {
  const start = Date.parse(startedAt);
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    request: {
      method: request.method,
      url: sanitise(request.path),
      headers: headersOf(request.headers),
      ...bodyOf(request.body, longest),
    },
    ...(reply
      ? {
          response: {
            status: reply.status,
            headers: headersOf(reply.headers),
            ...bodyOf(reply.body, longest),
          },
        }
      : {}),
    ...(failure === undefined ? {} : { error: { name: 'NoAnswer', message: sanitise(failure) } }),
    ...(Number.isNaN(start) ? {} : { start, stop: start + Math.round(elapsedMs) }),
  };
};

/** Shortens the bodies until the whole fits. */
const encode = (exchange: Exchange, longestWhole: number): Pick<Attachment, 'content' | 'bytes'> => {
  let longest = longestWhole / 2;
  for (;;) {
    const content = JSON.stringify(toHttp(exchange, longest));
    const bytes = Buffer.byteLength(content);
    if (bytes <= longestWhole || longest < 100) return { content, bytes };
    longest = Math.floor(longest / 2);
  }
};

/** The exchanges that are shown for a requirement, as attachments that Allure knows. */
export const attachmentsOf = (all: readonly Exchange[], { exchanges, bytes } = most): Attachment[] =>
  all.slice(0, exchanges).map((exchange) => {
    const encoded = encode(exchange, bytes);
    return {
      name: `${exchange.operation} ${exchange.reply?.status ?? 'no answer'}`,
      type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
      // An exchange that several requirements are judged by is one file.
      source: `${sha256(encoded.content)}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`,
      ...encoded,
    };
  });
