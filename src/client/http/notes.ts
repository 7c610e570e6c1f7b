import type { WireNote } from '#evidence';
import { markKey } from '../redaction/marks.ts';

export interface Framing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly empty: boolean;
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
  !empty &&
  status !== 204 &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

export const notesOn = (framing: Framing): readonly WireNote[] => {
  const { interim, trailers } = framing;
  const notes: WireNote[] = [];
  if (interim.length > 0) notes.push({ about: 'interim answers', text: list(interim) });
  if (endsWithConnection(framing))
    notes.push({ about: 'end of the body', text: 'the end of the connection; a cut would not show' });
  if (trailers.length > 0) notes.push({ about: 'trailers', text: list(trailers.map(describeTrailer)) });
  return notes;
};
