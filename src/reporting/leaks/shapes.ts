/** A kind of secret or personal datum, known by its shape. */
interface LeakKind {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Every match has it, so that a text without it need not be gone through. */
  readonly sign?: string;
  /** A second look at what matched. */
  readonly holds?: (found: string) => boolean;
}

const ibanCountries = /^[A-Z]{2}\d{2}/;

/** The check of ISO 13616: letters become numbers, the first four characters go last, the rest by 97 is one. */
const isIban = (found: string): boolean => {
  const compact = found.replaceAll(' ', '');
  if (!ibanCountries.test(compact) || compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4))
    for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

const digitsIn = (found: string): number => found.replace(/\D/g, '').length;

/** Long words that mix cases and digits as no word of ours does. */
const isMixed = (found: string): boolean =>
  /[a-z]/.test(found) && /[A-Z]/.test(found) && (found.match(/\d/g)?.length ?? 0) >= 3;

export const shapes: readonly LeakKind[] = [
  {
    kind: 'e-mail address',
    pattern: /(?<![\w.+%-])[\w.+%-]+@[a-z0-9](?:[a-z0-9-]*\.)+[a-z]{2,}/gi,
    sign: '@',
  },
  {
    kind: 'phone number',
    pattern: /(?<![\w+])\+\d[\d\s().-]{5,20}\d(?!\d)/g,
    sign: '+',
    holds: (found) => digitsIn(found) >= 8 && digitsIn(found) <= 15,
  },
  { kind: 'IBAN', pattern: /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}(?!\w)/g, holds: isIban },
  { kind: 'long number', pattern: /(?<![\w.])\d{9,}(?!\w|\.\d)|(?<![\w.-])\d{4}(?:[ -]\d{4}){2,}(?![\w-])/g },
  { kind: 'token', pattern: /\beyJ[\w-]{8,2000}\.[\w-]{4,}\.[\w-]*/g, sign: 'eyJ' },
  { kind: 'token', pattern: /\bbearer\s+[\w.~+/-]{16,}/gi },
  { kind: 'token', pattern: /\b(?:sk|pk|rk|key|tok|token|secret|api)[_-](?:\w+[_-])?[A-Za-z0-9]{16,}\b/gi },
  { kind: 'token', pattern: /(?<![\w/+.-])(?=[\w-]{32})[\w-]+/g, holds: isMixed },
];

/** Parts of our own texts that are no leak: marks of redaction, ids, digests, instants. */
const ours = [
  /(?:<|&lt;|\\u003c)[a-z][\w()., -]*#[0-9a-f]+(?:>|&gt;|\\u003e)/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b[0-9a-f]{32}(?:[0-9a-f]{8}(?:[0-9a-f]{24})?)?\b/g,
  /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?/g,
  /"(?:start|stop|timestamp)":\s*\d{13}\b/g,
  /"content-length","value":"\d+"/g,
];

export interface ShapeFound {
  readonly kind: string;
  readonly offset: number;
}

/** Blanked, not cut, so that offsets stay. */
const withoutOurs = (text: string, numbers: readonly string[]): string => {
  const blank = (found: string): string => ' '.repeat(found.length);
  const known = numbers.map((number) => new RegExp(`(?<!\\d)${number}(?!\\d)`, 'g'));
  return [...ours, ...known].reduce((rest, pattern) => rest.replace(pattern, blank), text);
};

/** Finds what looks like a secret or a personal datum; `numbers` are long numbers of our own, such as seeds. */
export const findShapes = (text: string, numbers: readonly string[]): ShapeFound[] => {
  const rest = withoutOurs(text, numbers);
  return shapes
    .filter(({ sign = '' }) => rest.includes(sign))
    .flatMap(({ kind, pattern, holds = () => true }) =>
      [...rest.matchAll(pattern)]
        .filter(([found]) => holds(found))
        .map(({ index }) => ({ kind, offset: index })),
    );
};
