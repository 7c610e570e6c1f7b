// A finding as a sentence: its subject, the values before and now, and the broken promise.
import { isPromise, orderIds } from '#contract';
import {
  caseText,
  changedText,
  type FactChange,
  formsOf,
  headerName,
  isIncidental,
  isOfAnswer,
  isPlainRequest,
  memberText,
  pathIn,
  sentenceOf,
  stepText,
} from '#facts';
import { observedWords } from '../finding.ts';
import { rowIn } from '../text.ts';
import type { JudgedRequirement } from '../verdict.ts';
import { formNoun, inWords, namedValues, otherwiseText, placesIn } from './form-words.ts';
import { isAccess, isUnmasked, type NamedFinding } from './line-kinds.ts';
import { isOfForm, type ServiceChange } from './turns.ts';

/** The place of a finding without indexes and names of map entries. */
export const leafOf = (where: string): string =>
  where
    .replace(/\[\d*\]/g, '[]')
    .replace(/^\$\.data(?:\[\])?/, '$')
    .replace(/\.\{.*$/, '');

export interface TurnedFinding {
  readonly change: ServiceChange;
  readonly view: NamedFinding;
}

export const anyIndex = (where: string): string => where.replace(/\[\d+\]/g, '[]');

/** True for a member of the body, false for the body as a whole. */
export const isOfBody = (where: string): boolean => where.startsWith('$') && where !== '$';

/** Characters; the page has longer cases. */
const maxCase = 40;

type Claimed = Pick<JudgedRequirement, 'claim' | 'firmness' | 'section'>;

/**
 * `Promise (implied): The total fee is at least as high as each single fee. Section: Resources, Onramp.` The claim is
 * our sentence, no quotation.
 */
export const promiseText = ({ claim, firmness, section }: Claimed): string =>
  `Promise${firmness === 'implied' ? ' (implied)' : ''}: ${claim} Section: ${section.replace(': ', ', ')}.`;

export const claimSaid = ({ requirement }: ServiceChange): string =>
  isPromise(requirement) ? promiseText(requirement) : `${onlyExamples}: ${requirement.claim}`;

const onlyExamples = 'The document shows this rule only in its examples, and does not promise the rule';

/** `refused (400)` for the status of an order, `403` for the status of a read. */
const statusText = (text: string, operation: string): string => {
  // The details explain the status.
  const [, status = text.split(':')[0] ?? ''] = /^(\d{3})\b/.exec(text) ?? [];
  const answered =
    orderIds.some((id) => id === operation) && { 2: 'accepted', 4: 'refused' }[/^([24])\d\d$/.exec(status)?.[1] ?? ''];
  return answered ? `${answered} (${status})` : inWords(status);
};

/** The promised and the seen result; for an order always `accepted` or `refused`. */
const keptAndBroken = (
  expected: string,
  { code, observed, operation, where }: NamedFinding,
): readonly [string, string] => {
  if (where.startsWith('header ') && [expected, observed].every((each) => /^[\w/;=-]+$/.test(each)))
    return [`\`${expected}\``, `\`${observed}\``];
  if (where === 'connection')
    return [expected.replace(/^an answer$/, 'answered'), observed.replace(/, each time .*/, '')];
  const broken = statusText(observed, operation);
  if (/^\d{3}\b/.test(expected)) return [statusText(expected, operation), broken];
  if (/^no success\b/.test(expected)) return ['refused', /^2\d\d$/.test(broken) ? `answered (${broken})` : broken];
  if (code === 'NOT_REFUSED' && broken.startsWith('accepted')) return ['refused', broken];
  if ((code === 'REFUSED' || expected.includes('accepted')) && broken.startsWith('refused'))
    return [
      'accepted',
      `${broken}${/^\d{3}, and (accepted .*)$/.exec(observed)?.[1]?.replace(/^(accepted .*)$/, '. The order is $1') ?? ''}`,
    ];
  const versions = expected.endsWith('in /v1 and /v2') && /^(\d{3}), (\d{3})$/.exec(observed);
  return [inWords(expected), versions ? `${versions[1]} in /v1 and ${versions[2]} in /v2` : broken];
};

/** ` (named withdrawal, USD, ACH)`: the request of the finding. */
const caseSaid = ({ case: tried = '', operation }: NamedFinding): string => {
  if (tried === '' || tried === 'plain' || tried.length > maxCase) return '';
  const words = tried.replace(/^named,/, 'named withdrawal,').replace(/^(?=of )/, `${requestNoun(operation)} `);
  return ` (${words})`;
};

const requestNoun = (operation: string): string => {
  if (operation === 'deposit.simulate') return 'a deposit';
  return orderIds.some((id) => id === operation) ? 'an order' : 'a request';
};

export const isOfServerError = ({ where, observed }: Pick<NamedFinding, 'where' | 'observed'>): boolean =>
  where === 'status' && /^5\d\d/.test(observed);

/** If a valid request is refused, the finding does not say the earlier status. */
const isOfSuccess = ({ expected }: NamedFinding): boolean => expected.startsWith('a success');

const answerAt = (view: NamedFinding, following: readonly FactChange[]): FactChange | undefined => {
  const { operation, expected, observed } = view;
  const has = (value: FactChange['before'], text: string): boolean => formsOf(value).includes(text.slice(0, 3));
  const wasExpected = ({ before }: FactChange): boolean => {
    if (before === undefined) return false;
    if (isOfServerError(view)) return !formsOf(before).some((form) => form.startsWith('5'));
    return isOfSuccess(view)
      ? formsOf(before).every((form) => /^2\d\d$|^\d+ and \d+$/.test(form))
      : has(before, expected);
  };
  const all = following
    .filter((each) => each.endpoint === operation && isOfAnswer(each) && !isIncidental(each))
    .filter((each) => wasExpected(each) && has(each.after, observed) && !has(each.before, observed));
  if (all.length === 1) return all[0];
  return isOfServerError(view) ? (all.find(isPlainRequest) ?? all[0]) : undefined;
};

/** A test that sends ordinary requests and expects a success for each. */
const isOfAnyValid = ({ requirement }: NamedFinding): boolean => requirement.endsWith('/answers-with-its-record');

/** Requests of rules that each send one kind of request, by the part of the id behind the slash. */
const requestsOfRules: Readonly<Record<string, string>> = {
  'answer-a-bad-recipient-alike': 'an order to an unknown recipient',
  'keeps-onramps-apart': 'a request with the id of an onramp',
  'keeps-to-its-subaccount': 'a request through the path of another subaccount',
  'never-serves-a-malformed-id': 'a request whose id is no UUID',
};

/** ``a request with the restricted key``: the subject of a finding that is not in a body. */
const requestSaid = (view: NamedFinding, following: readonly FactChange[]): string => {
  const { where, operation, case: tried = '' } = view;
  if (where === 'connection')
    return `${isOfAnyValid(view) ? 'a valid request' : requestNoun(operation)}${caseSaid(view)}`;
  if (where !== 'status')
    return `${where.replace(/^header (\S+)$/, (_whole, name) => `header \`${headerName({ of: [name] })}\``)}${caseSaid(view)}`;
  const ofRule = rowIn(requestsOfRules, view.requirement.split('/')[1] ?? '');
  if (ofRule !== undefined) return ofRule;
  const known = answerAt(view, following);
  const [, absent] = /-an?-(?:absent|unknown)-(\w+)$/.exec(view.requirement) ?? [];
  if (absent !== undefined && caseSaid(view) === '')
    return `a request for ${/^[aeio]/.test(absent) ? 'an' : 'a'} ${absent} that does not exist`;
  if (/\bkey\b/.test(tried) && caseSaid(view) !== '') return `a request with ${tried}`;
  if (known !== undefined && caseSaid(view) === '') return caseText(known, operation);
  const key = /-refuses-an?-(missing|altered|misplaced)-key$/.exec(`-${view.requirement.split('/')[1]}`)?.[1];
  if (key === 'missing') return `a request without a key${caseSaid(view).replace('(a body of', '(with a body of')}`;
  if (key !== undefined && caseSaid(view) === '') return `a request with ${/^a/.test(key) ? 'an' : 'a'} ${key} key`;
  if (isOfSuccess(view) && caseSaid(view) === '') return 'a valid request';
  const [, order] = /^(an order .+) is accepted$/.exec(view.expected) ?? [];
  if (order !== undefined) return wantedText(order);
  const noun = requestNoun(operation);
  return caseSaid(view).startsWith(` (${noun} `) ? caseSaid(view).slice(2, -1) : `${noun}${caseSaid(view)}`;
};

/** `the body of a 401 (request with an empty key)`. */
const bodySaid = (view: NamedFinding): string => {
  const { answer, case: tried = '' } = view;
  if (answer === undefined || answer.status < 300) return `the body${caseSaid(view)}`;
  const isOfKey = /\bkey\b/.test(tried) && caseSaid(view) !== '';
  return `the body of a ${answer.status}${isOfKey ? ` (request with ${tried})` : caseSaid(view)}`;
};

const wantedText = (expected: string): string =>
  expected.startsWith('the same')
    ? 'the same in each answer'
    : inWords(expected.replace(/^[\w.]+ (?=as it was sent$)/, '')).replace(
        /\b(?=[a-z]+[._])[a-z_]+(?:\.[a-z_]+)*\b/g,
        (name) => `\`${name}\``,
      );

