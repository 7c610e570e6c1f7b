import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { breach, type Mishap } from './mishap.ts';
import type { WireProblem } from './problem.ts';

type Decoder = (bytes: Buffer, bound: { maxOutputLength: number }) => Buffer;

/** RFC 9110 says zlib for `deflate`; many services send the raw form. */
const inflate: Decoder = (bytes, bound) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, bound) : inflateRawSync(bytes, bound);

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflate],
]);

export type Decoded =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'problem'; readonly problem: WireProblem }
  | { readonly kind: 'mishap'; readonly mishap: Mishap };

const undecodable = (observed: string): Decoded => ({
  kind: 'problem',
  problem: {
    code: 'CONTENT_CODING',
    where: 'header content-encoding',
    expected: 'at most one of gzip, br, deflate',
    observed,
  },
});

function ofError(error: unknown, bound: number): Decoded {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return {
      kind: 'mishap',
      mishap: breach('BODY_BOMB', '$', `at most ${bound} bytes when decoded`, 'more'),
    };
  if (code === 'Z_BUF_ERROR')
    return {
      kind: 'mishap',
      mishap: {
        kind: 'silence',
        code: 'BODY_TRUNCATED',
        told: 'the compressed body ends too early',
        begun: true,
      },
    };
  return undecodable('bytes that do not decode');
}

/** Undoes the one content coding that is allowed, within a bound. */
export function decodeContent(bytes: Buffer, contentEncoding: string | undefined, bound: number): Decoded {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || bytes.length === 0) return { kind: 'bytes', bytes };
  if (codings.length > 1) return undecodable(`${codings.length} codings`);
  const decoder = decoders.get(coding);
  if (decoder === undefined) return undecodable('an unknown coding');
  try {
    return { kind: 'bytes', bytes: decoder(bytes, { maxOutputLength: bound }) };
  } catch (error) {
    return ofError(error, bound);
  }
}
