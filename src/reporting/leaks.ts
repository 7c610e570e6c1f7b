// Searches outputs for secrets and personal data.
import { structureProblem, writtenForms } from '#lib';
import { forMarkup } from './text.ts';

interface LeakKind {
  readonly kind: string;
  readonly pattern: RegExp;
  /** A substring that every match contains; texts without it are skipped. */
  readonly sign?: string;
  /** A second check of a match. */
  readonly confirms?: (found: string) => boolean;
}

/**
 * The check of ISO 13616: letters become numbers, the first four characters move to the end, and the remainder modulo
 * 97 is 1.
 */
const isIban = (found: string): boolean => {
  const compact = found.replaceAll(' ', '');
  if (!/^[A-Z]{2}\d{2}/.test(compact) || compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4))
    for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

const digitsIn = (found: string): number => found.replace(/\D/g, '').length;

/** A long word with mixed cases and three digits; our own words have no such form. */
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
    confirms: (found) => digitsIn(found) >= 8 && digitsIn(found) <= 15,
  },
  { kind: 'IBAN', pattern: /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}(?!\w)/g, confirms: isIban },
  { kind: 'long number', pattern: /(?<![\w.])\d{9,}(?!\w|\.\d)|(?<![\w.-])\d{4}(?:[ -]\d{4}){2,}(?![\w-])/g },
  { kind: 'token', pattern: /\beyJ[\w-]{8,2000}\.[\w-]{4,}\.[\w-]*/g, sign: 'eyJ' },
  { kind: 'token', pattern: /\bbearer\s+[\w.~+/-]{16,}/gi },
  { kind: 'token', pattern: /\b(?:sk|pk|rk|key|tok|token|secret|api)[_-](?:\w+[_-])?[A-Za-z0-9]{16,}\b/gi },
  { kind: 'token', pattern: /(?<![\w/+.-])(?=[\w-]{32})[\w-]+/g, confirms: isMixed },
];

/** Parts of our own texts that are no leak: redaction marks, ids, digests, instants. */
const ours = [
  /(?:<|&lt;|\\u003c)[a-z][\w()., -]*#[0-9a-f]+(?:>|&gt;|\\u003e)/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b[0-9a-f]{32}(?:[0-9a-f]{8}(?:[0-9a-f]{24})?)?\b/g,
  /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?/g,
  /"(?:start|stop|timestamp)":\s*\d{13}\b/g,
  /"content-length","value":"\d+"/g,
  // A page of a CI service, whose run numbers have eleven digits.
  /(?<=\/)(?:runs|jobs|pipelines|builds)\/\d+/g,
];

/** Replaces these parts by blanks of the same length, so that offsets stay. */
const withoutOurs = (text: string, numbers: readonly string[]): string => {
  const blank = (found: string): string => ' '.repeat(found.length);
  const own = new Set(numbers.map((number) => number.replace('-', '')));
  const blankOwn = (found: string): string => (own.has(found) ? blank(found) : found);
  return ours
    .reduce((rest, pattern) => rest.replace(pattern, blank), text)
    .replace(/\d+(?:\.\d+)?/g, (found) => (own.has(found) ? blank(found) : found.replace(/\d+/g, blankOwn)));
};

/** Finds text in the form of a secret or of personal data. `numbers` are our own long numbers, such as seeds. */
export function findShapes(text: string, numbers: readonly string[]) {
  const rest = withoutOurs(text, numbers);
  return shapes
    .filter(({ sign = '' }) => rest.includes(sign))
    .flatMap(({ kind, pattern, confirms = () => true }) =>
      [...rest.matchAll(pattern)].filter(([found]) => confirms(found)).map(({ index }) => ({ kind, offset: index })),
    );
}

/** The place of a secret or of personal data in an output, without the value. */
export interface Leak {
  readonly file: string;
  /** `secret of the run`, or the kind of data that the form shows. */
  readonly kind: string;
  readonly line: number;
  /** The path in a JSON file. It leads to the cause after the file is removed. */
  readonly path?: string;
}

export interface Output {
  readonly file: string;
  readonly text: string;
  /**
   * `literal`: output of other programs, which contains many texts in the form of a secret. It is searched only for the
   * secrets of the run; its inputs were searched completely.
   */
  readonly search: 'all' | 'literal';
}

