// What the service did otherwise, a line a cause: promises that broke or were mended, and changes of facts.
import { isPromise, isRequirementId, operationIds, orderIds, requirementOf, type Tag } from '#contract';
import {
  type ChangeAdvice,
  type ChangeKind,
  caseText,
  changedText,
  clientMust,
  clientNote,
  decimalText,
  type FactChange,
  formsOf,
  formText,
  headerName,
  hiddenValue,
  instantText,
  isIncidental,
  isOfAnswer,
  isPlainRequest,
  listText,
  memberText,
  movedIn,
  pathIn,
  sentenceOf,
  stepText,
  takenStep,
} from '#facts';
import { firstOf, groupBy, plural, texts } from '../text.ts';
import type { JudgedFinding } from '../verdict.ts';
import { parts } from '../words.ts';
import { type Also, type ChangeGroup, groupChanges, withoutHolder } from './change-groups.ts';
import { type Comparison, refusedOrders } from './compare-runs.ts';
import { isOfForm, isWaived, isWorsening, type ServiceChange } from './turns.ts';

/** What a line says of the service, the most severe first. */
const lineWords = ['broken', 'breaks', 'refused', 'changed', 'more', 'least', 'accepted', 'fixed'] as const;
export type LineWord = (typeof lineWords)[number];

/** What opens data or access is told apart from what breaks a client, and money from what else a client should check. */
type SectionId = LineWord | 'security' | 'money';

/** Lines of one kind: the word on the screen, the heading, and what the reader does. */
interface LineKind {
  readonly id: SectionId;
  readonly label: string;
  readonly title: string;
  readonly todo: string;
  readonly isUrgent?: true;
}

export const sections: readonly LineKind[] = [
  {
    id: 'broken',
    label: 'PROMISE BROKEN',
    title: parts.broken,
    todo: 'Ask the vendor to fix this before you upgrade. If you accept the risk, `ramp-conformance waivers draft` prepares a waiver. You add its end date.',
    isUrgent: true,
  },
  {
    id: 'security',
    label: 'SECURITY',
    title: 'Security: changes that open data or access',
    todo: 'Ask the vendor to fix this before you upgrade.',
    isUrgent: true,
  },
  {
    id: 'breaks',
    label: 'BREAKS CLIENTS',
    title: 'Changes that break clients',
    todo: 'Your client must change before you upgrade. Else stay on the older release.',
    isUrgent: true,
  },
  {
    id: 'refused',
    label: 'ORDERS REFUSED',
    title: 'Valid orders that are all refused',
    todo: 'Stay on the older release until the vendor answers.',
    isUrgent: true,
  },
  {
    id: 'money',
    label: 'MONEY',
    title: 'Changes of fees and amounts',
    todo: 'Ask the vendor before you upgrade whether this change is intended.',
    isUrgent: true,
  },
  {
    id: 'changed',
    label: 'CHECK',
    title: 'Changes to check',
    todo: 'Check whether your client relies on the old behaviour. The document does not promise it, so the vendor may change it.',
    isUrgent: true,
  },
  { id: 'more', label: 'ADDED', title: 'Added', todo: 'Your client needs no change.' },
  {
    id: 'least',
    label: 'MINOR',
    title: 'Minor changes',
    todo: 'Your client needs no change.',
  },
  {
    id: 'accepted',
    label: 'ACCEPTED',
    title: parts.waivers,
    todo: 'You need do nothing until the waiver ends. A change that your baseline has does not end.',
  },
  { id: 'fixed', label: 'FIXED', title: 'Fixed', todo: 'If you have waivers for these promises, delete them.' },
];

const opening: ReadonlySet<ChangeKind> = new Set(['cache-opened', 'key-accepted']);

/** Fees that a customer pays otherwise; a limit is no money that moves. */
const ofFees: ReadonlySet<ChangeKind> = new Set(['fee-raised', 'fee-lowered', 'fee-type-changed']);

/** What nobody saw again weighs least. */
export const lineWordOf = (drift: FactChange['class']): LineWord => (drift === 'unseen' ? 'least' : drift);

/** The section of a class of changes, of these kinds. */
export const sectionIn = (word: LineWord, kinds: readonly ChangeKind[]): SectionId => {
  if (word === 'breaks' && kinds.some((kind) => opening.has(kind))) return 'security';
  return word === 'changed' && kinds.some((kind) => ofFees.has(kind)) ? 'money' : word;
};

/** An amount of an order or a fee that keeps a rule no more. */
const isOfAmount = ({ code, where }: NamedFinding): boolean =>
  code === 'RULE_BROKEN' && /(?:amount|fees?|_fee|total\w*)$/i.test(where);

export const sectionOf = ({ word, changes, findings }: Pick<Line, 'word' | 'changes' | 'findings'>): SectionId =>
  word === 'changed' && findings.some(isOfAmount)
    ? 'money'
    : sectionIn(
        word,
        changes.map(({ kind }) => kind),
      );

/** What to do about a line that does not say so itself. */
export const todoOf = (line: Line): string | undefined => {
  const { word, must, changes } = line;
  const [first] = changes;
  if (must !== undefined) return undefined;
  if (first !== undefined && (word === 'more' || word === 'least')) return clientNote(first.kind);
  return sections.find(({ id }) => id === sectionOf(line))?.todo;
};

export const labelOf = (id: SectionId): string => sections.find((each) => each.id === id)?.label ?? '';

/** A finding with what it breaks. */
interface NamedFinding extends JudgedFinding {
  readonly claim: string;
  readonly requirement: string;
  readonly isMended: boolean;
}

