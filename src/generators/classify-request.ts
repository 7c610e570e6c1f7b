const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The text of a path segment, percent-encoded or not; undefined where it is none, or more than one to some reader. */
export const textOfSegment = (segment: string): string | undefined => {
  const text = decoded(segment);
  return text === undefined || text.trim() === '' || /^\.{1,2}$/.test(text) || /[/\\?#%]/.test(text)
    ? undefined
    : text;
};

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

/** The value of `page` or `limit` is no whole positive number that a listing could have. */
export const isMalformedBound = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim();
  if (!/^[+-]?\p{Nd}+(?:\.0*)?$/u.test(plain)) return true;
  const number = Number(plain);
  return Number.isNaN(number) ? false : number <= 0 || number > Number.MAX_SAFE_INTEGER;
};

/** The header value that was sent is legal, has no spaces around it, and is none of the valid keys. */
export const isAlteredKey = (sent: string, ...valid: readonly string[]): boolean =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(sent) && !valid.some((key) => key.trim() === sent);