/** The changed fact at the place of the finding, in words. */
const stepAt = ({ operation, where }: NamedFinding, following: readonly FactChange[]): string | undefined => {
  // The number of decimal places is independent of the rule that the amount breaks.
  const own = following.filter(({ endpoint, aspect }) => endpoint === operation && aspect !== 'places');
  const change =
    own.find((each) => leafOf(pathIn(each) ?? '') === leafOf(where)) ??
    own.find(({ aspect }) => aspect === 'flags' && where.startsWith('$.capabilities.currencies'));
  if (change === undefined) return undefined;
  return change.aspect === 'member' ? `${memberText(change)}: ${stepText(change)}` : sentenceOf(change);
};

/** Findings with these codes compare a body with a fixed expectation for this body. */
const bodyCodes = /^(?:UNLISTED_VALUE|WRONG_BODY|NO_BODY|BODY_\w+|NOT_JSON|JSON_\w+|CONTENT_CODING|OTHER_VERSION)$/;

/** The finding expects a rule between members, answers or records, and not the earlier value of one place. */
export const isOfRule = (view: NamedFinding): boolean =>
  view.where.startsWith('$') && !isOfForm(view) && !bodyCodes.test(view.code);

/**
 * `expected at least each fee in its currency, seen none`; without the seen part if only the form of the value is
 * known.
 */
