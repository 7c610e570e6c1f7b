import { isRefusal, type OperationId, operationOf } from '#contract';
import { type Reply, valueAt } from '#evidence';
import { oncePerReply } from './once.ts';
import { amountsNamed, inWords, refusalText, wordsOf } from './refusal-text.ts';

/** Words that distinguish English from its neighbours; short ones that other languages have too are left out. */
const english =
  /\b(the|not|found|does|doesn't|exist|exists|invalid|missing|unknown|failed|something|went|wrong|cannot|must|your|you|has|have|been|this|that|with|unauthorized|forbidden|internal|bad|request|resource|access|denied|allowed|value|required|limit|exceeded)\b/i;

/** True where a text holds a word of English, by which its idea can be judged. */
export const isInEnglish = (text: string): boolean => english.test(text);

/** Says in English when a service takes orders, or that it takes none for a while. */
const isOfHours = (message: string): boolean =>
  /business (hours|days?)|cut-?off|weekend|holiday|(opening|operating|trading) hours|closed (until|till|for|on|at|outside)|\b(re)?opens? (at|on|again)|\b\w+day at\b|resume|maintenance/i.test(
    message,
  );

/** Says in English that another order stands in the way, or the state of the subaccount. */
const isOfState = (message: string): boolean =>
  /in progress|being processed|concurrent|another (order|request|transaction)|\bbusy\b|under review|on hold|suspended|frozen/i.test(
    message,
  );

/** Says how often, or how much in a time, is taken. */
const speaksOfFrequency = (message: string): boolean =>
  /velocity|daily|weekly|monthly|\b(?:per|a|an|each|this) (?:second|minute|hour|day|week|month)/i.test(message);

/** Business reasons to refuse a valid order, in English; no promise is broken by them. */
export const isOfCircumstance = (message: string): boolean =>
  isOfHours(message) ||
  isOfState(message) ||
  /insufficient|\bfunds?\b|limit|exceed|minimum|maximum|\btoo (small|large|low|high|many|often)|velocity|duplicate|already|corridor|temporar|unavailable|at the moment|try again|belongs? to/i.test(
    message,
  );

/** A member whose values the document lists, so that a refusal of one of them breaks its word. */
interface DocumentedMember {
  readonly path: string;
  readonly name: RegExp;
  readonly values: readonly string[];
}

/** Words for a member, by its name. */
const wordsFor: Readonly<Record<string, RegExp>> = {
  currency: /\bcurrenc(y|ies)\b/i,
  asset: /\bassets?\b/i,
  payment_rail: /\brails?\b|payment_rail/i,
};

const documentedIn = (operation: OperationId): DocumentedMember | undefined => {
  const { listed } = operationOf(operation).order ?? {};
  const name = wordsFor[listed?.path.split('.').at(-1) ?? ''];
  return listed && name && { ...listed, name };
};

/** Reasons to refuse an order with a known value: its destination, and the permissions of the subaccount. */
const otherReason =
  /chain|network|address|destination|wallet|invoice|account|locked|enabled|verif|\bkyc\b|capabilit|permi/i;

/** A rail that does not reach the country or the bank of this recipient. */
const ofCountry =
  /\b(?:countr(?:y|ies)|jurisdiction|region)\b|\b(?:this|the (?:recipient|beneficiary)(?:'s)?|(?:recipient|beneficiary)(?:'s)?) bank\b/i;

const invalid =
  /\b(un|not (?:an? )?|isn't (?:an? )?|aren't |no |no longer )(supported|allowed|accepted|valid|available|expected|recogni[sz]ed|known|permitted)|\binvalid\b|\bmust be\b|\bone of\b/i;

/** Words for an amount and its bounds, in a few languages. */
const ofAmount =
  /amount|\bm[ií]n(im|\b)|\bm[aá]x(im|\b)|at least|at most|\bbetween \d|too (small|large|low|high)|montant|\bmonto\b|importe|betrag|bedrag|\bl[ií]mit/i;

/** A value is named when it stands as a separate word: USD is not named by USDT. */
export const names = (text: string, value: string): boolean =>
  new RegExp(`(?<![A-Z0-9_])${value}(?![A-Z0-9_])`, 'i').test(text);

/** True where the refusal shows the list of the allowed values, or the service's own version of it. */
const namesList = (reply: Reply, { path, values }: DocumentedMember): boolean => {
  const sent = String(valueAt(reply.request.input.body, path));
  const text = refusalText(reply);
  // Bounds may be listed in the same way, one a value.
  if (ofAmount.test(inWords(text)) || isOfCircumstance(inWords(text))) return false;
  const named = values.filter((value) => names(text, value));
  return named.length > 2 || (named.length === 2 && !named.includes(sent));
};

const isNamedIn = (text: string, { request }: Reply, path: string): boolean => {
  const sent = valueAt(request.input.body, path);
  return typeof sent === 'string' && sent !== '' && text.includes(sent);
};

/** Says in English that a value, or the member that has it, is wrong, or others alone are right, and names no other reason. */
const namesValue = (reply: Reply, { path, name, values }: DocumentedMember): boolean => {
  const sent = String(valueAt(reply.request.input.body, path));
  const text = refusalText(reply);
  // The name of a chain may be a part of the name of an asset.
  const rest = inWords(text.replaceAll(sent, ''));
  const isNamed = name.test(rest) || (values.includes(sent) && names(text, sent));
  const isOther =
    path === 'to.payment_rail'
      ? ofCountry.test(rest)
      : otherReason.test(rest) || ['to.chain', 'from.currency'].some((other) => isNamedIn(rest, reply, other));
  const namesOthersAlone = /\bonly\b/i.test(rest) && values.some((it) => it !== sent && names(text, it));
  const isRefused = namesOthersAlone || (isNamed && invalid.test(rest));
  return isRefused && !isOther && !ofAmount.test(rest) && !isOfCircumstance(rest);
};

/** A complaint of a schema about a member that was sent as the document has it; constraints of a number are bounds or places. */
const ofSchema =
  /\b(amount|currency|accountNumber|account_number|asset|chain|destination_address|sender_address|recipient_id|payment_rail|client_\w+_reference|from|to)\b['"`]? (is required|is missing|should not exist|is not allowed here|must be an? (number(?! conforming)|string|object|uuid)\b)/i;

/** A 403 is the document's word for a key without permission, and a 503 a failure, unless the text gives another reason. */
const mayBeOfBusiness = (reply: Reply): boolean => {
  const { status } = reply;
  if (status === 503) return isOfHours(wordsOf(reply));
  if (status === 403) return isOfCircumstance(wordsOf(reply));
  return isRefusal(reply) && status !== 401;
};

/** True where an order is refused for a value or a member that the document allows. */
export const refusesTheAllowed = (reply: Reply): boolean => {
  const one = documentedIn(reply.operation);
  if (ofSchema.test(refusalText(reply))) return true;
  return one !== undefined && (namesList(reply, one) || namesValue(reply, one));
};

/** True where the refusal is for the amount, so that all else in the order was taken. */
export const speaksOfAmount = (reply: Reply): boolean => {
  const text = wordsOf(reply);
  return ofAmount.test(text) || (amountsNamed(reply).length > 0 && !isInEnglish(text));
};

/** True where the refusal is for how often, or how much in a time, was ordered: no other amount helps. */
export const isOfFrequency = (reply: Reply): boolean => speaksOfFrequency(wordsOf(reply));

/**
 * True where a service refused an order that the document allows for a business reason: funds, bounds, hours, repetition or
 * any other, in any words. A right service may do so; none may refuse what the document lists.
 */
export const isBusinessRefusal = oncePerReply(
  (reply: Reply): boolean =>
    operationOf(reply.operation).movesMoney &&
    mayBeOfBusiness(reply) &&
    // A bad request without a word of a reason says that the order is bad.
    (reply.status !== 400 || refusalText(reply) !== '') &&
    !refusesTheAllowed(reply),
);

/** An order that is refused for its amount shows nothing of what else is wrong with it. */
export const isForItsAmount = (reply: Reply): boolean => isBusinessRefusal(reply) && speaksOfAmount(reply);

/**
 * True where a refusal gives a business reason in words. An order that must be refused for its content may be: the sequence of
 * a service's checks is open. Words that are not English are not judged, save where they name the mistake.
 */
export const namesBusinessReason = (reply: Reply): boolean => {
  if (!isBusinessRefusal(reply)) return false;
  const text = wordsOf(reply);
  return text !== '' && (isOfCircumstance(text) || !isInEnglish(text));
};
