import { z } from 'zod';
import { readFileText, UnreadableFile } from './files.ts';

/** A JSON text that somebody may have edited. */
export interface JsonText {
  readonly value: unknown;
  /** The line of the value at a path, or of its nearest parent. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:"]|[^ \t\r\n{}[\],:"]+|\n/g;

const literal =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text of JSON holds none
  /^(?:"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/** Our own files have five levels. Deeper values slow each walk, and the deepest end the process. */
const maxDepth = 64;

/** Completes "line 3 ...". */
class Unclear extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** The next symbol of the grammar. `first` follows an opening bracket, after which a closing one is allowed. */
type Due = 'value' | 'first value' | 'name' | 'first name' | ':' | ',';

/**
 * The line of every value in a text, by its path. A parser gives no lines, keeps the last of two equal names, and
 * accepts any depth.
 * @throws Unclear if the text is no JSON, repeats a member, or is too deep
 */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const named = new Set<string>();
  const levels: { at: string | number }[] = [];
  let [line, lastLine] = [1, 1];
  let due: Due = 'value';
  const pathNow = () => keyOf(levels.map(({ at }) => at));
  const demand = (isRight: boolean) => {
    if (!isRight) throw new Unclear(lastLine, 'is not valid JSON from here on');
  };
  for (const [symbol] of text.matchAll(token)) {
    if (symbol === '\n') {
      line += 1;
      continue;
    }
    lastLine = line;
    const level = levels.at(-1);
    const isOfList = typeof level?.at === 'number';
    if (symbol === '}' || symbol === ']') {
      demand(level !== undefined && isOfList === (symbol === ']'));
      demand(due === ',' || due === (isOfList ? 'first value' : 'first name'));
      levels.pop();
      due = ',';
    } else if (symbol === ':') {
      demand(due === ':');
      due = 'value';
    } else if (symbol === ',') {
      demand(due === ',' && level !== undefined);
      if (typeof level?.at === 'number') level.at += 1;
      due = isOfList ? 'value' : 'name';
    } else if (level && (due === 'name' || due === 'first name')) {
      demand(symbol.startsWith('"') && literal.test(symbol));
      level.at = JSON.parse(symbol) as string;
      // Of two equal names, a parser reads the last, and a person the first.
      const name = pathNow();
      if (named.has(name)) throw new Unclear(line, 'names a member a second time');
      if (level.at === '__proto__') throw new Unclear(line, 'names a member __proto__, which nothing reads');
      named.add(name);
      due = ':';
    } else {
      demand(due === 'value' || due === 'first value');
      if (!lines.has(pathNow())) lines.set(pathNow(), line);
      due = ',';
      if (symbol === '{' || symbol === '[') {
        levels.push({ at: symbol === '{' ? '' : 0 });
        due = symbol === '{' ? 'first name' : 'first value';
      } else demand(literal.test(symbol));
      if (levels.length > maxDepth) throw new Unclear(line, `goes deeper than ${maxDepth} levels`);
    }
  }
  demand(levels.length === 0 && due === ',');
  return lines;
}

const conflictMark = /^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/;

/** The first line of an unresolved merge conflict. */
export const conflictIn = (lines: readonly string[]): number | undefined => {
  const at = lines.findIndex((each) => conflictMark.test(each));
  return at < 0 ? undefined : at + 1;
};

/**
 * Parses a JSON text.
 * @throws The error that `refusal` makes from a line and a problem, if the text is no JSON or too deep
 */
