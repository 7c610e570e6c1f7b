import { type RequirementId, requirements } from '#contract';
import { judge, type Verdict, writeAllureResults, writeReports } from '#reporting';
import { readShard } from '../merge/shard-file.ts';

/** Writes all reports for so many results, made of those of a real run, and prints the milliseconds. */
const [folder = '', directory = '', wanted = ''] = process.argv.slice(2);
const shard = readShard(folder);
if ('problem' in shard) throw new Error(shard.problem);
const { reports: real } = shard.end;

const run = judge({
  reports: real,
  plan: { target: { ...shard.target, order: {} } as never, seed: shard.seed, profile: shard.profile },
  startedAt: shard.startedAt,
  endedAt: shard.endedAt,
  requests: { sent: 0, retried: 0, rateLimited: 0 },
  interrupted: false,
  gate: 'implied',
  crashed: [],
  harnessVersion: shard.harness,
});

const numbered = <T>(all: readonly T[], name: (each: T, round: number) => T): T[] =>
  Array.from({ length: Math.ceil(Number(wanted) / requirements.length) }, (_, round) =>
    all.map((each) => name(each, round)),
  ).flat();

const verdict: Verdict = {
  ...run,
  requirements: numbered(run.requirements, (each, round) => ({
    ...each,
    id: round === 0 ? each.id : `${each.id}-${round}`,
  })).slice(0, Number(wanted)),
};
const reports = numbered(real, (each, round) =>
  round === 0 ? each : { ...each, requirement: `${each.requirement}-${round}` as RequirementId },
);

const start = performance.now();
const resultsDir = `${directory}/allure-results`;
const written = writeAllureResults({ resultsDir, verdict, reports });
const { problems, leaked = [] } = await writeReports({
  verdict,
  reports,
  directory,
  secrets: [],
  allure: { written },
});
if (problems.length + leaked.length > 0) throw new Error(JSON.stringify({ problems, leaked }));
process.stdout.write(`${performance.now() - start}\n`);
