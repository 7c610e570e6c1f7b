import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { WireProblem } from '#evidence';
import { problemAt, type TransportFailure, truncated, violation } from './transport-failure.ts';

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

/** The bytes, what is wrong with the coding, or why there is no body to read. */
type Decoded = Buffer | WireProblem | TransportFailure;

const undecodable = (observed: string): WireProblem =>
  problemAt('header content-encoding', 'CONTENT_CODING', 'at most one of gzip, br, deflate', observed);

const bomb = (bound: number): TransportFailure =>
  violation('BODY_BOMB', '$', `at most ${bound} bytes when decoded`, 'more');

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

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

/** Undoes the one content coding that is allowed, within a bound. */
export function decodeContent(bytes: Buffer, contentEncoding: string | undefined, bound: number): Decoded {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || bytes.length === 0) return bytes;
  if (codings.length > 1) return undecodable(`${codings.length} codings`);
  const decoder = decoders.get(coding);
  if (decoder === undefined) return undecodable('an unknown coding');
  const isLarge = bytes.length * absurdRatio >= bound * 8;
  if (isLarge && isBombAtFirstSight(bytes, decoder)) return bomb(bound);
  try {
    return decoder(bytes, { maxOutputLength: bound });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return bomb(bound);
    if (codeOf(error) === 'Z_BUF_ERROR') return truncated('the compressed body ends too early');
    return undecodable('bytes that do not decode');
  }
}
