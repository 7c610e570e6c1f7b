// The URL of a recorded request: its service, and the documented endpoint.

import { type OperationId, operationIds, operationOf } from '#contract';

export interface RecordedRoute {
  /** Scheme, host and port, with the path prefix of the service; without a slash at the end. */
  readonly baseUrl: string;
  readonly operation: OperationId;
  /** The path below the base URL, with the query. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** True if the path differs from the document's only in the last slash. */
  readonly slashDiffers: boolean;
}

const withoutEnd = (path: string): string => path.replace(/\/$/, '');

const routes = operationIds.map((operation) => {
  const { method, path } = operationOf(operation);
  const form = withoutEnd(path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { operation, method, form: new RegExp(`^${form}/?$`), endsInSlash: path.endsWith('/') };
});

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const operationAt = (method: string, path: string): Omit<RecordedRoute, 'baseUrl' | 'path'> | undefined => {
  const bare = path.split('?', 1)[0] ?? '';
  for (const { operation, method: own, form, endsInSlash } of routes) {
    const found = own === method ? form.exec(bare) : null;
    if (found === null) continue;
    const named = Object.entries(found.groups ?? {}).map(([name, segment]) => [name, decoded(segment)]);
    const parameters = Object.fromEntries(named);
    return { operation, parameters, slashDiffers: bare.endsWith('/') !== endsInSlash };
  }
  return undefined;
};

/** Normalised: the host in lower case, without the usual port and the last slash. */
export const serviceAt = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
};

/** Segments that identify the service. Another segment may be a name or a token. */
const plainWord =
  /^(?:v\d{1,2}|apis?|app|banking|core|demo|dev|development|gateway|live|partners?|payments?|prod|production|public|qa|ramp|rest|sandbox|services?|stage|staging|test|testing|uat)$/i;

const isPlain = (segment: string): boolean => segment.split(/[-_.]/).every((word) => plainWord.test(word));

/** The base URL for reports, because only the recording names it. */
export const shownUrl = (baseUrl: string): string => {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/').map((each) => (each === '' || isPlain(each) ? each : '*'));
  return `${origin}${segments.join('/').replace(/\/$/, '')}`;
};

/** Characters; no URL of the document has a quarter of this. */
const maxUrl = 4_096;

/** The base URL ends where the operation's path begins; undefined if the document has no such path. */
export const routeOf = (method: string, url: string): RecordedRoute | undefined => {
  if (url.length > maxUrl) return undefined;
  const bare = url.split('#', 1)[0] ?? '';
  // Reports must not show a name and password before the host.
  const plain = bare.replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  if (!/^https?:\/\/[^/]+\//i.test(plain) || !URL.canParse(plain)) return undefined;
  // No path of the document contains a version in its middle.
  const index = Math.max(...['/v1/', '/v2/'].map((version) => (plain.split('?', 1)[0] ?? '').lastIndexOf(version)));
  const found = index < 0 ? undefined : operationAt(method, plain.slice(index));
  return found && { ...found, baseUrl: serviceAt(plain.slice(0, index)), path: plain.slice(index) };
};
