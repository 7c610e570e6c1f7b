// The settings of this moment for commands that send nothing: keys to look for, and the deadline.

import { secretsOf } from '#run';
import { keysSet, readSettings, type Settings, UnusableSettings } from '#target';
import type { CommandCall } from '../call.ts';

/** A command that sends nothing needs no settings that can be used. */
function settingsNow({ terminal: { cwd, env }, file }: CommandCall): Partial<Settings> {
  try {
    return readSettings({ cwd, env: { ...env }, configured: file.settings });
  } catch (error) {
    if (error instanceof UnusableSettings) return {};
    throw error;
  }
}

/** Keys that are set now: with a key alone the settings cannot be used, and it may leak. */
export function keysOf(call: CommandCall): readonly string[] {
  const { terminal, file } = call;
  const { service } = settingsNow(call);
  const { cwd, env } = terminal;
  return [...new Set([...(service ? secretsOf(service) : []), ...keysSet({ cwd, env, configured: file.settings })])];
}

/** Seconds after which a command that sends nothing ends its work. */
export const deadlineOf = (call: CommandCall): number => settingsNow(call).deadlineSeconds ?? 1_800;