const ruleParts = ({ expected, observed, isMended }: NamedFinding): string => {
  const wanted = wantedText(expected).replace(/^hides /, 'that it hides ');
  const seen = inWords(observedWords(observed)).replace(/^0 times$/, 'none');
  return otherwiseText(observed) === undefined && !isMended ? `expected ${wanted}, seen ${seen}` : `expected ${wanted}`;
};

/**
 * ``` `message` of a 401: before a string, now missing ```. For a finding about a body or a status, the claim follows.
 */
export const findingText = (
  { change, view }: TurnedFinding,
  place: string,
  following: readonly FactChange[],
  older: string,
): string => {
  const { where, expected, observed, isMended } = view;
  const step = (kept: string, broken: string): string =>
    isMended ? changedText(broken, kept) : changedText(kept, broken);
  if (place === '' || !isOfForm(view)) {
    const otherwise = isOfBody(where) ? otherwiseText(observed) : undefined;
    const seen = otherwise === undefined || isMended ? undefined : stepAt(view, following);
    const isOfStatus = !where.startsWith('$');
    const answered = isOfServerError(view) ? answerAt(view, following) : undefined;
    const wanted = answered === undefined ? expected : formsOf(answered.before).join(' or ');
    const [kept, broken] = isOfStatus
      ? keptAndBroken(wanted, view)
      : [wantedText(expected), otherwise ?? inWords(observed)];
    if (isAccess(view))
      return `Security: ${requestSaid(view, following)} is not refused any more: ${step(`refused (${expected})`, `answered (${observed})`)}. ${claimSaid(change)}`;
    const what = isOfStatus
      ? requestSaid(view, following)
      : place === ''
        ? bodySaid(view)
        : `${place.replace(/: $/, '')}${caseSaid(view)}`;
    const result = kept === broken ? (isMended ? 'kept again' : 'not kept') : step(kept, broken);
    const rule = `${isMended ? `keeps a rule that ${older} broke` : `breaks a rule that ${older} kept`}: ${ruleParts(view)}`;
    const own = isOfRule(view) ? `${what} ${rule}` : `${what}: ${result}`;
    const said = seen === undefined ? own : `${seen}${caseSaid(view)}`;
    const isRuleSaid = !isPromise(change.requirement) && kept.includes('`');
    const locked =
      expected.endsWith('while locked') && !isMended ? '. The service still reports the currency as locked' : '';
    return `${isUnmasked(view) ? 'Security: customer data shows in ' : ''}${said}${locked}. ${isRuleSaid ? `${onlyExamples}.` : promiseSaid({ change, view })}`;
  }
  const [wanted, had] = [/^decimal string with (\d+) places$/.exec(expected)?.[1], placesIn(observed)];
  if (wanted !== undefined && had !== undefined) return `${place}${step(`${wanted} decimal places`, had)}`;
  const noun = /^text\(\d+\)$/.test(observed) ? formNoun(expected) : undefined;
  if (noun !== undefined) return `${place}${step(noun, `a string that is not ${noun}`)}`;
  const offset = /^datetime-\w+-offset([+-][\d:]+)$/.exec(observed)?.[1];
  if (offset !== undefined && expected.startsWith('UTC date-time'))
    return `${place}${step('a time in UTC', `a time with the offset ${offset}`)}`;
  const isOfSet = /^(?:OUTSIDE_|UNLISTED_)/.test(view.code);
  return `${place}${isOfSet ? step(namedValues(expected), namedValues(observed)) : step(inWords(expected), inWords(observed))}`;
};

