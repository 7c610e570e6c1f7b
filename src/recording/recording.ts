// HAR files as one recording of one service: which URLs are its own, and what it exchanged.

import type { RecordedExchange } from '#client';
import { isSuccess, type OperationId, operationIds, operationOf } from '#contract';
import { Refused } from '#lib';
import { type HarEntry, type RecordingFile, readHar } from './har.ts';
import { exchangeIn, keysShownIn, type LeftOut, type ShownKeys } from './har-exchange.ts';

/** The place of a URL below a base URL, by the operation that it asks for. */
export interface RecordedRoute {
  /** Origin, and a path prefix where the service has one; without a slash at its end. */
  readonly baseUrl: string;
  readonly operation: OperationId;
  /** Below the base URL, query included. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The path is the document's but for the slash at its end. */
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

/** The operation that a path below a base URL asks for. */
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

/** A base URL in the one way to write it: the host in lower case, no port that goes without saying, no slash at the end. */
const serviceAt = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
};

/** Segments that say which service it is; any other may be a name or a token. */
const plainWord =
  /^(?:v\d{1,2}|apis?|app|banking|core|demo|dev|development|gateway|live|partners?|payments?|prod|production|public|qa|ramp|rest|sandbox|services?|stage|staging|test|testing|uat)$/i;

const isPlain = (segment: string): boolean => segment.split(/[-_.]/).every((word) => plainWord.test(word));

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Below a public suffix of two parts, such as `co.uk`, the third from the end is whose it is. */
const isSuffix = (label: string): boolean => /^(?:ac|co|com|edu|gob|gov|net|org)$/.test(label);

const isOfHost = (label: string): boolean =>
  label
    .split('-')
    .every((word) => plainWord.test(word) || /^(?:ap|central|east|eu|north|south|uk|us|west|\d{1,2})$/.test(word));

/** Whose service it is, and words that say which of theirs; tenants, persons, tokens and machines are nobody's to read. */
function shownHost(hostname: string): string {
  if (loopback.test(hostname)) return hostname;
  if (/^[\d.]+$|[[\]:]/.test(hostname)) return '*';
  const labels = hostname.split('.');
  const kept = isSuffix(labels.at(-2) ?? '') ? 3 : 2;
  return labels.map((label, at) => (at >= labels.length - kept || isOfHost(label) ? label : '*')).join('.');
}

/** A base URL as a report may show it, where nobody but the recording has named it. */
const shownUrl = (baseUrl: string): string => {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const origin = `${protocol}//${shownHost(hostname)}${port === '' ? '' : `:${port}`}`;
  const segments = pathname.split('/').map((each) => (each === '' || isPlain(each) ? each : '*'));
  return `${origin}${segments.join('/').replace(/\/$/, '')}`;
};

/** No URL of the document has a quarter of it. */
const maxUrl = 4_096;

