import { secretsOf } from '#contract';
import { findLeaks, type Leak, leakText } from '#reporting';
import { readSettings, UnusableSettings } from '#target';
import { type CommandCall, exitCode } from '../command.ts';

/** Keys that are set now, so that outputs are searched for them; a command that sends nothing needs none. */
export function keysOf({ terminal: { cwd, env }, file }: CommandCall): readonly string[] {
  try {
    const { service } = readSettings({ cwd, env, configured: file.settings });
    return service ? secretsOf(service) : [];
  } catch (error) {
    if (error instanceof UnusableSettings) return [];
    throw error;
  }
}

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
