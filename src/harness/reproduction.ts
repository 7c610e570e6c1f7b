import { type Finding, isSuccess, lightningCode } from '#contract';
import { idsIn, type KeyPlace, type Reply } from '#evidence';
import { describeTerm } from '#schemas';
import {
  type Holder,
  referencesIn,
  settingsOf,
  textsIn,
  variableFor,
  withoutReferences,
} from './known-values.ts';
import { demand, type Known, plainText, quoted, shellOfKey, type Word, wordOf } from './shell.ts';

export type ByHand = Required<Pick<Finding, 'request' | 'curl'>>;

/** The first success that held a text; a refusal may repeat what was sent. */
type ServedIn = (text: string) => Reply | undefined;

const servedIn = (replies: readonly Reply[]): ServedIn => {
  const holders = new Map<string, Reply>();
  let read = 0;
  return (text) => {
    for (; read < replies.length; read += 1) {
      const reply = replies[read] as Reply;
      if (!isSuccess(reply)) continue;
      for (const each of textsIn(reply.body)) if (!holders.has(each)) holders.set(each, reply);
    }
    return holders.get(text);
  };
};

/** Every key of a run is one of these, or was made of one. */
const keyWord = (value: string, { full, restricted, other }: Holder['keys']): Word => {
  if (value === '') return [];
  if (value === restricted) return [{ shell: '$RAMP_RESTRICTED_API_KEY' }];
  if (value === other) return [{ shell: '$RAMP_OTHER_API_KEY' }];
  return [{ shell: shellOfKey(value, full, 'RAMP_API_KEY') }];
};

const headerWord = ({ scheme }: KeyPlace, key: Word): Word => {
  if (scheme === undefined) return key;
  const coded = `$(printf %s: "${plainText(key)}" | base64 | tr -d '\\n')`;
  return [`${scheme} `, ...(scheme === 'Basic' ? [{ shell: coded }] : key)];
};

const headersOf = ({ request: { credential, contentType, sentBody } }: Reply, keys: Holder['keys']) => {
  const key = 'value' in credential ? keyWord(credential.value, keys) : [];
  const headers: [name: string, word: Word][] = [];
  if (credential.in === 'header') headers.push(['x-api-key', key]);
  for (const place of credential.in === 'other places' ? credential.places : []) {
    if (place.in === 'cookie') headers.push(['cookie', [`${place.name}=`, ...key]]);
    if (place.in === 'header') headers.push([place.name, headerWord(place, key)]);
  }
  headers.push(['accept', ['application/json']]);
  if (sentBody !== undefined && contentType !== undefined) headers.push(['content-type', [contentType]]);
  return headers;
};

/** Without a value curl would leave the header out; with a body it would name another type. */
const headerArgument = ([name, word]: readonly [string, Word]): string =>
  `-H ${quoted(word.length === 0 ? [`${name};`] : [`${name}: `, ...word])}`;

/** The parts of a line that a target with headers, a certificate or a proxy needs; curl reads the headers from standard input. */
const reaching = ({ certificate, proxy, headers = {} }: NonNullable<Holder['network']> = {}) => ({
  before:
    Object.keys(headers).length > 0
      ? `printf '%s\\n' "$RAMP_HEADERS" | tr , '\\n' | sed 's/^ *//; s/ *= */: /' | `
      : '',
  options: [
    ...(Object.keys(headers).length > 0 ? ['-H @-'] : []),
    ...(certificate ? [`--cert "$RAMP_CLIENT_CERT" --key "\${RAMP_CLIENT_KEY:-$RAMP_CLIENT_CERT}"`] : []),
    ...(certificate?.passphrase ? ['--pass "$RAMP_CLIENT_KEY_PASSPHRASE"'] : []),
    ...(proxy ? ['--proxytunnel --proxy "$RAMP_PROXY"'] : []),
  ],
});

/** A longer body is replaced by the description of its case; `replay` makes it again. */
const maxBody = 4_000;

/** Every eight letters of a key that follow each other, or all of a shorter one. */
const partsOf = (key: string): readonly string[] =>
  Array.from({ length: Math.max(1, key.length - 7) }, (_, at) => key.slice(at, at + 8));

/** No part of a key, and no character that a terminal or another sink would change. */
const isHarmless = (words: readonly Word[], partsOfKeys: readonly string[]): boolean =>
  words
    .map(plainText)
    .every(
      (text) => !/(?!\t)[\p{Cc}\p{Cf}\p{Cs}]/u.test(text) && !partsOfKeys.some((part) => text.includes(part)),
    );

