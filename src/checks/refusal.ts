import { cacheIn, pageForRecord, unlistedShown, unreadable } from '#attribution';
import type { Absence } from '#contract';
import { listedIn, type OperationId, operationOf } from '#contract';
import { amountIn, isRecord, type Reply, untested, valueAt } from '#evidence';
import { isKeyRefusal, isRefusal, isSuccess } from '#run';
import { bankAccountError, fullError, inspect, shortError } from '#schemas';
import { type CheckContext, type Found, finding, notJson, notTheBody, wrongStatus } from './judgement.ts';

/** The document's kinds of messages. They are matched by their meaning, because wording and language are free. */
export type MessageKind =
  | 'invalid key'
  | 'no permission'
  | `${Absence['of']} not found`
  | 'verification required'
  | 'invoice generated';

const subaccount = /sub[-_ ]?accounts?/i;
const bankAccount = /bank|recipient|beneficiary|payee/i;
const customer = /customer|individual|\bperson|\bclient|\buser\b/i;
const business = /business|company|\bkyb\b|merchant|organi[sz]ation/i;
const withdrawal = /withdrawal|payout/i;
const plainAccount = /(?<!bank[-_ ])(?<!sub[-_ ]?)\baccounts?\b/i;
const verification = /\bkyc\b|verification/i;

const delivery = /deliver|fund|money|bank|account|payout|settle|transfer|credit|recipient|receiv|(?<![a-z])sen[dt]/i;

/** Words for absence. The word "not" alone appears in any refusal. */
const absence =
  /not[-_ ]?(?:\w+[-_ ]){0,2}?(?:found|exist\w*|located?|known|present|available|registered|recogni[sz]ed|there|valid|match\w*|on (?:file|record)|resolve\w*)|n't (?:\w+ )?(?:find|found|exist|locate|have|match|know|resolve)|(?:cannot|could not|unable to|failed to) (?:be )?(?:find|found|locate|resolve|retrieve|identif)|\bno\b(?! (?:longer )?(?:permi|access|right))|\bnone\b|unknown|missing|absent|non-?exist|invalid|unrecogni[sz]ed|unavailable|\bgone\b|deleted|removed|nothing|never existed|notfound/i;

const state =
  /approv|verified|pending|locked|blocked|suspend|frozen|active|closed|reject|review|complet|success|requir/i;

interface Ideas {
  readonly own: readonly RegExp[];
  readonly foreign: readonly RegExp[];
  /** A second meaning that the message needs too. */
  readonly also?: RegExp;
  /** Words that show, in an unknown language, that the second meaning is missing. */
  readonly butNot?: RegExp;
}

const absenceIdea = { also: absence, butNot: state };

const ideas: Readonly<Record<MessageKind, Ideas>> = {
  'invalid key': { own: [/key|unauthori[sz]ed|authenticat|credential|token/i], foreign: [] },
  'no permission': {
    // A caller that tried too many keys may be locked out.
    own: [
      /permi|forbidden|access|allow|authori[sz]|scope|privilege|\bright|\brole\b|attempt|(b|\b)locked/i,
      /\bmay not\b|not (able|enabled|entitled|eligible)|entitle|\bgrant|restrict|denied/i,
    ],
    foreign: [],
  },
  'subaccount not found': {
    own: [subaccount, plainAccount],
    foreign: [customer, business, withdrawal, bankAccount],
    ...absenceIdea,
  },
  'customer not found': {
    own: [customer, verification],
    foreign: [business, withdrawal, bankAccount, subaccount],
    ...absenceIdea,
  },
  'business not found': {
    own: [business, verification],
    foreign: [customer, withdrawal, bankAccount, subaccount],
    ...absenceIdea,
  },
  'withdrawal not found': {
    own: [withdrawal],
    foreign: [customer, business, bankAccount, subaccount],
    ...absenceIdea,
  },
  'bank account not found': {
    own: [bankAccount, plainAccount],
    foreign: [customer, business, withdrawal, subaccount],
    ...absenceIdea,
  },
  'verification required': {
    own: [
      /verif|\bky[bc]\b|identity|identif(?:y|ication)|document|compliance|due diligence|onboarding|approv|requirements?\b/i,
    ],
    foreign: [],
  },
  'invoice generated': { own: [/invoice|payment request|\bbolt/i], foreign: [], also: delivery },
};

