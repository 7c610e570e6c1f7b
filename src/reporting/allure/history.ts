import { readFile } from 'node:fs/promises';
import type { Verdict } from '../verdict.ts';

/** How many runs of this target, and of all others, the file keeps. */
const maxRuns = 3;
const maxOthers = 4;

interface Point {
  readonly name: string;
  readonly timestamp: number;
  /** Nothing reads them back. */
  readonly knownTestCaseIds?: readonly string[];
  readonly testResults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Point).name === 'string' &&
  typeof (value as Point).timestamp === 'number' &&
  typeof (value as Point).testResults === 'object';

const readPoint = (line: string): Point[] => {
  try {
    const point: unknown = JSON.parse(line);
    return isPoint(point) ? [point] : [];
  } catch {
    // A line that was cut off is no run.
    return [];
  }
};

/** Members with which a later run is compared; labels and messages stay with the report of their own run. */
const kept = ['id', 'status', 'start', 'duration'];

const keptOf = (result: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(result).filter(([name]) => kept.includes(name)));

/** Allure ends each id with the digest of the parameters; a requirement has none, so that this is the same for all. */
const ofNoParameters = '.d41d8cd98f00b204e9800998ecf8427e';

const shortened = (historyId: string): string =>
  historyId.endsWith(ofNoParameters) ? historyId.slice(0, -ofNoParameters.length) : historyId;

const lengthened = (historyId: string): string =>
  historyId.includes('.') ? historyId : historyId + ofNoParameters;

/** As the file keeps a run; several targets may share the file, and all of it belongs to the reports. */
const slim = (point: Point): Point => ({
  ...point,
  knownTestCaseIds: [],
  testResults: Object.fromEntries(
    Object.entries(point.testResults).map(([id, result]) => [shortened(id), keptOf(result)]),
  ),
});

/** As Allure asks for it: each result repeats the name under which it is kept. */
const whole = (point: Point): Point => ({
  ...point,
  testResults: Object.fromEntries(
    Object.entries(point.testResults).map(([id, result]) => {
      const historyId = lengthened(id);
      return [historyId, { ...keptOf(result), historyId }];
    }),
  ),
});

/** Runs of several targets share the file; the name of a report distinguishes them. */
export const reportName = ({ target, verdict }: Verdict): string => `${target.label}: ${verdict}`;

const lines = (points: readonly Point[]): string =>
  points.map((point) => `${JSON.stringify(point)}\n`).join('');

const readPoints = async (path: string): Promise<Point[]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').flatMap(readPoint);

/** Earlier runs of this target, in the form that Allure reads. */
export const earlierRuns = async (path: string, verdict: Verdict): Promise<string> => {
  const began = Date.parse(verdict.startedAt);
  const points = (await readPoints(path)).filter(
    ({ name, timestamp }) => name.startsWith(`${verdict.target.label}: `) && timestamp < began,
  );
  return lines(points.slice(1 - maxRuns).map(whole));
};

/** The file as it is after this run: what Allure has added to the runs of this target, and those of the others. */
export const laterHistory = async (path: string, grown: string, { target }: Verdict): Promise<string> => {
  const others = (await readPoints(path)).filter(({ name }) => !name.startsWith(`${target.label}: `));
  const own = grown.split('\n').flatMap(readPoint);
  return lines([...others.slice(-maxOthers), ...own.slice(-maxRuns)].map(slim));
};
