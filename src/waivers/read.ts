import { didYouMean, membersAt, Refused, readFileText, readJson, whyUnreadable } from '#lib';
import { overlap, problemsWith, type Waiver, waiverFileForm } from './rules.ts';

const refusal = (problems: readonly string[]): Refused =>
  new Refused(['the waivers cannot be used', ...problems].join('\n  '));

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly problem: string;
}

/** The name of a member, where it can neither mislead nor disclose anything. */
const shownName = (name: PropertyKey): string =>
  typeof name === 'number' || /^[\w$.-]{1,40}$/.test(String(name)) ? String(name) : 'a member of another name';

const nameAt = (path: readonly PropertyKey[], waivers: readonly { readonly id?: unknown }[]): string => {
  const [, index, ...members] = path;
  if (typeof index !== 'number') return path.map(shownName).join('.') || 'the file';
  const id = waivers[index]?.id;
  const name = typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? `waiver ${id}` : `waiver ${index + 1}`;
  return [name, ...members.map(shownName)].join(', ');
};

const listedIn = (value: unknown): readonly { readonly id?: unknown }[] => {
  const listed = (value as { waivers?: unknown } | null)?.waivers;
  return Array.isArray(listed) ? listed.map((each) => (each ?? {}) as { id?: unknown }) : [];
};

const formProblems = (value: unknown): Problem[] => {
  const { error } = waiverFileForm.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        problem: `is no member of a waiver file${didYouMean(key, membersAt(waiverFileForm, issue.path))}`,
      }));
    const missing = issue.code === 'invalid_type' && issue.message.includes('received undefined');
    return [{ path: issue.path, problem: missing ? 'is missing' : issue.message }];
  });
};

/** Each is held to all others of its kind. */
const maxAlike = 50;

const ruleProblems = (waivers: readonly Waiver[], today: string): Problem[] => {
  const ids = new Set<string>();
  const kinds = new Map<string, Waiver[]>();
  return waivers.flatMap((waiver, index) => {
    const at = (member: string): readonly PropertyKey[] => ['waivers', index, member];
    const [id, kind] = [waiver.id.toLowerCase(), `${waiver.requirement} ${waiver.finding}`];
    const isTwin = ids.has(id);
    const alike = kinds.get(kind) ?? [];
    const rival = alike.slice(0, maxAlike).find((other) => overlap(waiver, other));
    ids.add(id);
    kinds.set(kind, alike);
    const isTooMany = alike.push(waiver) > maxAlike;
    return [
      ...problemsWith(waiver, today).map(({ member, problem }) => ({ path: at(member), problem })),
      ...(isTwin ? [{ path: at('id'), problem: 'is the id of an earlier waiver' }] : []),
      ...(rival ? [{ path: at('where'), problem: `overlaps with waiver ${rival.id}` }] : []),
      ...(isTooMany
        ? [{ path: at('finding'), problem: `is one of more than ${maxAlike} of one requirement and code` }]
        : []),
    ];
  });
};

/**
 * The waivers in the text of a file.
 * @param today - day of the run, as YYYY-MM-DD
 * @throws Refused naming file, line and what is wrong, all problems at once
 */
export function parseWaivers(text: string, file: string, today: string): readonly Waiver[] {
  const { value, lineOf } = readJson(text, (line, problem) => refusal([`${file}:${line} ${problem}`]));
  const listed = listedIn(value);
  const refuse = (problems: readonly Problem[]) => {
    const print = ({ path, problem }: Problem) => `${file}:${lineOf(path)} ${nameAt(path, listed)}: ${problem}`;
    if (problems.length > 0) throw refusal(problems.map(print));
  };
  refuse(formProblems(value));
  const { waivers } = waiverFileForm.parse(value);
  refuse(ruleProblems(waivers, today));
  return waivers;
}

const maxBytes = 1024 ** 2;

/** @throws Refused */
export function readWaivers(path: string, shown: string, today: string): readonly Waiver[] {
  let text: string;
  try {
    text = readFileText(path, maxBytes);
  } catch (error) {
    throw refusal([`${shown} ${whyUnreadable(error)}`]);
  }
  return parseWaivers(text.replace(/^\ufeff/, ''), shown, today);
}
