import { createReadStream, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { openRecording, runChecks } from '#harness';
import { codeOf, Refused, steadyDate } from '#lib';
import { type Recording, type RecordingFile, readRecording, readRecordingFile, readStream, unpacked } from '#recording';
import { leftOutLines, plural, type RecordingSummary } from '#reporting';
import type { JudgedPlan, TestReport } from '#run';
import { placeOf } from '#target';
import type { CallEnd, CallOf } from '../call.ts';
import type { checkOptions } from '../options.ts';
import { demandFolder, holdFolder } from '../output/folder.ts';
import { clearFolder } from '../output/previous.ts';
import { finish } from '../run/finish.ts';
import { createProgress, noProgress, type Progress, watched } from '../run/progress.ts';
import { idsOf, type JudgingConfig, judgingConfig } from '../settings/config.ts';
import { deadlineOf, keysOf } from '../settings/settings-now.ts';
import { type Interruption, interruptible, sayInterruption } from '../terminal/interruption.ts';

const mebibyte = 1024 * 1024;

/** Bytes. To judge a recording takes several times this much memory. */
const maxBytes = 64 * mebibyte;

/** The last part of the path, if it looks like a file name. The user may have typed something else, such as a key. */
const shown = (path: string): string => {
  const name = basename(path);
  return /^[\w. -]{1,80}\.(?:har|json|gz|zip)$/i.test(name) ? name : 'the recording';
};

const standardInput = 'standard input';

/** The size of a file, so that a large file is refused before it is read. A pipe is limited while it is read. */
const sizeOf = (path: string, cwd: string): number => {
  if (path === '-') return 0;
  const found = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (found === undefined) throw new Refused(`${shown(path)} does not exist; name a HAR file`);
  if (!found.isFile()) throw new Refused(`${shown(path)} is no file; name a HAR file`);
  return found.size;
};

async function read(path: string, cwd: string): Promise<RecordingFile> {
  const name = path === '-' ? standardInput : shown(path);
  try {
    if (path !== '-') return await readRecordingFile(resolve(cwd, path), name, maxBytes);
    const bytes = await readStream(createReadStream('', { fd: 0, autoClose: false }), name, maxBytes);
    return await unpacked(bytes, name, maxBytes);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${name} cannot be read (${codeOf(error)}); name a HAR file that you may read`);
  }
}

/**
 * Reads the files of a recording into memory.
 * @throws Refused for a missing file, or if all files together are too large
 */
function readRecordingFiles(paths: readonly string[], cwd: string): Promise<readonly RecordingFile[]> {
  const bytes = paths.reduce((sum, path) => sum + sizeOf(path, cwd), 0);
  if (bytes > maxBytes) {
    const what = paths.length === 1 ? `${shown(paths[0] ?? '')} has` : 'the recordings have together';
    throw new Refused(
      `${what} ${Math.ceil(bytes / mebibyte)} MB, and the limit is ${maxBytes / mebibyte} MB; record only the calls to the service`,
    );
  }
  return Promise.all(paths.map((path) => read(path, cwd)));
}

type CheckCall = CallOf<typeof checkOptions>;

const baseUrlIn = ({ options, typed }: CheckCall): string | undefined => {
  const url = typed.has('baseUrl') ? options.baseUrl : undefined;
  if (url !== undefined && !(/^https?:\/\/[^@?#]+$/i.test(url) && URL.canParse(url)))
    throw new Refused('--base-url must be the URL before /v1 and /v2, such as https://sandbox.example.com');
  return url;
};

/** @throws Refused if the named files contain nothing that can be judged */
async function recordingIn(call: CheckCall): Promise<Recording> {
  const { all, terminal } = call;
  if (all.length === 0) throw new Refused('check takes recordings, such as check traffic.har');
  const baseUrl = baseUrlIn(call);
  return readRecording(await readRecordingFiles(all, terminal.cwd), baseUrl);
}

const planOf = ({ shownUrl }: Recording): JudgedPlan => ({
  seed: 0,
  profile: 'gate',
  target: {
    label: placeOf(shownUrl),
    environment: 'sandbox',
    embedded: false,
    money: 'the command judges a recording and sends nothing',
    readOnly: true,
    quiet: false,
    facts: { firstPage: 1, greatestLimit: 1 },
  },
});

const describe = (summary: RecordingSummary, shownUrl: string): string => {
  const { files, entries, exchanges } = summary;
  const judged = `${plural(files, 'file')} of ${placeOf(shownUrl)}: ${plural(exchanges, 'exchange')} of ${plural(entries, 'entry', 'entries')} judged; nothing is sent`;
  return [`Recording    ${judged}`, ...leftOutLines(summary).map((line) => `             ${line}`)].join('\n');
};

async function judgeAndReport(
  call: CheckCall,
  judging: JudgingConfig,
  recording: Recording,
  interruption: Interruption,
  progress: Progress,
): Promise<number | CallEnd> {
  const startedAt = steadyDate();
  sayInterruption(call.terminal, interruption);
  const done = new Set<string>();
  progress.phase('Judging the recording', () => ({ done: done.size, total: idsOf(judging).length }));
  await import('#suites');
  const { selected, alongside } = judging;
  const deadline = AbortSignal.timeout(deadlineOf(call) * 1_000);
  const session = openRecording(recording.exchanges, {
    origin: new URL(recording.baseUrl).origin,
    signal: AbortSignal.any([deadline, interruption.signal]),
  });
  const onReport = ({ requirement }: TestReport) => {
    done.add(requirement);
    progress.tick();
  };
  const { reports } = await runChecks(
    { ...(selected && { only: [...selected] }), ...(alongside && { alongside: [...alongside] }) },
    { session, onReport },
  );
  progress.phase(undefined);
  const exchanges = session.replies.length;
  const interrupted = interruption.signal.aborted;
  // Requirements that were not judged have no result, and the run ends with exit code 3.
  const crashed = deadline.aborted ? ['the time limit of the run (RAMP_DEADLINE_S) has passed'] : [];
  const { files, entries, unmatched, ofBrowser, leftOut } = recording.counts;
  const unread = entries - unmatched - ofBrowser - exchanges;
  const partial = call.options.partial ? { partial: true as const } : {};
  const internal = ofBrowser > 0 ? { ofBrowser } : {};
  const summary = { files, entries, exchanges, unmatched, unread, leftOut, ...internal, ...partial };
  if (!call.options.quiet) call.say(describe(summary, recording.shownUrl));
  const config = { ...judging, recording: summary };
  const [plan, gathered] = [planOf(recording), { startedAt, reports, crashed, interrupted }];
  const secrets = [...recording.secrets, ...keysOf(call)];
  return finish(call, { config, plan, gathered, interruption, secrets });
}

const progressOf = (call: CheckCall): Progress => (call.options.quiet ? noProgress : createProgress(call.people));

export async function check(call: CheckCall): Promise<number | CallEnd> {
  const config = judgingConfig(call, { profile: 'gate', seed: 0 });
  const recording = await watched(progressOf(call), (progress) => {
    progress.phase('Reading the recording');
    return recordingIn(call);
  });
  demandFolder(config.directory);
  return holdFolder(config.directory, undefined, async () => {
    clearFolder(config.directory);
    return interruptible((interruption) =>
      watched(progressOf(call), (progress) => judgeAndReport(call, config, recording, interruption, progress)),
    );
  });
}