/** `` `rate` and `data[].rate`: `` for members with one cause; with `of a 401` for a member of a refusal. */
export const placeOfFinding = (first: TurnedFinding, found: readonly TurnedFinding[]): string => {
  const { where } = first.view;
  if (!isOfBody(where)) return '';
  const own = found
    .map(({ view }) => view)
    .filter((each) => isOfBody(each.where) && leafOf(each.where) === leafOf(where));
  const refusals = [...new Set(own.flatMap(({ answer }) => (answer && answer.status >= 300 ? [answer.status] : [])))];
  const list = refusals
    .toSorted()
    .join(', ')
    .replace(/, (?=\d+$)/, ' or ');
  const names = [...new Set([where, ...own.map((each) => each.where)].map(memberName))];
  const named = names.map((name) => `\`${name}\``).join(' and ');
  return list === '' ? `${named}: ` : `field ${named} in the body of a ${list}: `;
};

/** The member as a client reads it, in any record. */
export const memberName = (where: string): string =>
  anyIndex(where)
    .replace(/^\$\.?/, '')
    .replace(/\.\{.*$/, '');

/** True if the claim names the subject of the finding: a server error, a field, or an error body. */
export const speaksOf = ({ claim, where, answer, ...view }: NamedFinding): boolean => {
  if (isOfServerError({ where, ...view })) return claim.includes('5xx');
  if (!where.startsWith('$') || (answer?.status ?? 0) < 400) return true;
  return (
    /\b(?:body|bodies|JSON|message|carries)\b/.test(claim) || (isOfBody(where) && claim.includes(memberName(where)))
  );
};

/**
 * True if the promise is about the refusal, but only its body is broken. A quotation would name a rule that the service
 * keeps.
 */
export const isOfOtherRule = ({ change, view }: TurnedFinding): boolean =>
  isPromise(change.requirement) && !view.isMended && view.where.startsWith('$') && !speaksOf(view);

const requiredSaid = ({ where, observed, expected, answer }: NamedFinding): string => {
  const place = `each ${answer?.status}`;
  if (!isOfBody(where)) return `The document requires a JSON body in ${place}.`;
  return /^(?:missing|no string)$/.test(observed)
    ? `The document requires this field in ${place}.`
    : `The document requires ${inWords(expected)} in this field of ${place}.`;
};

/** The broken promise. If the service keeps its literal words, the text says what else is broken. */
const promiseSaid = (turned: TurnedFinding): string => {
  const { change, view } = turned;
  if (isOfOtherRule(turned)) return requiredSaid(view);
  return isPromise(change.requirement) && !view.isMended && isOfServerError(view) && !speaksOf(view)
    ? `${claimSaid(change)} This promise allows no server error.`
    : claimSaid(change);
};

/** The promise, unless the text already quotes it. */
export const quoteOf = (text: string, { change, view }: TurnedFinding): string => {
  const { claim } = change.requirement;
  if (!isPromise(change.requirement) || text.includes(claim)) return '';
  return text.includes(promiseSaid({ change, view })) ? '' : promiseSaid({ change, view });
};
