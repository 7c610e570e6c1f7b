import { z } from 'zod';
import { readFileLines } from '#contract';
import { findLeaks } from '../leaks/scan.ts';
import { sanitiseAll } from '../sanitise.ts';
import type { Verdict } from '../verdict.ts';

/** How many runs of this target, and of all others, the file keeps. */
const maxRuns = 20;
const maxOthers = 4;

const resultForm = z.looseObject({ status: z.string() });

const pointForm = z.looseObject({
  name: z.string(),
  timestamp: z.number(),
  testResults: z.record(z.string(), z.union([z.string(), resultForm])),
});

type Point = z.infer<typeof pointForm>;

const parsePoint = (line: string): Point[] => {
  try {
    return [pointForm.parse(sanitiseAll(JSON.parse(line)))];
  } catch {
    // A line that was cut off is no run.
    return [];
  }
};

/** A line that is read back is searched as what is written: a datum of a person that got into the file is not in the next report. */
const isHarmless = (point: Point): boolean =>
  findLeaks([{ file: '', text: lines([slim(point)]), search: 'all' }], { secrets: [], numbers: [] })
    .length === 0;

/** Allure ends each id with the digest of the parameters; a requirement has none, so that this is the same for all. */
const ofNoParameters = '.d41d8cd98f00b204e9800998ecf8427e';

const shortened = (historyId: string): string =>
  historyId.endsWith(ofNoParameters) ? historyId.slice(0, -ofNoParameters.length) : historyId;

const lengthened = (historyId: string): string =>
  historyId.includes('.') ? historyId : historyId + ofNoParameters;

const statusOf = (result: Point['testResults'][string]): string =>
  typeof result === 'string' ? result : result.status;

/** The form in which the file keeps a run: the statuses, with which a later run is compared. All of it belongs to the reports. */
const slim = (point: Point): Point => ({
  ...point,
  // Nothing reads the known ids back.
  knownTestCaseIds: [],
  testResults: Object.fromEntries(
    Object.entries(point.testResults).map(([id, result]) => [shortened(id), statusOf(result)]),
  ),
});

/** The form that Allure reads. */
const whole = (point: Point): Point => ({
  ...point,
  testResults: Object.fromEntries(
    Object.entries(point.testResults).map(([kept, result]) => {
      const historyId = lengthened(kept);
      const status = statusOf(result);
      return [historyId, { id: historyId, historyId, status, start: point.timestamp, duration: 0 }];
    }),
  ),
});

/** Runs of several targets and profiles share the file; the name of a report distinguishes them. */
const seriesOf = ({ target, profile }: Verdict): string => `${target.label}, ${profile}: `;

export const reportName = (verdict: Verdict): string => `${seriesOf(verdict)}${verdict.verdict}`;

const lines = (points: readonly Point[]): string =>
  points.map((point) => `${JSON.stringify(point)}\n`).join('');

/** @throws UnreadableFile */
const pointsIn = (path: string): Point[] => readFileLines(path).flatMap(([, line]) => parsePoint(line));

const readPoints = (path: string): Point[] => pointsIn(path).filter(isHarmless);

/** How many earlier runs are left out, because they hold what no report may hold. */
export const harmfulRuns = (path: string): number =>
  pointsIn(path).filter((point) => !isHarmless(point)).length;

/** Earlier runs of this target and profile, in the form that Allure reads. */
export const earlierRuns = (path: string, verdict: Verdict): string => {
  const began = Date.parse(verdict.startedAt);
  const points = readPoints(path).filter(
    ({ name, timestamp }) => name.startsWith(seriesOf(verdict)) && timestamp < began,
  );
  return lines(points.slice(1 - maxRuns).map(whole));
};

/** The file as it is after this run: what Allure has added to the runs of this target, and those of the others. */
export const laterHistory = (path: string, grown: string, verdict: Verdict): string => {
  const others = readPoints(path).filter(({ name }) => !name.startsWith(seriesOf(verdict)));
  const own = grown.split('\n').flatMap(parsePoint).filter(isHarmless);
  return lines([...others.slice(-maxOthers), ...own.slice(-maxRuns)].map(slim));
};
