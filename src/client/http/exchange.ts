import { type Exchange, operationOf } from '#contract';
import { describeUnparsed, isCode } from '../redaction/codes.ts';
import { mark, secretWord } from '../redaction/marks.ts';
import { createRedactor } from '../redaction/redaction.ts';
import type { Body } from './body.ts';
import { type BuiltRequest, pathOf, type RequestPlan } from './request.ts';

/** The parts of a reply that are kept until somebody reads the exchange: not its text, which would fill the memory. */
interface ReceivedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pick<Body, 'value' | 'empty'>;
  /** In place of a body that is no JSON. */
  readonly unparsed: string | undefined;
}

export const receivedReply = (
  { status, headers }: Pick<ReceivedReply, 'status' | 'headers'>,
  { value, empty, text }: Body,
  bytes: number,
): ReceivedReply => ({
  status,
  headers,
  body: { value, empty },
  unparsed: value === undefined && !empty ? describeUnparsed(text, bytes) : undefined,
});

export interface Happening {
  readonly plan: RequestPlan;
  readonly sent: BuiltRequest;
  readonly secrets: readonly string[];
  readonly startedAt: Date;
  readonly elapsedMs: number;
  readonly reply?: ReceivedReply;
  readonly failure?: string;
}

const mostBody = 16 * 1024;

const capped = (text: string): string =>
  text.length <= mostBody ? text : `${text.slice(0, mostBody)}… (cut)`;

const formatJson = (value: unknown): string => capped(JSON.stringify(value, null, 2) ?? '');

function formatParameter(value: string, name: string): string {
  if (name === 'x-api-key') return secretWord;
  if ((name === 'page' || name === 'limit') && /^-?\d{1,6}$/.test(value)) return value;
  return name === 'currency' && isCode(value) ? value : mark(value);
}

function describeRequest({ plan, sent, secrets }: Happening): Exchange['request'] {
  const { method } = operationOf(plan.operation);
  const redactor = createRedactor({ secrets });
  const { headers } = sent;
  const places = plan.credential.in === 'other places' ? plan.credential.places : [];
  const named = Object.fromEntries(
    places.flatMap((place) => (place.in === 'header' ? [[place.name.toLowerCase(), secretWord]] : [])),
  );
  return {
    method,
    path: pathOf(plan, formatParameter),
    headers: { ...redactor.headers(headers), ...named },
    ...(sent.body === undefined ? {} : { body: formatSentBody(sent.body, plan, secrets) }),
  };
}

function formatSentBody(body: string, { operation }: RequestPlan, secrets: readonly string[]): string {
  try {
    return formatJson(createRedactor({ secrets }).body(operation, 'request', JSON.parse(body)));
  } catch {
    return mark(body);
  }
}

function describeReply({ plan, secrets }: Happening, reply: ReceivedReply): Exchange['reply'] {
  const { body, status, unparsed } = reply;
  const redactor = createRedactor({ secrets });
  const headers = redactor.headers(reply.headers);
  if (body.empty) return { status, headers };
  const printed = unparsed ?? formatJson(redactor.body(plan.operation, 'reply', body.value));
  return { status, headers, body: printed };
}

/**
 * An exchange that is redacted when it is first read: most are never read, and marks cost time. Its accessors are
 * enumerable, so copies of any kind hold the redacted values.
 */
export function exchangeOf(happening: Happening): Exchange {
  let request: Exchange['request'] | undefined;
  let reply: Exchange['reply'];
  const { plan, startedAt, elapsedMs, failure, reply: received } = happening;
  const exchange = {
    operation: plan.operation,
    startedAt: startedAt.toISOString(),
    elapsedMs,
    get request() {
      request ??= describeRequest(happening);
      return request;
    },
    ...(failure === undefined ? {} : { failure }),
  };
  if (received === undefined) return exchange;
  return Object.defineProperty(exchange, 'reply', {
    enumerable: true,
    get: () => {
      reply ??= describeReply(happening, received);
      return reply;
    },
  }) as Exchange;
}
