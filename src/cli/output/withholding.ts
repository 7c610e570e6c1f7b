import { secretsOf } from '#contract';
import { findLeaks, type Leak, leakText } from '#reporting';
import { keysSet, readSettings, type Settings, UnusableSettings } from '#target';
import type { CommandCall } from '../call.ts';
import { exitCode } from '../exit-code.ts';

/** The settings of now; a command that sends nothing needs none that can be used. */
function settingsNow({ terminal: { cwd, env }, file }: CommandCall): Partial<Settings> {
  try {
    return readSettings({ cwd, env: { ...env }, configured: file.settings });
  } catch (error) {
    if (error instanceof UnusableSettings) return {};
    throw error;
  }
}

/** Keys that are set now, so that outputs are searched for them: with a key alone the settings cannot be used, and it may leak. */
export function keysOf(call: CommandCall): readonly string[] {
  const { terminal, file } = call;
  const { service } = settingsNow(call);
  const { cwd, env } = terminal;
  return [...new Set([...(service ? secretsOf(service) : []), ...keysSet({ cwd, env, configured: file.settings })])];
}

/** Seconds after which a command that sends nothing ends its work. */
export const deadlineOf = (call: CommandCall): number => settingsNow(call).deadlineSeconds ?? 1_800;

/** Searches outputs, by the name of their file; seeds are long numbers, and ours. */
export const leaksIn = (
  outputs: Readonly<Record<string, string>>,
  secrets: readonly string[],
  seeds: readonly number[] = [],
): readonly Leak[] =>
  findLeaks(
    Object.entries(outputs).map(([file, text]) => ({ file, text, search: 'all' as const })),
    { secrets, numbers: seeds.map((seed) => String(Math.abs(seed))) },
  );

/** Says where outputs hold what they must not, and that they are withheld; resolves to the exit code. */
export function reportWithheld({ say }: CommandCall, leaks: readonly Leak[]): number {
  const places = leaks.map((leak) => `  ${leakText(leak)}`);
  say(`Withheld: outputs hold what must not leave this machine\n${places.join('\n')}`);
  return exitCode.leaked;
}
