// The folder of a baseline, and how to read it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endpointNames, type Facts, namesOf, readEndpoint, type WrittenEndpoint } from '#facts';
import { codeOf, demandText, formProblem, type JsonText, line, Refused, readJson } from '#lib';

/** Sorted keys, so that equal facts give equal texts. */
export const sorted = (facts: WrittenEndpoint): WrittenEndpoint =>
  Object.fromEntries(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1)));

export interface AcceptedFacts {
  readonly endpoint: string;
  readonly target: string;
  readonly reason?: string | undefined;
  /** The day of the acceptance, and the release of the facts; undefined in files of earlier versions. */
  readonly accepted?: string | undefined;
  readonly release?: string | undefined;
  readonly facts: WrittenEndpoint;
}

const fileForm = z.strictObject({
  accepted: z.iso.date().optional(),
  endpoint: z.string(),
  facts: z.record(z.string().min(1).max(300), z.string().min(1).max(4000)),
  format: z.literal(2),
  reason: z.string().min(1).optional(),
  release: line(60).optional(),
  target: z.string().min(1),
});

/** One fact in each line, with sorted keys. */
export const renderFile = ({ accepted, endpoint, facts, reason, release, target }: AcceptedFacts): string =>
  `${JSON.stringify({ accepted, endpoint, facts: sorted(facts), format: 2, reason, release, target }, null, 2)}\n`;

const brokenOff = (file: string, line: number, problem: string): Refused =>
  new Refused(`${file}:${line} ${problem}; restore the file from git, or accept the facts again under another name`);

const demandFormat = ({ value, lineOf }: JsonText, file: string): void => {
  const format = (value as { format?: unknown } | null)?.format;
  if (format === 2 || format === undefined) return;
  throw new Refused(
    `${file}:${lineOf(['format'])} is of format ${JSON.stringify(format).slice(0, 20)}; this version reads format 2: run again and accept the facts again`,
  );
};

const demandForm = ({ value, lineOf }: JsonText, file: string) => {
  const { data, error } = fileForm.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue?.path ?? []), ...unknown];
  const problem = unknown.length > 0 ? 'is no member of a baseline' : issue ? formProblem(issue, value) : 'is wrong';
  throw brokenOff(file, lineOf(path), `${path.join('.') || 'the file'}: ${problem}`);
};

/** Sorted keys and one fact in each line make a diff readable. A repeated key would hide a fact. */
const demandOrder = (accepted: AcceptedFacts, text: string, file: string): void => {
  const [actual, expected] = [text.split('\n'), renderFile(accepted).split('\n')];
  const index = expected.findIndex((line, at) => line !== actual[at]);
  if (index < 0 && actual.length === expected.length) return;
  const problem =
    'differs from the form that baseline accept writes (a repeated key, another order, or another layout)';
  throw brokenOff(file, (index < 0 ? expected.length : index) + 1, problem);
};

function parseFile(bytes: string, file: string): AcceptedFacts {
  const text = bytes.replaceAll('\r\n', '\n');
  const json = readJson(text, (line, problem) => brokenOff(file, line, problem));
  demandFormat(json, file);
  const { format: _format, ...accepted } = demandForm(json, file);
  if (!endpointNames.includes(accepted.endpoint))
    throw brokenOff(file, json.lineOf(['endpoint']), 'names no endpoint of the document');
  demandOrder(accepted, text, file);
  return accepted;
}

export interface Baseline {
  readonly name: string;
  readonly target: string;
  /** The latest acceptance of its files, and the most frequent release. */
  readonly accepted?: string | undefined;
  readonly release?: string | undefined;
  readonly facts: Facts;
  readonly files: readonly AcceptedFacts[];
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * The folder of a baseline below the common folder.
 * @throws Refused for a name that could lead elsewhere
 */
export function folderOf(root: string, name: string): string {
  if (!nameForm.test(name))
    throw new Refused(
      'the name of a baseline must be letters, digits, dots, dashes and underscores, such as vendor-2.3',
    );
  return join(root, name);
}

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Refused(`${folder} cannot be read (${codeOf(error)}); allow reading it, or name another baseline`);
  }
};

const readOne = (folder: string, file: string): AcceptedFacts => {
  const path = join(folder, file);
  const accepted = parseFile(demandText(path), path);
  if (`${accepted.endpoint}.json` !== file)
    throw new Refused(`${path} holds the facts of ${accepted.endpoint}; rename it, or restore it from git`);
  return accepted;
};

/** The most frequent release: one endpoint of another release does not change it. */
const commonest = (all: readonly (string | undefined)[]): string | undefined => {
  const times = (each: string | undefined): number => all.filter((other) => other === each).length;
  return [...new Set(all)].toSorted((one, other) => times(other) - times(one))[0];
};

/**
 * Reads a baseline; undefined if there is none of this name.
 * @throws Refused with file and line
 */
export function readBaseline(root: string, name: string): Baseline | undefined {
  const folder = folderOf(root, name);
  const files = listed(folder).map((file) => readOne(folder, file));
  const [first] = files;
  if (first === undefined) return undefined;
  const stranger = files.find(({ target }) => target !== first.target);
  if (stranger)
    throw new Refused(
      `${join(folder, `${stranger.endpoint}.json`)} belongs to target ${stranger.target}, but the other files belong to ${first.target}; give each target a baseline of its own`,
    );
  const dated = files.toSorted((one, other) => (one.accepted ?? '').localeCompare(other.accepted ?? ''));
  const { accepted } = dated.at(-1) ?? first;
  const release = commonest(files.map((each) => each.release));
  return {
    name,
    target: first.target,
    accepted,
    release,
    facts: Object.fromEntries(files.map(({ endpoint, facts }) => [endpoint, readEndpoint(facts)])),
    files,
  };
}

/** Values of sets in accepted facts. Reports may show them, because somebody accepted them. */
export const valuesShownIn = (facts: Facts): readonly string[] => {
  const all = Object.values(facts).flatMap((own) => [...own.values()]);
  return [...new Set(all.flatMap(({ value }) => namesOf(value, 'enum')))];
};
