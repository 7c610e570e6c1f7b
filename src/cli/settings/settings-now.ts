// The current settings for commands that send nothing: keys to search for, and the deadline.

import { secretsOf } from '#run';
import { keysSet, readSettings, type Settings, UnusableSettings } from '#target';
import type { CommandCall } from '../call.ts';

/** A command that sends nothing needs no usable settings. */
function settingsNow({ terminal: { cwd, env }, file }: CommandCall): Partial<Settings> {
  try {
    return readSettings({ cwd, env: { ...env }, configured: file.settings });
  } catch (error) {
    if (error instanceof UnusableSettings) return {};
    throw error;
  }
}

/** Keys that are set now. A key without the other settings is not usable, but it may leak. */
export function keysOf(call: CommandCall): readonly string[] {
  const { terminal, file } = call;
  const { service } = settingsNow(call);
  const { cwd, env } = terminal;
  return [...new Set([...(service ? secretsOf(service) : []), ...keysSet({ cwd, env, configured: file.settings })])];
}

/** Seconds after which a command that sends nothing stops. */
export const deadlineOf = (call: CommandCall): number => settingsNow(call).deadlineSeconds ?? 1_800;
