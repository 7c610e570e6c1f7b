import { type FileText, readFolder } from '../files.ts';
import { sanitise } from '../sanitise.ts';

/** Another run, whose results are shown in the same report. */
export interface OtherRun {
  /** Distinguishes it from a run against the same target, such as an earlier version of it. */
  readonly name: string;
  readonly resultsDir: string;
}

interface Labelled {
  labels?: { name: string; value: string }[];
}

export const isResult = ({ file }: FileText): boolean => file.endsWith('-result.json');

const targetsOf = ({ text }: FileText): string[] =>
  ((JSON.parse(text) as Labelled).labels ?? [])
    .filter(({ name }) => name === 'target')
    .map(({ value }) => value);

/** Targets of results, each once. */
export const targetsIn = (files: readonly FileText[]): string[] => [
  ...new Set(files.filter(isResult).flatMap(targetsOf)),
];

const renamed = ({ file, text }: FileText, taken: readonly string[], name: string): FileText => {
  const result = JSON.parse(text) as Labelled;
  for (const label of result.labels ?? [])
    if (label.name === 'target' && taken.includes(label.value)) label.value += ` (${sanitise(name)})`;
  return { file, text: JSON.stringify(result) };
};

/** Results and attachments of the other runs, each under a target of its own; what describes a run as a whole stays there. */
export const readOtherRuns = async (
  own: readonly FileText[],
  others: readonly OtherRun[],
): Promise<readonly FileText[]> => {
  const all: FileText[] = [];
  for (const { name, resultsDir } of others) {
    const taken = targetsIn([...own, ...all]);
    const files = (await readFolder(resultsDir)).filter(({ file }) => /-(?:result|attachment)\./.test(file));
    all.push(...files.map((each) => (isResult(each) ? renamed(each, taken, name) : each)));
  }
  return all;
};
