import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnswerCount, GatheredReports, Traffic } from '#contract';
import { sanitise } from '#reporting';
import { command } from '../arguments.ts';
import { Refused } from '../command.ts';
import { demandOwnFolder } from '../output/folder.ts';
import { keysOf } from '../output/withholding.ts';
import { trafficOf } from '../run/judge.ts';
import { report } from '../run/report.ts';
import { judgingConfig } from '../settings/config.ts';
import { configOptions } from '../settings/file-choices.ts';
import { runOptions } from '../settings/options.ts';
import { interruptible } from '../terminal/interruption.ts';
import { shardText } from './shard.ts';
import { readShard, type ShardRun, shardFile } from './shard-file.ts';

/** The shards say what was selected and drawn. */
const { profile: _profile, only: _only, seed: _seed, shard: _shard, ...judging } = runOptions;

interface FoundShards {
  readonly shards: readonly [ShardRun, ...ShardRun[]];
  /** Folders without a shard, and shards without a folder. */
  readonly missing: readonly string[];
}

/** All that must be the same for shards to be parts of one run. */
const sameness: Readonly<Record<string, (of: ShardRun) => unknown>> = {
  'number of shards': ({ shard }) => shard.count,
  seed: ({ seed }) => seed,
  profile: ({ profile }) => profile,
  target: ({ target }) => target.label,
  environment: ({ target }) => target.environment,
  'permission to move money': ({ target }) => target.money,
  'permission to write': ({ target }) => target.readOnly,
  'word on whether the account is quiet': ({ target }) => target.quiet,
  sandbox: ({ target }) => target.embedded,
  'version of the harness': ({ harness }) => harness,
  release: ({ release }) => release,
  selection: ({ asked }) => asked?.join(),
};

const demandSame = ([first, ...others]: FoundShards['shards']): void => {
  for (const [name, of] of Object.entries(sameness))
    for (const other of others)
      if (of(other) !== of(first))
        throw new Refused(
          `shards ${shardText(first.shard)} and ${shardText(other.shard)} are not parts of one run: they differ in ${name}`,
        );
};

/** Machines of one run begin within hours, those of two nights a day apart. */
const maxApartMs = 12 * 3_600_000;

const demandSameDay = (shards: FoundShards['shards']): void => {
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  if (Math.max(...starts) - Math.min(...starts) > maxApartMs)
    throw new Refused('shards are not parts of one run: they began more than 12 hours apart');
};

/**
 * Reads what the shards left.
 * @throws Refused where there is none, one stands twice, or they are parts of different runs.
 */
function gatherShards(folders: readonly string[], cwd: string): FoundShards {
  const read = folders.map((folder) => ({ folder, shard: readShard(resolve(cwd, folder)) }));
  const missing = read.flatMap(({ folder, shard }) =>
    'problem' in shard ? [`${folder}: ${shard.problem}`] : [],
  );
  const [first, ...others] = read.flatMap(({ shard }) => ('problem' in shard ? [] : [shard]));
  if (first === undefined)
    throw new Refused(`no folder holds a ${shardFile}; run --shard writes it into its reports folder`);
  const shards: FoundShards['shards'] = [first, ...others];
  demandSame(shards);
  demandSameDay(shards);
  const indexes = shards.map(({ shard }) => shard.index);
  const twice = indexes.find((index, place) => indexes.indexOf(index) !== place);
  if (twice !== undefined) throw new Refused(`shard ${twice} of ${first.shard.count} is given twice`);
  const absent = Array.from({ length: first.shard.count }, (_, place) => place + 1)
    .filter((index) => !indexes.includes(index))
    .map((index) => `shard ${index} of ${first.shard.count} is missing`);
  return { shards, missing: [...missing, ...absent] };
}

const sumOf = (all: readonly Traffic[]): Traffic => {
  const sum = (name: 'sent' | 'retried' | 'rateLimited') =>
    all.reduce((total, each) => total + each[name], 0);
  const answers = new Map<string, AnswerCount>();
  for (const each of all.flatMap((traffic) => traffic.answers ?? [])) {
    const kind = `${each.by} ${each.name}`;
    answers.set(kind, { ...each, exchanges: each.exchanges + (answers.get(kind)?.exchanges ?? 0) });
  }
  return {
    sent: sum('sent'),
    retried: sum('retried'),
    rateLimited: sum('rateLimited'),
    answers: [...answers.values()],
  };
};

const gatheredIn = ({ shards, missing }: FoundShards): GatheredReports => ({
  startedAt: new Date(Math.min(...shards.map(({ startedAt }) => Date.parse(startedAt)))),
  reports: shards.flatMap(({ end }) => end.reports),
  crashed: [...shards.flatMap(({ end }) => end.crashed), ...missing],
  interrupted: shards.some(({ end }) => end.interrupted),
  requests: sumOf(shards.map(({ end }) => trafficOf(end))),
});

export const merge = command({
  name: 'merge',
  summary: 'one verdict and one report out of the reports folders of all shards',
  argument: 'dir',
  many: true,
  options: { ...configOptions, ...judging },
  run: async (call) => {
    if (call.all.length === 0)
      throw new Refused('merge takes the reports folders of the shards, such as merge reports/*');
    const found = gatherShards(call.all, call.terminal.cwd);
    for (const problem of found.missing) call.say(`Missing      ${sanitise(problem)}`);
    const [{ seed, profile, target, asked, release: named }] = found.shards;
    const own = judgingConfig(call, { seed, profile });
    const config = { ...own, release: own.release ?? named, selected: asked && new Set(asked) };
    demandOwnFolder(config.directory);
    mkdirSync(config.directory, { recursive: true });
    const [plan, gathered] = [{ seed, profile, target }, gatheredIn(found)];
    return interruptible((interruption) =>
      report(call, { config, plan, gathered, interruption, secrets: keysOf(call) }),
    );
  },
});
