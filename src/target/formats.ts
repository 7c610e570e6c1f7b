import { z } from 'zod';
import { line } from '#lib';
import { environments, type Target } from '#run';

/** The parser for the text of a variable. Its description follows "must be". */
export type TextFormat<Value> = z.ZodType<Value, string>;

const matching = (pattern: RegExp, mustBe: string): TextFormat<string> => z.string().regex(pattern).describe(mustBe);

const uuidPattern = /^(?=.*[1-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const codePattern = /^[A-Za-z]{3,5}$/;

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const listOf = (fits: (part: string) => boolean) =>
  z
    .string()
    .transform(partsOf)
    .refine((parts) => parts.length > 0 && parts.every(fits));

/** A shorter key appears in reports by chance, so that a leak could not be recognised. */
export const key = matching(/^[\x21-\x7e]{12,}$/, 'at least 12 visible ASCII characters without spaces');

export const uuid = matching(uuidPattern, 'a UUID, but not the nil UUID (all zeros)');

// The second of two equal ids may have been meant as another id.
export const uuids: TextFormat<readonly string[]> = listOf((part) => uuidPattern.test(part))
  .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length)
  .describe('one UUID, or several different ones separated by commas');

/** The document writes codes in capitals; the letter case of the user has no meaning. */
const inCapitals = (text: string): string => text.toUpperCase();

export const currency: TextFormat<string> = matching(codePattern, '')
  .transform(inCapitals)
  .describe('a currency code such as BRL');

export const currencies: TextFormat<readonly string[]> = listOf((part) => codePattern.test(part))
  .transform((codes) => [...new Set(codes.map(inCapitals))])
  .describe('currency codes separated by commas, such as MXN,BRL');

export const word = matching(/^[\w.:-]{1,100}$/, 'one word of letters, digits and . : _ -');

export const lightningDestination = matching(
  /^[\w.@+-]{1,2000}$/,
  'a lightning address such as name@example.com, or an invoice such as lnbc1p0',
);

export const asset: TextFormat<string> = word.transform(inCapitals).describe(word.description ?? '');

export const yesOrNo: TextFormat<boolean> = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .describe('true or false');

export const environment: TextFormat<Target['environment']> = z
  .string()
  .pipe(z.enum(environments))
  .describe('sandbox or production');

export const amount: TextFormat<number> = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,8})?$/)
  .transform(Number)
  .refine((value) => value > 0)
  .describe('a plain decimal number above 0, such as 100');

export const path = matching(/^[^\p{Cc}]{1,1000}$/u, 'the path of a file, absolute or relative to the current folder');

export const secret = matching(/^\P{Cc}{6,}$/u, 'at least 6 characters');

export const proxy: TextFormat<string> = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, pathname, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
  })
  .describe('the URL of an HTTP proxy such as http://user:password@proxy.example.com:3128, without a path');

/** Headers that the harness sends itself, that belong to the framing, or that could change the meaning of a read. */
const keptHeaders =
  /^(?:accept.*|cookie2?|content-.*|x[-_]?api[-_]?key|api[-_]?key|user-agent|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|range|if-.*|.*method[-_]?override.*|(?:x[-_])?(?:http[-_])?(?:original[-_]|forwarded[-_])?method|x[-_](?:original|rewrite|forwarded|envoy[-_]original)[-_](?:ur[il]|path|prefix))$/i;