/** Frequent words of English. Short words that other languages share are left out. */
const english =
  /\b(the|not|found|does|doesn't|exist|exists|invalid|missing|unknown|failed|something|went|wrong|cannot|must|your|you|has|have|been|this|that|with|unauthorized|forbidden|internal|bad|request|resource|access|denied|allowed|value|required|limit|exceeded)\b/i;

/** True for several words, none of them English: then the check cannot judge the meaning. */
const isInAnotherLanguage = (message: string): boolean =>
  message.trim().split(/\s+/).length > 1 && !english.test(message);

/** Scripts without spaces write a message as one word. */
const isInAnotherScript = (message: string): boolean => /[^\p{Script=Latin}\p{Script=Common}]/u.test(message);

export const speaksOf = (message: string, kind: MessageKind): boolean =>
  ideas[kind].own.some((idea) => idea.test(message));

/** True if the message has this meaning. A message in an unknown language counts as right. */
export const isOfKind = (message: string, kind: MessageKind): boolean => {
  const { own, foreign, also, butNot } = ideas[kind];
  const isUnknown = isInAnotherLanguage(message) || isInAnotherScript(message);
  if (own.some((idea) => idea.test(message)))
    return !also || also.test(message) || (isUnknown && butNot?.test(message) === false);
  return isUnknown && !foreign.some((idea) => idea.test(message));
};

export interface Refusal {
  /** If undefined, any refusal of the order is right. */
  readonly status?: number;
  /** 4xx statuses that are no refusal, if no status is stated. */
  readonly except?: readonly number[];
  readonly error?: string;
  readonly message?: MessageKind;
  readonly naming?: readonly string[];
  readonly body?: 'full' | 'short' | 'bank account';
}

const bodies = { full: fullError, short: shortError, 'bank account': bankAccountError } as const;

/** A finding for a request that was not refused. It names the cache that may have answered. */
const unrefused = (reply: Reply, code: 'NOT_REFUSED' | 'WRONG_STATUS', expected: string): readonly Found[] => {
  const cache = isSuccess(reply) ? cacheIn(reply) : undefined;
  const found = wrongStatus({ reply, code, expected });
  return [cache === undefined ? found : { ...found, observed: `${reply.status} (${cache})` }];
};

const statusDifferences = (reply: Reply, { status, except = [401, 403] }: Refusal): readonly Found[] => {
  if (status !== undefined) {
    if (reply.status === status) return [];
    const isServed = isSuccess(reply) && notJson(reply) === undefined;
    return unrefused(reply, isServed ? 'NOT_REFUSED' : 'WRONG_STATUS', String(status));
  }
  if (isSuccess(reply)) return unrefused(reply, 'NOT_REFUSED', 'a refusal (4xx)');
  const isRefused = isRefusal(reply) && !except.includes(reply.status);
  return isRefused ? [] : unrefused(reply, 'WRONG_STATUS', 'a refusal (4xx)');
};

const bodyDifferences = (reply: Reply, body: NonNullable<Refusal['body']>): Found[] =>
  inspect(bodies[body], reply.body)
    .filter(({ kind }) => kind === 'missing' || kind === 'null' || kind === 'type')
    .map(({ code, path, expected, observed }) => finding({ reply, code, where: pathText(path), expected, observed }));

export const messageOf = (reply: Reply): string | undefined => {
  const message = isRecord(reply.body) ? reply.body.message : undefined;
  return typeof message === 'string' ? message : undefined;
};

/** A value must be a word of its own: a text with USDT does not contain USD. */
const names = (text: string, value: string): boolean =>
  new RegExp(`(?<![A-Z0-9_])${value}(?![A-Z0-9_])`, 'i').test(text);

const contentDifferences = (reply: Reply, { error, message: kind, naming = [] }: Refusal): Found[] => {
  const found: Found[] = [];
  const note = (code: string, where: string, expected: string, observed: string): void => {
    found.push(finding({ reply, code, where, expected, observed }));
  };
  const actual = isRecord(reply.body) ? reply.body.error : undefined;
  if (error !== undefined && actual !== error)
    note('WRONG_ERROR', '$.error', `\`${error}\``, actual === undefined ? 'missing' : 'another');
  const message = messageOf(reply);
  const expected = `a message of the kind "${kind}"`;
  if (kind !== undefined && message === undefined) note('MISSING_MESSAGE', '$.message', expected, 'no string');
  if (kind !== undefined && message !== undefined && !isOfKind(message, kind))
    note('WRONG_MESSAGE', '$.message', expected, 'another kind');
  for (const name of naming)
    if (message === undefined || !names(message, name))
      note('VALUE_NOT_NAMED', '$.message', `the allowed value ${name}`, 'not named');
  return found;
};

export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`), '$');

const isOfKey = ({ status }: Refusal): boolean => status !== undefined && isKeyRefusal({ status });

const saysSomething = ({ error, message, naming, body }: Refusal): boolean =>
  [error, message, naming, body].some((promise) => promise !== undefined);

const isTakenAround = (amount: number, operation: OperationId, { attribution }: CheckContext): boolean => {
  const path = listedIn(operation)?.path ?? '';
  const acceptedBodies = attribution.successesOf(operation).map(({ request }) => request.input.body);
  const amounts = acceptedBodies.map(amountIn);
  const isAround = Math.min(...amounts) <= amount && amount <= Math.max(...amounts);
  return isAround && new Set(acceptedBodies.map((body) => valueAt(body, path))).size > 1;
};

/**
 * True if the service may have refused the order for another reason first. The document does not fix the order of its
 * checks.
 */
const isRefusedBefore = (reply: Reply, refusal: Refusal, context: CheckContext): boolean => {
  const { operation, request } = reply;
  if (isOfKey(refusal) || !operationOf(operation).movesMoney) return false;
  if (context.attribution.sameAsValid(reply) !== undefined) return true;
  // A service may check the amount first; 400 is also the status for an unlisted value.
  if (refusal.status !== 400 || !isRefusal(reply) || listedIn(operation) === undefined) return false;
  const { namesValueOrList, mayBeForAmount } = unlistedShown(reply);
  return !namesValueOrList && (mayBeForAmount || !isTakenAround(amountIn(request.input.body), operation, context));
};

/**
 * Leaves out invalid orders that were refused in the words for a valid order, if others were refused in other words.
 */
export const withoutRefusedAlike = (replies: readonly Reply[], { attribution }: CheckContext): readonly Reply[] => {
  const telling = replies.filter((reply) => attribution.sameAsValid(reply) === undefined);
  return telling.some((reply) => reply.request.purpose.invalid && isRefusal(reply)) ? telling : replies;
};

/** Judges the status first. With a wrong status, the rest of the reply is not judged. */
export const refusalDifferences = (reply: Reply, refusal: Refusal, context: CheckContext): readonly Found[] => {
  if (isRefusedBefore(reply, refusal, context))
    throw untested('REFUSED_ALIKE', "the order is refused as a valid one is, for a reason of the service's own");
  const reason = pageForRecord(reply);
  // A key that gets a page or a redirect is not refused as the document says.
  if (reason !== undefined && !isOfKey(refusal)) throw unreadable(reason);
  const status = statusDifferences(reply, refusal);
  if (status.length > 0 || !saysSomething(refusal)) return status;
  const page = notTheBody(reply);
  if (page !== undefined) return [page];
  return [...(refusal.body ? bodyDifferences(reply, refusal.body) : []), ...contentDifferences(reply, refusal)];
};
