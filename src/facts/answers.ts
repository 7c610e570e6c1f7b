// Facts about answers: status, headers, words and time.

import type { Reply } from '#evidence';
import { plural } from '#lib';
import { creditedIn, type FactSubject, isCreditedLess, isSuccess, isWithoutShare } from '#run';
import { type Aspect, byKind, byValues, cellsOf, countOf, type FactPair, letters, middle, unseen } from './aspect.ts';
import type { ChangeKind } from './change-kinds.ts';
import { ofSet, term } from './differences.ts';
import { anyOf, type FactChange, formsOf, movedIn, none, type Value, without } from './fact.ts';
import { changedText, inRefusal, memberText } from './fact-words.ts';
import { headerForm, present } from './plain-headers.ts';
import {
  caseText,
  isAllOrders,
  isOfClock,
  isOfDepositEffect,
  isOfPages,
  isOneOrder,
  isOrderOverOneRail,
  isOrdinary,
} from './requests.ts';
import type { FactRuling } from './rulings.ts';
import { type AddFact, fingerprint, type ObservedReply, textsAt } from './sight.ts';
import { keyOf, writeChange } from './written.ts';

export const isOrderRefused = (kind: ChangeKind): boolean => kind === 'refused-now' || kind === 'order-refused';

const isRefusal = (answer: string): boolean => /^4/.test(answer) || answer === 'refused';
export const isAcceptance = (answer: string): boolean => /^2/.test(answer) || answer === 'accepted';

/** Rounding of a small deposit, in percent of it. */
const creditMargin = 0.1;

const compareCredited = (old: readonly string[], now: readonly string[]): ChangeKind | FactRuling | undefined => {
  if (old.some(isWithoutShare) && now.some(isCreditedLess)) return 'earlier-form';
  const [before, after] = [old, now].map((forms) => forms.flatMap((form) => creditedIn(form) ?? []));
  if (before?.length !== old.length || after?.length !== now.length) return undefined;
  if (Math.max(...after) < Math.min(...before) - creditMargin) return 'fee-raised';
  return Math.min(...after) > Math.max(...before) + creditMargin ? 'fee-lowered' : 'some-as-before';
};

const creditText = (value: Value | undefined): string =>
  formsOf(value)
    .map((form) => (creditedIn(form) === 100 ? 'all of it' : `${creditedIn(form)} % of it`))
    .join(' or ');

const creditedText = ({ before, after }: FactChange): string =>
  formsOf(after).every((form) => creditedIn(form) === 100)
    ? `a deposit raises the balance by its amount; before by ${creditText(before)}`
    : `a deposit raises the balance by less than its amount (${creditText(after)}); before by ${creditText(before)}`;

const compareAnswers = ({ fact, before, after }: FactPair): ChangeKind | FactRuling => {
  if (before === undefined) return 'seen-in-one-run';
  if (after === undefined) return 'not-seen';
  const [old, now] = [formsOf(before), formsOf(after)];
  if (isOfClock(fact) && [...old, ...now].every((form) => /minutes?$/.test(form))) return 'clocks-differ';
  const [gained, gone] = [without(now, old), without(old, now)];
  if (isOfDepositEffect(fact)) {
    const credited = compareCredited(old, now);
    if (credited !== undefined) return credited;
  }
  const lost = old.some(isAcceptance) && !now.some(isAcceptance);
  if (lost && now.some(isRefusal)) {
    if (isOrdinary(fact)) return 'answer-refused';
    // A limit on how often somebody may ask refuses no rail (RFC 6585, 4).
    return isOrderOverOneRail(fact) && !now.includes('429') ? 'order-refused' : 'refused-now';
  }
  // A missing answer may not have been asked for, as where a role is not set.
  if (gained.length === 0) return 'some-as-before';
  if (gained.some((answer) => /^5/.test(answer))) return 'server-error';
  if (!old.some(isAcceptance) && gained.some(isAcceptance))
    return fact.aspect === 'status with another key' ? 'key-accepted' : 'accepted-now';
  if (old.every(isAcceptance) && gained.some(isRefusal)) return 'refused-now';
  const isStatus = [...gained, ...gone].every((answer) => /^\d/.test(answer));
  return isStatus && !/^\d+ and/.test(now[0] ?? '') ? 'status-changed' : 'answer-changed';
};

