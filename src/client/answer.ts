// An answer as received: head, body and signs of its sender, before any interpretation.
import { isUtf8 } from 'node:buffer';
import { type AnswerTraits, answererOf, isOfGateways, type Marked, productOfPage } from '#attribution';
import { jsonIn, type WireNote, type WireProblem } from '#evidence';
import { decodeContent } from './body.ts';
import { problemAt } from './no-answer.ts';
import { defaultLimits, type Limits } from './request.ts';

/** Headers by lower-case name; repeated headers are joined as HTTP does (RFC 9110, 5.3). */
export interface Head {
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly WireProblem[];
  /** True if further headers were dropped. */
  readonly isLong?: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

const controlCharacter = problemAt(
  'a header',
  'HEADER_CHARS',
  'values without control characters',
  'a control character',
);

/**
 * Header values are Latin-1 by the standard, but UTF-8 in practice. In Latin-1, bytes of UTF-8 would become C1 control
 * characters.
 */
const decode = (value: Buffer): string => value.toString(isUtf8(value) ? 'utf8' : 'latin1');

const needed =
  /^(?:content-(?:type|length|encoding)|transfer-encoding|retry-after|date|location|server|via|age|x-cache|cf-(?:ray|cache-status|mitigated)|www-authenticate|x-amzn-errortype)$/;

/**
 * Reads names and values in pairs, as received. Control characters are reported and removed. With too many headers,
 * only the needed ones stay.
 */
export function readHead(raw: readonly Buffer[], { headerFields }: Limits = defaultLimits): Head {
  const isLong = raw.length / 2 > headerFields;
  const headers: Record<string, string> = Object.create(null);
  const problems: WireProblem[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as Buffer).toString('latin1').toLowerCase();
    if (isLong && !needed.test(name)) continue;
    const value = decode(raw[at + 1] as Buffer).trim();
    const clean = value.replace(controls, '\ufffd');
    const earlier = headers[name];
    headers[name] = earlier === undefined ? clean : `${earlier}, ${clean}`;
    if (clean !== value && problems.length === 0) problems.push(controlCharacter);
  }
  return { headers, problems, isLong };
}

/** A complete answer without any interpretation. */
export interface Answer extends Head {
  readonly kind: 'answer';
  readonly status: number;
  readonly bytes: Buffer;
  /** True if the answer has a body although its status forbids one. */
  readonly forbiddenBody: boolean;
  readonly notes: readonly WireNote[];
  /** Header values of interim answers and trailers, for the search for secrets only. */
  readonly extraHeaders?: readonly string[];
  /** The page that refused the caller at the first sending of this request. */
  readonly before?: Answer;
  readonly startedAt: Date;
  readonly receivedAt: Date;
  /** Milliseconds in the clock of `performance`, or of a recording. */
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly elapsedMs: number;
}

const decodeText = (bytes: Buffer): string => new TextDecoder().decode(bytes);

const textOf = ({ headers, bytes }: Answer): string => {
  const decoded = decodeContent(bytes, headers['content-encoding'], defaultLimits.bodyBytes);
  return decoded.kind === 'decoded' ? decodeText(decoded.bytes) : '';
};

/** Undefined if the body is not JSON. */
export const bodyIn = (answer: Answer): unknown => jsonIn(textOf(answer));

export const shownBy = (answer: Answer): Pick<AnswerTraits, 'status' | 'headers' | 'product'> => {
  const { status, headers } = answer;
  return { status, headers, product: productOfPage(textOf(answer)) };
};

/** Who sent the answer, from its head alone: this decides whether the request is repeated. */
export const answererIn = (answer: Answer): Marked => {
  const { status, headers } = answer;
  const body = isOfGateways(status) ? bodyIn(answer) : undefined;
  return answererOf({ status, headers, body, markup: false, odd: false });
};

/** Undefined if no reply can be formed from the body. */
export function traitsOf({ status, headers, bytes }: Answer): AnswerTraits | undefined {
  const decoded = decodeContent(bytes, headers['content-encoding'], defaultLimits.bodyBytes);
  if (decoded.kind !== 'decoded') return undefined;
  const text = decodeText(decoded.bytes);
  const body = jsonIn(text);
  return { status, headers, body, markup: body === undefined && text.trim() !== '', odd: false, text };
}
