// What a client must do about each kind of change that breaks or changes, as the end of `Your client must …`.
import { plural } from '#lib';
import { answersIn, endText, headerName, headerValues } from './answers.ts';
import { goneText } from './capabilities.ts';
import type { ChangeKind } from './change-kinds.ts';
import { type FactChange, isOfAnswer, movedIn, none, pathIn } from './fact.ts';
import { listText, memberOf, memberText, namesText, valueText, withoutMarks } from './fact-words.ts';
import { shareOf } from './fees.ts';
import { methodText, plainNumber } from './methods.ts';
import { hiddenValue } from './observed-members.ts';
import { caseText } from './requests.ts';
import { spanWords } from './texts.ts';
import { writeChange } from './written.ts';

type Must = (change: FactChange) => string;

/** Names of values, or that they are not shown. */
const newValues = (change: FactChange): string =>
  namesText(movedIn(change).came).replace(`\`${hiddenValue}\``, 'a value that was not there before');

const now = (change: FactChange): string => writeChange(change).met;
const caseOf = (change: FactChange): string => caseText(change, change.endpoint);
const cameIn = (change: FactChange): string => listText(movedIn(change).came);
const headerOf = (change: FactChange): string => headerName(change);
const shape = ({ after }: FactChange): string => valueText(after && { parts: after.parts });

const doWithout: Must = (change) => `do without ${memberText(change)}`;
const readAs: Must = (change) => {
  const form = shape(change);
  return /^(?:as|in) /.test(form) ? `expect ${memberText(change)} ${form}` : `read ${memberText(change)} as ${form}`;
};

const method = (of: readonly string[]): string => withoutMarks(methodText(of));

const feeText = (change: FactChange): string => {
  const { aspect, of } = change;
  if (aspect === 'fee') return `a fee of ${plainNumber(now(change))} for ${method(of)}`;
  return `fees of ${shareOf(change)}`;
};

const limitText = (change: FactChange): string => {
  const [limit = ''] = change.of.slice(-1);
  const bound = limit.endsWith('_min') ? 'at least' : 'at most';
  const met = plainNumber(now(change));
  return met === none
    ? `ask ${method(change.of.slice(0, -1))} for its limit`
    : `order ${bound} ${met} by ${method(change.of.slice(0, -1))}`;
};

/** Additions and what is of the least weight ask nothing of a client. */
const musts: Partial<Record<ChangeKind, Must>> = {
  'key-accepted': (change) => `know that the service now serves ${caseOf(change)}`,
  'answer-refused': (change) =>
    `send what the service now requires: it answers ${cameIn(change)} to ${caseOf(change)}, so ask the vendor`,
  'server-error': (change) => `handle ${cameIn(change)} for ${caseOf(change)}`,
  'member-gone': doWithout,
  'member-at-times': (change) => `do without ${memberText(change)} where a record lacks it`,
  'member-null': (change) => `accept null for ${memberText(change)}`,
  'type-changed': readAs,
  'format-changed': readAs,
  'page-limit-lowered': (change) => `read at most ${now(change)} items a page`,
  'cache-opened': () => 'keep these answers out of shared caches until the vendor sends `no-store`',
  'first-page-moved': (change) => `ask for page ${now(change)} first`,
  'end-announced': (change) => `stop calling ${change.endpoint} before ${endText(change).replace(/ \(header .*/, '')}`,
  'status-changed': (change) => `accept ${cameIn(change)} for ${caseOf(change)}`,
  'refused-now': (change) => `expect ${cameIn(change)} for ${caseOf(change)}`,
  'accepted-now': (change) => `no longer rely on a refusal of ${caseOf(change)}`,
  'answer-changed': (change) =>
    `expect ${isOfAnswer(change) ? answersIn(change)[1] : shape(change)} for ${pathIn(change) === undefined ? caseOf(change) : memberText(change)}`,
  'value-new': (change) => `expect ${newValues(change)} as ${memberText(change)}`,
  'value-replaced': (change) => `expect another code as ${memberText(change)}`,
  'writing-changed': readAs,
  'writing-narrowed': readAs,
  'places-fewer': (change) => `read ${memberText(change)} with ${plural(Number(now(change)), 'decimal place')}`,
  'id-longer': (change) => `store ${memberText(change)} with ${now(change)} characters`,
  'link-moved': (change) => `open the link in ${memberText(change)} at another host or path`,
  'mask-changed': (change) => `not rely on the part of ${memberText(change)} that was shown before`,
  'extra-member-gone': doWithout,
  'optional-member-gone': doWithout,
  'zero-left-out': () => 'treat a balance that is missing as zero',
  'header-gone': (change) => `do without the header \`${headerOf(change)}\``,
  'header-changed': (change) => {
    const value = headerValues(change.after);
    return value.includes('`')
      ? `obey the header \`${headerOf(change)}\`: ${value}`
      : `accept another value of the header \`${headerOf(change)}\``;
  },
  'message-kind-changed': ({ status }) => `decide by the status ${status}, not by its message`,
  'capability-gone': (change) =>
    change.aspect === 'flags'
      ? `expect ${goneText(change).replace('the ', '')} to be false`
      : `stop using ${goneText(change)}`,
  'field-required': (change) => `send ${namesText(movedIn(change).came)} for ${method(change.of)}`,
  'limit-tightened': limitText,
  'fee-raised': (change) => `expect ${feeText(change)}`,
  'fee-type-changed': (change) =>
    change.aspect === 'fee types'
      ? `compute the fee of ${method(change.of)} as ${now(change)}`
      : `read the currency of the fee from \`${memberOf(change)}\``,
  'expires-sooner': (change) =>
    `act on ${memberText(change)} within ${spanWords(now(change)).replace('at least ', '')}`,
  'settles-later': (change) => `wait longer for ${memberText(change)}: ${spanWords(now(change))} after creation`,
  slower: (change) => `wait longer than ${now(change)} ms for an answer`,
};

/** `accept 201 for valid orders`; undefined where nothing has to be done. */
export const clientMust = (change: FactChange): string | undefined => musts[change.kind]?.(change);
