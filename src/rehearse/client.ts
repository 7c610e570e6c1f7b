// The user's command as a process that is bounded: it may hang, fork, ignore signals or write without end.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, Refused } from '#lib';

type Variables = Readonly<NodeJS.ProcessEnv>;

export interface Command {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Variables;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How a try ended. Only the exit code counts; the output is kept for a person, in part. */
export interface Ending {
  readonly passed: boolean;
  /** `exit 1`, `did not end within 120 s` */
  readonly how: string;
  readonly seconds: number;
  /** The end of what it wrote. */
  readonly output: string;
  /** Processes that it left, which were ended. */
  readonly left: number;
}

/** Marks the processes of one try, also those that leave its group. */
const markName = 'CONFORMANCE_REHEARSAL';

/** What a person reads of a failure; a test runner ends with its summary. */
const keptOutput = 16 * 1024;

/** More than any test writes, and less than a disk or a terminal's log. */
const mostOutput = 256 * 1024 ** 2;

/** For a runner to end its own children. */
const graceMs = 2_000;

const isUnix = process.platform !== 'win32';

const list = (text: string | undefined): string[] => (text ? [text] : []);

/**
 * The user's environment without any setting or key of a target, and with those of the sandbox. A name of the client's own gets
 * the value of one of ours: `{ CLIENT_URL: 'RAMP_BASE_URL' }`.
 */
export function environmentOf(own: Variables, settings: Variables, names: Readonly<Record<string, string>>): Variables {
  const target = Object.entries(own).filter(([name]) => name.startsWith('RAMP_'));
  const secrets = new Set(target.flatMap(([name, value]) => (/KEY|HEADERS/.test(name) ? list(value) : [])));
  const kept = Object.entries(own).filter(([name, value]) => !name.startsWith('RAMP_') && !secrets.has(value ?? ''));
  const loopback = ['127.0.0.1', 'localhost'].join();
  return {
    ...Object.fromEntries(kept),
    // A proxy of the environment would be asked for the sandbox too.
    NO_PROXY: [...list(own.NO_PROXY), loopback].join(),
    no_proxy: [...list(own.no_proxy ?? own.NO_PROXY), loopback].join(),
    ...settings,
    ...Object.fromEntries(Object.entries(names).map(([name, source]) => [name, settings[source]])),
  };
}

/** A whole group by a negative id. */
const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};

const groupOf = (pid: number): number => (isUnix ? -pid : pid);

/** Processes of a try that still run, wherever they have gone; only Linux shows them. */
function marked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** A process that forks without end is ended while it does. */
const mostRounds = 100;

/** Ends what is left of a try, and says how many processes that were. */
async function endAll(group: number, mark: string): Promise<number> {
  const ended = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const running = marked(mark);
    for (const pid of [group, ...running]) kill(pid, 'SIGKILL');
    for (const pid of running) ended.add(pid);
    if (running.length === 0) break;
    await sleep(10);
  }
  return ended.size;
}

/** Where this process is killed, its end closes the pipe, and nothing of the try outlives it. */
const watch = `cat >/dev/null; kill -KILL -- "-$1" 2>/dev/null
for file in $(grep -ls "$2" /proc/[0-9]*/environ 2>/dev/null); do file=\${file#/proc/}; kill -KILL "\${file%/environ}" 2>/dev/null; done`;

function watchOver(pid: number, mark: string, path: string | undefined): ChildProcess | undefined {
  if (!isUnix) return undefined;
  const watcher = spawn('sh', ['-c', watch, 'sh', String(pid), mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: path },
  });
  watcher.on('error', () => {});
  watcher.unref();
  return watcher;
}

/**
 * Runs the command to its end, or ends it.
 * @throws Refused where it cannot be started
 */
export async function tryClient({ words, cwd, env, timeoutMs, signal }: Command): Promise<Ending> {
  const [program = '', ...args] = words;
  const mark = `${markName}=${randomUUID()}`;
  const start = performance.now();
  const child = spawn(program, args, {
    cwd,
    env: { ...env, [markName]: mark.slice(markName.length + 1) },
    // A group of its own: what it sends to its group does not reach us, and what is sent to it reaches all of it.
    detached: isUnix,
    shell: !isUnix,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let written = 0;
  let cutShort: string | undefined;
  const stop = new AbortController();
  const cut = (how: string): void => {
    cutShort ??= how;
    stop.abort();
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text.length;
      output = (output + text).slice(-keptOutput);
      if (written > mostOutput) cut(`wrote more than ${mostOutput / 1024 ** 2} MiB`);
    });
  try {
    await once(child, 'spawn');
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'is not found' : `cannot be started (${codeOf(error) ?? 'no reason'})`;
    throw new Refused(`the command after -- ${why}`);
  }
  const pid = child.pid ?? 0;
  const group = groupOf(pid);
  const watcher = watchOver(pid, mark, env.PATH);
  const timer = setTimeout(() => cut(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
  const onAbort = (): void => cut('was interrupted');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const exited = once(child, 'exit');
  const stopped = once(stop.signal, 'abort');
  if (stop.signal.aborted) await end(group, exited);
  else await Promise.race([exited, stopped.then(() => end(group, exited))]);
  const [code, by] = (await exited) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  const seconds = (performance.now() - start) / 1000;
  // What it wrote last is on its way; a process that holds its pipe open is not waited for.
  await Promise.race([once(child, 'close'), sleep(50)]);
  const left = await endAll(group, mark);
  child.stdout.destroy();
  child.stderr.destroy();
  watcher?.stdin?.destroy();
  if (watcher?.pid) kill(watcher.pid, 'SIGKILL');
  const how = cutShort ?? (by ? `ended by ${by}` : `exit ${code}`);
  return { passed: cutShort === undefined && code === 0, how, seconds, output, left };
}

async function end(group: number, exited: Promise<unknown>): Promise<void> {
  kill(group, 'SIGTERM');
  const calm = new AbortController();
  await Promise.race([exited, sleep(graceMs, undefined, { signal: calm.signal }).catch(() => {})]);
  calm.abort();
  kill(group, 'SIGKILL');
}
