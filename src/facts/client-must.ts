// What each kind of change asks for, and of whom: your client, the vendor, or you.
import { plural } from '#lib';
import {
  answersIn,
  endText,
  headerName,
  headerValues,
  isOfDeprecation,
  isOfSameReference,
  sameReferenceTodo,
} from './answers.ts';
import { goneText } from './capabilities.ts';
import type { ChangeKind } from './change-kinds.ts';
import { type FactChange, formsOf, isOfAnswer, movedIn, none, pathIn } from './fact.ts';
import { inRefusal, listText, memberOf, memberText, namesText, valueText, withoutMarks } from './fact-words.ts';
import { shareOf } from './fees.ts';
import { isOfSecurity, methodText, plainNumber } from './methods.ts';
import { hiddenValue } from './observed-members.ts';
import { caseText, isOfClock, isOfDepositEffect, isOfPages } from './requests.ts';
import { spanWords } from './texts.ts';
import { writeChange } from './written.ts';

type Must = (change: FactChange) => string;

const now = (change: FactChange): string => writeChange(change).met;
const caseOf = (change: FactChange): string => caseText(change, change.endpoint);
const cameIn = (change: FactChange): string => listText(movedIn(change).came);
const headerOf = (change: FactChange): string => headerName(change);
const shape = ({ after }: FactChange): string => valueText(after && { parts: after.parts });

const isMissing = (change: FactChange): string =>
  change.status === undefined
    ? `${memberText(change)} is missing`
    : `a ${change.status} has no ${memberText(change).replace(/^a /, '')}`;

const mustRead: Must = (change) => {
  const form = shape(change);
  const of = `${memberText(change)}${inRefusal(change)}`;
  if (form === 'no JSON') return `Your client must expect no JSON in ${of}`;
  if (form === 'a masked string') return `Your client must work without the full text of ${of}`;
  return /^(?:as|in) /.test(form)
    ? `Your client must expect ${memberText(change)} ${form}`
    : `Your client must read ${memberText(change)} as ${form}`;
};
/** Nobody but the vendor knows a value that the report hides. */
const hiddenTodo = (change: FactChange): string =>
  `Ask the vendor which new values ${memberText(change)} can have. Then check that your client accepts them`;

const checkRead: Must = (change) =>
  change.aspect === 'echo'
    ? `Check that your client does not expect ${memberText(change)} as your client sent this value`
    : shape(change) === 'a URL'
      ? `Ask the vendor what the URL in ${memberText(change)} leads to. Then check that your client can use a URL there`
      : mustRead(change).replace(/^Your client must (\w+)/, 'Check that your client $1s');

const checkMissing: Must = (change) =>
  ['null', none].includes(formsOf(change.after)[0] ?? '')
    ? `Check that your client accepts null in ${memberText(change)}`
    : `Check that your client works when ${isMissing(change)}`;

const method = (of: readonly string[]): string => withoutMarks(methodText(of));

const feeText = (change: FactChange): string => {
  const { aspect, of } = change;
  if (aspect === 'fee') return `a fee of ${plainNumber(now(change))} for ${method(of)}`;
  return `fees of ${shareOf(change)}`;
};

const feeTypeQuestion = (type: string): string => {
  if (type === 'percentage') return 'the fee is a percentage of which amount?';
  return type === 'fixed' ? 'in which currency is the fee?' : `what does the fee type ${type} mean?`;
};

const feeTodo: Must = (change) =>
  `Ask the vendor whether this fee is intended. Then check that your client expects ${feeText(change)}`;

const limitText = (change: FactChange): string => {
  if (isOfSecurity(change))
    return `Check which security mode your client uses for each amount of ${method(change.of.slice(0, 2))}`;
  const [limit = ''] = change.of.slice(-1);
  const bound = limit.endsWith('_min') ? 'at least' : 'at most';
  const met = plainNumber(now(change));
  const of = method(change.of.slice(0, -1));
  return met === none
    ? `Ask the vendor for the limit of ${of}`
    : `Check that your client orders ${bound} ${met} by ${of}`;
};