/** A change of answers, and what some of the requests get in both runs. */
interface AnswerParts {
  readonly step: string;
  readonly others: string;
}

/** `before 201, now 400`, and ` (others get 422 in both runs)`. */
export const answerParts = (change: FactChange): AnswerParts => {
  const { came, went } = movedIn(change);
  const [accepted, met] = answersIn(change);
  const alike = without(formsOf(change.after), came);
  const isOfStatus = [...came, ...went, ...alike].every((each) => /^\d+$/.test(each));
  if (went.length > 0 && came.length > 0 && alike.length > 0 && isOfStatus)
    return {
      step: changedText(went.join(' or '), came.join(' or ')),
      others: ` (others get ${alike.join(' or ')} in both runs)`,
    };
  const now = went.length === 0 ? `${came.map(answerWords).join(' or ')} for some of these requests` : met;
  return { step: changedText(accepted, now), others: '' };
};

/** Answers common to both runs come last. */
export const answerStep = (change: FactChange): string => {
  const { step, others } = answerParts(change);
  return `${step}${others}`;
};

const answerText = (change: FactChange): string => {
  if (isOfDepositEffect(change) && change.kind.startsWith('fee-')) return creditedText(change);
  const opens = change.kind === 'key-accepted' ? ' is not refused any more' : '';
  const { went } = movedIn(change);
  const all = change.note === undefined ? '' : ` (${change.note})`;
  const valid = all === '' || went.length === 0 ? '' : 'all ';
  return `${valid}${caseText(change, change.endpoint)}${opens}${all}: ${answerStep(change)}`;
};

const firstAgain = 'the first order again';

export const isOfSameReference = ({ before, after }: Pick<FactChange, 'before' | 'after'>): boolean =>
  [before, after].some((value) => formsOf(value).includes(firstAgain));

export const sameReferenceTodo = ({ after }: FactChange): string =>
  formsOf(after).includes(firstAgain)
    ? 'that your client sends a new reference for each new order. The service creates no second order for an old reference'
    : 'that your client sends each reference once. The service may now create a second order';

/** For bounds that a listing chooses: `page 1, limit 10`. */
export const answersIn = (change: FactChange): readonly [before: string, now: string] => {
  const { accepted, met } = writeChange(change);
  const isOfReference = isOfSameReference(change);
  const words = (text: string): string =>
    isOfReference && /^2\d\d$/.test(text) ? `a new order (${text})` : answerWords(text);
  return [words(accepted), words(met)];
};

const answerWords = (text: string): string =>
  text
    .replace(firstAgain, 'the existing order')
    .replace(/^missing and missing$/, 'no page')
    .replace(/^(\d+) and (\d+)$/, 'page $1 with limit $2')
    .replace(/\btext\(\d+\)/g, 'a value that is not shown');

/** Another amount or value may be refused; between two refusals or two successes nothing is shown. */
const answersMovedBy: Aspect['movedBy'] = ({ endpoint, fact, before, after }) => [
  ...(formsOf(before).some(isAcceptance) !== formsOf(after).some(isAcceptance) ||
  formsOf(before).some(isRefusal) !== formsOf(after).some(isRefusal)
    ? (['amount', 'order'] as const)
    : []),
  ...(endpoint === 'taxonomy.list' ? (['currencies'] as const) : []),
  ...(isOfDepositEffect(fact) ? (['quiet account'] as const) : []),
];

/** An order that is refused for its amount has a message of its own. */
const wordingMovedBy: Aspect['movedBy'] = ({ fact, old, now }) => {
  const isNew = [...now].some(
    ([key, { aspect, value }]) =>
      aspect === 'status' &&
      formsOf(value).includes(fact.status ?? '') !== formsOf(old.get(key)?.value).includes(fact.status ?? ''),
  );
  return isNew ? ['amount', 'order', 'currencies'] : [];
};

