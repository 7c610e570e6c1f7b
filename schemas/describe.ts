import { isCalendarDay } from './calendar.ts';
import { dateTimeForm, isE164, isEmailAddress, isNilUuid, isUri, isUuid, placesOf } from './form.ts';
import { isCode, isPlainTerm } from './vocabulary.ts';

const fractionNames = new Map([
  [0, 's'],
  [3, 'ms'],
  [6, 'us'],
  [9, 'ns'],
]);

function describeDateTime(text: string): string | undefined {
  const form = dateTimeForm(text);
  if (!form) return undefined;
  if (!form.real) return 'impossible-datetime';
  return `datetime-${fractionNames.get(form.fraction) ?? `f${form.fraction}`}-${form.zone}`;
}

function describeDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return isCalendarDay(text) ? 'date' : 'impossible-date';
}

function describeText(text: string): string {
  if (isUuid(text)) return isNilUuid(text) ? 'nil-uuid' : 'uuid';
  const places = placesOf(text);
  if (places !== undefined) return `decimal(${places})`;
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