/** A shorter secret would match by chance. */
const minSecret = 6;
const maxLeaks = 50;

const formsOf = (secret: string): string[] => [...new Set([...writtenForms(secret), forMarkup(secret)])];

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const secretsIn = ({ file, text }: Output, forms: readonly string[]): Leak[] =>
  forms
    .map((form) => text.indexOf(form))
    .filter((offset) => offset >= 0)
    .map((offset) => ({ file, kind: 'secret of the run', line: lineAt(text, offset) }));

const shapesIn = ({ file, text, search }: Output, { numbers, seen }: Sought): Leak[] => {
  if (search === 'literal') return [];
  const found = seen.get(text) ?? findShapes(text, numbers);
  seen.set(text, found);
  return found.slice(0, maxLeaks).map(({ kind, offset }) => ({ file, kind, line: lineAt(text, offset) }));
};

interface Sought {
  readonly forms: readonly string[];
  readonly numbers: readonly string[];
  /** Results by text, because many files are identical: several requirements share an exchange. */
  readonly seen: Map<string, ReturnType<typeof findShapes>>;
}

const step = (name: string): string => (/^[a-zA-Z]{1,24}$/.test(name) ? `.${name}` : '.*');

const placesIn = (whole: unknown, isLeak: (part: string) => boolean): readonly string[] => {
  const found: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (isLeak(String(value))) found.push(path);
    } else if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${path}[${index}]`);
    else if (typeof value === 'object' && value !== null)
      for (const [name, child] of Object.entries(value)) {
        if (isLeak(name)) found.push(`${path}.* (a name)`);
        walk(child, isLeak(name) ? `${path}.*` : path + step(name));
      }
  };
  walk(whole, '$');
  return found;
};

const pathsOf = ({ file, text, search }: Output, kind: string, sought: Sought): readonly string[] => {
  if (!file.endsWith('.json') || structureProblem(text) !== undefined) return [];
  const isLeak = (part: string): boolean =>
    leaksIn({ file, text: part, search }, sought).some((leak) => leak.kind === kind);
  try {
    return placesIn(JSON.parse(text), isLeak);
  } catch {
    return [];
  }
};

/** Leaks and paths are both in the order of the file. If their numbers differ, the leak has only its line. */
const withPaths = (leaks: readonly Leak[], output: Output, sought: Sought): readonly Leak[] =>
  [...new Set(leaks.map(({ kind }) => kind))].flatMap((kind) => {
    const alike = leaks.filter((leak) => leak.kind === kind);
    const paths = pathsOf(output, kind, sought);
    return alike.map((leak, index) => {
      const path = paths.length === alike.length ? paths[index] : undefined;
      return path === undefined ? leak : { ...leak, path };
    });
  });

const leaksIn = (output: Output, sought: Sought): Leak[] => [
  ...secretsIn(output, sought.forms),
  ...shapesIn(output, sought),
];

/** Searches outputs for the secrets of the run, and for text in the form of secrets and personal data. */
export function findLeaks(
  outputs: readonly Output[],
  { secrets, numbers }: { readonly secrets: readonly string[]; readonly numbers: readonly string[] },
): Leak[] {
  const forms = secrets.filter((secret) => secret.length >= minSecret).flatMap(formsOf);
  const sought: Sought = { forms, numbers, seen: new Map() };
  return outputs
    .flatMap((output) => withPaths(leaksIn(output, sought).slice(0, maxLeaks), output, sought))
    .slice(0, maxLeaks);
}

/** A leak in one line: place and kind, without the value. */
export function leakText({ file, line, path, kind }: Leak): string {
  return `${file}:${line}${path === undefined ? '' : ` ${path}`} ${kind}`;
}

/** The text that replaces the withheld reports: it says what was found and where. */
export function leaksText(
  leaks: readonly Leak[],
  { verdict, exitCode }: { readonly verdict: string; readonly exitCode: number },
): string {
  return [
    'The reports of this run were withheld, because they contain data that must not leave this machine. This file does not repeat it.',
    '',
    ...leaks.map(leakText),
    '',
    `The run itself ended as \`${verdict}\`, with exit code ${exitCode}.`,
    '',
    'None of the files named above was kept, except ledger.jsonl, the record of orders. Remove the cause, such as personal data',
    'in the reason of a waiver, and run again.',
    '',
  ].join('\n');
}