/** ` (400)`; some cases say only that an order is refused. */
const refusedWith = (change: FactChange): string => {
  const came = cameIn(change) || listText(formsOf(change.after));
  return came === 'refused' ? '' : ` (${came})`;
};

const isSuccess = (status: string): boolean => /^2\d\d$/.test(status);

const newValue: Must = (change) => {
  const { came } = movedIn(change);
  return came.includes(hiddenValue)
    ? hiddenTodo(change)
    : `Check that your client accepts ${namesText(came)} in ${memberText(change)}`;
};

/** A test is about many listings; a client sends one. */
const answerTodo: Must = (change) => {
  if (isOfSameReference(change)) return sameReferenceTodo(change);
  if (isOfDepositEffect(change))
    return 'Ask the vendor when a deposit shows in the balances. Then check what your client does until that time';
  if (isOfClock(change))
    return 'Ask the vendor to correct the clock. Check that your client does not rely on the header `Date`';
  if (isOfPages(change)) return 'Check that your client sends `page` and `limit` in each request';
  const isHidden =
    shape(change).includes('not shown') || movedIn(change).came.some((each) => /\bnot shown$/.test(each));
  if (isOfAnswer(change))
    return isHidden || /not shown/.test(answersIn(change)[1])
      ? `Ask the vendor which values ${caseOf(change)} can have now. Then check that your client accepts them`
      : `Check that your client expects ${answersIn(change)[1]} for ${caseOf(change)}`;
  const of = pathIn(change) === undefined ? caseOf(change) : memberText(change);
  return `Check that your client expects ${shape(change)} for ${of}`;
};