/** A limit, load or a gateway causes these statuses at times; once shows nothing about a service. */
export const isPassingStatus = (form: string): boolean => /^(?:408|429|50[234])$/.test(form);

const withoutPassing: NonNullable<Aspect['merge']> = (counts) => {
  const forms = [...counts.values()].filter(({ form, times }) => times > 1 || !isPassingStatus(form));
  return forms.length === 0 ? undefined : anyOf(...forms.map(({ form }) => form).sort());
};

/** `9 kinds tried`: how many kinds stand behind all valid orders of both runs. */
const ordersTried: NonNullable<Aspect['note']> = ({ fact, old, now }) => {
  if (!isAllOrders(fact)) return undefined;
  const kinds = [...now.values()].filter(
    (other) => isOneOrder(other) && other.of[0] === fact.of[0] && old.has(keyOf(other)),
  ).length;
  return kinds === 0 ? undefined : `${plural(kinds, 'kind')} tried`;
};

const refusalOf = (status: string): string => (/^4(?!0[134])/.test(status) ? 'refused' : status);

const answer: Aspect = {
  merge: withoutPassing,
  compare: compareAnswers,
  movedBy: answersMovedBy,
  note: ordersTried,
  group: (fact, values) => {
    if (isOfPages(fact)) return 'limits and pages';
    if (isOfDepositEffect(fact)) return 'money';
    const all = values.flatMap(formsOf);
    if (all.some((form) => /^2\d\d$|^accepted$/.test(form))) return 'accepted and refused';
    return all.every((form) => /^\d{3}$|^refused$/.test(form)) ? 'error kinds' : 'states';
  },
  name: caseText,
  cells: (values) => cellsOf(values).map(answerWords),
  // Some of the requests of a case, or all of them.
  cause: (change) => {
    const { came, went } = movedIn(change);
    // Some requests note the status of a refusal, and others that they were refused.
    if (isOrderRefused(change.kind) && went.length > 0) return [change.kind, ...came.map(refusalOf)].join('\t');
    // One answer in place of another is one cause, whatever else a case may get.
    return [change.kind, came.join(), went.length > 0 ? went.join() : writeChange(change).accepted].join('\t');
  },
  sentence: answerText,
};

const noted = [
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-encoding',
  'deprecation',
  'etag',
  'link',
  'location',
  'ratelimit-limit',
  'retry-after',
  'set-cookie',
  'strict-transport-security',
  'sunset',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-request-id',
];

const mediaType = /^(?:application|text)\/(?:problem\+)?(?:json|html|plain|xml)(?:; ?charset=utf-8)?$/i;

/** Every reply has a content type, or none. */
const contentType = 'content-type';

const contentTypeOf = ({ headers }: Reply): string => {
  const observed = headers[contentType];
  if (observed === undefined) return none;
  return mediaType.test(observed) ? observed.toLowerCase().replace('; ', ';') : 'another';
};

export const observeHeaders = (reply: Reply, add: AddFact): void => {
  add({ aspect: 'header', of: [contentType] }, contentTypeOf(reply));
  for (const header of noted) {
    const value = reply.headers[header];
    if (value !== undefined) add({ aspect: 'header', of: [header] }, headerForm(header, value));
  }
};

export const isNotedHeader = ({ aspect, of: [name] }: FactSubject): boolean =>
  aspect === 'header' && name !== contentType;

const contentTypeBeside = (fact: FactSubject): string => keyOf({ ...fact, of: [contentType] });

const isOfEnd = ({ of: [name = ''] }: FactSubject): boolean => /(?:sunset|deprecation)$/.test(name);

/** A deprecated endpoint may go on; Sunset names its end (RFC 9745, 4; RFC 8594). */
export const isOfDeprecation = ({ of: [name = ''] }: FactSubject): boolean => name.endsWith('deprecation');

const isNone = (form: string): boolean => form === none;

const isCacheControl = ({ of: [name], status }: FactSubject): boolean =>
  name === 'cache-control' && status === undefined;

