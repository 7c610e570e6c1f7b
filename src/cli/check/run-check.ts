import type { JudgedPlan } from '#contract';
import { judgeRecording } from '#harness';
import { type Recording, readRecording } from '#recording';
import { plural, type RecordingSummary } from '#reporting';
import { type CommandCall, Refused } from '../command.ts';
import { clearFolder, demandFolder } from '../output/folder.ts';
import { holdFolder } from '../output/own-folder.ts';
import { keysOf } from '../output/withholding.ts';
import { registerChecks } from '../package/package.ts';
import { concludeRun, type Run } from '../run/conclusion.ts';
import { judgingChoices, type RunChoices, selectionOf } from '../run/run-choices.ts';
import { interruptible } from '../terminal/interruption.ts';
import { readRecordingFiles } from './recording-file.ts';

const baseUrlIn = ({ text, given }: CommandCall): string | undefined => {
  const url = given('base-url') ? (text('base-url') ?? '') : undefined;
  if (url !== undefined && !(/^https?:\/\/[^@?#]+$/i.test(url) && URL.canParse(url)))
    throw new Refused('--base-url is the URL before /v1 and /v2, such as https://sandbox.example.com');
  return url;
};

/** @throws Refused where nothing can be judged by what was named */
function recordingIn(call: CommandCall): Recording {
  const { all, terminal } = call;
  if (all.length === 0) throw new Refused('check takes recordings, such as check traffic.har');
  return readRecording(readRecordingFiles(all, terminal.cwd), baseUrlIn(call));
}

/** Of whom the recording is: host and path, as `run` calls its target. */
const labelOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname.replace(/\/$/, '')}`;
};

/** Nothing is sent. */
const planOf = ({ baseUrl }: Recording): JudgedPlan => ({
  seed: 0,
  profile: 'gate',
  target: {
    label: labelOf(baseUrl),
    environment: 'sandbox',
    embedded: false,
    money: 'a recording is judged, and nothing is sent',
    readOnly: true,
    quiet: false,
    facts: { firstPage: 1, greatestLimit: 1 },
  },
});

const choicesOf = (call: CommandCall): RunChoices => {
  const choices = judgingChoices(call);
  return { ...choices, profile: 'gate', seed: 0, ...selectionOf(call, 'gate', choices.leftOut) };
};

const describe = (summary: RecordingSummary, baseUrl: string): string => {
  const { files, entries, exchanges, unmatched, unread } = summary;
  return [
    `Recording    ${plural(files, 'file')} of ${labelOf(baseUrl)}: ${plural(exchanges, 'exchange')} of ${plural(entries, 'entry', 'entries')} judged; nothing is sent`,
    ...(unmatched > 0
      ? [`             ${unmatched} of other services or of no endpoint of the document`]
      : []),
    ...(unread > 0
      ? [`             ${unread} without an answer, its time or its body, or out of a cache`]
      : []),
  ].join('\n');
};

async function judgeAndConclude(
  { call, choices, interruption }: Pick<Run, 'call' | 'choices' | 'interruption'>,
  recording: Recording,
): Promise<number> {
  const startedAt = new Date();
  await registerChecks();
  const only = choices.selected && [...choices.selected];
  const { reports, exchanges } = await judgeRecording(recording.exchanges, {
    origin: new URL(recording.baseUrl).origin,
    ...(only ? { only } : {}),
  });
  const { files, entries, unmatched } = recording.counts;
  const summary = { files, entries, exchanges, unmatched, unread: entries - unmatched - exchanges };
  if (!call.flag('quiet')) call.say(describe(summary, recording.baseUrl));
  const run = {
    call,
    choices: { ...choices, recording: summary },
    plan: planOf(recording),
    startedAt,
    interruption,
    secrets: [...recording.secrets, ...keysOf(call)],
  };
  return concludeRun(run, { reports, crashed: [], interrupted: false });
}

/** Holds what was recorded to the document; resolves to the exit code. */
export async function checkCall(call: CommandCall): Promise<number> {
  const choices = choicesOf(call);
  const recording = recordingIn(call);
  demandFolder(choices.directory);
  return holdFolder(choices.directory, () => {
    clearFolder(choices.directory);
    return interruptible((interruption) => judgeAndConclude({ call, choices, interruption }, recording));
  });
}
