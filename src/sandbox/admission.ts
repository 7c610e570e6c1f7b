import type { ErrorName } from './error.ts';

export interface AcceptedKeys {
  readonly full: string;
  /** A valid key without any permission. */
  readonly restricted: string;
  /** A valid key of another account without subaccounts. */
  readonly other: string;
}

export type KeyKind = keyof AcceptedKeys;

export interface Presented {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * When the key is checked: before the body is read (correct); after the body was parsed as JSON; after every other
 * check, so that an invalid body or an absent resource is answered first; or only after the request had its effect.
 */
type Stage = 'first' | 'after-reading' | 'after-checks' | 'after-effects';

export const authentication = {
  stage: (_operation: string | undefined): Stage => 'first',
  presented: ({ headers }: Presented, _operation: string | undefined): string | undefined => {
    const value = headers['x-api-key'];
    return typeof value === 'string' ? value : undefined;
  },
  recognise: (key: string | undefined, keys: AcceptedKeys, _operation: string | undefined): KeyKind | undefined =>
    (['full', 'restricted', 'other'] as const).find((kind) => key !== undefined && key === keys[kind]),
  mayPass: (kind: KeyKind, operation: string | undefined): boolean =>
    kind === 'full' || (kind === 'other' && (operation === 'balances.read' || operation === 'taxonomy.list')),
};

export const body = {
  acceptsMediaType: (contentType: string | undefined): boolean =>
    /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? ''),
  parse: (text: string): unknown => JSON.parse(text),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

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