export function readJson(text: string, refusal: (line: number, problem: string) => Error): JsonText {
  let lines: ReadonlyMap<string, number>;
  try {
    lines = linesOf(text);
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    const conflict = conflictIn(text.split('\n'));
    throw conflict === undefined
      ? refusal(error.line, error.message)
      : refusal(conflict, 'is the mark of a merge conflict; resolve the conflict');
  }
  const lineOf = (path: readonly PropertyKey[]): number =>
    lines.get(keyOf(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
  return { value: JSON.parse(text), lineOf };
}

/** A single line, short enough for a table. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters');

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  int: 'a whole number',
  boolean: 'true or false',
};

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'missing';
  if (value === null || value === '') return value === null ? 'null' : 'empty';
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === 'boolean' ? String(value) : (kinds[kind] ?? `a ${kind}`);
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (within, part) => (typeof within === 'object' && within !== null ? Reflect.get(within, part) : undefined),
    value,
  );

/** The problem at a place of a JSON value, and what would be right; completes "the member ...". */
export function formProblem(issue: z.core.$ZodIssue, whole: unknown): string {
  const { code, message, path } = issue;
  const value = valueAt(whole, path);
  // A schema may have a message of its own.
  if (!message.startsWith('Invalid '))
    return code !== 'custom' && value === undefined && message.startsWith('must ')
      ? `is missing, and ${message}`
      : message;
  if (code === 'invalid_type')
    return `is ${kindOf(value)}, and must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`;
  if (code !== 'invalid_value') return message;
  return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
}

/** Names of members that the object at the path may have. */
export function membersAt(form: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  if (form instanceof z.ZodOptional) return membersAt(form.unwrap(), path);
  const [part, ...below] = path;
  if (form instanceof z.ZodArray) return membersAt(form.element, below);
  if (form instanceof z.ZodRecord) return membersAt(form.valueType, below);
  if (!(form instanceof z.ZodObject)) return [];
  const member = form.shape[String(part)];
  if (part === undefined) return Object.keys(form.shape);
  return member === undefined ? [] : membersAt(member, below);
}

/** A browser's recording has ten levels, our files five. So many parts fit into the bytes that are read. */
const maxStructure = { levels: 64, parts: 4_000_000 };

/** Checks a JSON text before it is parsed. A problem completes "the file ...". */
export const structureProblem = (text: string, { levels, parts } = maxStructure): string | undefined => {
  let [depth, count] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      // Continues to the quote that ends the string.
      for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
        if (text.charCodeAt(at) === 0x5c) at += 1;
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code !== 0x2c) continue;
    count += 1;
    if (depth > levels) return `goes deeper than ${levels} levels`;
    if (count > parts) return `has more than ${parts} members and items`;
  }
  return undefined;
};

/**
 * The paths of members that a JSON text repeats, down to a depth: a parser silently keeps the last of them. The
 * structure must have been checked before.
 */
export function repeatedIn(text: string, depth: number): readonly (readonly (string | number)[])[] {
  const found = new Map<string, readonly (string | number)[]>();
  const levels: { at: string | number; names: Set<string> | undefined; naming: boolean }[] = [];
  let level = levels.at(-1);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const start = at;
      for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
        if (text.charCodeAt(at) === 0x5c) at += 1;
      if (!level?.names || !level.naming) continue;
      const raw = text.slice(start + 1, at);
      level.at = raw.includes('\\') ? unescaped(raw) : raw;
      level.naming = false;
      if (level.names.has(level.at)) {
        const path = levels.slice(0, depth).map((each) => each.at);
        found.set(keyOf(path), path);
      }
      level.names.add(level.at);
    } else if (code === 0x7b || code === 0x5b) {
      level = code === 0x7b ? { at: '', names: new Set(), naming: true } : { at: 0, names: undefined, naming: false };
      levels.push(level);
    } else if (code === 0x7d || code === 0x5d) {
      levels.pop();
      level = levels.at(-1);
    } else if (code === 0x2c && level) {
      if (typeof level.at === 'number') level.at += 1;
      else level.naming = true;
    }
  }
  return [...found.values()];
}

/** The parser reports malformed names. */
const unescaped = (raw: string): string => {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
};

/**
 * The value of a JSON file of limited size and depth.
 * @throws UnreadableFile, SyntaxError, or the error of the file system
 */
export function readJsonFile(path: string): unknown {
  const text = readFileText(path).replace(/^\ufeff/, '');
  const problem = structureProblem(text);
  if (problem !== undefined) throw new UnreadableFile(problem);
  return JSON.parse(text);
}
