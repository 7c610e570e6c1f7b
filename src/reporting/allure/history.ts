import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Verdict } from '../verdict.ts';

/** How many runs of this target, and of all others, the file keeps. */
const maxRuns = 3;
const maxOthers = 4;

const pointForm = z.looseObject({
  name: z.string(),
  timestamp: z.number(),
  testResults: z.record(z.string(), z.record(z.string(), z.unknown())),
});

type Point = z.infer<typeof pointForm>;

const readPoint = (line: string): Point[] => {
  try {
    return [pointForm.parse(JSON.parse(line))];
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

const withResults = (point: Point, change: (id: string) => { id: string; more?: object }): Point => ({
  ...point,
  testResults: Object.fromEntries(
    Object.entries(point.testResults).map(([historyId, result]) => {
      const { id, more } = change(historyId);
      return [id, { ...keptOf(result), ...more }];
    }),
  ),
});

/** The form in which the file keeps a run; several targets may share the file, and all of it belongs to the reports. */
const slim = (point: Point): Point =>
  // Nothing reads the known ids back.
  withResults({ ...point, knownTestCaseIds: [] }, (historyId) => ({ id: shortened(historyId) }));

/** The form that Allure reads: each result repeats the name under which it is kept. */
const whole = (point: Point): Point =>
  withResults(point, (kept) => ({ id: lengthened(kept), more: { historyId: lengthened(kept) } }));

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
