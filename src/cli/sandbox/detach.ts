import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Environment } from '#target';
import { Refused } from '../command.ts';
import { builtFile, packageRoot } from '../package/package.ts';
import type { ToServe } from './served.ts';

/** A service that outlives its shell. */
export interface Detached {
  readonly pid: number;
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
}

type Message = Omit<Detached, 'pid'> | { readonly refused: string };

/** No key that is set here is for a process that stays. */
const needed = ({ PATH, SystemRoot }: Environment): Environment => ({
  ...(PATH === undefined ? {} : { PATH }),
  ...(SystemRoot === undefined ? {} : { SystemRoot }),
});

/**
 * Starts the reference service in a process of its own, which this one does not wait for.
 * @throws Refused where it cannot serve
 */
export function detach({ port, as }: ToServe, env: Environment): Promise<Detached> {
  const program = fileURLToPath(builtFile('detached.js'));
  const child = spawn(process.execPath, [program, port, ...(as === undefined ? [] : [as])], {
    cwd: packageRoot,
    detached: true,
    env: needed(env),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((settled, failed) => {
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
