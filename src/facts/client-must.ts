// What a client or a vendor must do about each kind of change.
import { plural, rowIn } from '#lib';
import {
  answersIn,
  endDay,
  headerName,
  headerValues,
  isOfDeprecation,
  isOfSameReference,
  sameReferenceTodo,
} from './answers.ts';
import { goneText, holderName } from './capabilities.ts';
import type { ChangeKind } from './change-kinds.ts';
import { type FactChange, formsOf, isOfAnswer, movedIn, none, pathIn } from './fact.ts';
import {
  inRefusal,
  isSameInstant,
  listText,
  memberOf,
  memberText,
  namesText,
  valueText,
  withoutMarks,
} from './fact-words.ts';
import { feeNow, shareNow } from './fees.ts';
import { isOfSecurity, methodText, plainNumber } from './methods.ts';
import { hiddenValue } from './observed-members.ts';
import { caseText, isOfClock, isOfDepositEffect, isOfPages } from './requests.ts';
import { spanWords } from './spans.ts';
import { writeChange } from './written.ts';

/** Who acts first, and what to do. */
export interface ChangeAdvice {
  readonly by: 'vendor' | 'client';
  readonly text: string;
}

type Must = (change: FactChange) => ChangeAdvice;

const ask = (question: string): ChangeAdvice => ({ by: 'vendor', text: `Ask the vendor ${question}.` });
const must = (what: string): ChangeAdvice => ({ by: 'client', text: `Your client must ${what}.` });
const check = (what: string): ChangeAdvice => ({ by: 'client', text: `Check ${what}.` });

const now = (change: FactChange): string => writeChange(change).met;
const caseOf = (change: FactChange): string => caseText(change, change.endpoint);
const cameIn = (change: FactChange): string => listText(movedIn(change).came);
const headerOf = (change: FactChange): string => headerName(change);
const shape = ({ after }: FactChange): string => valueText(after && { parts: after.parts });

const isMissing = (change: FactChange): string =>
  change.status === undefined
    ? `${memberText(change)} is missing`
    : `a ${change.status} has no ${memberText(change).replace(/^a /, '')}`;

/** What a client does with a member, as a verb and an object. */
const reading = (change: FactChange): readonly [verb: string, what: string] => {
  const form = shape(change);
  const of = `${memberText(change)}${inRefusal(change)}`;
  if (form === 'no JSON') return ['expect', `no JSON in ${of}`];
  if (form === 'a masked string') return ['work', `without the full text of ${of}`];
  return /^(?:as|in) /.test(form) ? ['expect', `${memberText(change)} ${form}`] : ['read', `${of} as ${form}`];
};

/** Of a Deprecation or Sunset header at one endpoint, or at several with one name. */
export const endAdvice = (change: FactChange, endpoints: string): ChangeAdvice =>
  isOfDeprecation(change)
    ? ask(`for the day on which ${endpoints} will end, and for the replacement`)
    : ask(`what replaces ${endpoints}. Your client must stop all calls before ${endDay(change)}`);

const mustRead: Must = (change) => must(reading(change).join(' '));

/** If the report hides a value, only the vendor can name it. */
const hiddenTodo = (change: FactChange): ChangeAdvice =>
  ask(`which new values ${memberText(change)} can have. Then check that your client accepts them`);

const checkRead: Must = (change) => {
  if (change.aspect === 'echo')
    return check(`that your client does not expect ${memberText(change)} as your client sent this value`);
  if (shape(change) === 'a URL')
    return ask(`what the URL in ${memberText(change)} leads to. Then check that your client can use a URL there`);
  if (isSameInstant(change))
    return check(`that your client reads ${memberText(change)} both with \`Z\` and with \`+00:00\` at its end`);
  const [verb, what] = reading(change);
  return check(`that your client ${verb}s ${what}`);
};

const checkMissing: Must = (change) =>
  ['null', none].includes(formsOf(change.after)[0] ?? '')
    ? check(`that your client accepts null in ${memberText(change)}`)
    : check(`that your client works when ${isMissing(change)}`);

const method = (of: readonly string[]): string => withoutMarks(methodText(of));

const feeText = (change: FactChange): string => {
  const { aspect, of } = change;
  if (aspect === 'withdrawal fee') return `a fee of ${feeNow(change)} for a withdrawal of ${of[1]}`;
  if (aspect === 'fee') return `a fee of ${plainNumber(now(change))} for ${method(of)}`;
  return `fees of ${shareNow(change)}`;
};

const feeTypeQuestion = (type: string): string => {
  if (type === 'percentage') return 'the fee is a percentage of which amount?';
  return type === 'fixed' ? 'in which currency is the fee?' : `what does the fee type ${type} mean?`;
};

