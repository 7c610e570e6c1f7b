import { codeOf, didYouMean, membersAt, Refused, readFileText, readJson, whyUnreadable } from '#contract';
import { goneText } from '../gone.ts';
import { type ConfigFile, configSchema } from './config-schema.ts';

const keyWords = new Set(
  'key keys apikey apikeys token tokens secret secrets password passwords passwd pwd authorization bearer credential credentials'.split(
    ' ',
  ),
);

const isNamedAfterKey = (name: string): boolean =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => keyWords.has(word));

/** The beginnings that issuers give their keys, and the schemes of a header that carries one. */
const begun =
  /^(?:(?:sk|pk|rk|ak|api|key|tok)_|gh[pousr]_|glpat-|xox[abprs]-|AKIA|eyJ|(?:Bearer|Basic|ApiKey)\s)/i;

const inOnePiece = /[A-Za-z0-9_+=-]{20,}/g;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names change between letters and digits once or twice, what is drawn at random all the time. */
const maxChanges = 2;

const isDrawn = (piece: string): boolean =>
  !uuid.test(piece) && (piece.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length > maxChanges;

/** Tells a key from a name, a path or a sentence. */
const looksLikeKey = (text: string): boolean =>
  begun.test(text.trim()) || (text.match(inOnePiece) ?? []).some(isDrawn);

type Path = readonly PropertyKey[];

interface Problem {
  readonly path: Path;
  readonly problem: string;
}

const remedy =
  'a key never stands in this file; set RAMP_API_KEY in the environment or in .env, and replace this one';

/** `keys` of a target holds the names of variables, and this setting the path of a file. */
const isNoKey = (path: Path): boolean =>
  path[0] === 'targets' && ((path.length === 3 && path[2] === 'keys') || path[3] === 'RAMP_CLIENT_KEY');

/** Addresses and accounts look as if they were drawn. */
const isDrawnByNature = (path: Path): boolean =>
  path[2] === 'settings' && /ADDRESS|ACCOUNT_NUMBER|_ID$/.test(String(path[3]));

const keyProblems = (value: unknown, path: Path = []): Problem[] => {
  if (typeof value === 'string') {
    const isKey = path[0] !== '$schema' && !isDrawnByNature(path) && looksLikeKey(value);
    return isKey ? [{ path, problem: `looks like a key: ${remedy}` }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly (readonly [PropertyKey, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([name, member]) => {
    const at = [...path, name];
    const isNamed = typeof name === 'string' && !isNoKey(at) && isNamedAfterKey(name);
    return isNamed ? [{ path: at, problem: `is named after a key: ${remedy}` }] : keyProblems(member, at);
  });
};

const unknownMember = (path: Path, name: string): Problem => ({
  path: [...path, name],
  problem:
    goneText(JSON.stringify(name)) ??
    `is no member of this file${didYouMean(name, membersAt(configSchema, path))}`,
});

type Issue = NonNullable<ReturnType<typeof configSchema.safeParse>['error']>['issues'][number];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (within, part) => (typeof within === 'object' && within !== null ? Reflect.get(within, part) : undefined),
    value,
  );

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/** Replaces the words that zod has for a wrong type. */
const plain = (message: string): string =>
  message.replace(
    /^Invalid input: expected (?:an? )?(\w+),.*/,
    (_, type: string) => `must be ${kinds[type] ?? `a ${type}`}`,
  );

const problemsOf = (issue: Issue, value: unknown): Problem[] => {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownMember(path, name));
  if (issue.code === 'invalid_key')
    return [{ path, problem: issue.issues[0]?.message ?? 'cannot be a name' }];
  const isMissing = issue.code !== 'custom' && valueAt(value, path) === undefined;
  return [{ path, problem: isMissing ? 'is missing' : plain(issue.message) }];
};

/** A name in the file may be a key. */
const segment = (part: PropertyKey): string => {
  const text = String(part);
  return /^[\w.$-]{1,64}$/.test(text) && !looksLikeKey(text) ? text : 'a member';
};

const refusal = (problems: readonly string[]): Refused =>
  new Refused(`the configuration file cannot be used\n${problems.map((each) => `  ${each}`).join('\n')}`);

/**
 * Parses a configuration file.
 * @param shown - the file as a person knows it
 * @throws Refused with every problem and its line; no value is repeated, because it may be a key
 */
export function parseConfig(text: string, shown: string): ConfigFile {
  const { value, lineOf } = readJson(text, (line, problem) => refusal([`${shown}:${line} ${problem}`]));
  const print = ({ path, problem }: Problem): string =>
    `${shown}:${lineOf(path)} ${path.map(segment).join('.') || 'the file'} ${problem}`;
  const keys = keyProblems(value);
  if (keys.length > 0) throw refusal(keys.map(print));
  const { data, error } = configSchema.safeParse(value);
  if (data) return data;
  throw refusal(error.issues.flatMap((issue) => problemsOf(issue, value)).map(print));
}

/** Thousands of targets. */
const maxBytes = 1024 ** 2;

/**
 * The text of a configuration file; undefined where the usual one is absent.
 * @throws Refused
 */
export function readConfigText(file: string, wasAsked: boolean): string | undefined {
  try {
    return readFileText(file, maxBytes).replace(/^\ufeff/, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !wasAsked) return undefined;
    throw new Refused(
      `${wasAsked ? 'the file of --config' : 'ramp-conformance.json'} ${whyUnreadable(error)}`,
    );
  }
}
