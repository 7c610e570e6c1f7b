// A request as a vendor's support reads it, and as a line for a shell where the settings alone make it show the finding.

import {
  type Finding,
  isSuccess,
  lightningCode,
  type OrderMaterial,
  type RoleIds,
  roleVariables,
  type Target,
} from '#contract';
import { idsIn, type KeyPlace, type Reply } from '#evidence';
import { describeTerm } from '#schemas';

/** The part of a target whose values must not stand in a report. */
type Holder = Pick<Target, 'keys' | 'roles' | 'order' | 'network' | 'given'>;

/** What stands for a value in a text: `$RAMP_API_KEY`, or a word that no shell can replace, such as `<offrampId>`. */
interface Known {
  readonly value: string;
  readonly as: string;
}

type Variable = Pick<Known, 'as'>;
type Word = readonly (string | Variable)[];

/** The text with each known value in it replaced, the longer ones first. */
const wordOf = (text: string, known: readonly Known[]): Word =>
  known
    .filter(({ value }) => value !== '' && text.includes(value))
    .toSorted((one, other) => other.value.length - one.value.length)
    .reduce<Word>(
      (word, { value, as }) =>
        word.flatMap((part) =>
          typeof part === 'string'
            ? part.split(value).flatMap((piece, at) => (at === 0 ? [piece] : [{ as }, piece]))
            : [part],
        ),
      [text],
    );

const plainText = (word: Word): string => word.map((part) => (typeof part === 'string' ? part : part.as)).join('');

const meanings: Readonly<Record<string, string>> = {
  $RAMP_BASE_URL: 'the URL of the service',
  $RAMP_API_KEY: 'a key with full access',
  $RAMP_RESTRICTED_API_KEY: 'a valid key without permission',
  $RAMP_OTHER_API_KEY: 'a valid key of another account',
};

/** Ends in an error that says what the variable is, where it is not set: without an id the line would ask another endpoint. */
const expansion = ({ as }: Variable): string =>
  `\${${as.slice(1)}:?${meanings[as] ?? `the ${as.slice('$RAMP_'.length).replaceAll('_', ' ').toLowerCase()}`}}`;