const feeTodo: Must = (change) =>
  isOfDepositEffect(change)
    ? ask('whether this is a fee. Then check each place where your client expects the full amount')
    : ask(`whether this fee is intended. Then check that your client expects ${feeText(change)}`);

const feeTypeTodo: Must = (change) => {
  if (change.aspect === 'withdrawal fee') return feeTodo(change);
  if (change.aspect !== 'fee types')
    return ask(`whether this currency is intended. Then check that your client reads it from \`${memberOf(change)}\``);
  const how = `Then check how your client computes the fee of ${method(change.of)}.`;
  return { by: 'vendor', text: `Ask the vendor: ${feeTypeQuestion(now(change))} ${how}` };
};

const checkLimit: Must = (change) => {
  if (isOfSecurity(change))
    return check(`which security mode your client uses for each amount of ${method(change.of.slice(0, 2))}`);
  const [limit = ''] = change.of.slice(-1);
  const bound = limit.endsWith('_min') ? 'at least' : 'at most';
  const amount = plainNumber(now(change));
  const of = method(change.of.slice(0, -1));
  return amount === none ? ask(`for the limit of ${of}`) : check(`that your client orders ${bound} ${amount} by ${of}`);
};

/** ` (400)`, with the new status if the case has one. */
const refusedWith = (change: FactChange): string => {
  const came = cameIn(change) || listText(formsOf(change.after));
  return came === 'refused' ? '' : ` (${came})`;
};

const isSuccess = (status: string): boolean => /^2\d\d$/.test(status);

const newValue: Must = (change) => {
  const { came } = movedIn(change);
  return came.includes(hiddenValue)
    ? hiddenTodo(change)
    : check(`that your client accepts ${namesText(came)} in ${memberText(change)}`);
};

/** A test covers many listings, but a client sends one request. */
const answerTodo: Must = (change) => {
  if (isOfSameReference(change)) return check(sameReferenceTodo(change));
  if (isOfDepositEffect(change))
    return ask('when a deposit shows in the balances. Then check what your client does until that time');
  if (isOfClock(change)) return ask('to correct the clock. Check that your client does not rely on the header `Date`');
  if (isOfPages(change)) return check('that your client sends `page` and `limit` in each request');
  const isHidden =
    shape(change).includes('not shown') || movedIn(change).came.some((each) => /\bnot shown$/.test(each));
  if (isOfAnswer(change))
    return isHidden || /not shown/.test(answersIn(change)[1])
      ? ask(`which values ${caseOf(change)} can have now. Then check that your client accepts them`)
      : check(`that your client expects ${answersIn(change)[1]} for ${caseOf(change)}`);
  const of = pathIn(change) === undefined ? caseOf(change) : memberText(change);
  return check(`that your client expects ${shape(change)} for ${of}`);
};

const checkStatus: Must = (change) => {
  const { came, went } = movedIn(change);
  return came.every(isSuccess) && went.every(isSuccess) && went.length > 0
    ? check(`that your client accepts ${listText(came)} as success wherever it expects ${listText(went)} today`)
    : check(
        `that your client accepts ${listText(came)}${came.every(isSuccess) ? ' as success' : ''} for ${caseOf(change)}`,
      );
};

