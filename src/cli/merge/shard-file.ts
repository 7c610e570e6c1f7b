import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '#client';
import type { RequirementId, RunPlan, Target, TestReport } from '#contract';
import { sanitiseAll } from '#reporting';
import type { RunEnd } from '../run/judgement.ts';
import type { RunChoices } from '../run/run-choices.ts';
import type { Shard } from './shard.ts';
import { shardForm } from './shard-form.ts';

/** What a shard hands to `merge`: what its tests reported, redacted as they reported it, and what the run was. */
export interface ShardRun {
  readonly format: 1;
  readonly shard: Shard;
  readonly harness: string;
  readonly profile: RunPlan['profile'];
  readonly seed: number;
  /** What was asked of all shards together. */
  readonly asked?: readonly RequirementId[];
  readonly target: DescribedTarget;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly end: RunEnd;
}

/** Without keys, address, ids and what orders are made of. */
type DescribedTarget = Pick<
  Target,
  'label' | 'environment' | 'embedded' | 'money' | 'readOnly' | 'quiet' | 'facts'
>;

export const shardFile = 'shard.json';

const described = ({
  label,
  environment,
  embedded,
  money,
  readOnly,
  quiet,
  facts,
}: Target): DescribedTarget => ({
  label,
  environment,
  embedded,
  money,
  readOnly,
  quiet,
  facts,
});

interface ToWrite {
  readonly shard: Shard;
  readonly choices: RunChoices;
  readonly plan: RunPlan;
  readonly startedAt: Date;
  readonly end: RunEnd;
}

export const renderShard = ({ shard, choices, plan, startedAt, end }: ToWrite): string => {
  const { reports, crashed, interrupted } = end;
  const run: ShardRun = {
    format: 1,
    shard,
    harness: version,
    profile: plan.profile,
    seed: plan.seed,
    ...(choices.asked ? { asked: [...choices.asked] } : {}),
    target: described(plan.target),
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    end: { reports: reports as readonly TestReport[], crashed, interrupted },
  };
  return `${JSON.stringify(run)}\n`;
};

/** What a shard left in its folder, or why it counts as missing. */
export function readShard(directory: string): ShardRun | { readonly problem: string } {
  try {
    const shard = sanitiseAll(JSON.parse(readFileSync(join(directory, shardFile), 'utf8')));
    return shardForm.safeParse(shard).success
      ? (shard as ShardRun)
      : { problem: `${shardFile} is not of this version` };
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { problem: absent ? `holds no ${shardFile}` : `${shardFile} cannot be read` };
  }
}
