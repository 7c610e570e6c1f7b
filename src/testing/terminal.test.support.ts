import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { CallOf } from '../cli/call.ts';
import type { Options } from '../cli/options.ts';
import { declareArguments, dispatch, runProgram } from '../cli/program.ts';
import { callOf } from '../cli/settings/config-file.ts';
import type { Outlet, Terminal } from '../cli/terminal/terminal.ts';
import type { Runnable } from './built.test.support.ts';

/** A terminal in an empty folder that remembers its output. */
export interface RecordedTerminal extends Terminal {
  readonly written: { out: string; err: string };
}

interface Asked extends Pick<Terminal, 'allure'> {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly live?: boolean;
  readonly width?: number;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'ramp-cli-'));

export function recordedTerminal(
  args: readonly string[],
  { env = {}, cwd = newFolder(), live = false, width = 80, allure = 'nothing' }: Asked = {},
): RecordedTerminal {
  const written = { out: '', err: '' };
  const outlet = (name: 'out' | 'err'): Outlet => ({
    write: (text) => {
      written[name] += text;
    },
    live,
    colour: false,
    width,
  });
  // A copy, because a command removes the keys from its environment.
  return { args, cwd, env: { ...env }, out: outlet('out'), err: outlet('err'), written, allure };
}

/** Runs a command with the arguments of the terminal; refusals are thrown. */
export const perform = (command: string, terminal: RecordedTerminal): Promise<number> =>
  dispatch({ ...terminal, args: [...command.split(' '), ...terminal.args] });

/** The call of `run`, with these options. */
export function readCall<Of extends Options>(options: Of, terminal: Terminal): CallOf<Of> {
  const command = declareArguments(new Command('run'), { name: 'run', summary: '', options });
  command.parse(terminal.args, { from: 'user' });
  return callOf(options, command, terminal);
}

/**
 * The command in this process, to test its effects, output, files and exit code. Signals and memory are tested with the
 * built command.
 */
export function commandHere({ allure }: Pick<Asked, 'allure'> = {}): Runnable {
  const folder = newFolder();
  return {
    folder,
    run: async (args, env) => {
      const terminal = recordedTerminal(args, { cwd: folder, env, width: 160, ...(allure && { allure }) });
      const code = await runProgram(terminal);
      return { code, ...terminal.written };
    },
  };
}
