import { textOfSegment } from './sent-segment.ts';

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Java pads each of five groups, whatever their length. */
const fiveGroups = /^[0-9a-f]+(?:-[0-9a-f]+){4}$/i;
/** 128 bits in base 64 and in base 32. */
const compact = /^(?:[\w-]{22}(?:==)?|[0-9a-z]{26})$/i;

const isUuidInSomeReading = (text: string): boolean => {
  const inner = text.trim().replace(/^urn:uuid:/i, '');
  const digits = inner.replaceAll(/[\s{}()-]/g, '');
  return /^[0-9a-f]{32}$/i.test(digits) || fiveGroups.test(inner) || compact.test(inner);
};

/** The path segment that was sent, percent-encoded or not, is one segment and no UUID in any reading. */
export const isMalformedId = (segment: string): boolean => {
  const text = textOfSegment(segment);
  return text !== undefined && !isUuidInSomeReading(text);
};

/** A UUID of version 4 that is written as the document does, and not the nil one. */
export const isWellFormedId = (text: string): boolean => canonical.test(text) && text.charAt(14) === '4';
