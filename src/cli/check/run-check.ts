import { resolve } from 'node:path';
import type { RunPlan } from '#contract';
import { judgeRecording } from '#harness';
import { type Recording, readRecording, UnusableRecording } from '#recording';
import { type Gate, plural } from '#reporting';
import { type Call, Refused } from '../command.ts';
import { clearFolder, demandFolder } from '../output/folder.ts';
import { holdFolder } from '../output/own-folder.ts';
import { keysOf } from '../output/withholding.ts';
import { concludeRun } from '../run/conclusion.ts';
import { registerChecks } from '../run/register-checks.ts';
import { demandIn, demandOneVolume, type RunChoices, selectedIn } from '../run/run-choices.ts';
import { startTimings } from '../run/timings.ts';
import { waiversIn } from '../settings/waivers-choice.ts';
import { watchSignals } from '../terminal/interruption.ts';
import { readRecordingFiles } from './recording-file.ts';

const baseUrlIn = ({ text, given }: Call): string | undefined => {
  const url = given('base-url') ? (text('base-url') ?? '') : undefined;
  if (url !== undefined && !(/^https?:\/\/[^@?#]+$/i.test(url) && URL.canParse(url)))
    throw new Refused('--base-url is the URL before /v1 and /v2, such as https://sandbox.example.com');
  return url;
};

/** @throws Refused where nothing can be judged by what was named */
function recordingIn(call: Call): Recording {
  const { all, terminal } = call;
  if (all.length === 0) throw new Refused('check takes recordings, such as check traffic.har');
  const files = readRecordingFiles(all, terminal.cwd);
  try {
    return readRecording(files, baseUrlIn(call));
  } catch (error) {
    if (error instanceof UnusableRecording) throw new Refused(error.message);
    throw error;
  }
}

/** Of whom the recording is: host and path, as `run` calls its target. */
const labelOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname.replace(/\/$/, '')}`;
};

/** As far as a judge asks for it: nothing is sent. */
const planOf = ({ baseUrl }: Recording): RunPlan => ({
  seed: 0,
  profile: 'gate',
  target: {
    label: labelOf(baseUrl),
    baseUrl,
    environment: 'sandbox',
    embedded: false,
    keys: { full: '' },
    money: 'a recording is judged, and nothing is sent',
    readOnly: true,
    quiet: false,
    roles: { incompleteNamedRecipients: [], offramps: [], conversions: [] },
    order: {} as RunPlan['target']['order'],
    facts: { firstPage: 1, greatestLimit: 1 },
    budgets: { concurrency: 1, maxRequests: 0, timeoutMs: 0 },
  },
});

const choicesOf = (call: Call): RunChoices => {
  const { text, texts, terminal } = call;
  demandOneVolume(call);
  const gate = text('gate') as Gate;
  const demand = demandIn(call, gate);
  const waivers = text('waivers');
  return {
    profile: 'gate',
    gate,
    seed: 0,
    directory: resolve(terminal.cwd, text('reports') ?? 'reports'),
    ...selectedIn(texts('only'), demand),
    ...demand,
    ...(waivers === undefined ? {} : { waivers: waiversIn(waivers, terminal.cwd) }),
  };
};

const describe = ({ counts, baseUrl }: Recording, judged: number): string => {
  const { files, entries, unmatched } = counts;
  const unread = entries - unmatched - judged;
  return [
    `Recording    ${plural(files, 'file')} of ${labelOf(baseUrl)}: ${plural(judged, 'exchange')} of ${plural(entries, 'entry', 'entries')} judged; nothing is sent`,
    ...(unmatched > 0
      ? [`             ${unmatched} of other services or of no endpoint of the document`]
      : []),
    ...(unread > 0 ? [`             ${unread} without an answer, out of a cache, or without the body`] : []),
  ].join('\n');
};

async function judgeAndConclude(call: Call, recording: Recording, choices: RunChoices): Promise<number> {
  const startedAt = new Date();
  const interruption = watchSignals();
  const timings = startTimings();
  timings.mark('start');
  try {
    await registerChecks();
    const only = choices.selected && [...choices.selected];
    const { reports, exchanges } = await judgeRecording(recording.exchanges, {
      origin: new URL(recording.baseUrl).origin,
      ...(only ? { only } : {}),
    });
    timings.mark('results');
    if (!call.flag('quiet')) call.say(describe(recording, exchanges));
    const { files, entries, unmatched } = recording.counts;
    const counts = { files, entries, exchanges, unmatched, unread: entries - unmatched - exchanges };
    const run = {
      call,
      choices: { ...choices, recording: counts },
      plan: planOf(recording),
      startedAt,
      interruption,
      timings,
      secrets: [...recording.secrets, ...keysOf(call)],
    };
    return await concludeRun(run, { reports, crashed: [], interrupted: false });
  } finally {
    interruption.stopWatching();
  }
}

/** Holds what was recorded to the document; resolves to the exit code. */
export async function checkCall(call: Call): Promise<number> {
  const choices = choicesOf(call);
  const recording = recordingIn(call);
  demandFolder(choices.directory);
  const giveBack = holdFolder(choices.directory);
  try {
    clearFolder(choices.directory);
    return await judgeAndConclude(call, recording, choices);
  } finally {
    giveBack();
  }
}
