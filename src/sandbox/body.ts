import type { ErrorName } from './error.ts';

export const body = {
  acceptsMediaType: (contentType: string | undefined): boolean =>
    /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? ''),
  parse: (text: string): unknown => JSON.parse(text),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body as JSON, or the situation that refuses it. */
export function readBody(
  policies: typeof body,
  sent: { readonly bytes: Uint8Array | undefined; readonly contentType: string | undefined },
): { readonly value: unknown } | { readonly refused: ErrorName } {
  if (sent.bytes === undefined || sent.bytes.length === 0) return { value: undefined };
  if (!policies.acceptsMediaType(sent.contentType)) return { refused: 'unsupportedMediaType' };
  try {
    return { value: policies.parse(utf8.decode(sent.bytes)) };
  } catch {
    return { refused: 'malformedJson' };
  }
}
