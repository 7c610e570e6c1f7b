import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '#target';
import { type CallOf, exitCode, Refused } from '../command.ts';
import { builtFile, packageRoot } from '../package/package.ts';
import type { sandboxOptions } from '../settings/options.ts';
import { interruptible } from '../terminal/interruption.ts';
import { clearSettings, linesOf, markOf, serve, type ToServe, warningOf, writeSettings } from './served.ts';

type Message = { readonly text: string; readonly baseUrl: string } | { readonly refused: string };

/** No key that is set here is for a process that stays. */
const needed = ({ PATH, SystemRoot }: Environment): Environment => ({
  ...(PATH === undefined ? {} : { PATH }),
  ...(SystemRoot === undefined ? {} : { SystemRoot }),
});

/**
 * Starts the reference service in another process, which this one does not wait for, and which writes its settings into a
 * file where one is named.
 * @throws Refused where it cannot serve
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
    const refuse = (why: string) => failed(new Refused(`the sandbox could not be started: ${why}`));
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

const written = `Wrote ${settingsFile}, which goes when the sandbox ends; test it with --settings ${settingsFile}\n`;

async function leaveBehind(call: SandboxCall, asked: ToServe): Promise<number> {
  const { terminal, options } = call;
  const { text, baseUrl, pid } = await detach(asked, options.write ? fileOf(call) : '', terminal.env);
  if (options.write) terminal.err.write(written);
  else terminal.out.write(text);
  terminal.err.write(`Serving at ${baseUrl} as process ${pid}, until that is ended (kill ${pid}).\n`);
  return exitCode.done;
}

export async function sandbox(call: SandboxCall): Promise<number> {
  const { options, terminal } = call;
  const asked: ToServe = { port: options.port, host: options.host, as: options.as };
  if (options.write) await clearSettings(fileOf(call));
  terminal.err.write(warningOf(asked));
  if (options.detach) return leaveBehind(call, asked);
  const { settings, baseUrl, close } = await serve(asked);
  return interruptible(async ({ signal, isOrphaned }) => {
    const takeAway = options.write ? writeSettings(fileOf(call), markOf(process.pid) + linesOf(settings)) : undefined;
    if (options.write) terminal.err.write(written);
    else terminal.out.write(linesOf(settings));
    terminal.err.write(`Serving at ${baseUrl} until interrupted (Ctrl+C).\n`);
    await once(signal, 'abort');
    if (isOrphaned()) terminal.err.write('Ended with the process that started it; sandbox --detach serves on.\n');
    takeAway?.();
    await close();
    return exitCode.done;
  });
}
