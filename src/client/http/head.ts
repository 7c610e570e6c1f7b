import { isUtf8 } from 'node:buffer';
import type { WireNote, WireProblem } from '#evidence';
import { markKey } from '../redaction/codes.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { problemAt, type Violation, violation } from './transport-failure.ts';

/** Headers of a reply by lower-case name, repeated ones joined as HTTP joins them. */
export interface Head {
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly WireProblem[];
  /** There were more headers than are kept. */
  readonly isLong?: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

/** Values are Latin-1 by the letter and UTF-8 by habit; the C1 range of Latin-1 would hide inside the latter. */
const decode = (value: Buffer): string => value.toString(isUtf8(value) ? 'utf8' : 'latin1');

/** Headers by which an answer is read, and those by which it shows who gave it. */
const needed =
  /^(?:content-(?:type|length|encoding)|transfer-encoding|retry-after|date|location|server|via|age|x-cache|cf-(?:ray|cache-status))$/;

/**
 * Reads names and values as they came, in pairs; control characters are reported and taken out. Of more headers than are kept,
 * those stay that are needed.
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

const controlCharacter = problemAt(
  'a header',
  'HEADER_CHARS',
  'values without control characters',
  'a control character',
);

/** RFC 9110 6.4.1: these have no body, even where their headers announce one. */
export const isBodiless = (status: number): boolean => status === 204 || status === 304;

export const announcesBody = (headers: Head['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Why no answer can follow a head. */
export function brokenHead(status: number): Violation | undefined {
  if (status < 100 || status > 599)
    return violation('PROTO_STATUS', 'status', 'a status between 100 and 599', 'another number');
  if (status === 101) return violation('PROTO_UPGRADE', 'status', 'no change of protocol', '101');
  return undefined;
}

interface Framing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly empty: boolean;
  readonly isLong?: boolean | undefined;
  /** Statuses of the answers before this one. */
  readonly interim: readonly number[];
  /** Names of what came after the body. */
  readonly trailers: readonly string[];
}

/** Trailers that are in use; any other name is text of the service's own. */
const knownTrailers: ReadonlySet<string> = new Set([
  'content-digest',
  'content-md5',
  'date',
  'digest',
  'etag',
  'expires',
  'repr-digest',
  'server-timing',
  'signature',
  'x-amz-checksum-crc32',
  'x-amz-checksum-sha256',
  'x-checksum',
]);

const describeTrailer = (name: string): string => (knownTrailers.has(name) ? name : markKey(name));

const list = (values: readonly (string | number)[]): string => [...new Set(values)].sort().join(', ');

/** A body of neither length nor chunks, as in HTTP/1.0, is over when the connection is. */
const endsWithConnection = ({ status, headers, empty }: Framing): boolean =>
  !empty && status !== 204 && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

export const notesOn = (framing: Framing): readonly WireNote[] => {
  const { interim, trailers, isLong } = framing;
  const notes: WireNote[] = [];
  if (interim.length > 0) notes.push({ about: 'interim answers', text: list(interim) });
  if (endsWithConnection(framing))
    notes.push({ about: 'end of the body', text: 'the end of the connection; a cut would not show' });
  if (trailers.length > 0) notes.push({ about: 'trailers', text: list(trailers.map(describeTrailer)) });
  if (isLong) notes.push({ about: 'number of headers', text: 'more than are kept' });
  return notes;
};