/** RFC 9111, 3 and 3.5: a cache may store the answer, because no cache knows the key's header. */
const isShared = (form: string): boolean =>
  /\b(?:public|s-maxage|max-age=[1-9])/.test(form) && !/\b(?:private|no-store)\b/.test(form);

const holdsCustomerData = (endpoint: string): boolean =>
  /\.(?:read|list)$/.test(endpoint) && endpoint !== 'taxonomy.list';

const compareHeaders = ({
  endpoint,
  fact,
  before,
  after,
  old: oldFacts,
  now: nowFacts,
}: FactPair): ChangeKind | FactRuling => {
  const beside = contentTypeBeside(fact);
  if (!oldFacts.has(beside) || !nowFacts.has(beside)) return before === undefined ? 'seen-in-one-run' : 'not-seen';
  const [old, now] = [before ?? anyOf(none), after ?? anyOf(none)].map(formsOf);
  if (old === undefined || now === undefined || without(now, old).length === 0) return 'some-as-before';
  if (isOfEnd(fact) && !now.every(isNone)) return 'end-announced';
  if (holdsCustomerData(endpoint) && isCacheControl(fact) && now.some(isShared) && !old.some(isShared))
    return 'cache-opened';
  if (old.every(isNone)) return 'header-new';
  if (now.every(isNone)) return 'header-gone';
  return without(now, [...old, none]).length === 0 ? 'some-as-before' : 'header-changed';
};

export const headerName = ({ of: [name = ''] }: Pick<FactSubject, 'of'>): string =>
  name
    .replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase())
    .replace('Ratelimit', 'RateLimit')
    .replace(/^Etag$/, 'ETag')
    .replace(/^Www/, 'WWW');

const dateText = (form: string): string => {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(form);
  const [, day, month, year, time] =
    /^\w{3}, 0?(\d+) (\w{3}) (\d{4}) (\d\d:\d\d)/.exec(isDay ? new Date(form).toUTCString() : form) ?? [];
  if (day === undefined) return form;
  return isDay ? `${day} ${month} ${year}` : `${day} ${month} ${year}, ${time} UTC`;
};

/** `1 Jun 2027, 00:00 UTC`, or `1 Jun 2027` of a value without a time. */
export const endDay = ({ after }: FactChange): string => {
  const dates = formsOf(after).filter((form) => form !== none && form !== present);
  return (
    dates.map((form) => (form === 'true' ? 'a day that is not named' : dateText(form))).join(' or ') ||
    'a day that is not shown'
  );
};

export const headerValues = (value: Value | undefined): string =>
  formsOf(value ?? anyOf(none))
    .map((form) =>
      form === none ? 'missing' : form === present || form === 'another' ? 'a value that is not shown' : `\`${form}\``,
    )
    .join(' or ');

const headerText = (change: FactChange): string => {
  const { kind, before, after } = change;
  const name = headerName(change);
  if (kind === 'end-announced' && before === undefined)
    return isOfDeprecation(change)
      ? `deprecated by the vendor from ${endDay(change)} (header \`${name}\`)`
      : `announced to end on ${endDay(change)} (header \`${name}\`)`;
  if (kind === 'end-announced')
    return `the announced ${isOfDeprecation(change) ? 'deprecation' : 'end'} of this endpoint moved: ${changedText(headerValues(before), headerValues(after))} (header \`${name}\`)`;
  const of = inRefusal(change);
  const [old, now] = [headerValues(before), headerValues(after)];
  if (kind === 'cache-opened')
    return `header \`${name}\`: ${changedText(String(old).replace('missing', 'not sent'), now ?? '')}, so that shared caches may keep customer data`;
  if (kind === 'header-new')
    return formsOf(after).join() === present ? `new header \`${name}\`${of}` : `new header \`${name}\`${of}: ${now}`;
  return `header \`${name}\`${of}: ${changedText(kind === 'header-gone' && old === 'a value that is not shown' ? 'always sent' : old, now)}`;
};

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_@-]+/gu) ?? [];

