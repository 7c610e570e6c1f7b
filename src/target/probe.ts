import { NoAnswer, ProtocolViolation } from '#client';
import { isSuccess } from '#contract';
import { isRecord, type Reply } from '#evidence';

/** How a probe ended; a violation of HTTP is an answer, and the run's to judge. */
export type ProbeOutcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'violation'; readonly error: ProtocolViolation }
  | { readonly kind: 'no response'; readonly error: NoAnswer };

export async function probe(call: () => Promise<Reply>): Promise<ProbeOutcome> {
  try {
    return { kind: 'reply', reply: await call() };
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: 'no response', error };
    if (error instanceof ProtocolViolation) return { kind: 'violation', error };
    throw error;
  }
}

/** The presence of a record, by a read of it. A 404 that does not name the record may come from a path without a route. */
export type Presence = 'there' | 'not found' | 'bare 404' | 'unknown';

const records =
  /\b(sub-?accounts?|accounts?|customers?|business(es)?|users?|withdrawals?|payouts?|off-?ramps?|orders?|transactions?|conversions?|records?)\b/i;

const ofRouter = /cannot (get|post)|\b(route|path|url|endpoint|handler)\b|\/v\d/i;

const sentenceOf = (body: unknown): string =>
  isRecord(body)
    ? [body.message, body.error, body.detail, body.title].filter((each) => typeof each === 'string').join(' ')
    : '';

export const presenceOf = (read: ProbeOutcome): Presence => {
  if (read.kind !== 'reply') return 'unknown';
  const { status, body } = read.reply;
  if (isSuccess({ status })) return isRecord(body) ? 'there' : 'unknown';
  if (status !== 404) return 'unknown';
  const sentence = sentenceOf(body);
  return records.test(sentence) && !ofRouter.test(sentence) ? 'not found' : 'bare 404';
};
