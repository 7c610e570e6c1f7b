import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from '#lib';
import { endpointNames, type Facts, sorted } from './facts.ts';
import { type AcceptedFacts, type Baseline, folderOf, readBaseline, renderFile } from './folder.ts';

export interface Acceptance {
  /** Folder of all baselines. */
  readonly root: string;
  readonly name: string;
  readonly target: string;
  readonly facts: Facts;
  readonly reason?: string | undefined;
  /** Today, and the release that the run was of. */
  readonly accepted?: string | undefined;
  readonly release?: string | undefined;
  /** Endpoints whose facts are accepted; undefined for all. */
  readonly only?: readonly string[] | undefined;
}

/** Files that were written, and those that were already so. */
export interface Accepted {
  readonly folder: string;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
}

const sameFacts = (one: AcceptedFacts | undefined, other: AcceptedFacts): boolean =>
  one !== undefined && JSON.stringify(sorted(one.facts)) === JSON.stringify(sorted(other.facts));

const filesFor = ({ root, name, facts, only = endpointNames, ...of }: Acceptance): AcceptedFacts[] =>
  endpointNames.flatMap((endpoint) => {
    const own = only.includes(endpoint) ? facts[endpoint] : undefined;
    return own === undefined ? [] : [{ ...of, endpoint, facts: own }];
  });

/** Drafts of an acceptance that was killed would be committed with the rest. */
function removeDrafts(folder: string): void {
  const drafts = readdirSync(folder).filter((name) => /^\.[\w.-]+\.json\.\d+$/.test(name));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
}

/**
 * All new texts lie on the disk before the first old one is replaced, and each is replaced at once: whenever it is
 * killed, every file is the old one or the new one, and the same acceptance again brings the rest.
 */
function replaceAll(folder: string, files: readonly AcceptedFacts[]): void {
  mkdirSync(folder, { recursive: true });
  removeDrafts(folder);
  const texts = files.map((each) => ({
    file: join(folder, `${each.endpoint}.json`),
    draft: join(folder, `.${each.endpoint}.json.${process.pid}`),
    text: renderFile(each),
  }));
  try {
    for (const { draft, text } of texts) writeFileSync(draft, text, { flag: 'wx', flush: true });
    for (const { draft, file } of texts) renameSync(draft, file);
  } finally {
    for (const { draft } of texts) rmSync(draft, { force: true });
  }
}

const demandTarget = (before: Baseline | undefined, { name, target }: Acceptance): void => {
  if (before === undefined || before.target === target) return;
  throw new Refused(
    `the baseline ${name} is of ${before.target}, the run was against ${target}; accept it under another name`,
  );
};

/**
 * Makes the observed facts the baseline. Files whose facts are the same are left as they are, reason included; facts of
 * an endpoint that the run saw nothing of stay as well.
 * @throws Refused when the old one cannot be read or is of another target; then nothing is written
 */
export function acceptFacts(acceptance: Acceptance): Accepted {
  const { root, name } = acceptance;
  const folder = folderOf(root, name);
  const before = readBaseline(root, name);
  demandTarget(before, acceptance);
  const files = filesFor(acceptance);
  const known = new Map(before?.files.map((each) => [each.endpoint, each]));
  const changed = files.filter((each) => !sameFacts(known.get(each.endpoint), each));
  if (changed.length > 0) replaceAll(folder, changed);
  const names = (some: readonly AcceptedFacts[]) => some.map(({ endpoint }) => `${endpoint}.json`);
  return {
    folder,
    written: names(changed),
    unchanged: names(files.filter((each) => !changed.includes(each))),
  };
}
