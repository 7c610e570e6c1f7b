// Accepts the facts of a run into the folder of a baseline.
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointNames, type Facts, isPassing, writeEndpoint } from '#facts';
import { demandNoLink, type FileText, makeFolder, Refused } from '#lib';
import { type AcceptedFacts, type Baseline, folderOf, readBaseline, renderFile, sorted } from './baseline-folder.ts';

export interface Acceptance {
  readonly root: string;
  readonly name: string;
  readonly target: string;
  readonly facts: Facts;
  readonly reason?: string | undefined;
  /** The day of the acceptance, and the release of the run. */
  readonly accepted?: string | undefined;
  readonly release?: string | undefined;
}

interface PlannedAcceptance {
  readonly folder: string;
  readonly files: readonly FileText[];
  /** The names of files without a change. */
  readonly unchanged: readonly string[];
  readonly write: () => void;
}

const sameFacts = (one: AcceptedFacts | undefined, other: AcceptedFacts): boolean =>
  one !== undefined && JSON.stringify(sorted(one.facts)) === JSON.stringify(sorted(other.facts));

const filesFor = ({ root, name, facts: observed, ...of }: Acceptance): AcceptedFacts[] =>
  endpointNames.flatMap((endpoint) => {
    const own = observed[endpoint];
    if (own === undefined) return [];
    const facts = new Map([...own].filter(([, fact]) => !isPassing(fact)));
    return [{ ...of, endpoint, facts: writeEndpoint(facts) }];
  });

/** Drafts of a killed acceptance would otherwise be committed with the other files. */
function removeDrafts(folder: string): void {
  const drafts = readdirSync(folder).filter((name) => /^\.[\w.-]+\.json\.\d+$/.test(name));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
}

/**
 * Writes all new texts to the disk first, then replaces each old file atomically. After a kill, every file is old or
 * new, and the same acceptance again writes the others.
 */
function replaceAll(root: string, folder: string, files: readonly FileText[]): void {
  for (const { file } of files) demandNoLink(join(folder, file), root);
  makeFolder(folder);
  removeDrafts(folder);
  const drafts = files.map(({ file, text }) => ({ file, text, draft: join(folder, `.${file}.${process.pid}`) }));
  try {
    for (const { draft, text } of drafts) writeFileSync(draft, text, { flag: 'wx', flush: true });
    for (const { draft, file } of drafts) renameSync(draft, join(folder, file));
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  }
}

const demandTarget = (before: Baseline | undefined, { name, target }: Acceptance): void => {
  if (before === undefined || before.target === target) return;
  throw new Refused(
    `the baseline ${name} is of ${before.target}, the run was against ${target}; accept it under another name`,
  );
};

/**
 * Plans to make the observed facts the baseline. Files with unchanged facts are not changed, reason included. Facts of
 * endpoints that the run did not see stay too.
 * @throws Refused if the old baseline cannot be read, or belongs to another target
 */
export function planAcceptance(acceptance: Acceptance): PlannedAcceptance {
  const { root, name } = acceptance;
  const folder = folderOf(root, name);
  const before = readBaseline(root, name);
  demandTarget(before, acceptance);
  const known = new Map(before?.files.map((each) => [each.endpoint, each]));
  const isChanged = (each: AcceptedFacts) => !sameFacts(known.get(each.endpoint), each);
  const all = filesFor(acceptance);
  const files = all.filter(isChanged).map((each) => ({ file: `${each.endpoint}.json`, text: renderFile(each) }));
  return {
    folder,
    files,
    unchanged: all.filter((each) => !isChanged(each)).map(({ endpoint }) => `${endpoint}.json`),
    write: () => {
      if (files.length > 0) replaceAll(root, folder, files);
    },
  };
}