const quoted = (word: Word): string => {
  // Between double quotes where that changes nothing, because it is easier to read.
  const isPlain = !word.some((part) => typeof part === 'string' && /["\\$`!]/.test(part));
  const texts = word.map((part) => {
    if (typeof part !== 'string') return isPlain ? expansion(part) : `"${expansion(part)}"`;
    return isPlain || part === '' ? part : `'${part.replaceAll("'", "'\\''")}'`;
  });
  return isPlain ? `"${texts.join('')}"` : texts.join('');
};

const isRunnable = (word: Word): boolean => word.every((part) => typeof part === 'string' || part.as.startsWith('$'));

const idsOf = ({ roles, given = {} }: Holder): readonly Known[] =>
  Object.entries(roleVariables).flatMap(([role, variable]) => {
    const ids = [roles[role as keyof RoleIds] ?? []].flat();
    const isOne = ids.length === 1 && variable in given;
    return ids.map((value, at) => ({ value, as: isOne ? `$${variable}` : `<${variable} ${at + 1}>` }));
  });

const materialVariables = {
  depositAccountNumber: 'RAMP_DEPOSIT_ACCOUNT_NUMBER',
  unverifiedAccountNumber: 'RAMP_UNVERIFIED_ACCOUNT_NUMBER',
  onrampAddress: 'RAMP_ONRAMP_ADDRESS',
  lightningAddress: 'RAMP_LIGHTNING_ADDRESS',
  offrampSenderAddress: 'RAMP_OFFRAMP_SENDER_ADDRESS',
} as const satisfies Partial<Record<keyof OrderMaterial, string>>;

/** A default stands in the documentation, and a user who has not set the variable has no value for it. */
const accountsOf = ({ order }: Holder): readonly Known[] =>
  Object.entries(materialVariables).flatMap(([member, variable]) => {
    const value = order[member as keyof typeof materialVariables];
    return value === undefined || order.guessed.includes(variable) ? [] : [{ value, as: `$${variable}` }];
  });

/** A service may remember a reference, so that each order has a new one, also in a body that is no JSON. */
const referencesIn = (text: string): readonly Known[] =>
  [...text.matchAll(/reference\\*"\s*:\s*\\*"([\w-]{36})\\*"/g)].map(([, value = '']) => ({
    value,
    as: '<a new UUID>',
  }));

const keyWord = (value: string, { full, restricted, other }: Holder['keys']): Word => {
  if (value === '') return [];
  if (value === full) return [{ as: '$RAMP_API_KEY' }];
  if (value === restricted) return [{ as: '$RAMP_RESTRICTED_API_KEY' }];
  return [{ as: value === other ? '$RAMP_OTHER_API_KEY' : '<an invalid key>' }];
};

const schemeWord = ({ scheme }: KeyPlace, key: Word): Word => {
  if (scheme === 'Basic') return ['Basic ', { as: `<base64 of ${plainText(key)}:>` }];
  return scheme === undefined ? key : [`${scheme} `, ...key];
};

type Header = readonly [name: string, word: Word];

const headersOf = ({ request: { credential, contentType, sentBody } }: Reply, key: Word) => {
  const headers: Header[] = [];
  if (credential.in === 'header') headers.push(['x-api-key', key]);
  for (const place of credential.in === 'other places' ? credential.places : []) {
    if (place.in === 'cookie') headers.push(['cookie', [`${place.name}=`, ...key]]);
    if (place.in === 'header') headers.push([place.name, schemeWord(place, key)]);
  }
  headers.push(['accept', ['application/json']]);
  if (sentBody !== undefined && contentType !== undefined) headers.push(['content-type', [contentType]]);
  return headers;
};

/** Without a value curl would leave the header out. */
const headerArgument = ([name, word]: Header): string =>
  `-H ${quoted(word.length === 0 ? [`${name};`] : [`${name}: `, ...word])}`;

interface SentParts {
  readonly method: string;
  readonly url: Word;
  readonly headers: readonly Header[];
  readonly body: Word | undefined;
  readonly isTyped: boolean;
}

const lineOf = ({ method, url, headers, body, isTyped }: SentParts): string =>
  [
    'curl -sS -i -g --path-as-is',
    ...(method === 'HEAD' ? ['-I'] : method === 'POST' ? ['-X POST'] : []),
    ...headers.map(headerArgument),
    // With a body curl would name a type of its own.
    ...(body && !isTyped ? ["-H 'content-type:'"] : []),
    ...(body ? [`--data-raw ${quoted(body)}`] : []),
    quoted([{ as: '$RAMP_BASE_URL' }, ...url]),
  ].join(' ');

/** A longer body is replaced by its length; its case describes it, and `replay` makes it again. */
const maxBody = 4_000;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Every eight letters of a key that follow each other, or all of a shorter one. */
const partsOf = (key: string): readonly string[] =>
  Array.from({ length: Math.max(1, key.length - 7) }, (_, at) => key.slice(at, at + 8));

export type ByHand = Pick<Finding, 'request' | 'curl'>;

/**
 * Writes requests without a value of the settings or of the service. A line for a shell stands only for those that need nothing
 * but settings: no record that was made before, no altered key, no reference that must be new, no drawn value.
 */
export const reproducing = (holder: Holder, replies: readonly Reply[]): ((reply: Reply) => ByHand) => {
  const settings = [...idsOf(holder), ...accountsOf(holder)];
  const partsOfKeys = Object.values(holder.keys).flatMap(partsOf);
  const ours = new Set<unknown>([...settings.map(({ value }) => value), ...Object.values(holder.order), lightningCode]);
  const served = new Set<string>();
  let read = 0;
  /** True of a text that the service has shown; a refusal may repeat what was sent. */
  const isServed = (text: string): boolean => {
    for (; read < replies.length; read += 1) {
      const reply = replies[read] as Reply;
      if (isSuccess(reply)) for (const each of textsIn(reply.body)) served.add(each);
    }
    return served.has(text) && !ours.has(text);
  };
  const bodyOf = ({ request: { input, sentBody } }: Reply): Word | undefined => {
    if (sentBody === undefined) return undefined;
    if (sentBody.length > maxBody) return [{ as: `<a body of ${sentBody.length} characters>` }];
    const references = referencesIn(sentBody);
    const own = new Set(references.map(({ value }) => value));
    const isForeign = (text: string) => isServed(text) && !own.has(text) && describeTerm(text) !== text;
    if (textsIn(input.body).some(isForeign)) return [{ as: '<a body with values of the service>' }];
    return wordOf(sentBody, [...settings, ...references]);
  };
  /** No part of a key, and no character that a terminal or another sink would change. */
  const isHarmless = (text: string): boolean =>
    !/(?!\t)[\p{Cc}\p{Cf}\p{Cs}]/u.test(text) && !partsOfKeys.some((part) => text.includes(part));

  return (reply) => {
    const { method, path, contentType, credential, purpose } = reply.request;
    const key = 'value' in credential ? keyWord(credential.value, holder.keys) : [];
    const inPath =
      credential.in === 'other places' ? [{ value: encodeURIComponent(credential.value), as: plainText(key) }] : [];
    const records = idsIn(reply).filter(([, id]) => isServed(id));
    const ids = records.map(([parameter, value]) => ({ value, as: `<${parameter}>` }));
    const url = wordOf(path, [...settings, ...ids, ...inPath]);
    const headers = headersOf(reply, key);
    const body = bodyOf(reply);
    const words = [url, ...headers.map(([, word]) => word), ...(body ? [body] : [])];
    if (!words.map(plainText).every(isHarmless)) return {};
    const request = {
      method,
      path: plainText(url),
      headers: Object.fromEntries(headers.map(([name, word]) => [name, plainText(word)])),
      ...(body && { body: plainText(body) }),
    };
    const isFixed = purpose.drawn === undefined || purpose.example === true;
    // A service that asks for more than a key is reached by `replay`.
    if (!isFixed || holder.network || !words.every(isRunnable)) return { request };
    return { request, curl: lineOf({ method, url, headers, body, isTyped: contentType !== undefined }) };
  };
};
