import { isCalendarDay, isTimeOfDay } from './calendar.ts';

/** Document, "Limits": formats accepted for document uploads and file references. */
export const documentFormats = ['jpeg', 'jpg', 'png', 'heic', 'heif', 'pdf'] as const;

const nilUuid = '00000000-0000-0000-0000-000000000000';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const decimalPattern = /^-?\d+(?:\.(\d+))?$/;
const dateTimePattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/;
// RFC 3986: a scheme, then unreserved, reserved or percent-encoded characters only.
const uriPattern = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;
const extensionPattern = /\.([a-z][a-z0-9]{1,4})$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);
export const isNilUuid = (text: string): boolean => text === nilUuid;
export const isE164 = (text: string): boolean => /^\+[1-9]\d{1,14}$/.test(text);
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
export const isUri = (text: string): boolean => uriPattern.test(text) && URL.canParse(text);

/** Number of places of a decimal string; `undefined` where the text is none (exponent, separators, plus, spaces). */
export function placesOf(text: string): number | undefined {
  const match = decimalPattern.exec(text);
  return match ? (match[1]?.length ?? 0) : undefined;
}

export interface DateTimeForm {
  /** Digits of the fraction of a second. */
  readonly fraction: number;
  readonly zone: 'utc' | 'offset' | 'local';
  /** Whether the day and the time exist. */
  readonly real: boolean;
}

/** Splits a date-time into its parts; `undefined` where the text does not have its outline. */
export function dateTimeForm(text: string): DateTimeForm | undefined {
  const match = dateTimePattern.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '', fraction = '', zone] = match;
  return {
    fraction: fraction.length,
    zone: zone === undefined ? 'local' : zone === 'Z' || zone === '+00:00' ? 'utc' : 'offset',
    real: isCalendarDay(day) && isTimeOfDay(time),
  };
}

/** UTC, at least milliseconds, an instant that exists. */
export function isTimestamp(text: string): boolean {
  const form = dateTimeForm(text);
  return form?.real === true && form.zone === 'utc' && form.fraction >= 3;
}

/** False only where the path of a hierarchical URI ends in an extension that is no supported document format. */
export function hasDocumentFormat(uri: string): boolean {
  if (!/^[^:]+:\/\//.test(uri)) return true;
  const extension = extensionPattern.exec(new URL(uri).pathname)?.[1]?.toLowerCase();
  return extension === undefined || documentFormats.some((format) => format === extension);
}
