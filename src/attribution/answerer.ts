import { type AnsweredBy, isError, isRedirect, isRefusal, isSuccess, operationOf } from '#contract';
import { isRecord, type Reply, type WireProblem } from '#evidence';
import { inspect } from '#schemas';

/** Remembers what follows from a reply alone: each check asks it of all replies of a run. */
export const oncePerReply = <In extends object, Out>(work: (reply: In) => Out): ((reply: In) => Out) => {
  const known = new WeakMap<In, { readonly result: Out }>();
  return (reply) => {
    const earlier = known.get(reply);
    if (earlier) return earlier.result;
    const result = work(reply);
    known.set(reply, { result });
    return result;
  };
};

/**
 * The party whose marks a single answer bears. `limit`: a rate limiter; nothing was done, or not yet. `gateway`: it failed
 * to reach the service. `block`: a gateway blocked an odd request.
 */
export type Marked = Extract<AnsweredBy, 'service' | 'limit' | 'gateway' | 'block'>;

/** The parts of an answer that show who gave it. */
export interface AnswerTraits {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined where there is none. */
  readonly body: unknown;
  readonly markup: boolean;
  /** True where the request is none that a caller would send in earnest. */
  readonly odd: boolean;
  /** The text of the body, where it is known. */
  readonly text?: string;
}

/** A refusal for now, which says nothing of the request: a 429, or a 503 that names a time. */
const isThrottled = ({ status, headers }: Pick<AnswerTraits, 'status' | 'headers'>): boolean =>
  status === 429 || (status === 503 && headers['retry-after'] !== undefined);

/** A gateway got no whole request, or no answer to it: RFC 9110 has four statuses for that; Cloudflare has its own between 520 and 530. */
export const isOfGateways = (status: number): boolean =>
  status === 408 || (status >= 502 && status <= 504) || (status >= 520 && status <= 530);

/**
 * True where a body is one of the document's errors. A `message` alone is not: the gateways of AWS, Azure and Kong send
 * it too, with a `statusCode` at most.
 */
export const isDocumentedError = (body: unknown): boolean => {
  if (!isRecord(body) || typeof body.message !== 'string') return false;
  return typeof body.error === 'string' || (typeof body.statusCode === 'number' && typeof body.timestamp === 'string');
};

/** How far a page is searched; of more, the rest is content. */
const maxPage = 50_000;

/** Pages of a firewall or a captcha, by which no request gets through. */
const isChallenge = (text: string): boolean =>
  /captcha|cf-chl|challenge-platform|attention required|incapsula|access denied[\s\S]{0,200}reference #|request (?:was |has been )?blocked/i.test(
    text.slice(0, maxPage),
  );

/** Pages of nginx and its kin, Apache and HAProxy, which they show instead of a service that they cannot use. */
const isPageOfGateway = (text: string): boolean =>
  /<hr>\s*<center>(?:nginx|openresty|cloudflare)|<address>apache\b|internal error or\s+misconfiguration|<h1>500 internal server error<\/h1>\s*an internal server error occurred/i.test(
    text.slice(0, maxPage),
  );

/** A request, its URL or its headers are too large for a gateway (RFC 9110, RFC 6585): the document bounds none. */
export const isTooLarge = ({ status }: Pick<Reply, 'status'>): boolean => [413, 414, 431].includes(status);

const ofRules: ReadonlySet<number> = new Set([403, 406]);

/** A redirect in markup, or a failure other than a gateway's own page, is the service's own all the same. */
const isBlock = ({ status, body, markup }: AnswerTraits): boolean =>
  isTooLarge({ status }) ||
  (ofRules.has(status) && !isDocumentedError(body)) ||
  (markup && (isSuccess({ status }) || isRefusal({ status })));