/** One cause: what the service did, wherever it shows. */
export interface Line {
  readonly word: LineWord;
  readonly endpoints: readonly string[];
  readonly text: string;
  /** Where else the cause shows. */
  readonly also?: Also | undefined;
  /** Ids of the promises and examples that turned by this cause. */
  readonly requirements: readonly string[];
  /** The claims, the requests and what came, one a text; of a fact before and after. */
  readonly details: readonly string[];
  readonly findings: readonly NamedFinding[];
  readonly changes: readonly FactChange[];
  /** What somebody should do about it, where it breaks or changes. */
  readonly must?: string | undefined;
  /** Who acts first by that advice. */
  readonly by?: ChangeAdvice['by'] | undefined;
}

/** The place of a finding without what of it differs from case to case. */
const leafOf = (where: string): string =>
  where
    .replace(/\[\d*\]/g, '[]')
    .replace(/^\$\.data(?:\[\])?/, '$')
    .replace(/\.\{.*$/, '');

interface TurnedFinding {
  readonly change: ServiceChange;
  readonly view: NamedFinding;
}

const anyIndex = (where: string): string => where.replace(/\[\d+\]/g, '[]');

/** With the value, where the facts of the run show it. */
const withValue = (finding: NamedFinding, changes: readonly FactChange[]): NamedFinding => {
  if (!/^text\(\d+\)$/.test(finding.observed)) return finding;
  const fact = changes.find(
    (change) =>
      change.kind === 'value-new' &&
      change.endpoint === finding.operation &&
      pathIn(change) === anyIndex(finding.where),
  );
  const came = fact === undefined ? [] : movedIn(fact).came.filter((name) => name !== hiddenValue);
  return came.length === 0 ? finding : { ...finding, observed: came.join(' or ') };
};

export const wordOf = (change: ServiceChange): LineWord => {
  if (isWaived(change)) return 'accepted';
  if (!isWorsening(change) && isPromise(change.requirement)) return 'fixed';
  return isPromise(change.requirement) ? 'broken' : 'changed';
};

const foundIn = (change: ServiceChange): TurnedFinding[] =>
  change.findings.map((finding) => ({
    change,
    view: {
      ...finding,
      claim: change.requirement.claim,
      requirement: change.requirement.id,
      isMended: !isWorsening(change),
    },
  }));

/** At a member, and not the body as a whole. */
const isOfBody = (where: string): boolean => where.startsWith('$') && where !== '$';

const pureForms =
  /^(?:uuid|object|string|number|boolean|email|uri|date|e164|CC\d|(?:text|decimal|array)\(\d+\)|datetime-\S+)$/;

/** What a value is like where a promise is about more than its form. */
const otherwiseText = (observed: string): string | undefined => {
  const all = observed.split(/, | and \d+ more$/).filter(Boolean);
  if (all.every((each) => each.startsWith('-'))) return 'negative';
  if (all.every((each) => /^another \S+$/.test(each))) return 'a different value';
  if (all.every((each) => /^(?:number|decimal\(\d+\))$/.test(each))) return 'a different amount';
  return all.every((each) => pureForms.test(each)) ? 'a different value' : undefined;
};

/** One fault shows under several claims: at one place of a body by the same difference, else by the claim. */
const causeOf = ({ change, view }: TurnedFinding): string => {
  const { code, where, claim, observed, answer } = view;
  const otherwise = isOfForm(view)
    ? undefined
    : otherwiseText(observed)?.replace('a different amount', 'a different value');
  // One promise speaks of an array, another one of its length.
  const seen = otherwise ?? observed.replace(/^array\(\d+\)$/, 'array');
  const of = isOfBody(where) ? [leafOf(where), seen] : [code, claim];
  const refusal = answer !== undefined && answer.status >= 300 && answer.status;
  return JSON.stringify([wordOf(change), isWorsening(change), refusal, ...of]);
};

const forms: readonly (readonly [RegExp, string | ((whole: string, part: string) => string)])[] = [
  [/\b(?:impossible-datetime|impossible-date|e164)\b/g, (form) => formText(form)],
  [/\bdatetime-\w+-\w+(?:[+-][\d:]+)?/g, (form) => instantText(form) ?? form],
  [/\btext\(\d+\)/g, 'a string'],
  [/\bdecimal\((\d+)\)/g, (_whole, places) => decimalText(places)],
  [/\barray(?:\(\d+\))?/g, 'list'],
  [/\bCC2\b/g, 'two capital letters'],
  [/\bCC3\b/g, 'three capital letters'],
  [/\bnum\b/g, 'a number'],
  [/-number\b/g, 'a negative number'],
  [/\bnull-uuid\b|\bnil-uuid\b/g, 'the nil UUID'],
  [/\buuid\b/g, 'UUID'],
];

const named =
  /^(?:string|number|date|object|boolean|list|integer|email|UUID|uri|UTC|E\.164 phone|decimal string|lower-case|two-letter|three-letter)\b/;

/** `2 to 6` of decimals and nothing else. */
const placesIn = (text: string): string | undefined => {
  if (!/^decimal\(\d+\)(?:, decimal\(\d+\))*$/.test(text)) return undefined;
  const places = [...text.matchAll(/\d+/g)].map(Number);
  return [...new Set([Math.min(...places), Math.max(...places)])].join(' to ');
};

const decimals = /decimal\((\d+)\)(?:, (?:another )?decimal\(\d+\))+/g;

/** Many decimals in a row are told by the fewest and the most places. */
const rangeText = (list: string): string => {
  const places = [...list.matchAll(/\d+/g)].map(Number);
  return `decimal strings with ${Math.min(...places)} to ${Math.max(...places)} places`;
};

/** Forms of several values, each once. */
const eachForm = (given: string): readonly string[] => {
  const all = given.split(', ');
  const areForms = all.every((each) => pureForms.test(each) && !each.startsWith('decimal('));
  return areForms ? [...new Set(all.map((each) => each.replace(/^(array|text)\(\d+\)$/, '$1(1)')))] : [given];
};

export const inWords = (list: string): string => {
  const all = eachForm(list);
  return all.length > 1 ? all.map(inWords).join(' or ') : wordsOfForm(all.join());
};

const wordsOfForm = (given: string): string => {
  const text = /^decimal\(\d+\)(?:, decimal\(\d+\))*$/.test(given) ? given : given.replace(decimals, rangeText);
  const places = placesIn(text);
  if (places?.includes(' to ')) return `a decimal string with ${places} places`;
  const words = forms.reduce(
    (all, [form, word]) => (typeof word === 'string' ? all.replace(form, word) : all.replace(form, word)),
    text,
  );
  return named.test(words) ? `${/^[aeioE]/.test(words) ? 'an' : 'a'} ${words}` : words;
};

/** A longer case is read on the page. */
const maxCase = 40;

/** `The document promises "A named withdrawal over ACH is refused."` */
const claimSaid = ({ requirement }: ServiceChange): string =>
  isPromise(requirement) ? `The document promises "${requirement.claim}"` : `${ofExamples}: "${requirement.claim}"`;

const ofExamples = 'The document shows this rule only in its examples, and does not promise the rule';

/** `refused (400)` of the status of an order, `403` of that of a read. */
const statusText = (text: string, operation: string): string => {
  // What a status means in this case stands with the details.
  const [, status = text.split(':')[0] ?? ''] = /^(\d{3})\b/.exec(text) ?? [];
  const answered =
    orderIds.some((id) => id === operation) && { 2: 'accepted', 4: 'refused' }[/^([24])\d\d$/.exec(status)?.[1] ?? ''];
  return answered ? `${answered} (${status})` : inWords(status);
};

/** An order is accepted or refused, whatever else is promised. */
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
  if (code === 'NOT_REFUSED' && broken.startsWith('accepted')) return ['refused', broken];
  if ((code === 'REFUSED' || expected.includes('accepted')) && broken.startsWith('refused'))
    return [
      'accepted',
      `${broken}${/^\d{3}, and (accepted .*)$/.exec(observed)?.[1]?.replace(/^(accepted .*)$/, '. The order is $1') ?? ''}`,
    ];
  const ofVersions = expected.endsWith('in /v1 and /v2') && /^(\d{3}), (\d{3})$/.exec(observed);
  return [inWords(expected), ofVersions ? `${ofVersions[1]} in /v1 and ${ofVersions[2]} in /v2` : broken];
};

