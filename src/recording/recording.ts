// HAR files as one recording of one service.

import type { RecordedExchange } from '#client';
import { Refused } from '#lib';
import { isSuccess } from '#run';
import { type HarEntry, type RecordingFile, readHar } from './har.ts';
import { exchangeIn, isOfBrowser, keysShownIn, type LeftOut, type ShownKeys } from './har-exchange.ts';
import { type RecordedRoute, routeOf, serviceAt, shownUrl } from './route.ts';

export interface Recording {
  readonly baseUrl: string;
  /** The base URL in the form for reports. */
  readonly shownUrl: string;
  readonly exchanges: readonly RecordedExchange[];
  /** Keys and tokens in the recording, which no output may contain. */
  readonly secrets: readonly string[];
  readonly counts: {
    readonly files: number;
    readonly entries: number;
    /** The number of entries of another service, or without a documented endpoint. */
    readonly unmatched: number;
    /** Redirects to https by the browser itself. */
    readonly ofBrowser: number;
    readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
  };
}

interface Routed extends Pick<RecordingFile, 'attached'> {
  readonly entry: HarEntry;
  readonly route: RecordedRoute;
  readonly keys: ShownKeys;
}

/** Without its last slash, a path is another path, unless the service treats both alike. */
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

const baseUrlOf = (routed: readonly Routed[], name: string): string => {
  const urls = [...new Set(routed.map(({ route }) => route.baseUrl))];
  const [only] = urls;
  if (only === undefined)
    throw new Refused(
      `${name} has no request for an endpoint of the document; record the calls to the service itself, such as GET /v1/ramp/banking/balances`,
    );
  if (urls.length > 1)
    throw new Refused(
      `${name} has calls to ${urls.length} services: ${urls.slice(0, 5).map(shownUrl).join(', ')}; name one with --base-url`,
    );
  return only;
};

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

/** Most secrets, because each output is searched for all of them in all forms. */
const maxSecrets = 50;

/** If a service moved its endpoints, only the remaining ones would be judged. */
const isMoved = ({ request: { method, url }, response }: HarEntry, baseUrl: string): boolean =>
  /^(?:GET|POST)$/.test(method) &&
  isSuccess(response ?? { status: 0 }) &&
  url.startsWith(`${baseUrl}/`) &&
  /^\/v\d+\/ramp(?:\/[\w.-]+)+(?:[?#]|$)/.test(url.slice(baseUrl.length));

/**
 * Reads HAR files as one recording of one service.
 * @throws Refused if a file is no HAR, or if no file has a request to an endpoint of the document
 */
export const readRecording = (files: readonly RecordingFile[], asked?: string): Recording => {
  const all = files.map((file) => readHar(file.text, file.name));
  const read = all.map((entries) => entries.filter((entry) => entry === undefined || !isOfBrowser(entry)));
  const routed = read.flatMap((entries, at) => routedIn(entries, files[at]?.attached));
  const [first] = files;
  const name = first ? shownAs(first, files.length - 1) : 'the recording';
  const baseUrl = asked === undefined ? baseUrlOf(routed, name) : serviceAt(asked);
  const own = routed.filter(({ route }) => route.baseUrl === baseUrl);
  if (own.length === 0)
    throw new Refused(
      `${name} has no request for an endpoint of the document under --base-url; give the base URL of the recorded service`,
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
  const secrets = secretsIn(exchanges);
  if (secrets.length > maxSecrets)
    throw new Refused(`${name} shows more than ${maxSecrets} keys and tokens; record the calls of one client`);
  const entries = all.flat().length;
  const browserRedirects = entries - read.flat().length;
  return {
    baseUrl,
    // A URL that the user typed may be shown.
    shownUrl: asked === undefined ? shownUrl(baseUrl) : baseUrl,
    exchanges,
    secrets,
    counts: {
      files: files.length,
      entries,
      unmatched: entries - browserRedirects - own.length - moved,
      ofBrowser: browserRedirects,
      leftOut,
    },
  };
};
