import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCall } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withConfig } from '../settings/config.ts';
import type { Outlet, Terminal } from '../terminal/terminal.ts';

/** A terminal in an empty folder that remembers what was written. */
export interface RecordedTerminal extends Terminal {
  readonly written: { out: string; err: string };
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'ramp-cli-'));

export function recordedTerminal(
  args: readonly string[],
  {
    env = {},
    cwd = newFolder(),
    live = false,
  }: { env?: Record<string, string>; cwd?: string; live?: boolean } = {},
): RecordedTerminal {
  const written = { out: '', err: '' };
  const outlet = (name: 'out' | 'err'): Outlet => ({
    write: (text) => {
      written[name] += text;
    },
    live,
    colour: false,
    width: 80,
  });
  return { args, cwd, env: { ...env }, out: outlet('out'), err: outlet('err'), written };
}

/** Does a command as if it had been typed, without the program around it. */
export const perform = async (command: Command, terminal: RecordedTerminal): Promise<number> =>
  command.run(withConfig(readCall(command, terminal.args, terminal)));
