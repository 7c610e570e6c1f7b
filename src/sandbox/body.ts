import type { ErrorName } from './error.ts';

interface BodyPolicies {
  readonly acceptsMediaType: (contentType: string | undefined) => boolean;
  /** Throws on anything that is not JSON. */
  readonly parse: (text: string) => unknown;
}

export const body: BodyPolicies = {
  acceptsMediaType: (contentType) => /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? ''),
  parse: (text) => JSON.parse(text),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body as JSON, or the situation that refuses it. */
export function readBody(
  policies: BodyPolicies,
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
