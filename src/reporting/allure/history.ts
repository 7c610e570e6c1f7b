import { createHash, randomUUID } from 'node:crypto';
import { type RunLine, runOf } from '../history/line.ts';
import type { Verdict } from '../verdict.ts';
import { identityOf, statuses } from './requirement-result.ts';

/** Earlier runs that a report shows, unless it is given another number. */
export const defaultRuns = 20;

/** Runs of one target and profile are compared with each other. */
const seriesOf = ({ target, profile }: Pick<Verdict, 'target' | 'profile'>): string => `${target.label}, ${profile}: `;

export const reportName = (verdict: Pick<Verdict, 'target' | 'profile' | 'verdict'>): string =>
  seriesOf(verdict) + verdict.verdict;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Allure knows a result again by it; the second part stands for parameters, of which ours have none. */
const historyIdOf = (id: string, target: Verdict['target']): string => `${md5(identityOf(id, target))}.${md5('')}`;

/** The point of a run in Allure's own history. */
const pointOf = (line: RunLine): string => {
  const { target, startedAt } = line;
  const timestamp = Date.parse(startedAt);
  const { requirements } = runOf(line);
  const ended = [
    ...requirements.map(({ id, outcome }) => [id, statuses[outcome]] as const),
    ...Object.entries(line.others ?? {}),
  ];
  const results = ended.map(([id, status]) => {
    const historyId = historyIdOf(id, target);
    return [historyId, { id: historyId, historyId, status, start: timestamp, duration: 0 }];
  });
  return JSON.stringify({
    uuid: randomUUID(),
    name: reportName(line),
    timestamp,
    knownTestCaseIds: [],
    testResults: Object.fromEntries(results),
    metrics: {},
    url: '',
  });
};

/** The last runs of this target and profile before this one, as Allure reads them. */
export const earlierRuns = (runs: readonly RunLine[], verdict: Verdict, most: number): string => {
  const own = runs.filter(
    (run) =>
      seriesOf(run) === seriesOf(verdict) &&
      run.passive === verdict.passive &&
      run.runId !== verdict.runId &&
      run.startedAt < verdict.startedAt,
  );
  return own
    .slice(Math.max(0, own.length - most))
    .map((run) => `${pointOf(run)}\n`)
    .join('');
};
