// Facts as files contain them: one text for the subject and one for the value. Only this file writes and reads these
// texts.
import { rowIn } from '#lib';
import { type AspectName, type FactSubject, termAspects } from '#run';
import {
  anyOf,
  type EndpointFacts,
  type FactChange,
  type FactPart,
  type Facts,
  type MemberPresence,
  type ServiceFact,
  type Value,
} from './fact.ts';
import { storedHeaderForm } from './plain-headers.ts';
import { requestOf } from './requests.ts';

/** Facts by endpoint, each a line: `"$.status": "enum:failed|paid req"`. */
export type WrittenFacts = Readonly<Record<string, WrittenEndpoint>>;

export type WrittenEndpoint = Readonly<Record<string, string>>;

/** A change in `verdict.json` and in the commands. */
export interface WrittenChange extends Pick<FactChange, 'class' | 'kind' | 'endpoint'> {
  readonly fact: string;
  readonly accepted: string;
  readonly met: string;
}

const between: Partial<Record<AspectName, string>> = {
  status: ', ',
  'required fields': ' ',
  'optional fields': ' ',
  limit: ' ',
  fee: ' ',
  'fee types': ' ',
  currencies: ', ',
  assets: ', ',
  flags: ', ',
  rails: ', ',
  networks: ', ',
  times: ', ',
  delay: ', ',
  'delay by currency': ', ',
  'withdrawal fee': ', ',
};

const anotherKey = ', with another key';

type Write = (of: readonly string[]) => string;

const writers: Partial<Record<AspectName, Write>> = {
  member: ([path = '']) => path,
  header: ([name]) => `header ${name}`,
  'message kind': () => 'kind of message',
  'status with another key': ([name]) => `status: ${name}${anotherKey}`,
  'fee share': ([fee, currency, charged]) =>
    `fee share: ${fee}${currency ? ` in ${currency}` : ''}${charged ? `, of what is ${charged}` : ''}`,
  'not looked at': ([count]) => `${count} ${count === '1' ? 'fact' : 'facts'}`,
  unknown: ([key = '']) => key,
};

/** The subject as text; unique within its endpoint. */
export const keyOf = ({ aspect, of, status }: FactSubject): string => {
  if (aspect === 'wording') return `wording: ${status}`;
  const write =
    writers[aspect] ?? ((parts) => (parts.length === 0 ? aspect : `${aspect}: ${parts.join(between[aspect])}`));
  const text = write(of);
  return status === undefined ? text : `${status} ${text}`;
};

const named: ReadonlySet<string> = new Set<AspectName>([...termAspects, 'observed', 'probed', 'settings']);

const readStatus = (text: string): FactSubject =>
  text.endsWith(anotherKey)
    ? { aspect: 'status with another key', of: [text.slice(0, -anotherKey.length)] }
    : requestOf(text);

const readNamed = (key: string): FactSubject => {
  const [, name = '', text = ''] = /^([^:]*): (.*)$/s.exec(key) ?? [];
  if (name === 'status') return readStatus(text);
  if (!named.has(name)) return { aspect: 'unknown', of: [key] };
  const aspect = name as AspectName;
  if (aspect === 'wording') return { aspect, of: [], status: text };
  if (aspect === 'fee share')
    return { aspect, of: /^(\w+) in (\w+)(?:, of what is (\w+))?$/.exec(text)?.slice(1).filter(Boolean) ?? [text] };
  const separator = between[aspect];
  return { aspect, of: separator === undefined ? [text] : text.split(separator) };
};

const whole: Readonly<Record<string, AspectName>> = {
  'kind of message': 'message kind',
  speed: 'speed',
  'zero balances': 'zero balances',
  'held at times': 'held at times',
  'kinds of facts': 'kinds of facts',
};