/** ` (named withdrawal, USD, ACH)`: the request that showed it. */
const caseSaid = ({ case: tried = '', operation }: NamedFinding): string => {
  if (tried === '' || tried === 'plain' || tried.length > maxCase) return '';
  const words = tried.replace(/^named,/, 'named withdrawal,').replace(/^(?=of )/, `${requestNoun(operation)} `);
  return ` (${words})`;
};

/** `an order`, `a deposit` or `a request`. */
const requestNoun = (operation: string): string => {
  if (operation === 'deposit.simulate') return 'a deposit';
  return orderIds.some((id) => id === operation) ? 'an order' : 'a request';
};

const isOfServerError = ({ where, observed }: Pick<NamedFinding, 'where' | 'observed'>): boolean =>
  where === 'status' && /^5\d\d/.test(observed);

/** A valid request that is refused is reported without the status that it got before. */
const isOfSuccess = ({ expected }: NamedFinding): boolean => expected.startsWith('a success');

/** What the facts of the runs say of the same answers. */
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

/** A test of ordinary requests, each of which succeeds. */
const isOfAnyValid = ({ requirement }: NamedFinding): boolean => requirement.endsWith('/answers-with-its-record');

/** ``a request with the restricted key``: what a finding outside of a body is about. */
const requestSaid = (view: NamedFinding, following: readonly FactChange[]): string => {
  const { where, operation, case: tried = '' } = view;
  if (where === 'connection')
    return `${isOfAnyValid(view) ? 'a valid request' : requestNoun(operation)}${caseSaid(view)}`;
  if (where !== 'status')
    return `${where.replace(/^header (\S+)$/, (_whole, name) => `header \`${headerName({ of: [name] })}\``)}${caseSaid(view)}`;
  if (view.requirement.endsWith('/never-serves-a-malformed-id')) return 'a request whose id is no UUID';
  if (view.requirement.endsWith('/answer-a-bad-recipient-alike')) return 'an order to an unknown recipient';
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

/** True where a request gets an answer that was refused for its key. */
const isAccess = ({ where, expected, observed, isMended }: NamedFinding): boolean =>
  !isMended && where === 'status' && /^40[13]$/.test(expected) && /^2\d\d$/.test(observed);

/** True where something shows that must be masked. */
const isUnmasked = ({ expected, isMended }: NamedFinding): boolean => !isMended && expected.startsWith('hides ');

/** Access that opens and customer data that shows come before all else. */
export const isOpening = ({ word, findings, changes }: Line): boolean =>
  (word === 'broken' && findings.some((each) => isAccess(each) || isUnmasked(each))) ||
  (word === 'breaks' && changes.some(({ kind }) => opening.has(kind)));

/** `the body of a 401 (request with an empty key)`. */
const bodySaid = (view: NamedFinding): string => {
  const { answer, case: tried = '' } = view;
  if (answer === undefined || answer.status < 300) return `the body${caseSaid(view)}`;
  const isOfKey = /\bkey\b/.test(tried) && caseSaid(view) !== '';
  return `the body of a ${answer.status}${isOfKey ? ` (request with ${tried})` : caseSaid(view)}`;
};

/** What the promise says of a value, as far as it fits into a sentence. */
const wantedText = (expected: string): string =>
  expected.startsWith('the same')
    ? 'the same in each answer'
    : inWords(expected.replace(/^[\w.]+ (?=as it was sent$)/, '')).replace(
        /\b(?=[a-z]+[._])[a-z_]+(?:\.[a-z_]+)*\b/g,
        (name) => `\`${name}\``,
      );

