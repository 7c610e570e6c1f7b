import { answererOf, isOfGateways, type Marked } from '#attribution';
import { jsonIn } from '#evidence';
import type { Answer } from './attempt.ts';
import { decodeContent } from './coding.ts';
import { defaultLimits } from './limits.ts';
import type { TransportFailure } from './transport-failure.ts';

/** The body as JSON; undefined where it is none. */
export const bodyIn = ({ headers, bytes }: Answer): unknown => {
  const decoded = decodeContent(bytes, headers['content-encoding'], defaultLimits.bodyBytes);
  return decoded.kind === 'decoded' ? jsonIn(decoded.bytes.toString('utf8')) : undefined;
};

/** The party that answered, before the answer is read: it decides whether a repetition is worthwhile. */
export const answererIn = (answer: Answer): Marked => {
  const { status, headers } = answer;
  const body = isOfGateways(status) ? bodyIn(answer) : undefined;
  return answererOf({ status, headers, body, markup: false, odd: false });
};

/** True where the service itself answered, if only to limit the rate. */
export const isAnswered = (outcome: Answer | TransportFailure): boolean =>
  outcome.kind === 'answer' && outcome.status !== 503 && answererIn(outcome) !== 'gateway';
