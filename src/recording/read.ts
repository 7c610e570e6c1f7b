import type { RecordedExchange } from '#client';
import { isSuccess, Refused } from '#contract';
import { exchangeIn, sendsKey } from './exchange.ts';
import { type HarEntry, readHar } from './har.ts';
import { type RecordedRoute, routeOf, serviceAt } from './route.ts';

/** A recording as it was read from its file. */
export interface RecordingFile {
  /** The name that a message calls it by. */
  readonly name: string;
  readonly text: string;
}

/** The exchanges with one service that files have recorded. */
export interface Recording {
  readonly baseUrl: string;
  /** In the order of time. */
  readonly exchanges: readonly RecordedExchange[];
  /** Keys and tokens in it, none of which may reach an output. */
  readonly secrets: readonly string[];
  readonly counts: {
    readonly files: number;
    readonly entries: number;
    /** Entries of another service, or of no endpoint of the document. */
    readonly unmatched: number;
    /** Without an answer, its time or its body, or out of a cache. */
    readonly unread: number;
  };
}

interface Routed {
  readonly entry: HarEntry;
  readonly route: RecordedRoute;
  /** Whether the file shows any keys: a recorder may leave them out. */
  readonly showsKeys: boolean;
}

/** A path without its slash is another path, unless the service treats them alike. */
const isMeant = ({ entry, route }: Routed): boolean => !route.slashDiffers || isSuccess(entry.response);

const routedIn = (entries: readonly (HarEntry | undefined)[]): readonly Routed[] => {
  const known = entries.flatMap((entry) => {
    const route = entry && routeOf(entry.request.method, entry.request.url);
    return route ? [{ entry, route }] : [];
  });
  const showsKeys = known.some(({ entry }) => sendsKey(entry));
  return known.map((each) => ({ ...each, showsKeys })).filter(isMeant);
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
      `${name} speaks to ${urls.length} services: ${urls.slice(0, 5).join(', ')}; name one with --base-url`,
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

/**
 * Reads HAR files as one recording of one service.
 * @throws Refused where one is no HAR, or none has a request for an endpoint of the document
 */
export const readRecording = (files: readonly RecordingFile[], asked?: string): Recording => {
  const read = files.map((file) => readHar(file.text, file.name));
  const routed = read.flatMap(routedIn);
  const [first] = files;
  const name = first ? shownAs(first, files.length - 1) : 'the recording';
  const baseUrl = asked === undefined ? baseUrlOf(routed, name) : serviceAt(asked);
  const own = routed.filter(({ route }) => route.baseUrl === baseUrl);
  if (own.length === 0)
    throw new Refused(
      `${name} has no request for an endpoint of the document under --base-url; name the one that was recorded`,
    );
  const exchanges = own
    .flatMap(({ entry, route, showsKeys }) => exchangeIn(entry, route, showsKeys) ?? [])
    .toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const entries = read.reduce((sum, each) => sum + each.length, 0);
  return {
    baseUrl,
    exchanges,
    secrets: secretsIn(exchanges),
    counts: {
      files: files.length,
      entries,
      unmatched: entries - own.length,
      unread: own.length - exchanges.length,
    },
  };
};
