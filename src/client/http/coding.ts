import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { WireProblem } from '#evidence';
import { codeOf } from '#lib';
import { problemAt, type TransportFailure, tooManyCodings, truncated, violation } from './transport-failure.ts';

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

/** The bytes as far as they are decoded, with what is wrong with their coding. */
interface Decoded {
  readonly kind: 'decoded';
  readonly bytes: Buffer;
  readonly problem?: WireProblem;
  /** The coding is one that readers undo, and these bytes stop them; text under a name that is no coding is read as it stands. */
  readonly unreadable?: true;
}

/** Names that stand there though they name no coding of ours; any other is text of the service's own. */
const nameable = /^(?:utf-?8|us-ascii|iso-8859-1|none|binary|text|json|base64|chunked|compress|zstd)$/;

const miscoded = (coding: string, observed: string): WireProblem => {
  const named = decoders.has(coding) || nameable.test(coding) ? coding : 'another coding';
  return problemAt('header content-encoding', 'CONTENT_CODING', 'the coding of the body', `${named}${observed}`);
};

const bomb = (bound: number): TransportFailure =>
  violation('BODY_BOMB', '$', `at most ${bound} bytes when decoded`, 'more');

const sample = 1024;

/** No text that anybody reads is repetitive to this degree. */
const absurdRatio = 200;

/**
 * Recognises a bomb by its first kilobyte. Decoding each up to the bound would hold tens of megabytes of waste, because
 * what lies outside the heap is collected late.
 */
function isBombAtFirstSight(bytes: Buffer, decoder: Decoder): boolean {
  const isBrotli = decoder === brotliDecompressSync;
  const finishFlush = isBrotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  try {
    decoder(bytes.subarray(0, sample), { maxOutputLength: sample * absurdRatio, finishFlush });
    return false;
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** RFC 9110 allows any number; the bound is ours. */
const maxCodings = 3;

/** Undoes one content coding within a bound; undefined where the bytes are not coded so. */
function decodeOnce(bytes: Buffer, decoder: Decoder, bound: number): Buffer | TransportFailure | undefined {
  const isLarge = bytes.length * absurdRatio >= bound * 8;
  if (isLarge && isBombAtFirstSight(bytes, decoder)) return bomb(bound);
  try {
    return decoder(bytes, { maxOutputLength: bound });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return bomb(bound);
    return codeOf(error) === 'Z_BUF_ERROR' ? truncated('the compressed body ends too early') : undefined;
  }
}

/** Undoes the content codings, the last first, as far as the bytes are coded so. */
export function decodeContent(
  bytes: Buffer,
  contentEncoding: string | undefined,
  bound: number,
): Decoded | TransportFailure {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings && bytes.length > 0) return tooManyCodings(maxCodings);
  let plain = bytes;
  for (const coding of bytes.length === 0 ? [] : codings.reverse()) {
    const decoder = decoders.get(coding);
    const decoded = decoder && decodeOnce(plain, decoder, bound);
    if (decoded === undefined) {
      if (decoder === undefined)
        return {
          kind: 'decoded',
          bytes: plain,
          problem: miscoded(coding, ', which is none of gzip, br, deflate'),
        };
      const problem = miscoded(coding, ', and bytes that are not coded so');
      return { kind: 'decoded', bytes: plain, problem, unreadable: true };
    }
    if (!Buffer.isBuffer(decoded)) return decoded;
    plain = decoded;
  }
  return { kind: 'decoded', bytes: plain };
}