/** What Spring Cloud Gateway says by itself: it has the members of the document's errors, but for `statusCode`, and an id of its own. */
const isOfSpring = ({ status, body }: AnswerTraits): boolean =>
  isRecord(body) &&
  body.status === status &&
  body.statusCode === undefined &&
  typeof body.path === 'string' &&
  typeof body.requestId === 'string';

/** By what gateways that failed to reach a service are known. */
const marksOfGateways: readonly ((shown: AnswerTraits) => boolean)[] = [
  (shown) => isOfGateways(shown.status) && (!isDocumentedError(shown.body) || isOfSpring(shown)),
  ({ status, markup, text = '' }) => status === 500 && markup && isPageOfGateway(text),
  // The API gateway of AWS names so an error of its own; those of the service pass without.
  ({ status, headers, body }) => status >= 500 && headers['x-amzn-errortype'] !== undefined && !isDocumentedError(body),
];

export const answererOf = (shown: AnswerTraits): Marked => {
  const { markup, odd, text = '' } = shown;
  if (isThrottled(shown)) return 'limit';
  if (markup && isChallenge(text)) return 'block';
  if (marksOfGateways.some((isMarked) => isMarked(shown))) return 'gateway';
  return odd && isBlock(shown) ? 'block' : 'service';
};

/**
 * A 503 by which the service itself says that it is not there for now: with a body of the document, or with a time and without a
 * mark of a gateway. Whether it has done what was asked is open.
 */
export const isOwnClosing = (shown: AnswerTraits): boolean => {
  const { status, headers, body, markup } = shown;
  if (status !== 503 || isOfSpring(shown)) return false;
  if (isDocumentedError(body)) return true;
  return headers['retry-after'] !== undefined && !markup && productIn(headers) === undefined;
};

const markupType = /^(?:text\/plain|text\/html|text\/xml|application\/xml|application\/xhtml\+xml)$/;

/** True where there is a body, and it is markup under any content type, or a plain text. */
const isPage = ({ body, empty, contentType = '', problems }: Reply): boolean =>
  body === undefined && !empty && (markupType.test(contentType) || problems.some(({ code }) => code === 'NOT_JSON'));

const traitsOf = (reply: Reply): AnswerTraits => {
  const { status, headers, body, request } = reply;
  return { status, headers, body, markup: isPage(reply), odd: request.purpose.odd === true };
};

export const markedAs = (reply: Reply): Marked => answererOf(traitsOf(reply));

/** True where the service says of a request that it is not there for now. */
export const isPutOff = (reply: Reply): boolean => isOwnClosing(traitsOf(reply));

/** True where a reply bears the marks of nobody else than the service. */
export const isFromService = (reply: Reply): boolean => markedAs(reply) === 'service';

/** Products by their text in `Server`; any other text there is the service's own and is not shown. */
const products: readonly (readonly [RegExp, string])[] = [
  [/cloudflare/i, 'Cloudflare'],
  [/cloudfront/i, 'CloudFront'],
  [/awselb|amazon/i, 'AWS'],
  [/akamai/i, 'Akamai'],
  [/envoy/i, 'Envoy'],
  [/openresty/i, 'OpenResty'],
  [/nginx/i, 'nginx'],
  [/haproxy/i, 'HAProxy'],
  [/varnish/i, 'Varnish'],
  [/traefik/i, 'Traefik'],
  [/caddy/i, 'Caddy'],
  [/kong/i, 'Kong'],
  [/squid/i, 'Squid'],
  [/google frontend|^gws$|^gse$/i, 'Google'],
  [/microsoft-(?:azure|iis)/i, 'Microsoft'],
  [/apache/i, 'Apache'],
];

const ownHeaders: readonly (readonly [RegExp, string])[] = [
  [/^cf-ray$/, 'Cloudflare'],
  [/^x-amz-cf-/, 'CloudFront'],
  [/^x-amzn-|^x-amz-apigw-/, 'AWS'],
  [/^x-azure-ref$/, 'Microsoft'],
  [/^x-kong-/, 'Kong'],
  [/^x-varnish$/, 'Varnish'],
  [/^x-envoy-/, 'Envoy'],
];