const subjectOf = (key: string): FactSubject => {
  const [, status, text = key] = /^(\d{3}) (.*)$/s.exec(key) ?? [];
  const [, header] = /^header (.*)$/s.exec(text) ?? [];
  const [, count] = /^(\d+) facts?$/.exec(key) ?? [];
  const aspect = rowIn(whole, text);
  if (count !== undefined) return { aspect: 'not looked at', of: [count] };
  const subject: FactSubject = text.startsWith('$')
    ? { aspect: 'member', of: [text] }
    : header !== undefined
      ? { aspect: 'header', of: [header] }
      : aspect !== undefined
        ? { aspect, of: [] }
        : readNamed(text);
  return status === undefined ? subject : { ...subject, status };
};

const partText = ({ form, names }: FactPart): string => (names === undefined ? form : `${form}:${names.join('|')}`);

/** Alternatives in their order: `null or uuid req`, `enum:failed|paid`, `map:NGN|USD`. */
export const textOf = ({ parts, presence }: Value, aspect: AspectName): string => {
  const text = parts.map(partText).join(aspect === 'kinds of facts' ? ', ' : ' or ');
  return presence === undefined ? text : `${text} ${presence}`;
};

const partOf = (text: string): FactPart => {
  const [, form, names] = /^(enum|map):(.*)$/s.exec(text) ?? [];
  return form === undefined || names === undefined ? { form: text } : { form, names: names.split('|') };
};

const valueIn = (text: string, { aspect, of: [name = ''] }: FactSubject): Value => {
  if (aspect === 'header') return anyOf(...text.split(' or ').map((form) => storedHeaderForm(name, form)));
  if (aspect === 'kinds of facts') return anyOf(...text.split(', '));
  if (aspect !== 'member') return anyOf(...text.split(' or '));
  const [, shape = text, presence] = /^(.*?)(?: (req|opt|seen))?$/s.exec(text) ?? [];
  return { parts: shape.split(' or ').map(partOf), presence: presence as MemberPresence | undefined };
};

export const readValue = (written: WrittenEndpoint, subject: FactSubject): Value | undefined => {
  const text = written[keyOf(subject)];
  return text === undefined ? undefined : valueIn(text, subject);
};

export const readEndpoint = (written: WrittenEndpoint): EndpointFacts =>
  new Map(
    Object.entries(written).map(([key, text]): [string, ServiceFact] => {
      const subject = subjectOf(key);
      return [key, { ...subject, value: valueIn(text, subject) }];
    }),
  );

export const writeEndpoint = (facts: EndpointFacts): WrittenEndpoint =>
  Object.fromEntries([...facts].map(([key, { value, aspect }]) => [key, textOf(value, aspect)]));

/** Reads facts of this version and of earlier ones. */
export const readFacts = (written: WrittenFacts): Facts =>
  Object.fromEntries(Object.entries(written).map(([endpoint, own]) => [endpoint, readEndpoint(own)]));

export const writeFacts = (facts: Facts): WrittenFacts =>
  Object.fromEntries(Object.entries(facts).map(([endpoint, own]) => [endpoint, writeEndpoint(own)]));

/** Sorted by subject, so that equal facts give equal files. */
export const endpointFacts = (facts: readonly ServiceFact[]): EndpointFacts =>
  new Map(facts.map((fact) => [keyOf(fact), fact] as const).sort(([one], [other]) => (one < other ? -1 : 1)));

const absence = '(none)';

export const writeChange = (change: FactChange): WrittenChange => {
  const { class: drift, kind, endpoint, aspect, before, after } = change;
  const [accepted, met] = [before, after].map((value) => (value === undefined ? absence : textOf(value, aspect)));
  return { class: drift, kind, endpoint, fact: keyOf(change), accepted: accepted ?? absence, met: met ?? absence };
};

export const readChange = ({ class: drift, kind, endpoint, fact, accepted, met }: WrittenChange): FactChange => {
  const subject = subjectOf(fact);
  const [before, after] = [accepted, met].map((text) => (text === absence ? undefined : valueIn(text, subject)));
  return { class: drift, kind, endpoint, ...subject, before, after };
};

/** True for two values with the same text in files. */
export const isSame = (aspect: AspectName, one: Value | undefined, other: Value | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && textOf(one, aspect) === textOf(other, aspect));