/** Without possible data: codes, numbers, quotations, and texts of the request. */
const wordingOf = (message: string, { input }: Reply['request']): string => {
  const sent = new Set(wordsIn(JSON.stringify(input).replace(uuids, ' ').toLowerCase()));
  return wordsIn(message.replace(/(["'`“‘«]).*?["'`”’»]/g, ' '))
    .filter((word) => /^\p{L}+$/u.test(word) && !/^\p{Lu}{2,}$/u.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !sent.has(word))
    .join(' ');
};

export const observeWording = ({ reply: { operation, status, body, request } }: ObservedReply, add: AddFact): void => {
  const [message] = textsAt(body, 'message');
  if (message === undefined) return;
  const of = { aspect: 'wording', of: [], status: String(status) } as const;
  add(of, fingerprint(`${operation} ${status}`, wordingOf(message, request)));
};

export const observeSpeed = (reply: Reply, add: AddFact): void => {
  if (isSuccess(reply)) add({ aspect: 'speed', of: [] }, String(Math.round(reply.elapsedMs)));
};

/** Replaces a message that names no absence in the document's words. */
export const otherWords = 'another text';

/** Earlier versions wrote more kinds. */
const absencesIn = (value: Value | undefined): readonly string[] =>
  formsOf(value).filter((form) => form.endsWith(' not found'));

const absenceNamed: Aspect = {
  compare: ({ before, after }) => {
    const [old, now] = [before, after].map(absencesIn);
    if (before === undefined || after === undefined) return 'seen-in-one-run';
    const isNamed = old !== undefined && now !== undefined && old.length > 0 && without(now, old).length > 0;
    return isNamed ? 'message-kind-changed' : 'reported-by-its-wording';
  },
  movedBy: wordingMovedBy,
  group: 'error kinds',
  name: (fact) => `what the message${inRefusal(fact)} names`,
  cause: byValues(),
  sentence: (change) => {
    const { accepted, met } = writeChange(change);
    return `the message${inRefusal(change)}: ${changedText(`\`${accepted}\``, `\`${met}\``)}`;
  },
};

const wording: Aspect = {
  compare: term(ofSet('wording-changed')),
  movedBy: wordingMovedBy,
  group: 'error kinds',
  name: ({ status }) => `wording of a ${status}`,
  valueText: () => 'a text that is not shown',
  cells: letters('text'),
  cause: byKind,
  sentence: ({ status }) => `the message of a ${status} is worded differently`,
};

export const refusalText: Aspect = { ...wording, name: (fact) => `${memberText(fact)}${inRefusal(fact)}` };

export const answerAspects = {
  status: answer,
  // No amount lets a key in.
  'status with another key': { ...answer, movedBy: () => [] },
  observed: answer,
  header: {
    // Another header than the content type may be missing from some replies.
    merge: (counts, all, fact) => {
      const values = [...counts.values()].map(({ form }) => form).sort();
      return anyOf(...values, ...(countOf(counts) < countOf(all.get(contentTypeBeside(fact))) ? [none] : []));
    },
    compare: compareHeaders,
    group: 'members and headers',
    name: (fact) =>
      `header \`${headerName(fact)}\`${inRefusal(fact)}${isOfEnd(fact) ? ` (announces the ${isOfDeprecation(fact) ? 'deprecation' : 'end'} of the endpoint)` : ''}`,
    cells: (values) => cellsOf(values).map((text) => (text === unseen ? 'not sent' : text)),
    cause: byValues(headerName),
    sentence: headerText,
  },
  'message kind': absenceNamed,
  wording,
  speed: {
    merge: middle,
    // Known of a release by several runs; a baseline has one.
    compare: () => 'speed-needs-three-runs',
    group: 'speed',
    name: keyOf,
    cells: (values) => values.map((value) => (value === undefined ? unseen : `${formsOf(value).join(' or ')} ms`)),
    cause: byValues(),
    sentence: (change) => {
      const { accepted, met } = writeChange(change);
      return `answers slower in the median of three runs: ${changedText(`${accepted} ms`, `${met} ms`)}`;
    },
  },
} as const satisfies Partial<Record<string, Aspect>>;
