// The user's command as a limited process: it may hang, fork, ignore signals or write without end.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, firstOf, Refused, writtenForms } from '#lib';

type Variables = Readonly<NodeJS.ProcessEnv>;

export interface Command {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Variables;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Masked in the stored output. */
  readonly secrets: readonly string[];
}

/** The result of a try. Only the exit code counts; part of the output is stored for readers. */
export interface Ending {
  readonly passed: boolean;
  /** `exit 1`, `did not end within 120 s` */
  readonly how: string;
  readonly seconds: number;
  readonly output: string;
  /** The number of processes that the try left running; they were killed. */
  readonly left: number;
}

/** A variable that marks all processes of one try, also those that leave its group. */
const markName = 'CONFORMANCE_REHEARSAL';

/** Bytes that are kept, from the end of the output: a test runner ends with its summary. */
const keptOutput = 16 * 1024;

/** Bytes that are dropped before masking, so that no part of a secret remains. */
const longestSecret = 8 * 1024;

/** Bytes: more than any test writes, less than would fill a disk or a log. */
const mostOutput = 256 * 1024 ** 2;

/** Milliseconds in which a runner may end its own children. */
const graceMs = 2_000;

const isUnix = process.platform !== 'win32';

const list = (text: string | undefined): string[] => (text ? [text] : []);

/** Secrets of the user's targets, which neither the client nor the page may receive. */
export interface TargetSecrets {
  /** Names of variables that contain a secret, whatever their current value. */
  readonly names: readonly string[];
  readonly secrets: readonly string[];
}

/** A shorter secret is withheld only if it is the whole value. */
const minContained = 6;

/** Includes base64 of base64, as in Kubernetes. Compared without letter case. */
const formsOf = (secrets: readonly string[]): readonly string[] => [
  ...new Set(
    secrets
      .filter(({ length }) => length >= minContained)
      .flatMap(writtenForms)
      .flatMap((form) => [form, ...writtenForms(form)])
      .map((form) => form.toLowerCase()),
  ),
];

/** A client needs its programs, so only entries with a secret are removed from a list of folders. */
const withoutSecrets = (name: string, value: string, holds: (text: string) => boolean): readonly string[] => {
  if (!holds(value)) return [value];
  return /^path$/i.test(name)
    ? [
        value
          .split(delimiter)
          .filter((each) => !holds(each))
          .join(delimiter),
      ]
    : [];
};

/**
 * The user's environment without settings and keys of a target, and with those of the sandbox. A name of the client
 * gets the value of one of our settings: `{ CLIENT_URL: 'RAMP_BASE_URL' }`. `withheld` names the removed variables with
 * a secret.
 */
export function environmentOf(
  own: Variables,
  settings: Variables,
  { names, kept }: { readonly names: Readonly<Record<string, string>>; readonly kept: TargetSecrets },
): { readonly env: Variables; readonly withheld: readonly string[] } {
  const forms = formsOf(kept.secrets);
  const holds = (text: string): boolean => {
    const lower = text.toLowerCase();
    return kept.secrets.includes(text.trim()) || forms.some((form) => lower.includes(form));
  };
  const others = Object.entries(own).filter(([name]) => !name.startsWith('RAMP_'));
  const given = others.flatMap(([name, value = '']) =>
    kept.names.includes(name) || holds(name)
      ? []
      : withoutSecrets(name, value, holds).map((text): readonly [string, string] => [name, text]),
  );
  const got = new Map(given);
  const loopback = ['127.0.0.1', 'localhost'].join();
  return {
    env: {
      ...Object.fromEntries(given),
      // Otherwise a proxy of the environment would get the requests to the sandbox.
      NO_PROXY: [...list(got.get('NO_PROXY')), loopback].join(),
      no_proxy: [...list(got.get('no_proxy') ?? got.get('NO_PROXY')), loopback].join(),
      ...settings,
      ...Object.fromEntries(Object.entries(names).map(([name, source]) => [name, settings[source]])),
    },
    withheld: others
      .filter(([name, value = '']) => got.get(name) !== value && !Object.hasOwn(names, name))
      .map(([name]) => name),
  };
}

const secretWord = '[secret]';

/** Masks secrets in all their forms in the client's output. */
export const masking = (secrets: readonly string[]) => {
  const forms = formsOf(secrets).toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'gi');
  return (text: string): string => (forms.length === 0 ? text : text.replace(pattern, secretWord));
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
};

const groupOf = (pid: number): number => (isUnix ? -pid : pid);

interface Process {
  readonly name: string;
  /** Ticks since boot. A process id may be reused, but then with another start. */
  readonly startedAt: number;
}

/** Linux only. */
function processOf(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
    const [state = '', ...others] = rest.split(' ');
    return /[ZX]/.test(state) ? undefined : { name, startedAt: Number(others[18]) };
  } catch {
    return undefined;
  }
}

const pidsOfSystem = (): readonly number[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && Number(name) !== process.pid ? [Number(name)] : []));

