import { z } from 'zod';
import { readFileText, UnreadableFile } from './files.ts';

/** A JSON text that a person may have edited. */
export interface JsonText {
  readonly value: unknown;
  /** The line of the value at a path, or of the nearest one around it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g;

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/** A file of ours has five levels; each walk over a deeper one would take longer, and the deepest end the process. */
const maxDepth = 64;

/** What no parser reports; completes "line 3 ...". */
class Unclear extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** Line of every value of a text that parses, by its path. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const named = new Set<string>();
  const levels: { at: string | number; naming: boolean }[] = [];
  let line = 1;
  const note = () => {
    const key = keyOf(levels.map(({ at }) => at));
    if (!lines.has(key)) lines.set(key, line);
  };
  for (const [symbol] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (symbol === '\n') line += 1;
    else if (symbol === '}' || symbol === ']') levels.pop();
    else if (symbol === ':') {
      if (level) level.naming = false;
    } else if (symbol === ',') {
      if (typeof level?.at === 'number') level.at += 1;
      else if (level) level.naming = true;
    } else if (level?.naming) {
      level.at = JSON.parse(symbol) as string;
      // A parser takes the last one of a name, a reader the first.
      const name = keyOf(levels.map(({ at }) => at));
      if (named.has(name)) throw new Unclear(line, 'names a member a second time');
      if (level.at === '__proto__') throw new Unclear(line, 'names a member __proto__, which nothing reads');
      named.add(name);
    } else {
      note();
      if (symbol === '{') levels.push({ at: '', naming: true });
      if (symbol === '[') levels.push({ at: 0, naming: false });
      if (levels.length > maxDepth) throw new Unclear(line, `goes deeper than ${maxDepth} levels`);
    }
  }
  return lines;
}

/** Line at which a text stops being JSON, by the message of the parser. */
function brokenLine(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const line = /\(line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.trimEnd().length);
  return text.slice(0, position).split('\n').length;
}

/**
 * Parses a JSON text.
 * @throws what `refusal` makes of a line and a problem: the text stops being JSON there, or goes too deep
 */
export function readJson(text: string, refusal: (line: number, problem: string) => Error): JsonText {
  let value: unknown;
  let lines: ReadonlyMap<string, number> = new Map();
  try {
    // Before the parser, which takes any depth.
    lines = linesOf(text);
  } catch (error) {
    if (error instanceof Unclear) throw refusal(error.line, error.message);
  }
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal(brokenLine(text, error), 'is no JSON from here on');
  }
  const lineOf = (path: readonly PropertyKey[]): number =>
    lines.get(keyOf(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
  return { value, lineOf };
}

/** A text in a file: one line, of a length that a table bears. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters');

/** The members that an object may have where a path into a value of this form ends. */
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

/** A browser's recording has ten levels, a file of ours five; about as many parts fit into the bytes that are read. */
const maxStructure = { levels: 64, parts: 4_000_000 };

/** Looks at the structure of a JSON text before it is parsed; a problem completes "the file ...". */
export const structureProblem = (text: string, { levels, parts } = maxStructure): string | undefined => {
  let [depth, count] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      // To the quote that ends the string.
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
 * The value of a JSON file of bounded size and depth.
 * @throws UnreadableFile, SyntaxError, or the error of the file system
 */
export function readJsonFile(path: string): unknown {
  const text = readFileText(path).replace(/^\ufeff/, '');
  const problem = structureProblem(text);
  if (problem !== undefined) throw new UnreadableFile(problem);
  return JSON.parse(text);
}
