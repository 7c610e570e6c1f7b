import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demandText, didYouMean, Refused, writeNew } from '#lib';
import type { Fault, Sandbox } from '#sandbox';
import type { Environment } from '#target';
import type { CallOf } from '../call.ts';
import { exitCode } from '../exit-code.ts';
import type { sandboxOptions } from '../options.ts';
import { ownText, publish } from '../output/publish.ts';
import { builtFile, packageRoot, programName } from '../own-package.ts';
import { interruptible } from '../terminal/interruption.ts';

const maxPort = 65_535;

const portIn = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= maxPort) return port;
  throw new Refused(`--port must be a whole number from 0 to ${maxPort}`);
};

/** Loaded on use, because thousands of faults take time to load. */
const versionIn = async (id: string | undefined): Promise<Fault | undefined> => {
  if (id === undefined) return undefined;
  const { faultFinder, faults, variations } = await import('#faults');
  const version = faultFinder(id);
  if (version) return version;
  const names = [...faults, ...variations].map((it) => it.id);
  throw new Refused(
    `--as must be the id of a fault or a variation${didYouMean(id, names)}; ${programName} faults lists them`,
  );
};

export interface ToServe {
  readonly port: string;
  readonly host?: string | undefined;
  readonly as?: string | undefined;
}

/**
 * Starts the reference service; other commands do not load its code.
 * @throws Refused for a port that is in use, and for an unknown id
 */
export async function serve({ port: text, host, as }: ToServe): Promise<Sandbox> {
  const port = portIn(text);
  const always = await versionIn(as);
  try {
    return await (await import('#sandbox')).startSandbox({ port, host, always });
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error;
  }
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

const warningOf = ({ host }: ToServe): string =>
  host === undefined || isLoopback(host)
    ? ''
    : 'Whoever reaches this address may use the sandbox: it speaks plain HTTP, and its keys are public. End it when you are done.\n';

export const linesOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** The first line of a settings file that a sandbox writes. */
export const markOf = (pid: number): string => `# Served by process ${pid}\n`;

const answers = (url: string): Promise<boolean> =>
  new Promise((settled) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
    const end = (is: boolean) => () => {
      socket.destroy();
      settled(is);
    };
    socket.once('connect', end(true)).once('error', end(false)).setTimeout(2_000, end(true));
  });

/**
 * Removes the settings of a killed sandbox.
 * @throws Refused if the file belongs to another program, or if its sandbox still runs
 */
async function clearSettings(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const name = basename(file);
  const [, url = ''] =
    /^# Served by process \d+\n[\s\S]*^RAMP_BASE_URL=(http:\S+)$/m.exec(demandText(file, name)) ?? [];
  if (!URL.canParse(url))
    throw new Refused(`${name} exists already, and a sandbox did not write it; move the file away`);
  if (await answers(url))
    throw new Refused(`${name} belongs to a sandbox that still runs at ${url}; stop that sandbox, or use it`);
  rmSync(file);
}

/** Writes a new file that only its owner can read. The returned function removes the file if it has not changed. */
export function writeSettings(file: string, text: string): () => void {
  writeNew(file, text, { mode: 0o600 });
  return () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
  };
}

type Message = { readonly text: string; readonly baseUrl: string } | { readonly refused: string };

/** A process that stays must not keep the keys of this environment. */
const needed = ({ PATH, SystemRoot }: Environment): Environment => ({
  ...(PATH === undefined ? {} : { PATH }),
  ...(SystemRoot === undefined ? {} : { SystemRoot }),
});

/**
 * Starts the reference service in another process and does not wait for its end. The process writes its settings into
 * `file`, if given.
 * @throws Refused if it cannot serve
 */
function detach({ port, host = '', as = '' }: ToServe, file: string, env: Environment) {
  const program = fileURLToPath(builtFile('detached.js'));
  const child = spawn(process.execPath, [program, port, host, as, file], {
    cwd: packageRoot,
    detached: true,
    env: needed(env),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise<{ text: string; baseUrl: string; pid: number }>((settled, failed) => {
    const refuse = (why: string) =>
      failed(
        new Refused(`the sandbox could not be started: ${why}; try another --port, or leave --detach out to see more`),
      );
    child.once('error', ({ message }) => refuse(message));
    child.once('exit', (code) => refuse(`its process ended with ${code}`));
    child.once('message', (message: Message) => {
      child.removeAllListeners('exit');
      if ('refused' in message) return failed(new Refused(message.refused));
      child.unref();
      settled({ ...message, pid: child.pid ?? 0 });
    });
  });
}

const settingsFile = '.env.sandbox';

type SandboxCall = CallOf<typeof sandboxOptions>;

const fileOf = ({ terminal }: SandboxCall): string => join(terminal.cwd, settingsFile);

const written = `Wrote ${settingsFile}; the sandbox deletes the file when it ends. To test the sandbox, use --settings ${settingsFile}\n`;

async function leaveBehind(call: SandboxCall, asked: ToServe): Promise<number> {
  const { terminal, options } = call;
  const { text, baseUrl, pid } = await detach(asked, options.write ? fileOf(call) : '', terminal.env);
  if (options.write) terminal.err.write(written);
  else publish(call, [ownText(call, text)], exitCode.done);
  terminal.err.write(`Serving at ${baseUrl} as process ${pid}, until that is ended (kill ${pid}).\n`);
  return exitCode.done;
}

export async function sandbox(call: SandboxCall): Promise<number> {
  const { options, terminal } = call;
  const chosen: ToServe = { port: options.port, host: options.host, as: options.as };
  if (options.write) await clearSettings(fileOf(call));
  terminal.err.write(warningOf(chosen));
  if (options.detach) return leaveBehind(call, chosen);
  const { settings, baseUrl, close } = await serve(chosen);
  return interruptible(async ({ signal, isOrphaned }) => {
    const takeAway = options.write ? writeSettings(fileOf(call), markOf(process.pid) + linesOf(settings)) : undefined;
    if (options.write) terminal.err.write(written);
    else publish(call, [ownText(call, linesOf(settings))], exitCode.done);
    terminal.err.write(`Serving at ${baseUrl} until interrupted (Ctrl+C).\n`);
    await once(signal, 'abort');
    if (isOrphaned())
      terminal.err.write(
        'The sandbox ended, because the process that started it ended. With --detach the sandbox keeps running.\n',
      );
    takeAway?.();
    await close();
    return exitCode.done;
  });
}