/**
 * The kernel's score for which process to kill first when memory runs out. A process passes its score to all its
 * children, also in another group, without a parent and with an empty environment. Raising it needs no privilege.
 */
const scoreFile = (pid: number | 'self'): string => `/proc/${pid}/oom_score_adj`;

const scoreOf = (pid: number | 'self'): number | undefined => {
  try {
    return Number(readFileSync(scoreFile(pid), 'latin1'));
  } catch {
    return undefined;
  }
};

/** Scores that neither desktops nor browsers set. */
const scores = Array.from({ length: 80 }, (_, at) => at + 11);

function withScore<Begun>(begin: () => Begun): { readonly begun: Begun; readonly score: number | undefined } {
  const own = process.platform === 'linux' ? scoreOf('self') : undefined;
  const used = new Set(own === undefined ? [] : pidsOfSystem().map(scoreOf));
  const free = own === undefined ? [] : scores.map((more) => own + more).filter((each) => !used.has(each));
  // Another rehearsal may choose a score at the same time.
  const score = free[randomInt(Math.max(1, free.length))];
  if (own === undefined || score === undefined) return { begun: begin(), score: undefined };
  try {
    writeFileSync(scoreFile('self'), String(score));
  } catch {
    return { begun: begin(), score: undefined };
  }
  try {
    return { begun: begin(), score };
  } finally {
    writeFileSync(scoreFile('self'), String(own));
  }
}

const leftOf = (mark: string, score: number | undefined, since: number): readonly number[] => {
  if (process.platform !== 'linux') return [];
  // An ended process that its parent has not collected keeps its score.
  const isOfScore = (pid: number): boolean =>
    score !== undefined && scoreOf(pid) === score && (processOf(pid)?.startedAt ?? -1) >= since;
  return pidsOfSystem().filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      return environment.includes(mark) || (!environment.includes(markName) && isOfScore(pid));
    } catch {
      return isOfScore(pid);
    }
  });
};

/** Most rounds of killing, for a process that forks without end. */
const mostRounds = 100;

/**
 * Ends all remaining processes of a try, and returns their number.
 * @throws Refused if a process does not end, such as one of another user
 */
async function endAll(group: number, running: () => readonly number[]): Promise<number> {
  const ended = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const left = running();
    for (const pid of [group, ...left]) kill(pid, 'SIGKILL');
    for (const pid of left) ended.add(pid);
    if (left.length === 0) return ended.size;
    await sleep(10);
  }
  const named = running().map((pid) => {
    const name = processOf(pid)?.name ?? '';
    return `${pid}${/^[\w.-]{1,15}$/.test(name) ? ` (${name})` : ''}`;
  });
  if (named.length === 0) return ended.size;
  throw new Refused(`the command left processes that could not be ended: ${firstOf(named, 5)}; end them yourself`);
}

/** If this process is killed, the pipe closes, and this script kills the whole try. */
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
 * Runs the command to its end, or kills it.
 * @throws Refused if it cannot be started
 */
export async function tryClient({ words, cwd, env, timeoutMs, signal, secrets }: Command): Promise<Ending> {
  const [program = '', ...args] = words;
  const mark = `${markName}=${randomUUID()}`;
  const start = performance.now();
  if (program === '')
    throw new Refused('the command after -- is empty; name the test of your client, such as npm test');
  const { begun: child, score } = withScore(() =>
    spawn(program, args, {
      cwd,
      env: { ...env, [markName]: mark.slice(markName.length + 1) },
      // A process group of its own: a signal of the client to its group does not reach us, and our signal reaches all
      // its processes.
      detached: isUnix,
      shell: !isUnix,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
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
      output = (output + text).slice(-keptOutput - longestSecret);
      if (written > mostOutput) cut(`wrote more than ${mostOutput / 1024 ** 2} MiB`);
    });
  try {
    await once(child, 'spawn');
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'is not found' : `cannot be started (${codeOf(error) ?? 'no reason'})`;
    throw new Refused(`the command after -- ${why}; name a program that this folder can start`);
  }
  const pid = child.pid ?? 0;
  const group = groupOf(pid);
  const since = processOf(pid)?.startedAt ?? 0;
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
  // The last output may still be on its way. A process that keeps the pipe open is not waited for.
  await Promise.race([once(child, 'close'), sleep(50)]);
  const left = await endAll(group, () => leftOf(mark, score, since));
  child.stdout.destroy();
  child.stderr.destroy();
  watcher?.stdin?.destroy();
  if (watcher?.pid) kill(watcher.pid, 'SIGKILL');
  const how = cutShort ?? (by ? `ended by ${by}` : `exit ${code}`);
  const shown = masking(secrets)(output).slice(-keptOutput);
  return { passed: cutShort === undefined && code === 0, how, seconds, output: shown, left };
}

async function end(group: number, exited: Promise<unknown>): Promise<void> {
  kill(group, 'SIGTERM');
  const calm = new AbortController();
  await Promise.race([exited, sleep(graceMs, undefined, { signal: calm.signal }).catch(() => {})]);
  calm.abort();
  kill(group, 'SIGKILL');
}
