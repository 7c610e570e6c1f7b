// A whole run, as a user starts it, against the sandbox behind a gateway.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Verdict, verdictSchema } from '#reporting';
import type { Profile } from '#run';
import { type Fault, startSandbox } from '#sandbox';
import { runProgram } from '../../cli/program.ts';
import { allOf } from '../../testing/in-process.test.support.ts';
import { newFolder, recordedTerminal } from '../../testing/terminal.test.support.ts';
import { type RealGateway, startRealGateway } from './program.test.support.ts';

interface Behind {
  readonly code: number;
  readonly verdict: Verdict;
  /** The end of the screen: broken promises, the first line, and its next steps. */
  readonly end: string;
  /** Orders that the service accepted by its own count, whatever happened to its answers. */
  readonly accepted: number;
  readonly announced: { readonly usual: number; readonly any: number; readonly none: 0 };
}

const countingOrders = (): { readonly fault: Fault; readonly count: () => number } => {
  let accepted = 0;
  const reply: Fault['reply'] = ({ status }, { method, operation }) => {
    if (method === 'POST' && operation !== undefined && status < 300) accepted += 1;
  };
  return { fault: { reply }, count: () => accepted };
};

const announcedIn = (screen: string, pattern: RegExp): number => Number(pattern.exec(screen)?.[1] ?? 0);

export async function runBehind(
  gateway: RealGateway,
  fault: Fault | undefined,
  { profile = 'gate', env = {} }: { readonly profile?: Profile; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Behind> {
  const counting = countingOrders();
  // Accepted orders are counted before a fault changes the answer.
  const sandbox = await startSandbox({ always: allOf(fault ? [counting.fault, fault] : [counting.fault]) });
  const { baseUrl, close } = await startRealGateway(sandbox.baseUrl, gateway);
  const reports = newFolder();
  try {
    const terminal = recordedTerminal(['run', '--profile', profile, '--reports', reports], {
      env: {
        ...sandbox.settings,
        RAMP_BASE_URL: baseUrl,
        RAMP_QUIET_ACCOUNT: 'true',
        RAMP_TIMEOUT_MS: '60000',
        ...env,
      },
      width: 160,
    });
    const code = await runProgram(terminal);
    const { out, err } = terminal.written;
    const verdict = verdictSchema.parse(JSON.parse(readFileSync(join(reports, 'verdict.json'), 'utf8')));
    const announced = {
      usual: announcedIn(out, /accepts up to (\d+) orders/),
      any: announcedIn(out, /a faulty one at most (\d+)/),
      none: 0,
    } as const;
    const progress = [...out.matchAll(/^ *\d+\/\d+, .*$/gm)].at(-1);
    const end = err + out.slice(progress?.index);
    return { code, verdict, end, accepted: counting.count(), announced };
  } finally {
    await close();
    await sandbox.close();
  }
}
