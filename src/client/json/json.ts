import type { WireProblem } from '#evidence';
import { type PathStep, scan, type Trap } from './scan.ts';

export interface ParsedJson {
  /** Undefined where the text could not, or must not, be parsed. */
  readonly value: unknown;
  readonly problems: readonly WireProblem[];
}

/** Prints a path without a name that the payload made up. */
export type PrintPath = (path: readonly PathStep[]) => string;

const descriptions: Readonly<Record<Trap['code'], { expected: string; observed: string }>> = {
  JSON_DEPTH: { expected: 'at most 64 levels', observed: 'more than 64 levels' },
  JSON_SIZE: {
    expected: 'at most 20000 members and 20000 items',
    observed: 'more than 20000 members or items',
  },
  JSON_DUP_KEY: { expected: 'each member once', observed: 'the same member again' },
  JSON_PROTO_KEY: { expected: 'no member that names a prototype', observed: 'such a member' },
  JSON_SURROGATE: { expected: 'whole characters', observed: 'half of a surrogate pair' },
  JSON_NUMBER: { expected: 'a number that survives reading', observed: 'one that changes when read' },
};

/** V8 quotes the text in its message, so only the offset is taken from it. */
function syntaxProblem(error: unknown, length: number): WireProblem {
  const message = error instanceof Error ? error.message : '';
  const offset =
    /position (\d+)/.exec(message)?.[1] ?? (message.includes('end of JSON') ? length : undefined);
  return {
    code: 'JSON_SYNTAX',
    where: '$',
    expected: 'JSON',
    observed: offset === undefined ? 'another syntax' : `another syntax at offset ${offset}`,
  };
}

/** The same value without prototypes and without halves of characters; the scan has bounded its depth. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, child] of Object.entries(value)) copy[cleaned(name) as string] = cleaned(child);
  return copy;
}

const needsCleaning = ({ code }: Trap): boolean => code === 'JSON_PROTO_KEY' || code === 'JSON_SURROGATE';

export function parseJson(text: string, printPath: PrintPath): ParsedJson {
  const { traps, unsafe } = scan(text);
  const problems = traps.map(({ code, path }) => ({ code, where: printPath(path), ...descriptions[code] }));
  if (unsafe) return { value: undefined, problems };
  try {
    const value: unknown = JSON.parse(text);
    return { value: traps.some(needsCleaning) ? cleaned(value) : value, problems };
  } catch (error) {
    return { value: undefined, problems: [syntaxProblem(error, text.length)] };
  }
}
