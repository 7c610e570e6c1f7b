import { answererOf, isOfGateways, type Marked } from '#attribution';
import { jsonIn } from '#evidence';
import type { Answer } from './attempt.ts';
import { decodeContent } from './coding.ts';
import { defaultLimits } from './limits.ts';

/** The body as JSON, as far as it is needed to know an error of the service from one of a gateway. */
const bodyIn = ({ bytes, head }: Answer): unknown => {
  const decoded = decodeContent(bytes, head.headers['content-encoding'], defaultLimits.bodyBytes);
  return Buffer.isBuffer(decoded) ? jsonIn(decoded.toString('utf8')) : undefined;
};

/** The party that answered, before the answer is read: it decides whether a repetition is worthwhile. */
export const answererIn = (answer: Answer): Marked => {
  const { status, head } = answer;
  const body = isOfGateways(status) ? bodyIn(answer) : undefined;
  return answererOf({ status, headers: head.headers, body, markup: false, odd: false });
};

/** An HTTP date against the service's own clock, which may be hours off ours. */
function untilDate(value: string, serverDate: string | undefined): number | undefined {
  const instant = Date.parse(value);
  if (Number.isNaN(instant) || !/[a-z]/i.test(value)) return undefined;
  const now = Date.parse(serverDate ?? '');
  const wait = instant - (Number.isNaN(now) ? Date.now() : now);
  return wait > 0 ? wait : undefined;
}

/** No run waits so long, and a greater number would stand in our own sentences. */
const maxMs = 86_400_000;

/** How long an answer asks to be left alone, in milliseconds; undefined where it names no usable time. */
export function namedWait({ head }: Pick<Answer, 'head'>): number | undefined {
  const value = head.headers['retry-after']?.trim() ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : untilDate(value, head.headers.date);
  return wait === undefined ? undefined : Math.min(wait, maxMs);
}
