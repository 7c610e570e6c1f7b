import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { WireProblem } from '#evidence';
import { type TransportFailure, violation } from './transport-failure.ts';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer;

/** RFC 9110 says zlib for `deflate`; many services send the raw form. */
const inflate: Decoder = (bytes, bound) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, bound) : inflateRawSync(bytes, bound);

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflate],
]);

type Decoded =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'problem'; readonly problem: WireProblem }
  | { readonly kind: 'failure'; readonly failure: TransportFailure };

const undecodable = (observed: string): Decoded => ({
  kind: 'problem',
  problem: {
    code: 'CONTENT_CODING',
    where: 'header content-encoding',
    expected: 'at most one of gzip, br, deflate',
    observed,
  },
});

const bomb = (bound: number): Decoded => ({
  kind: 'failure',
  failure: violation('BODY_BOMB', '$', `at most ${bound} bytes when decoded`, 'more'),
});

function ofError(error: unknown, bound: number): Decoded {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return bomb(bound);
  if (code === 'Z_BUF_ERROR')
    return {
      kind: 'failure',
      failure: {
        kind: 'no response',
        code: 'BODY_TRUNCATED',
        message: 'the compressed body ends too early',
        begun: true,
      },
    };
  return undecodable('bytes that do not decode');
}

const sample = 1024;

/** No text that anybody reads is repetitive to this degree. */
const absurdRatio = 200;

/**
 * Recognises a bomb by its first kilobyte. Decoding each up to the bound would hold tens of megabytes of waste, because
 * what lies outside the heap is collected late.
 */
function isBombAtFirstSight(bytes: Buffer, coding: string, { decoder, bound }: Bounded): boolean {
  if (bytes.length * absurdRatio < bound * 8) return false;
  const finishFlush = coding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  try {
    decoder(bytes.subarray(0, sample), { maxOutputLength: sample * absurdRatio, finishFlush });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}

interface Bounded {
  readonly decoder: Decoder;
  readonly bound: number;
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
  if (isBombAtFirstSight(bytes, coding, { decoder, bound })) return bomb(bound);
  try {
    return { kind: 'bytes', bytes: decoder(bytes, { maxOutputLength: bound }) };
  } catch (error) {
    return ofError(error, bound);
  }
}