/** The place of an id in the text of an answer, for `grep` and `sed`: the name of its member, and which of that name. */
const placeOf = (id: string, body: unknown): { readonly name: string; readonly nth: number } | undefined => {
  const pairs = [...(JSON.stringify(body) ?? '').matchAll(/"(\w+)":"([^"]*)"/g)];
  const [, name] = pairs.find(([, , value]) => value === id) ?? [];
  if (name === undefined) return undefined;
  return {
    name,
    nth: pairs.filter(([, other]) => other === name).findIndex(([, , value]) => value === id) + 1,
  };
};

/** A record of the path, how a shell names it, and what makes it first. */
interface PathRecord {
  readonly known: Known;
  readonly before?: string;
}

/** Writes requests for those who have the settings to send again, by what the service has answered. */
class Reproducer {
  readonly #keys: Holder['keys'];
  readonly #partsOfKeys: readonly string[];
  readonly #settings: readonly Known[];
  readonly #served: ServedIn;
  readonly #ours: ReadonlySet<unknown>;
  readonly #reaching: ReturnType<typeof reaching>;

  constructor(holder: Holder, replies: readonly Reply[]) {
    this.#keys = holder.keys;
    this.#partsOfKeys = Object.values(holder.keys).flatMap(partsOf);
    this.#settings = settingsOf(holder);
    this.#served = servedIn(replies);
    this.#reaching = reaching(holder.network);
    this.#ours = new Set<unknown>([
      ...this.#settings.map(({ value }) => value),
      ...Object.values(holder.order),
      lightningCode,
    ]);
  }

  /** Undefined where it cannot be written without what must not be shown. */
  of(reply: Reply): ByHand | undefined {
    const records = idsIn(reply).flatMap((record) => this.#recordOf(record) ?? []);
    const written = this.#write(reply, [...this.#settings, ...records.map(({ known }) => known)]);
    const before = records.flatMap((record) => record.before ?? []);
    return written && { ...written, curl: [...before, written.curl].join(' && ') };
  }

  /** A record that an order has made is made again; any other of its kind does where none did. */
  #recordOf([parameter, id]: readonly [string, string]): PathRecord | undefined {
    const from = this.#ours.has(id) ? undefined : this.#served(id);
    if (from === undefined) return undefined;
    const isPlain = idsIn(from).every(([, other]) => this.#ours.has(other));
    const place = from.request.method === 'POST' && isPlain ? placeOf(id, from.body) : undefined;
    const line = place && this.#write(from, this.#settings)?.curl;
    if (place === undefined || line === undefined)
      return { known: { value: id, shell: `$${variableFor(parameter)}` } };
    const found = `grep -o '"${place.name}" *: *"[^"]*"' | sed -n ${place.nth}p | cut -d'"' -f4`;
    return {
      known: { value: id, shell: '$MADE_ID' },
      before: `MADE_ID=$(${line} | ${found}) && ${demand('MADE_ID', 'the order made no record')}`,
    };
  }

  #mayShow({ request: { input, sentBody = '' } }: Reply): boolean {
    return (
      sentBody.length <= maxBody &&
      textsIn(withoutReferences(input.body)).every(
        (text) => this.#ours.has(text) || this.#served(text) === undefined || describeTerm(text) === text,
      )
    );
  }

  #write(reply: Reply, known: readonly Known[]): ByHand | undefined {
    const { method, path, sentBody, contentType, input, credential } = reply.request;
    const key = 'value' in credential ? encodeURIComponent(credential.value) : '';
    const inPath =
      credential.in === 'other places' ? [{ value: key, shell: plainText(keyWord(key, this.#keys)) }] : [];
    const url = wordOf(path, [...known, ...inPath]);
    const body =
      sentBody === undefined ? undefined : wordOf(sentBody, [...known, ...referencesIn(input.body)]);
    const headers = headersOf(reply, this.#keys);
    const words = [url, ...(body ? [body] : []), ...headers.map(([, word]) => word)];
    if (!this.#mayShow(reply) || !isHarmless(words, this.#partsOfKeys)) return undefined;
    const request = {
      method,
      path: plainText(url),
      headers: Object.fromEntries(headers.map(([name, word]) => [name, plainText(word)])),
      ...(body ? { body: plainText(body) } : {}),
    };
    const untyped = body !== undefined && contentType === undefined;
    const curl = [
      `${this.#reaching.before}curl -sS -i -g --path-as-is`,
      ...this.#reaching.options,
      ...(method === 'HEAD' ? ['-I'] : method === 'POST' ? ['-X POST'] : []),
      ...headers.map(headerArgument),
      ...(untyped ? ["-H 'content-type:'"] : []),
      ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
      quoted([{ shell: '$RAMP_BASE_URL' }, ...url]),
    ].join(' ');
    return { request, curl };
  }
}

export const reproducing = (holder: Holder, replies: readonly Reply[]) => {
  const reproduction = new Reproducer(holder, replies);
  return (reply: Reply): ByHand | undefined => reproduction.of(reply);
};
