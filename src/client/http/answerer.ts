import { type Answerer, answererOf, isOfGateways } from '#evidence';
import type { Answer } from './attempt.ts';
import { decodeContent } from './coding.ts';
import { defaultLimits } from './limits.ts';

/** The body as JSON, as far as it is needed to know an error of the service from one of a gateway. */
const jsonIn = ({ bytes, head }: Answer): unknown => {
  const decoded = decodeContent(bytes, head.headers['content-encoding'], defaultLimits.bodyBytes);
  if (decoded.kind !== 'bytes') return undefined;
  try {
    return JSON.parse(decoded.bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** The party that answered, before the answer is read: it decides whether a repetition is worthwhile. */
export const answererIn = (answer: Answer): Answerer => {
  const { status, head } = answer;
  const body = isOfGateways(status) ? jsonIn(answer) : undefined;
  return answererOf({ status, headers: head.headers, body, markup: false, odd: false });
};
