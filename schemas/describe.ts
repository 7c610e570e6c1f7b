import { isCalendarDay, isDecimal, isE164, isEmailAddress, isNilUuid, isTimeOfDay, isUri, isUuid } from './rules.ts';
import { isCode, isPlainTerm } from './vocabulary.ts';

const fractionNames = new Map([
  [0, 's'],
  [3, 'ms'],
  [6, 'us'],
  [9, 'ns'],
]);

const dateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/;

function describeDateTime(text: string): string | undefined {
  const match = dateTime.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '', { length } = '', zone] = match;
  if (!isCalendarDay(day) || !isTimeOfDay(time)) return 'impossible-datetime';
  const described = zone === undefined ? 'local' : zone === 'Z' || zone === '+00:00' ? 'utc' : 'offset';
  return `datetime-${fractionNames.get(length) ?? `f${length}`}-${described}`;
}

function describeDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return isCalendarDay(text) ? 'date' : 'impossible-date';
}

function describeText(text: string): string {
  if (isUuid(text)) return isNilUuid(text) ? 'nil-uuid' : 'uuid';
  if (isDecimal(text)) return `decimal(${text.split('.')[1]?.length ?? 0})`;
  const moment = describeDateTime(text) ?? describeDate(text);
  if (moment) return moment;
  if (isE164(text)) return 'e164';
  if (isUri(text)) return 'uri';
  if (isEmailAddress(text)) return 'email';
  if (/^[A-Z]{2,3}$/.test(text)) return `CC${text.length}`;
  return `text(${text.length})`;
}

/** Describes a value in the abstract; never a part of the value, which may be personal or secret. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return describeText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'number out of range';
  if (Array.isArray(value)) return `array(${value.length})`;
  return typeof value;
}

/** A member name as it may be shown: in the words of interfaces as it is, any other (which may be data) in the abstract. */
export function describeKey(key: string): string {
  return isPlainTerm(key) ? key : `{${describe(key)}}`;
}

/** A code or a state as it may be shown; any other text in the abstract. */
export function describeTerm(text: string): string {
  return isCode(text) || isPlainTerm(text) ? text : describe(text);
}
