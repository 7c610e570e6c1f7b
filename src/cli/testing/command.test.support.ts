import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../program.ts';
import type { Outlet } from '../terminal/terminal.ts';
import type { Built } from './built.test.support.ts';

/**
 * The command in this process, which spares the start of Node and Vitest: for what it does, says, writes and ends with. What is
 * of a process itself, such as its signals, its memory and its workers, is tested with the command as it is built.
 */
export function commandHere(): Built {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-conformance-command-'));
  return {
    folder,
    run: async (args, env) => {
      const printed = { out: '', err: '' };
      const outlet = (name: keyof typeof printed): Outlet => ({
        write: (text) => {
          printed[name] += text;
        },
        live: false,
        colour: false,
        width: 160,
      });
      // A copy, because the command takes the keys out of its environment.
      const terminal = { args, cwd: folder, env: { ...env }, out: outlet('out'), err: outlet('err') };
      const code = await runProgram(terminal);
      return { code, ...printed };
    },
  };
}