/** What the facts of the runs show at the place of a finding. */
const stepAt = ({ operation, where }: NamedFinding, following: readonly FactChange[]): string | undefined => {
  // The places of an amount are another matter than the rule that it breaks.
  const own = following.filter(({ endpoint, aspect }) => endpoint === operation && aspect !== 'places');
  const change =
    own.find((each) => leafOf(pathIn(each) ?? '') === leafOf(where)) ??
    own.find(({ aspect }) => aspect === 'flags' && where.startsWith('$.capabilities.currencies'));
  if (change === undefined) return undefined;
  return change.aspect === 'member' ? `${memberText(change)}: ${stepText(change)}` : sentenceOf(change);
};

/** ``` `message` of a 401: before a string, now missing ```; of what a body or a status says, the claim stands behind it. */
const findingText = ({ change, view }: TurnedFinding, place: string, following: readonly FactChange[]): string => {
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
      : [
          wantedText(expected),
          otherwise ??
            inWords(observed)
              .replace(/^something else$/, 'different values')
              .replace(/^0 times$/, 'not at all'),
        ];
    if (isAccess(view))
      return `Security: ${requestSaid(view, following)} is not refused any more: ${step(`refused (${expected})`, `answered (${observed})`)}. ${claimSaid(change)}`;
    const what = isOfStatus
      ? requestSaid(view, following)
      : place === ''
        ? bodySaid(view)
        : `${place.replace(/: $/, '')}${caseSaid(view)}`;
    const told = kept === broken ? (isMended ? 'kept again' : 'not kept') : step(kept, broken);
    const said = seen === undefined ? `${what}: ${told}` : `${seen}${caseSaid(view)}`;
    const isRuleSaid = !isPromise(change.requirement) && kept.includes('`');
    const locked =
      expected.endsWith('while locked') && !isMended ? '. The service still reports the currency as locked' : '';
    return `${isUnmasked(view) ? 'Security: customer data shows in ' : ''}${said}${locked}. ${isRuleSaid ? `${ofExamples}.` : promiseSaid({ change, view })}`;
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

/** ``one of `paid`, `failed` `` of values that may be shown. */
const namedValues = (text: string): string => {
  const list = text.replace(/^one of /, '');
  if (!/^[\w-]+(?:(?:, | or )[\w-]+)*$/.test(list)) return inWords(text);
  return `${list === text ? '' : 'one of '}${list.replace(/[\w-]+(?=$|, | or )/g, '`$&`').replaceAll('`or`', 'or')}`;
};

/** `` `rate` and `data[].rate`: `` of the members at which one cause shows, `of a 401` where a refusal has it. */
const placeOfFinding = (first: TurnedFinding, found: readonly TurnedFinding[]): string => {
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

/** The member as a client reads it, whichever of the records it is. */
const memberName = (where: string): string =>
  anyIndex(where)
    .replace(/^\$\.?/, '')
    .replace(/\.\{.*$/, '');

/** Forms that a string may lose. */
const nouns: readonly (readonly [RegExp, string])[] = [
  [/^uuid\b/, 'a UUID'],
  [/^UTC date-time/, 'an instant'],
  [/^date\b/, 'a date'],
  [/^decimal\b/, 'a decimal'],
  [/^uri\b/, 'a URL'],
  [/^email\b/, 'an e-mail address'],
  [/^E\.164/, 'a telephone number'],
];

const formNoun = (expected: string): string | undefined => nouns.find(([form]) => form.test(expected))?.[1];

const endpointsIn = (found: readonly TurnedFinding[]): string[] => [
  ...new Set(found.map(({ view }) => view.operation)),
];

/** What a group of promises is about. */
const topics: Readonly<Record<Tag, string>> = {
  authentication: 'keys',
  rails: 'rails',
  order: 'orders',
  money: 'money',
  verification: 'verification',
  record: 'records',
  format: 'forms',
  pagination: 'pages',
  consistency: 'records',
  error: 'refusals',
  version: 'versions',
  http: 'HTTP',
  open: 'open questions',
};

const topicOf = ({ change: { requirement } }: TurnedFinding): string =>
  topics[isRequirementId(requirement.id) ? requirementOf(requirement.id).tag : 'open'];

/** The claim speaks of the very thing that is broken: of a server error, of a field, or of error bodies. */
const speaksOf = ({ claim, where, answer, ...view }: NamedFinding): boolean => {
  if (isOfServerError({ where, ...view })) return claim.includes('5xx');
  if (!where.startsWith('$') || (answer?.status ?? 0) < 400) return true;
  return (
    /\b(?:body|bodies|JSON|message|carries)\b/.test(claim) || (isOfBody(where) && claim.includes(memberName(where)))
  );
};

/** What a member is no more says most, then a claim about the very thing, and then the shortest one. */
const plainest = (found: readonly TurnedFinding[]): TurnedFinding | undefined => {
  const claimedAt = new Map(
    [...groupBy(found, ({ view }) => view.claim)].map(([claim, own]) => [claim, new Set(endpointsIn(own))]),
  );
  const weight = ({ view }: TurnedFinding): number =>
    (isOfForm(view) ? (view.observed === 'missing' ? -10_000 : 0) : 10_000) +
    (speaksOf(view) ? 0 : 1_000) +
    (/^an order without\b/.test(view.expected) && !view.claim.includes('without') ? 500 : 0) +
    // A claim that broke at more endpoints is less of a special case.
    view.claim.length -
    100 * (claimedAt.get(view.claim)?.size ?? 0);
  return found.toSorted((one, other) => weight(one) - weight(other))[0];
};

const answerKey = (first: TurnedFinding): string =>
  isOfServerError(first.view) || first.view.code === 'REFUSED'
    ? JSON.stringify([wordOf(first.change), first.view.code, first.view.observed.slice(0, 3)])
    : JSON.stringify([wordOf(first.change), first.view.code, first.view.observed.split(':')[0], topicOf(first)]);

/** Another body lacks several members at once: those of a refusal, or of an envelope. */
const isLost = ({ view: { observed, isMended, answer, where } }: TurnedFinding): boolean =>
  !isMended &&
  ((answer?.status ?? 0) >= 400
    ? /^(?:missing|no string)$/.test(observed)
    : observed === 'missing' && /^\$\.\w+$/.test(where));

const isOfMissingItem = ({ view }: TurnedFinding): boolean =>
  !view.isMended && view.where.startsWith('$.data[') && view.observed === '0 times';

/** What a listing does not show is missing in its pages and in its numbers too. */
const listingsThatLack = (causes: readonly (readonly TurnedFinding[])[]): ReadonlySet<string> =>
  new Set(
    causes
      .flat()
      .filter(isOfMissingItem)
      .map(({ view }) => view.operation),
  );

const isOfItems = ({ change: { requirement }, view }: TurnedFinding): boolean =>
  isRequirementId(requirement.id) &&
  ['pagination', 'consistency'].includes(requirementOf(requirement.id).tag) &&
  !view.isMended &&
  !isOfForm(view) &&
  view.where.startsWith('$');

/** Claims about one thing, at the same endpoints, that the same answer breaks. */
const topicKey = (found: readonly TurnedFinding[]): string => {
  const first = plainest(found);
  if (first === undefined) return '';
  const { change, view } = first;
  if (isOfBody(view.where) && isLost(first) && (view.answer?.status ?? 0) < 400)
    return JSON.stringify(['lost', wordOf(change), false, endpointsIn(found)]);
  // One claim that is broken at several members of the same records has one cause.
  if (isOfBody(view.where) && !isOfForm(view))
    return JSON.stringify([wordOf(change), view.code, view.claim, view.answer?.status, endpointsIn(found)]);
  if (isOfBody(view.where) && isLost(first))
    return JSON.stringify(['lost', wordOf(change), (view.answer?.status ?? 0) >= 400, endpointsIn(found)]);
  // So has another form of several members.
  if (isOfBody(view.where))
    return JSON.stringify([
      'form',
      wordOf(change),
      view.isMended,
      [view.code, view.expected, view.observed.replace(/\(\d+\)/g, ''), view.answer?.status],
      [...new Set(found.map((each) => each.view.claim))].toSorted(),
      endpointsIn(found),
    ]);
  return JSON.stringify([answerKey(first), endpointsIn(found)]);
};

/**
 * At some of the endpoints of another group, the same answer to requests about one topic; or what a member says that has lost its
 * form.
 */
const isPartOf = (own: readonly TurnedFinding[], other: readonly TurnedFinding[]): boolean => {
  const [one, first] = [plainest(own), plainest(other)];
  const [some, all] = [endpointsIn(own), endpointsIn(other)];
  if (one === undefined || first === undefined || !some.every((each) => all.includes(each))) return false;
  const [{ view: part }, { view: whole }] = [one, first];
  if (isOfBody(part.where) && isOfBody(whole.where))
    return (
      !isOfForm(part) &&
      isOfForm(whole) &&
      wordOf(one.change) === wordOf(first.change) &&
      other.some(({ view }) => leafOf(part.where) === leafOf(view.where))
    );
  const areAnswers = !isOfBody(part.where) && !isOfBody(whole.where);
  return areAnswers && some.length < all.length && answerKey(one) === answerKey(first);
};

const withParts = (groups: readonly (readonly TurnedFinding[])[]): readonly (readonly TurnedFinding[])[] => {
  const roots = groups.filter((own) => !groups.some((other) => isPartOf(own, other)));
  const rootOf = new Map(groups.map((own) => [own, roots.find((root) => isPartOf(own, root))]));
  return roots.map((root) => [...root, ...groups.filter((own) => rootOf.get(own) === root).flat()]);
};

const line = (of: Pick<Line, 'word' | 'endpoints' | 'text'> & Partial<Line>): Line => ({
  requirements: [],
  details: [],
  findings: [],
  changes: [],
  ...of,
});

const claimText = ({ requirement: { claim, firmness } }: ServiceChange): string => `${claim} (${firmness})`;

/** `this field`: the part of an answer that breaks all of these promises, and nothing else does. */
const partOf = (found: readonly TurnedFinding[]): string => {
  const places = new Set(found.map(({ view }) => leafOf(view.where)));
  if (found.some(({ view }) => !isOfBody(view.where))) return 'this body';
  return places.size === 1 ? 'this field' : 'these fields';
};

/** Why more promises turned with the first. */
const reasonOf = (found: readonly TurnedFinding[], isOne: boolean): string => {
  if (found.some(({ view }) => view.isMended)) return `${isOne ? 'is' : 'are'} fixed by the same change`;
  if (refusalText(found) !== '') return `${isOne ? 'is' : 'are'} broken only because of ${partOf(found)}`;
  if (found.every(({ view }) => isOfServerError(view))) return `${isOne ? 'allows' : 'allow'} no server error here`;
  const tests = isOne ? 'fails for the same reason (its test reads' : 'fail for the same reason (their tests read';
  return `${tests} the same answers)`;
};

/** What else turned by the same cause, in the words of the promises; each stands at several endpoints. */
const othersOf = (first: TurnedFinding, found: readonly TurnedFinding[]): Also | undefined => {
  const { requirement: own } = first.change;
  const alike = endpointsIn(found.filter(({ change: { requirement } }) => requirement.claim === own.claim)).filter(
    (endpoint) => endpoint !== first.view.operation,
  );
  // A rule that is not quoted stands among the others.
  const isQuoted = !isOfOtherRule(first);
  const others = new Map(
    found.flatMap(({ change: { requirement } }) =>
      requirement.id === own.id && isQuoted ? [] : [[requirement.id, requirement.claim] as const],
    ),
  );
  if (others.size === 0) return undefined;
  const isOne = others.size === 1;
  const title = isPromise(own)
    ? `${plural(others.size, isQuoted ? 'more promise' : 'promise')} ${reasonOf(found, isOne)}`
    : `${plural(others.size, 'more example')} changed for the same reason`;
  const isOwn = (claim: string): boolean => claim === own.claim;
  if (isQuoted && isPromise(own) && [...others.values()].every(isOwn) && alike.length > 0) return undefined;
  // What speaks of another sentence says little alone.
  const claims = [...others.values()].toSorted(
    (one, other) => Number(/^That /.test(one)) - Number(/^That /.test(other)),
  );
  const isSaid = (claim: string): boolean => isQuoted && isOwn(claim);
  const names = [...groupBy(claims, (claim) => claim)].map(
    ([claim, all]) =>
      `${isSaid(claim) ? 'the same promise' : `"${claim}"`}${all.length > 1 || isSaid(claim) ? ` (${plural(all.length, 'endpoint')})` : ''}`,
  );
  return { title, names };
};

/** A quotation ends with its own full stop. */
const sentences = (first: string, ...others: readonly string[]): string =>
  [others.length === 0 || /[."]$/.test(first) ? first : `${first}.`, ...others].join(' ');

/** A refusal whose body is another is a refusal still: this part of its promises holds. */
const refusalText = (found: readonly TurnedFinding[]): string => {
  const isRefused = ({ view: { where, answer, isMended } }: TurnedFinding): boolean =>
    !isMended && where.startsWith('$') && answer !== undefined && answer.status >= 400 && answer.status < 500;
  if (!found.every(isRefused)) return '';
  const statuses = [...new Set(found.flatMap(({ view }) => (view.answer ? [String(view.answer.status)] : [])))];
  return `The status (${listText(statuses.toSorted()).replace(' and ', ' or ')}) is still as promised.`;
};

/** The promise speaks of the refusal alone, and its body is broken: quoting it would name a rule that is kept. */
const isOfOtherRule = ({ change, view }: TurnedFinding): boolean =>
  isPromise(change.requirement) && !view.isMended && view.where.startsWith('$') && !speaksOf(view);

/** What the document requires of the body of a refusal. */
const requiredSaid = ({ where, observed, expected, answer }: NamedFinding): string => {
  const place = `each ${answer?.status}`;
  if (!isOfBody(where)) return `The document requires a JSON body in ${place}.`;
  return /^(?:missing|no string)$/.test(observed)
    ? `The document requires this field in ${place}.`
    : `The document requires ${inWords(expected)} in this field of ${place}.`;
};

/** The promise, or what of it is broken where its words are kept. */
const promiseSaid = (turned: TurnedFinding): string => {
  const { change, view } = turned;
  if (isOfOtherRule(turned)) return requiredSaid(view);
  return isPromise(change.requirement) && !view.isMended && isOfServerError(view) && !speaksOf(view)
    ? `This promise allows no server error: "${view.claim}"`
    : claimSaid(change);
};

/** The promise in its own words, where the sentence has not quoted it. */
const quoteOf = (text: string, { change, view }: TurnedFinding): string => {
  const { claim } = change.requirement;
  if (!isPromise(change.requirement) || text.includes(`"${claim}"`)) return '';
  return text.includes(promiseSaid({ change, view })) ? '' : promiseSaid({ change, view });
};

/** At which more members the claim is broken. */
const membersText = (first: TurnedFinding, found: readonly TurnedFinding[]): string => {
  const members = found.filter(({ view }) => isOfBody(view.where)).map(({ view }) => view.where);
  const others = [...new Map(members.map((where) => [leafOf(where), memberName(where)]))]
    .filter(([leaf]) => leaf !== leafOf(first.view.where))
    .map(([, name]) => `\`${name}\``);
  if (others.length === 0 || found.some(isOfMissingItem)) return '';
  return isLost(first)
    ? `The same answers also lack ${firstOf(others, 4)}.`
    : `The same holds for ${firstOf(others, 4)}.`;
};

/** How much the service takes from an order, where the net amount follows its rule no more. */
const takenText = ({ view }: TurnedFinding, following: readonly FactChange[]): string => {
  const taken = following.find(
    ({ aspect, endpoint, before, after }) => aspect === 'fee rate' && endpoint === view.operation && before && after,
  );
  return isOfAmount(view) && taken !== undefined ? `Example: ${takenStep(taken)}.` : '';
};

const adviceOnRule = (view: NamedFinding): Pick<Line, 'must' | 'by'> =>
  isOfAmount(view)
    ? {
        must: 'Ask the vendor which rule replaces this rule, and check each amount that your client computes.',
        by: 'vendor',
      }
    : { must: 'Check that your client does not rely on this rule.', by: 'client' };

const lineOf = (found: readonly TurnedFinding[], following: readonly FactChange[]): Line[] => {
  const first = plainest(found);
  if (first === undefined) return [];
  const requirements = [...new Set(found.map(({ change }) => change.requirement.id))];
  const text = findingText(first, placeOfFinding(first, found), following);
  return [
    line({
      word: wordOf(first.change),
      endpoints: endpointsIn(found),
      text: sentences(
        text,
        ...texts(membersText(first, found), refusalText(found), takenText(first, following), quoteOf(text, first)),
      ),
      also: othersOf(first, found),
      ...(wordOf(first.change) === 'changed' && !first.view.isMended && adviceOnRule(first.view)),
      requirements,
      details: [...new Set(found.map(({ change }) => claimText(change)))],
      findings: found.map(({ view }) => view),
    }),
  ];
};

/** Causes of what turned, an endpoint that is gone as one. */
const turnLines = ({ service, gone, following }: Comparison): readonly Line[] => {
  const isOfGone = ({ findings }: ServiceChange): boolean =>
    findings.length > 0 && findings.every(({ operation }) => gone.has(operation));
  const own = service.filter((each) => isWorsening(each) && isOfGone(each));
  const lost = [...gone.values()].reduce((sum, each) => sum + each, 0);
  const spoken = own.filter(({ requirement: { id } }) => isRequirementId(id) && requirementOf(id).asks === 'success');
  const untested = lost === 0 ? '' : `; ${plural(lost, 'promise')} cannot be tested`;
  const goneLine = line({
    word: 'broken',
    endpoints: [...gone.keys()],
    text: sentences(
      `${gone.size > 1 ? 'the endpoints are gone, and their paths lead' : 'the endpoint is gone, and its path leads'} nowhere${untested}`,
      ...[...spoken, ...own].slice(0, 1).map(claimSaid),
    ),
    requirements: own.map(({ requirement }) => requirement.id),
    details: own.map(claimText),
    findings: own.flatMap((change) => foundIn(change).map(({ view }) => view)),
  });
  const others = service.filter((each) => !(isWorsening(each) && isOfGone(each)));
  const silent = others.filter(({ findings }) => findings.length === 0);
  const found = others
    .flatMap(foundIn)
    .map(({ change, view }) => ({ change, view: isWorsening(change) ? withValue(view, following) : view }));
  const causes = [...groupBy(found, causeOf).values()];
  const lacking = listingsThatLack(causes);
  const keyOfTopic = (own: readonly TurnedFinding[]): string => {
    const [first] = own;
    const isLacking = own.every((each) => isOfItems(each) && lacking.has(each.view.operation));
    return first && isLacking ? JSON.stringify(['items', wordOf(first.change), endpointsIn(own)]) : topicKey(own);
  };
  const groups = withParts([...groupBy(causes, keyOfTopic).values()].map((alike) => alike.flat()));
  const weight = (line: Line) => lineWords.indexOf(line.word);
  return [
    ...(gone.size === 0 ? [] : [goneLine]),
    ...groups.flatMap((group) => lineOf(group, following)),
    ...silent.map((change) =>
      line({
        word: wordOf(change),
        endpoints: [change.requirement.id.split('/')[0] ?? ''],
        text: `${isWorsening(change) ? 'not kept now' : 'kept again'}. ${claimSaid(change)}`,
        requirements: [change.requirement.id],
        details: [claimText(change)],
      }),
    ),
  ].sort((one, other) => weight(one) - weight(other));
};

/** No client can work around a request that the service does not serve any more. */
const ofVendor: ReadonlySet<ChangeKind> = new Set(['answer-refused', 'server-error']);

const isOfVendor = ({ kind, class: drift }: ChangeGroup): boolean => drift === 'breaks' && ofVendor.has(kind);

/** What the first of a group asks, as those of other places do. */
const adviceOn = (group: ChangeGroup, older: string): Pick<Line, 'must' | 'by'> => {
  const [first] = group.changes;
  if (group.must !== undefined) return { must: group.must, by: 'client' };
  const advice = first && clientMust(isOfOneName(group) ? withoutHolder(first) : first);
  if (advice === undefined) return {};
  const stay = ` Stay on ${older} until the vendor answers. Your client cannot work around this.`;
  return { must: `${advice.text}${isOfVendor(group) ? stay : ''}`, by: advice.by };
};

/** One currency, rail or network of several subaccounts. */
const isOfOneName = ({ changes }: ChangeGroup): boolean => {
  const [first, ...others] = changes.filter(isOfCapability);
  return (
    first !== undefined &&
    others.length > 0 &&
    others.every((each) => each.aspect === first.aspect && each.of[0] === first.of[0])
  );
};

const changeLine = (group: ChangeGroup, older = 'the older release'): Line => {
  const { class: drift, ...change } = group;
  return line({
    word: lineWordOf(drift),
    endpoints: change.endpoints,
    text: change.text,
    // What the vendor has to answer asks nothing of a client at the other places.
    also: change.also && (isOfVendor(group) || isOfOneName(group)) ? { ...change.also, all: undefined } : change.also,
    changes: change.changes,
    ...((drift === 'breaks' || drift === 'changed') && adviceOn(group, older)),
  });
};

/** The document allows null and leaving it out. */
const isLeftOut = ({ findings }: Line): boolean =>
  findings.length > 0 && findings.every(({ code }) => code === 'OMITTED_NULLABLE_MEMBER');

const isOfCapability = ({ aspect }: FactChange): boolean =>
  ['currencies', 'assets', 'flags', 'rails', 'networks'].includes(aspect);

/** An example that differs stands in its fact, where there is one, and where a promise turned is of its cause. */
const isRepeated = ({ word, findings }: Line, changes: readonly FactChange[], lines: readonly Line[]): boolean => {
  const isInFact = ({ operation, where }: NamedFinding): boolean =>
    changes.some(
      (change) =>
        change.endpoint === operation &&
        (where.startsWith('$')
          ? leafOf(pathIn(change) ?? '').startsWith(leafOf(where)) ||
            (isOfCapability(change) && where.startsWith('$.capabilities'))
          : isOfAnswer(change)),
    );
  const turned = lines.flatMap((each) => (each.word === 'broken' || each.word === 'fixed' ? each.findings : []));
  const isInPromise = ({ operation, where, isMended }: NamedFinding): boolean =>
    turned.some(
      (each) => each.isMended === isMended && each.operation === operation && leafOf(each.where) === leafOf(where),
    );
  return word === 'changed' && findings.length > 0 && (findings.every(isInFact) || findings.every(isInPromise));
};

/** Changes of facts alone, a line a cause. */
export const linesOfChanges = (changes: readonly FactChange[], older?: string): readonly Line[] =>
  groupChanges(changes).map((group) => changeLine(group, older));

/** A used-up limit of the account may be why, so no class says who must act. */
const refusedLine = (group: ChangeGroup, { before, after }: Comparison): Line => {
  const [older = 'the older release', newer = 'the newer release'] = [before.release, after.release];
  return line({
    word: 'refused',
    endpoints: group.endpoints,
    text: group.text,
    changes: group.changes,
    by: 'vendor',
    must: `Ask the vendor whether a new rule, a defect or a used-up limit of your account is the reason. To see the vendor's messages, test ${newer} again with \`run --show-refusals\`. Stay on ${older} until the vendor answers.`,
  });
};

/** `401 403` of a key that was refused with 401, and is with 403. */
const keySteps = ({ word, findings }: Line): ReadonlySet<string> =>
  new Set(
    word !== 'broken'
      ? []
      : findings.flatMap(({ where, expected, observed, requirement, isMended }) => {
          const isOfKey = isRequirementId(requirement) && requirementOf(requirement).tag === 'authentication';
          return isOfKey && where === 'status' && !isMended ? [`${expected} ${observed.slice(0, 3)}`] : [];
        }),
  );

const keyStep = (change: FactChange): string | undefined => {
  const { came, went } = movedIn(change);
  return change.aspect === 'status with another key' ? `${went.join()} ${came.join()}` : undefined;
};

/** Where a key is refused otherwise at other endpoints too, the cause is that of the broken promise. */
const withOtherKeys = (broken: Line, changes: readonly FactChange[]): Line => {
  const own = changes.filter((change) => keySteps(broken).has(keyStep(change) ?? ''));
  if (own.length === 0) return broken;
  const others = operationIds.filter(
    (id) => !broken.endpoints.includes(id) && own.some(({ endpoint }) => endpoint === id),
  );
  const isOne = others.length === 1;
  return {
    ...broken,
    endpoints: [...broken.endpoints, ...others],
    text:
      others.length === 0
        ? broken.text
        : `${broken.text} ${isOne ? `${others.join()} gives` : `${others.length} more endpoints give`} the same answer; this run could not judge ${isOne ? 'it' : 'them'}.`,
    changes: [...broken.changes, ...own],
  };
};

/** Lines about the service, the most severe first; of one weight, what ends and what concerns most endpoints. */
export const linesOf = (comparison: Comparison): readonly Line[] => {
  const { service, accepted } = comparison.facts;
  const changes = [...service, ...accepted, ...comparison.following, ...comparison.keptBack];
  const all = turnLines(comparison);
  const steps = new Set(all.flatMap((each) => [...keySteps(each)]));
  const [ofKeys, own] = [true, false].map((is) => service.filter((change) => steps.has(keyStep(change) ?? '') === is));
  const groups = [
    ...linesOfChanges(own ?? [], comparison.before.release),
    ...groupChanges(refusedOrders(comparison)).map((group) => refusedLine(group, comparison)),
    ...linesOfChanges(accepted).map((each) => ({ ...each, word: 'accepted' as const, must: undefined, by: undefined })),
  ];
  const turns = all
    .filter((line) => !isLeftOut(line) && !isRepeated(line, changes, all))
    .map((each) => withOtherKeys(each, ofKeys ?? []));
  const isEnd = ({ changes: own }: Line): boolean => own.some(({ kind }) => kind === 'end-announced');
  const weight = (line: Line): number => {
    if (isOpening(line)) return -1;
    if (sectionOf(line) === 'money') return 1.5;
    return isEnd(line) && line.word !== 'accepted' ? 0.5 : lineWords.indexOf(line.word);
  };
  return [...turns, ...groups].toSorted(
    (one, other) => weight(one) - weight(other) || other.endpoints.length - one.endpoints.length,
  );
};
