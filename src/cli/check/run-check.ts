import type { JudgedPlan } from '#contract';
import { judgeRecording } from '#harness';
import { type Recording, readRecording } from '#recording';
import { plural, type RecordingSummary } from '#reporting';
import { placeOf } from '#target';
import { type CommandCall, Refused, type Values } from '../command.ts';
import { clearFolder, demandFolder } from '../output/folder.ts';
import { holdFolder } from '../output/own-folder.ts';
import { keysOf } from '../output/withholding.ts';
import { registerChecks } from '../package/package.ts';
import { judge } from '../run/judge.ts';
import { report } from '../run/report.ts';
import { type JudgingConfig, judgingConfig } from '../settings/config.ts';
import type { runOptions } from '../settings/options.ts';
import { type Interruption, interruptible } from '../terminal/interruption.ts';
import { readRecordingFiles } from './recording-file.ts';

type CheckCall = CommandCall<
  Omit<Values<typeof runOptions>, 'profile' | 'seed' | 'baseline' | 'shard'> & {
    readonly 'base-url'?: string | undefined;
  }
>;

const baseUrlIn = ({ options, typed }: CheckCall): string | undefined => {
  const url = typed.has('base-url') ? options['base-url'] : undefined;
  if (url !== undefined && !(/^https?:\/\/[^@?#]+$/i.test(url) && URL.canParse(url)))
    throw new Refused('--base-url is the URL before /v1 and /v2, such as https://sandbox.example.com');
  return url;
};

/** @throws Refused where nothing can be judged by what was named */
function recordingIn(call: CheckCall): Recording {
  const { all, terminal } = call;
  if (all.length === 0) throw new Refused('check takes recordings, such as check traffic.har');
  return readRecording(readRecordingFiles(all, terminal.cwd), baseUrlIn(call));
}

/** Nothing is sent. */
const planOf = ({ baseUrl }: Recording): JudgedPlan => ({
  seed: 0,
  profile: 'gate',
  target: {
    label: placeOf(baseUrl),
    environment: 'sandbox',
    embedded: false,
    money: 'a recording is judged, and nothing is sent',
    readOnly: true,
    quiet: false,
    facts: { firstPage: 1, greatestLimit: 1 },
  },
});

const describe = (summary: RecordingSummary, baseUrl: string): string => {
  const { files, entries, exchanges, unmatched, unread } = summary;
  return [
    `Recording    ${plural(files, 'file')} of ${placeOf(baseUrl)}: ${plural(exchanges, 'exchange')} of ${plural(entries, 'entry', 'entries')} judged; nothing is sent`,
    ...(unmatched > 0
      ? [`             ${unmatched} of other services or of no endpoint of the document`]
      : []),
    ...(unread > 0
      ? [`             ${unread} without an answer, its time or its body, or out of a cache`]
      : []),
  ].join('\n');
};

async function judgeAndReport(
  call: CheckCall,
  judging: JudgingConfig,
  recording: Recording,
  interruption: Interruption,
): Promise<number> {
  const startedAt = new Date();
  await registerChecks();
  const only = judging.selected && [...judging.selected];
  const { reports, exchanges } = await judgeRecording(recording.exchanges, {
    origin: new URL(recording.baseUrl).origin,
    ...(only ? { only } : {}),
  });
  const { files, entries, unmatched } = recording.counts;
  const summary = { files, entries, exchanges, unmatched, unread: entries - unmatched - exchanges };
  if (!call.options.quiet) call.say(describe(summary, recording.baseUrl));
  const config = { ...judging, recording: summary };
  const [plan, gathered] = [planOf(recording), { startedAt, reports, crashed: [], interrupted: false }];
  const verdict = judge(config, plan, gathered);
  const secrets = [...recording.secrets, ...keysOf(call)];
  return report(call, { config, plan, gathered, verdict, interruption, secrets });
}

/** Holds what was recorded to the document; resolves to the exit code. */
export async function checkCall(call: CheckCall): Promise<number> {
  const config = judgingConfig(call, { profile: 'gate', seed: 0 });
  const recording = recordingIn(call);
  demandFolder(config.directory);
  return holdFolder(config.directory, () => {
    clearFolder(config.directory);
    return interruptible((interruption) => judgeAndReport(call, config, recording, interruption));
  });
}
