import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderExample } from '#target';
import { type Command, Refused } from './command.ts';
import { exitCode } from './exit-codes.ts';
import { programName } from './usage.ts';
import { workflow } from './workflow.ts';

const files = (): readonly (readonly [string, string])[] => [
  ['.env.example', renderExample()],
  ['.github/workflows/ramp-conformance.yml', workflow],
];

export const init: Command = {
  name: 'init',
  summary: 'write a commented .env.example and a CI workflow into this folder',
  options: [],
  run: async ({ terminal: { cwd, out } }) => {
    const there = files().filter(([file]) => existsSync(join(cwd, file)));
    if (there.length > 0)
      throw new Refused(
        `${there.map(([file]) => file).join(' and ')} exists already, and nothing is overwritten`,
      );
    for (const [file, text] of files()) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), text, { flag: 'wx' });
      out.write(`wrote ${file}\n`);
    }
    out.write(`Copy .env.example to .env, keep .env out of git, and see ${programName} doctor.\n`);
    return exitCode.done;
  },
};
