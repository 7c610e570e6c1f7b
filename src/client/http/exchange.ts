import type { Exchange } from '#contract';
import { describeUnparsed, isCodeInOneCase, mark, secretWord } from '../redaction/codes.ts';
import { redactBody, redactHeaders } from '../redaction/redaction.ts';
import type { Body } from './body.ts';
import { type BuiltRequest, pathOf, type RequestPlan } from './request.ts';

/** The parts of a reply that are kept until somebody reads the exchange: not its text, which would fill the memory. */
interface ReceivedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pick<Body, 'value' | 'empty'>;
  /** Describes a body that is no JSON. */
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

/** An exchange before it is redacted. */
export interface RawExchange {
  readonly plan: RequestPlan;
  readonly sent: BuiltRequest;
  readonly secrets: readonly string[];
  readonly startedAt: Date;
  readonly elapsedMs: number;
  readonly reply?: ReceivedReply;
  readonly failure?: string;
}

const maxBody = 16 * 1024;

const capped = (text: string): string => (text.length <= maxBody ? text : `${text.slice(0, maxBody)}… (cut)`);

const formatJson = (value: unknown): string => capped(JSON.stringify(value, null, 2) ?? '');

function formatParameter(value: string, name: string): string {
  if (name === 'x-api-key') return secretWord;
  if ((name === 'page' || name === 'limit') && /^-?\d{1,6}$/.test(value)) return value;
  return name === 'currency' && isCodeInOneCase(value) ? value : mark(value);
}

function formatSentBody(body: string, { operation }: RequestPlan, secrets: readonly string[]): string {
  try {
    return formatJson(redactBody(operation, 'request', JSON.parse(body), secrets));
  } catch {
    return mark(body);
  }
}

function describeRequest({ plan, sent, secrets }: RawExchange): Exchange['request'] {
  const places = plan.credential.in === 'other places' ? plan.credential.places : [];
  const named = Object.fromEntries(
    places.flatMap((place) => (place.in === 'header' ? [[place.name.toLowerCase(), secretWord]] : [])),
  );
  return {
    method: sent.method,
    path: pathOf(plan, formatParameter),
    headers: { ...redactHeaders(sent.headers), ...named },
    ...(sent.body !== undefined && { body: formatSentBody(sent.body, plan, secrets) }),
  };
}

function describeReply({ plan, secrets }: RawExchange, reply: ReceivedReply): NonNullable<Exchange['reply']> {
  const { body, status, unparsed } = reply;
  const headers = redactHeaders(reply.headers);
  if (body.empty) return { status, headers };
  return {
    status,
    headers,
    body: unparsed ?? formatJson(redactBody(plan.operation, 'reply', body.value, secrets)),
  };
}

/** The exchange in redacted form. Marks cost time, and most exchanges are never read: make it when one is. */
export function exchangeOf(raw: RawExchange): Exchange {
  const { plan, startedAt, elapsedMs, failure, reply } = raw;
  return {
    operation: plan.operation,
    startedAt: startedAt.toISOString(),
    elapsedMs,
    request: describeRequest(raw),
    ...(reply && { reply: describeReply(raw, reply) }),
    ...(failure !== undefined && { failure }),
  };
}