/** Additions and changes of least weight need no action. */
const musts: Partial<Record<ChangeKind, Must>> = {
  'key-accepted': (change) => `Ask the vendor why the service now answers ${caseOf(change)}`,
  'answer-refused': (change) =>
    `Ask the vendor whether the refusal (${cameIn(change)}) of ${caseOf(change)} is a new rule or a defect`,
  'server-error': (change) => `Ask the vendor to fix the error ${cameIn(change)} of ${caseOf(change)}`,
  'member-gone': (change) => `Your client must work when ${isMissing(change)}`,
  'member-at-times': (change) => `Your client must work when a record has no ${memberText(change)}`,
  'member-null': (change) => `Your client must accept null in ${memberText(change)}`,
  'type-changed': mustRead,
  'format-changed': mustRead,
  'page-limit-lowered': (change) => `Your client must ask for at most ${now(change)} items a page`,
  'cache-opened': () =>
    'Ask the vendor to send `no-store`. If you must upgrade before that, turn off caching of these answers in your proxies and your client',
  'first-page-moved': (change) => `Your client must ask for page ${now(change)} first`,
  'end-announced': (change) =>
    isOfDeprecation(change)
      ? `Ask the vendor when ${change.endpoint} ends, and what replaces this endpoint`
      : `Ask the vendor what replaces ${change.endpoint}. Your client must stop calling it before ${endText(change).replace(/ \(header .*/, '')}`,
  'status-changed': (change) =>
    movedIn(change).came.every(isSuccess) && movedIn(change).went.every(isSuccess) && movedIn(change).went.length > 0
      ? `Check that your client accepts ${cameIn(change)} as success wherever it expects ${listText(movedIn(change).went)} today`
      : `Check that your client accepts ${cameIn(change)}${movedIn(change).came.every(isSuccess) ? ' as success' : ''} for ${caseOf(change)}`,
  'order-refused': (change) =>
    `Ask the vendor whether the refusal${refusedWith(change)} of ${caseOf(change)} is a new rule or a defect. Your client cannot send such orders to this release`,
  'refused-now': (change) => `Check that your client can take a refusal${refusedWith(change)} of ${caseOf(change)}`,
  'accepted-now': (change) =>
    `Check whether your client relies on the refusal of ${caseOf(change)}. If so, your client must refuse this request itself`,
  'answer-changed': answerTodo,
  'value-new': newValue,
  'status-gone': (change) =>
    `Ask the vendor whether a record can still have ${namesText(movedIn(change).went)}. Then check that your client does not wait for this status`,
  'value-replaced': (change) => `Ask the vendor which values ${memberText(change)} can have now`,
  'writing-changed': checkRead,
  'writing-narrowed': checkRead,
  'places-fewer': (change) =>
    `Check that your client reads ${memberText(change)} with ${plural(Number(now(change)), 'decimal place')}`,
  'id-longer': (change) => `Check that your client can store ${now(change)} characters of ${memberText(change)}`,
  'link-moved': () =>
    'Check that your client uses each link unchanged and builds no links. If you keep a list of allowed hosts, ask the vendor whether the host is new',
  'mask-changed': (change) =>
    `Check that your client does not rely on the characters of ${memberText(change)} that were visible before`,
  'extra-member-gone': checkMissing,
  'optional-member-gone': checkMissing,
  'zero-left-out': () => 'Check that your client treats a missing balance as zero',
  'header-gone': (change) => `Check that your client works without the header \`${headerOf(change)}\``,
  'header-changed': (change) => {
    if (/ratelimit-limit$/.test(change.of[0] ?? ''))
      return `Check that your client keeps to the new limit in the header \`${headerOf(change)}\`: ${headerValues(change.after)}`;
    const value = headerValues(change.after);
    return value.includes('`')
      ? `Check that your client accepts ${value} in the header \`${headerOf(change)}\``
      : `Check that your client accepts another value in the header \`${headerOf(change)}\``;
  },
  'message-kind-changed': ({ status }) =>
    `Check that your client decides by the status ${status}, and not by the message`,
  'capability-gone': (change) =>
    change.aspect === 'flags'
      ? `Your client must expect false for ${goneText(change)}`
      : `Your client must work without ${goneText(change)}`,
  'field-required': (change) =>
    `Ask the vendor in which request to send ${namesText(movedIn(change).came)}. Then your client must send this if it uses ${method(change.of)}`,
  'limit-tightened': limitText,
  'fee-raised': feeTodo,
  'fee-lowered': feeTodo,
  'fee-type-changed': (change) =>
    change.aspect === 'fee types'
      ? `Ask the vendor: ${feeTypeQuestion(now(change))} Then check how your client computes the fee of ${method(change.of)}`
      : `Ask the vendor whether this currency is intended. Then check that your client reads it from \`${memberOf(change)}\``,
  'expires-sooner': (change) =>
    `Check that your client acts within ${spanWords(now(change)).replace('at least ', '')}, before ${memberText(change)}`,
  'settles-later': (change) =>
    `Check that your client waits longer for ${memberText(change)}, ${spanWords(now(change))} after creation`,
  slower: (change) => `Check that your client waits longer than ${now(change)} ms for an answer`,
};

/** What an addition or a small change can ask of a client. */
const notes: Partial<Record<ChangeKind, string>> = {
  'order-changed': 'it depends on the sequence of entries',
  'wording-changed': 'it reads the text of messages',
  'fee-moved': 'it computes this fee',
  'value-gone': 'it waits for this value',
  'records-left-out': 'it needs what is missing now',
  'id-version-changed': 'it checks the version of UUIDs',
  'field-gone': 'it sends this field',
  'member-new': 'this replaces something that is gone',
  'header-new': 'this replaces something that is gone',
  'capability-new': 'this replaces something that is gone',
};

/** `Your client needs no change, unless it reads the text of messages.` */
export const clientNote = (kind: ChangeKind): string => {
  const exception = notes[kind];
  return exception === undefined ? 'Your client needs no change.' : `Your client needs no change, unless ${exception}.`;
};

/** `` Check that your client accepts 201 as success for valid orders. ``; undefined without an action. */
export const clientMust = (change: FactChange): string | undefined => {
  const todo = musts[change.kind]?.(change);
  return todo && `${todo}.`;
};
