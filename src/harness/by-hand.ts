import { textsIn } from '#attribution';
import { requestIds } from '#client';
import { idsIn, jsonIn, type KeyPlace, type Reply } from '#evidence';
import {
  type AnswerInForm,
  type Finding,
  inWords,
  isSuccess,
  lightningCode,
  newReference,
  orderRows,
  type RoleIds,
  roleVariables,
  shellLine,
  type Target,
} from '#run';
import { describeTerm } from '#schemas';

// An exchange in a form for a vendor's support. A read becomes a shell line too, if it shows the finding with the
// settings alone.

const article = (parameter: string): string => {
  const noun = parameter.replace(/Id$/, '');
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
};

type Holder = Pick<Target, 'keys' | 'roles' | 'order' | 'network' | 'given'>;

/** Only the value of a variable can become a shell expansion. */
interface Known {
  readonly value: string;
  readonly as: string;
}

const worded = (text: string, known: readonly Known[]): string => {
  const named = new Map(known.toReversed().map(({ value, as }) => [value, `<${as}>`]));
  const values = [...named.keys()].filter(Boolean).toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(values.map((value) => value.replace(/\W/g, '\\$&')).join('|'), 'g');
  return values.length === 0 ? text : text.replace(pattern, (value) => named.get(value) ?? value);
};

const wordsFor = (variable: string): string => inWords[variable]?.[0] ?? variable;

const idsOf = ({ roles, given = {} }: Holder) =>
  Object.entries(roleVariables).flatMap(([role, variable]) => {
    const ids = [roles[role as keyof RoleIds] ?? []].flat();
    const isFound = !(variable in given);
    return ids.map((value, at) => ({ value, isFound, as: wordsFor(variable) + (ids.length > 1 ? ` ${at + 1}` : '') }));
  });

/** A default is public, and a user who did not set the variable has no value for it. */
const accountsOf = ({ order }: Holder): readonly Known[] =>
  orderRows.flatMap(({ member, words }) => {
    const value = order[member];
    return words === undefined || typeof value !== 'string' || order.guessed.includes(member)
      ? []
      : [{ value, as: words[0] }];
  });

/** A service may remember a reference, so each order has a new one, also in a body that is no JSON. */
const referencesIn = (text: string): readonly Known[] =>
  [...text.matchAll(/reference\\*"\s*:\s*\\*"([\w-]{36})\\*"/g)].map(([, value = '']) => ({
    value,
    as: newReference,
  }));

const keyWords = (value: string, { full, restricted, other }: Holder['keys']): string => {
  if (value === full) return wordsFor('RAMP_API_KEY');
  if (value === restricted) return wordsFor('RAMP_RESTRICTED_API_KEY');
  return value === other ? wordsFor('RAMP_OTHER_API_KEY') : 'an invalid key';
};

const withScheme = ({ scheme }: KeyPlace, key: string): string => {
  if (scheme === 'Basic') return `Basic <base64 of ${key.slice(1, -1)} and a colon>`;
  return scheme === undefined ? key : `${scheme} ${key}`;
};

const headersOf = ({ request: { credential, contentType, sentBody } }: Reply, key: string) => {
  const headers: [name: string, value: string][] = [];
  if (credential.in === 'header') headers.push(['x-api-key', key]);
  for (const place of credential.in === 'other places' ? credential.places : []) {
    if (place.in === 'cookie') headers.push(['cookie', `${place.name}=${key}`]);
    if (place.in === 'header') headers.push([place.name, withScheme(place, key)]);
  }
  if (sentBody !== undefined && contentType !== undefined) headers.push(['content-type', contentType]);
  return headers;
};

/** Characters. A longer body is replaced by its length; `replay` can make it again. */
const maxBody = 4_000;

/** All parts of a key of eight letters, or the whole of a shorter key. */
const partsOf = (key: string): readonly string[] =>
  Array.from({ length: Math.max(1, key.length - 7) }, (_, at) => key.slice(at, at + 8));

export type ByHand = Pick<Finding, 'request' | 'curl'>;

/**
 * Writes requests without values of the settings or the service. A shell line exists only for a read that needs nothing
 * but settings: no record made before, no altered key, no random value.
 */