/** Finds the operation in a URL, and by it where the base URL ends; undefined where the URL is none of the document's. */
const routeOf = (method: string, url: string): RecordedRoute | undefined => {
  if (url.length > maxUrl) return undefined;
  const bare = url.split('#', 1)[0] ?? '';
  // A name and a password before the host are no part of what a report may call the service.
  const plain = bare.replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  if (!/^https?:\/\/[^/]+\//i.test(plain) || !URL.canParse(plain)) return undefined;
  // No path of the document has a version within.
  const index = Math.max(...['/v1/', '/v2/'].map((version) => (plain.split('?', 1)[0] ?? '').lastIndexOf(version)));
  const found = index < 0 ? undefined : operationAt(method, plain.slice(index));
  return found && { ...found, baseUrl: serviceAt(plain.slice(0, index)), path: plain.slice(index) };
};

/** The exchanges with one service that files have recorded. */
export interface Recording {
  readonly baseUrl: string;
  /** The base URL as reports show it. */
  readonly shownUrl: string;
  /** In the order of time. */
  readonly exchanges: readonly RecordedExchange[];
  /** Keys and tokens in it, none of which may reach an output. */
  readonly secrets: readonly string[];
  readonly counts: {
    readonly files: number;
    readonly entries: number;
    /** Entries of another service, or of no endpoint of the document. */
    readonly unmatched: number;
    /** How many of the service's entries are left out, by the reason. */
    readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
  };
}

interface Routed extends Pick<RecordingFile, 'attached'> {
  readonly entry: HarEntry;
  readonly route: RecordedRoute;
  readonly keys: ShownKeys;
}

/** A path without its slash is another path, unless the service treats them alike. */
const isMeant = ({ entry, route }: Routed): boolean =>
  !route.slashDiffers || isSuccess(entry.response ?? { status: 0 });

const routedIn = (
  entries: readonly (HarEntry | undefined)[],
  attached: RecordingFile['attached'],
): readonly Routed[] => {
  const known = entries.flatMap((entry) => {
    const route = entry && routeOf(entry.request.method, entry.request.url);
    return route ? [{ entry, route }] : [];
  });
  const keys = keysShownIn(
    known.map(({ entry }) => entry),
    known.map(({ route }) => route.operation),
  );
  return known.map((each) => ({ ...each, keys, attached })).filter(isMeant);
};

const shownAs = (file: RecordingFile, others: number): string =>
  others === 0 ? file.name : `${file.name} and ${others} more`;

/** The one service that is spoken to. */
const baseUrlOf = (routed: readonly Routed[], name: string): string => {
  const urls = [...new Set(routed.map(({ route }) => route.baseUrl))];
  const [only] = urls;
  if (only === undefined)
    throw new Refused(
      `${name} has no request for an endpoint of the document; record the calls to the service itself, such as GET /v1/ramp/banking/balances`,
    );
  if (urls.length > 1)
    throw new Refused(
      `${name} speaks to ${urls.length} services: ${urls.slice(0, 5).map(shownUrl).join(', ')}; name one with --base-url`,
    );
  return only;
};

/** Shorter ones would be found in any text. */
const secretsIn = (exchanges: readonly RecordedExchange[]): readonly string[] => {
  const keys = exchanges.flatMap(({ credential }) =>
    'value' in credential && credential.value.length >= 8 ? [credential.value] : [],
  );
  const tokens = exchanges.flatMap(({ headers: { authorization = '' } }) => {
    const token = authorization.replace(/^\w+\s+/, '');
    return token.length >= 16 ? [token] : [];
  });
  return [...new Set([...keys, ...tokens])];
};

/** Served under such a path, which is none of the document: a service that moves its endpoints would be judged by those that stayed. */
const isMoved = ({ request: { method, url }, response }: HarEntry, baseUrl: string): boolean =>
  /^(?:GET|POST)$/.test(method) &&
  isSuccess(response ?? { status: 0 }) &&
  url.startsWith(`${baseUrl}/`) &&
  /^\/v\d+\/ramp(?:\/[\w.-]+)+(?:[?#]|$)/.test(url.slice(baseUrl.length));

/**
 * Reads HAR files as one recording of one service.
 * @throws Refused where one is no HAR, or none has a request for an endpoint of the document
 */
export const readRecording = (files: readonly RecordingFile[], asked?: string): Recording => {
  const read = files.map((file) => readHar(file.text, file.name));
  const routed = read.flatMap((entries, at) => routedIn(entries, files[at]?.attached));
  const [first] = files;
  const name = first ? shownAs(first, files.length - 1) : 'the recording';
  const baseUrl = asked === undefined ? baseUrlOf(routed, name) : serviceAt(asked);
  const own = routed.filter(({ route }) => route.baseUrl === baseUrl);
  if (own.length === 0)
    throw new Refused(
      `${name} has no request for an endpoint of the document under --base-url; name the one that was recorded`,
    );
  const results = own.map(({ entry, route, ...file }) => exchangeIn(entry, route, file));
  const leftOut: Partial<Record<LeftOut, number>> = {};
  for (const reason of results) if (typeof reason === 'string') leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  const ownEntries = new Set(own.map(({ entry }) => entry));
  const others = read.flat().filter((entry) => entry !== undefined && !ownEntries.has(entry));
  const moved = others.filter((entry) => entry && isMoved(entry, baseUrl)).length;
  if (moved > 0) leftOut['under a path that the document does not have'] = moved;
  const exchanges = results
    .filter((result) => typeof result !== 'string')
    .toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const entries = read.reduce((sum, each) => sum + each.length, 0);
  return {
    baseUrl,
    // What a person has typed is theirs to show.
    shownUrl: asked === undefined ? shownUrl(baseUrl) : baseUrl,
    exchanges,
    secrets: secretsIn(exchanges),
    counts: {
      files: files.length,
      entries,
      unmatched: entries - own.length - moved,
      leftOut,
    },
  };
};
