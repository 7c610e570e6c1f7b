import { parseMIMEType } from 'undici';
import type { WireProblem } from '#evidence';

export interface ContentType {
  /** Media type in lower case, without its parameters; undefined where there is none, empty where it is malformed. */
  readonly essence: string | undefined;
  readonly charset: string | undefined;
}

export function readContentType(header: string | undefined): ContentType {
  if (header === undefined) return { essence: undefined, charset: undefined };
  const type = parseMIMEType(header);
  if (type === 'failure') return { essence: '', charset: undefined };
  return { essence: type.essence, charset: type.parameters.get('charset')?.toLowerCase() };
}

/** `application/json` and every type that RFC 6839 builds on JSON. */
export const isJson = ({ essence }: ContentType): boolean =>
  essence !== undefined && (essence === 'application/json' || /^[\w.+-]+\/[\w.+-]+\+json$/.test(essence));

export const isUtf8Charset = ({ charset }: ContentType): boolean =>
  charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset);

const nameable: ReadonlySet<string> = new Set([
  'text/html',
  'text/plain',
  'text/json',
  'text/xml',
  'text/javascript',
  'application/xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/x-ndjson',
]);

/** The media type where it is a known one; any other is text of the service's own. */
export const describeType = ({ essence }: ContentType): string => {
  if (essence === undefined) return 'no content type';
  return nameable.has(essence) || essence === 'application/json' ? essence : 'another content type';
};

export const wrongType = (type: ContentType): WireProblem => ({
  code: 'CONTENT_TYPE',
  where: 'header content-type',
  expected: 'application/json',
  observed: describeType(type),
});