const checkHeader: Must = (change) => {
  const [name, value] = [headerOf(change), headerValues(change.after)];
  if (/ratelimit-limit$/.test(change.of[0] ?? ''))
    return check(`that your client keeps to the new limit in the header \`${name}\`: ${value}`);
  return check(`that your client accepts ${value.includes('`') ? value : 'another value'} in the header \`${name}\``);
};

/** What a false flag forbids. */
const flagNouns: Readonly<Record<string, string>> = {
  canOnramp: 'onramps',
  canOfframp: 'offramps',
  canDeposit: 'deposits',
  canWithdraw: 'withdrawals',
};

const withoutCapability: Must = (change) => {
  if (change.aspect !== 'flags')
    return ask(
      `whether this is on purpose: the tests saw only that the list lacks ${movedIn(change).went.length > 1 ? 'them' : 'it'}. If so, your client must work without ${goneText(change)}`,
    );
  const { went } = movedIn(change);
  const nouns = went.flatMap((flag) => rowIn(flagNouns, flag) ?? []);
  return nouns.length < went.length
    ? must(`expect false for ${goneText(change)}`)
    : ask(
        `whether this is on purpose: the tests saw only the flag. If so, your client must not offer ${nouns.join(' or ')} in ${holderName(change)}`,
      );
};

/** Additions, and changes of the class `least`, need no action. */
const musts: Partial<Record<ChangeKind, Must>> = {
  'key-accepted': (change) => ask(`why the service now answers ${caseOf(change)}`),
  'answer-refused': (change) =>
    ask(`whether the refusal (${cameIn(change)}) of ${caseOf(change)} is a new rule or a defect`),
  'server-error': (change) => ask(`to fix the error ${cameIn(change)} of ${caseOf(change)}`),
  'member-gone': (change) => must(`work when ${isMissing(change)}`),
  'member-at-times': (change) => must(`work when a record has no ${memberText(change)}`),
  'member-null': (change) => must(`accept null in ${memberText(change)}`),
  'type-changed': mustRead,
  'format-changed': mustRead,
  'page-limit-lowered': (change) => must(`ask for at most ${now(change)} items a page`),
  'cache-opened': () =>
    ask('to send `no-store`. Until then, turn off caching of these answers in your proxies and your client'),
  'first-page-moved': (change) => must(`ask for page ${now(change)} first`),
  'end-announced': (change) => endAdvice(change, change.endpoint),
  'status-changed': checkStatus,
  'order-refused': (change) =>
    ask(
      `whether the refusal${refusedWith(change)} of ${caseOf(change)} is a new rule or a defect. Your client cannot send such orders to this release`,
    ),
  'refused-now': (change) => check(`that your client can take a refusal${refusedWith(change)} of ${caseOf(change)}`),
  'accepted-now': (change) =>
    check(
      `whether your client relies on the refusal of ${caseOf(change)}. If so, your client must refuse this request itself`,
    ),
  'answer-changed': answerTodo,
  'value-new': newValue,
  'status-gone': (change) =>
    ask(
      `whether a record can still have ${namesText(movedIn(change).went)}. Then check that your client does not wait for this status`,
    ),
  'value-replaced': (change) =>
    change.note !== undefined
      ? check(`that your client reads ${memberText(change)} in any letter case`)
      : ask(`which values ${memberText(change)} can have now`),
  'writing-changed': checkRead,
  'writing-narrowed': checkRead,
  'places-fewer': (change) =>
    check(`that your client reads ${memberText(change)} with ${plural(Number(now(change)), 'decimal place')}`),
  'id-longer': (change) => check(`that your client can store ${now(change)} characters of ${memberText(change)}`),
  'link-moved': () =>
    check(
      'that your client uses each link unchanged and builds no links. If you keep a list of allowed hosts, ask the vendor whether the host is new',
    ),
  'mask-changed': (change) =>
    check(`that your client does not rely on the characters of ${memberText(change)} that were visible before`),
  'extra-member-gone': checkMissing,
  'optional-member-gone': checkMissing,
  'zero-left-out': () => check('that your client treats a missing balance as zero'),
  'header-gone': (change) => check(`that your client works without the header \`${headerOf(change)}\``),
  'header-changed': checkHeader,
  'message-kind-changed': ({ status }) =>
    check(`that your client decides by the status ${status}, and not by the message`),
  'capability-gone': withoutCapability,
  'field-required': (change) =>
    ask(
      `in which request to send ${namesText(movedIn(change).came)}. Then your client must send this if it uses ${method(change.of)}`,
    ),
  'limit-tightened': checkLimit,
  'fee-raised': feeTodo,
  'fee-lowered': feeTodo,
  'fee-type-changed': feeTypeTodo,
  'expires-sooner': (change) =>
    check(
      `that your client, or who pays, acts within ${spanWords(now(change))
        .replace('at least ', '')
        .replace(/^(\d+) to \d+/, '$1')}, before ${memberText(change)}`,
    ),
  'settles-later': (change) =>
    check(`that your client waits longer for ${memberText(change)}, ${spanWords(now(change))} after creation`),
  'order-reversed': (change) =>
    check(
      `that your client finds the records that it needs: page 1 now has the ${now(change) === 'oldest first' ? 'oldest' : 'newest'} ones`,
    ),
  slower: (change) => check(`that your client waits longer than ${now(change)} ms for an answer`),
};

/** Exceptions: clients for which an addition or a small change matters. */
const notes: Partial<Record<ChangeKind, string>> = {
  'order-changed': 'it depends on the sequence of entries',
  'wording-changed': 'it reads the text of messages',
  'fee-moved': 'it computes this fee',
  'value-gone': 'it waits for this value',
  'records-left-out': 'it needs what is missing now',
  'id-version-changed': 'it checks the version of UUIDs',
  'field-gone': 'it sends this field',
  'member-new': 'this replaces something that is gone, or your client rejects unknown fields',
  'header-new': 'this replaces something that is gone',
  'capability-new': 'this replaces something that is gone',
};

/** `Your client needs no change, unless it reads the text of messages.` */
export const clientNote = (kind: ChangeKind): string => {
  const exception = notes[kind];
  return exception === undefined ? 'Your client needs no change.' : `Your client needs no change, unless ${exception}.`;
};

/** `` Check that your client accepts 201 as success for valid orders. ``; undefined without an action. */
export const clientMust = (change: FactChange): ChangeAdvice | undefined => musts[change.kind]?.(change);