/** The product that its headers name. */
export const productIn = (headers: AnswerTraits['headers']): string | undefined => {
  const { server = '' } = headers;
  const named = products.find(([pattern]) => pattern.test(server));
  if (named !== undefined) return named[1];
  const names = Object.keys(headers);
  return ownHeaders.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
};

const typeIn = ({ 'content-type': type }: AnswerTraits['headers']): string => {
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence === '') return 'no content type';
  return /^(?:text\/(?:html|plain|xml)|application\/(?:problem\+)?(?:json|xml))$/.test(essence)
    ? essence
    : 'another content type';
};

/** Such as `nginx, 502, text/html`; no text of the answer itself. */
export const describeAnswer = ({ status, headers }: Pick<AnswerTraits, 'status' | 'headers'>): string =>
  [productIn(headers), String(status), typeIn(headers)].filter((part) => part !== undefined).join(', ');

const hit = /\b(?:hit|miss|expired|stale|bypass|dynamic|revalidated)\b/i;

/** Headers of a cache, each with the parts of a known form; undefined where there is none. */
export const cacheIn = ({ headers }: Pick<AnswerTraits, 'headers'>): string | undefined => {
  const { age, via, 'x-cache': cache, 'cf-cache-status': status } = headers;
  const marks: string[] = [];
  if (age !== undefined) marks.push(/^\d{1,9}$/.test(age.trim()) ? `Age ${age.trim()}` : 'Age');
  for (const [name, value] of [
    ['X-Cache', cache],
    ['CF-Cache-Status', status],
  ] as const)
    if (value !== undefined) marks.push([name, ...(hit.exec(value) ?? [])].join(' '));
  if (via !== undefined) marks.push('Via');
  return marks.length === 0 ? undefined : marks.join(', ');
};

const kept = /\b(?:hit|stale|revalidated)\b/i;

/** The headers of a cache that has kept the answer; undefined where none has. */
export const keptByCache = ({ headers }: Pick<AnswerTraits, 'headers'>): string | undefined => {
  const { age = '0', 'x-cache': cache = '', 'cf-cache-status': status = '' } = headers;
  const isKept = Number(age) > 0 || kept.test(cache) || kept.test(status);
  return isKept ? cacheIn({ headers }) : undefined;
};

/** Codes of problems for which a body cannot be read at all: it is no JSON, or more than is read of any. */
const unreadable = new Set(['NOT_JSON', 'JSON_SYNTAX', 'BODY_ENCODING', 'CONTENT_CODING', 'JSON_SIZE', 'JSON_DEPTH']);

/** Why the body of a reply cannot be read; undefined where it can, or there is none. */
export const unreadableIn = ({ body, problems }: Reply): WireProblem | undefined =>
  body === undefined ? problems.find(({ code }) => unreadable.has(code)) : undefined;

/** The body that the document promises, in words. */
export const promisedBody = (reply: Reply): string => {
  if (!isSuccess(reply)) return 'an object';
  const { success } = operationOf(reply.operation);
  if (success === null) return 'nothing';
  return inspect(success, []).every(({ path }) => path.length > 0) ? 'an array' : 'an object';
};

/** The page or redirect instead of the promised body, in words; undefined where a record or nothing stands there. */
export const pageIn = (reply: Reply): string | undefined => {
  if (isRedirect(reply)) return `${reply.operation} redirects (${reply.status})`;
  const problem = unreadableIn(reply);
  return problem && `${reply.operation} answers with ${problem.observed} instead of ${promisedBody(reply)}`;
};

/** The page or redirect of the service instead of a success, in words; undefined for a refusal with any body. */
export const pageInsteadOfRecord = (reply: Reply): string | undefined =>
  !isError(reply) && isFromService(reply) ? pageIn(reply) : undefined;