const headerPattern = /^([!#$%&'*+.^_`|~\w-]{1,100})=([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;

const named = <Value>(entryOf: (part: string) => readonly [name: string, value: Value] | undefined) =>
  z.string().transform((text, context): Readonly<Record<string, Value>> => {
    const parts = partsOf(text);
    const found = Object.fromEntries(parts.map(entryOf).filter((entry) => entry !== undefined));
    if (parts.length > 0 && Object.keys(found).length === parts.length) return found;
    context.issues.push({ code: 'custom', message: 'no names with values', input: text });
    return z.NEVER;
  });

export const headers: TextFormat<Readonly<Record<string, string>>> = named((part) => {
  const [, name = '', value = ''] = headerPattern.exec(part) ?? [];
  return name === '' || keptHeaders.test(name) ? undefined : [name.toLowerCase(), value];
}).describe(
  'names with values, such as X-Tenant=acme, X-Gateway-Token=0a1b2c: each name once, no comma in a value, and no header that ramp-conformance or HTTP itself sets',
);

/** A number that `ramp-conformance.json` may contain too. */
export type NumberFormat = z.ZodType<number, number>;

export const wholeNumber = (min: number, max: number): NumberFormat => {
  const mustBe = `a whole number from ${min} to ${max}`;
  return z.int(`must be ${mustBe}`).min(min, `must be ${mustBe}`).max(max, `must be ${mustBe}`).describe(mustBe);
};

export const rate: NumberFormat = z
  .number('must be a number above 0 and up to 1000')
  .positive('must be above 0')
  .max(1_000, 'must be 1000 at most')
  .refine((value) => Number((value * 1_000).toFixed(6)) % 1 === 0, 'must have at most three places')
  .describe('a number above 0 and up to 1000');

export const textOf = (number: NumberFormat): TextFormat<number> =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?$/)
    .transform(Number)
    .pipe(number)
    .describe(number.description ?? '');

const entryPattern = /^([A-Za-z][A-Za-z0-9_]{1,19})=([\d.]+)$/;

export const amountsByCode: TextFormat<Readonly<Record<string, number>>> = named((part) => {
  const [, code = '', value] = entryPattern.exec(part) ?? [];
  const { data } = amount.safeParse(value);
  return data === undefined ? undefined : [code.toUpperCase(), data];
}).describe('codes with plain decimal numbers, such as NGN=5000,COP=20000,WIRE=600, none twice');

export const release: TextFormat<string> = line(60).describe('one line of at most 60 characters');

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const isLoopback = (baseUrl: string): boolean => loopbackHost.test(new URL(baseUrl).hostname);

/**
 * The owner of a URL, for rules that forbid: the dot of an absolute name and another port lead to the same owner. On
 * loopback, each port is another service. Rules that permit compare exactly.
 */
export const ownerOf = (url: string): string => {
  const { host, hostname } = new URL(url);
  return isLoopback(url) ? host : hostname.replace(/\.+$/, '');
};

/** True for plain HTTP to another machine. Other settings decide whether this is allowed. */
export const isPlainHttp = (baseUrl: string): boolean => baseUrl.startsWith('http:') && !isLoopback(baseUrl);

/** Without a slash at the end, so that a path can follow. */
export const baseUrl: TextFormat<string> = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text) || /[?#]/.test(text)) return false;
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username + password === '';
  })
  .transform((text) => new URL(text).href.replace(/\/+$/, ''))
  .describe(
    'an https URL such as https://sandbox.example.com without user, query or fragment; http is only for this machine and for the host in RAMP_PLAIN_HTTP_HOST',
  );

/**
 * Top-level domains that nobody can register (RFC 6761; RFC 6762, appendix G; RFC 8375; ICANN's .internal; .svc of
 * Kubernetes).
 */
const privateName =
  /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?$|^(?:[\w-]+\.)+(?:test|local|localhost|internal|intranet|private|corp|home|lan|svc|home\.arpa)$/;

/** RFC 1918 and RFC 4193. */
const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[f[cd][\da-f]{2}:[\da-f:]+\]$/;

export const privateHost: TextFormat<string> = z
  .string()
  .regex(/^(?:[\w.-]+|\[[\da-f:]+\])$/i)
  .refine((text) => URL.canParse(`http://${text}`))
  .transform((text) => new URL(`http://${text}`).hostname)
  .refine((host) => privateAddress.test(host) || (privateName.test(host) && !/^\d/.test(host)))
  .describe(
    'the name of one host of a private network, such as sandbox or ramp.internal, without a port; a public name has no place here',
  );

/** Host and path, because several environments may share a host. */
export const placeOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname.replace(/\/$/, '')}`;
};

/** As in a URL: lower case, without the usual port. */
export const host: TextFormat<string> = z
  .string()
  .regex(/^[^\s/?#@\\]+(?:\/[^\s/?#@\\]+)*\/?$/)
  .refine((text) => URL.canParse(`https://${text}`))
  .transform((text) => placeOf(`https://${text}`))
  .describe('a host such as sandbox.example.com, with its port where the base URL has one; the path may follow');