export const reproducing = (holder: Holder, replies: readonly Reply[]): ((reply: Reply) => ByHand) => {
  const ids = idsOf(holder);
  const settings: readonly Known[] = [...ids, ...accountsOf(holder)];
  const hasFoundId = (text: string) => ids.some(({ as, isFound }) => isFound && text.includes(`<${as}>`));
  const partsOfKeys = Object.values(holder.keys).flatMap(partsOf);
  const ours = new Set<unknown>([...settings.map(({ value }) => value), ...Object.values(holder.order), lightningCode]);
  const served = new Set<string>();
  let read = 0;
  /** True for a text that the service showed. A refusal does not count, because it may repeat the request. */
  const isServed = (text: string): boolean => {
    for (; read < replies.length; read += 1) {
      const reply = replies[read] as Reply;
      if (isSuccess(reply)) for (const each of textsIn(reply.body)) served.add(each);
    }
    return served.has(text) && !ours.has(text);
  };
  const bodyOf = ({ request: { input, sentBody } }: Reply): string | undefined => {
    if (sentBody === undefined) return undefined;
    if (sentBody.length > maxBody) return `<a body of ${sentBody.length} characters>`;
    const references = referencesIn(sentBody);
    const own = new Set(references.map(({ value }) => value));
    const isForeign = (text: string) => isServed(text) && !own.has(text) && describeTerm(text) !== text;
    if (textsIn(input.body).some(isForeign)) return '<a body with values of the service>';
    return worded(sentBody, [...settings, ...references]);
  };
  /** True without a part of a key and without characters that a terminal interprets. */
  const isHarmless = (text: string): boolean =>
    !/(?!\t)[\p{Cc}\p{Cf}\p{Cs}]/u.test(text) && !partsOfKeys.some((part) => text.includes(part));

  return (reply) => {
    const { method, path, credential, purpose } = reply.request;
    const value = 'value' in credential ? credential.value : '';
    const as = keyWords(value, holder.keys);
    const inPath = credential.in === 'other places' ? [{ value: encodeURIComponent(value), as }] : [];
    const shown = idsIn(reply)
      .filter(([, id]) => isServed(id))
      .map(([parameter, id]) => ({ value: id, as: `the id of ${article(parameter)} that the service shows` }));
    const url = worded(path, [...settings, ...shown, ...inPath]);
    // Every answer is JSON, also without an `accept` header.
    const headers = headersOf(reply, value && `<${as}>`);
    const body = bodyOf(reply);
    if (![url, ...headers.map(([, text]) => text), body ?? ''].every(isHarmless)) return {};
    const request = {
      at: reply.exchange.startedAt,
      method,
      path: url,
      headers: Object.fromEntries(headers),
      ...(body !== undefined && { body }),
    };
    const isFixed = purpose.drawn === undefined || purpose.example === true;
    // A service that needs more than a key is only reached by `replay`, and no variable has an id that the run found.
    if (!isFixed || holder.network || hasFoundId(url)) return { request };
    const curl = shellLine(request);
    return { request, ...(curl !== undefined && { curl }) };
  };
};

/** A word that looks like a secret must not be shown. */
const isSecretive = (word: string): boolean =>
  (word.length >= 32 && /[a-z]/.test(word) && /[A-Z]/.test(word)) ||
  /^(?:sk|pk|rk|key|tok|token|secret|api)[_-]/i.test(word);

/** True for an id: letters, digits and signs. Names, addresses, telephone and account numbers are no ids. */
const isId = (text: string): boolean =>
  /^[\w.:;=/-]{6,100}$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/i.test(text) &&
  !/^[A-Z]{2}\d{2}[A-Z\d]{11,}$/.test(text) &&
  !text.split(/[^\w-]/).some(isSecretive);

const idOf = ({ headers, echoesKey }: Reply): string | undefined => {
  if (echoesKey) return undefined;
  const name = requestIds.find((each) => isId(headers[each] ?? ''));
  return name && `${name}: ${headers[name]}`;
};

/** Characters. Of a longer body, only the place of the finding is shown. */
const maxWhole = 900;
const maxExcerpt = 1_500;

const omitted = (text: string) => `\u0001${text}\u0001`;

const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? value : omitted(`[\u2026 ${value.length}]`);
  return typeof value === 'object' && value !== null ? omitted('{\u2026}') : value;
};

const around = (value: unknown, [step, ...steps]: readonly string[]): unknown => {
  if (Array.isArray(value)) {
    const at = step === undefined || step === '[]' ? 0 : Number(step);
    if (!(at in value)) return closed(value);
    const more = value.length - 1;
    return [around(value[at], steps), ...(more > 0 ? [omitted(`\u2026 ${more} more`)] : [])];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, name === step ? around(held, steps) : closed(held)]),
  );
};

export function excerptOf(body: string, where: string): string {
  if (body.length <= maxWhole) return body;
  const value = jsonIn(body);
  if (value === undefined) return body.slice(0, maxExcerpt);
  const text = JSON.stringify(around(value, where.match(/[^.[\]$]+|\[\]/g) ?? []), null, 2);
  return text.replace(/"\\u0001(.*?)\\u0001"/g, '$1').slice(0, maxExcerpt);
}

/** Status, the service's request id, and the part that shows the finding. */
export function answerOf(reply: Reply, where: string | undefined): AnswerInForm {
  const id = idOf(reply);
  const { body = '' } = reply.exchange.reply ?? {};
  return {
    status: reply.status,
    ...(id !== undefined && { id }),
    ...(where !== undefined && body !== '' && { body: excerptOf(body, where) }),
  };
}
