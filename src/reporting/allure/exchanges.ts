import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
  type HttpExchange,
  type HttpExchangeBody,
} from 'allure-js-commons/http';
import type { Exchange, Outcome, TestReport } from '#contract';
import { groupBy } from '../counting.ts';
import { sha256 } from '../files.ts';
import { cut, sanitise, shorten } from '../sanitise.ts';
import type { JudgedRequirement } from '../verdict.ts';

/** How many exchanges of a requirement, and how many bytes of each; one that held needs less evidence. */
const budgets = { wanting: { exchanges: 3, bytes: 16_000 }, held: { exchanges: 1, bytes: 2_000 } };

/** Most bytes of the exchanges of all requirements together, so that the page can be mailed. */
const maxBytes = 470_000;

const wanting: readonly Outcome[] = ['deviates', 'waived', 'drifts', 'broken', 'unproven', 'untested'];

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly source: string;
  readonly content: string;
  readonly bytes: number;
}

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name: sanitise(name), value: shorten(value, 300) }));

/** JSON without its layout, which Allure restores. */
const compact = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};

const bodyOf = (text: string | undefined, maxBody: number): { body?: HttpExchangeBody } => {
  if (text === undefined || text === '') return {};
  const body = sanitise(compact(text));
  const value = cut(body, maxBody);
  const truncated = value.length < body.length ? { truncated: true } : {};
  return {
    body: { contentType: 'application/json', encoding: 'utf8', size: body.length, value, ...truncated },
  };
};

/** An exchange as Allure shows it, its bodies cut to a length. */
const toHttp = ({ request, reply, failure, startedAt, elapsedMs }: Exchange, maxBody: number): HttpExchange => {
  const start = Date.parse(startedAt);
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    request: {
      method: request.method,
      url: sanitise(request.path),
      headers: headersOf(request.headers),
      ...bodyOf(request.body, maxBody),
    },
    ...(reply && {
      response: { status: reply.status, headers: headersOf(reply.headers), ...bodyOf(reply.body, maxBody) },
    }),
    ...(failure === undefined ? {} : { error: { name: 'NoAnswer', message: sanitise(failure) } }),
    ...(Number.isNaN(start) ? {} : { start, stop: start + Math.round(elapsedMs) }),
  };
};

/** Shortens the bodies until the whole fits. */
const encode = (
  exchange: Exchange,
  maxWhole: number,
  maxBody = maxWhole / 2,
): Pick<Attachment, 'content' | 'bytes'> => {
  const content = JSON.stringify(toHttp(exchange, maxBody));
  const bytes = Buffer.byteLength(content);
  return bytes <= maxWhole || maxBody < 100 ? { content, bytes } : encode(exchange, maxWhole, Math.floor(maxBody / 2));
};

const attachmentOf = (exchange: Exchange, maxBody: number): Attachment => {
  const encoded = encode(exchange, maxBody);
  return {
    name: shorten(
      `${exchange.operation}${exchange.case === undefined ? '' : `, ${exchange.case}`}: ${exchange.reply?.status ?? 'no answer'}`,
      200,
    ),
    type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
    // An exchange that several requirements are judged by is one file.
    source: `${sha256(encoded.content)}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`,
    ...encoded,
  };
};

/** Exchanges by requirement, first of those that did not hold; evidence.csv has those that no longer fit. */
export const attachmentsOf = (
  requirements: readonly JudgedRequirement[],
  reports: readonly TestReport[],
): ReadonlyMap<string, readonly Attachment[]> => {
  const byRequirement = groupBy(reports, ({ requirement }) => requirement as string);
  const held = requirements.filter(({ outcome }) => !wanting.includes(outcome));
  const ordered = wanting.flatMap((outcome) => requirements.filter((each) => each.outcome === outcome));
  const found = new Map<string, readonly Attachment[]>();
  let bytes = 0;
  for (const { id, outcome } of [...ordered, ...held]) {
    const { exchanges: most, bytes: maxBody } = budgets[wanting.includes(outcome) ? 'wanting' : 'held'];
    const exchanges = (byRequirement.get(id) ?? []).flatMap((report) => report.exchanges);
    const attachments = exchanges.slice(0, most).map((exchange) => attachmentOf(exchange, maxBody));
    bytes += attachments.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > maxBytes) break;
    found.set(id, attachments);
  }
  return found;
};
