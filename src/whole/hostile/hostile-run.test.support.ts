import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Verdict } from '#reporting';
import { type Built, type Ended, type Runnable, useBuilt } from '../../testing/built.test.support.ts';
import { commandHere } from '../../testing/terminal.test.support.ts';
import type { Listening } from '../../testing/wire.test.support.ts';

/** The command for the current file of tests. */
export let built: Built;
let here: Runnable;

/** Builds the command before the first test of a file. */
export const useBuiltCommand = (): void => {
  built = useBuilt();
  here = commandHere();
};

type Pem =
  | 'key'
  | 'self-signed'
  | 'of-another-host'
  | 'expired'
  | 'not-yet-valid'
  | 'intermediate'
  | 'of-an-intermediate';

/** A certificate that was made for the tests and that nothing trusts, or the `key` of all these certificates. */
export const pem = (name: Pem): string => readFileSync(join(import.meta.dirname, `${name}.test.pem`), 'utf8');

export const key = 'key-of-a-hostile-test-0001';
const id = (n: number) => `6f1c2b1e-0d0a-4f6e-9b7a-${String(n).padStart(12, '0')}`;

const printMemory = `data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.on('exit', () => process.stderr.write('rss ' + process.resourceUsage().maxRSS + '\\n'));",
)}`;

/** Prints the largest memory of the process. The option keeps out uncollected garbage, of which Node 24 allows much. */
export const measuring = `--import=${printMemory} --max-semi-space-size=8`;

/** The time-out is long, because a busy machine is slow; tests of a silent target set a shorter one. */
export const settings = (baseUrl: string, more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env.PATH ?? '',
  NODE_OPTIONS: measuring,
  RAMP_BASE_URL: baseUrl,
  RAMP_API_KEY: key,
  RAMP_INDIVIDUAL_SUBACCOUNT_ID: id(1),
  RAMP_BUSINESS_SUBACCOUNT_ID: id(2),
  RAMP_USD_RECIPIENT_ID: id(3),
  RAMP_TIMEOUT_MS: '60000',
  ...more,
});

export interface Run extends Ended {
  readonly verdict: Verdict | undefined;
  readonly megabytes: number;
}

let runs = 0;

/** Uses the profile `smoke`, unless the arguments name another: most hostile targets show in the first request. */
async function runWith(
  command: Runnable,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Run> {
  runs += 1;
  const folder = join(command.folder, `hostile-${runs}`);
  const profile = args.includes('--profile') ? [] : ['--profile', 'smoke'];
  const ended = await command.run(['run', '--reports', folder, '--seed', '7', ...profile, ...args], env);
  expect(ended.out + ended.err).not.toContain(key);
  const file = join(folder, 'verdict.json');
  const verdict = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Verdict) : undefined;
  return { ...ended, verdict, megabytes: Number(/rss (\d+)/.exec(ended.err)?.[1]) / 1024 };
}

export const run = (env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<Run> =>
  runWith(built, env, args);

const closing = async <T>(listening: Promise<Listening>, use: (port: number) => Promise<T>): Promise<T> => {
  const { port, close } = await listening;
  try {
    return await use(port);
  } finally {
    close();
  }
};

export const against = (
  listening: Promise<Listening>,
  args: readonly string[] = [],
  scheme = 'http',
  more = {},
): Promise<Run> => closing(listening, (port) => run(settings(`${scheme}://127.0.0.1:${port}`, more), args));

/** Runs in this process, for calls that end before any test. */
export const runHere = (env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<Run> =>
  runWith(here, env, args);

export const turnedAway = async (
  listening: Promise<Listening>,
  scheme = 'http',
  more = {},
): Promise<Run & { readonly connections: number }> => {
  const { connections } = await listening;
  const ended = await closing(listening, (port) => runHere(settings(`${scheme}://127.0.0.1:${port}`, more)));
  return { ...ended, connections: connections() };
};
