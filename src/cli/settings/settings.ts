import { readSettings, type Settings } from '#target';
import { type CommandCall, type Option, Refused } from '../command.ts';
import { configOptions } from './config.ts';

/** Options of every command that aims at a target. */
export const targetOptions: readonly Option[] = [
  { name: 'base-url', value: 'url', meaning: 'the service to test; without one the embedded sandbox' },
  { name: 'settings', value: 'file', meaning: 'read in place of .env' },
  ...configOptions,
  { name: 'read-only', meaning: 'send GET only' },
];

/** A shorter one could be part of any word. */
const minTraceable = 8;

const holds = (arg: string, key: string): boolean =>
  arg === key || arg.endsWith(`=${key}`) || (key.length >= minTraceable && arg.includes(key));

const holdsKey = (args: readonly string[], { service }: Settings): boolean => {
  const keys = service ? [service.keys.full, service.keys.restricted] : [];
  return keys.some((key) => key !== undefined && args.some((arg) => holds(arg, key)));
};

/**
 * Settles the settings of a call.
 * @throws UnusableSettings, or Refused when a key stands among the arguments.
 */
export function settingsFor({ text, flag, terminal, config }: CommandCall): Settings {
  const baseUrl = text('base-url');
  const settingsFile = text('settings');
  const settings = readSettings({
    options: { ...(baseUrl === undefined ? {} : { baseUrl }), readOnly: flag('read-only') },
    ...(settingsFile === undefined ? {} : { settingsFile }),
    ...(config === undefined ? {} : { configured: config.settings }),
    cwd: terminal.cwd,
    env: terminal.env,
  });
  if (holdsKey(terminal.args, settings))
    throw new Refused('a key stands among the arguments, where other processes and logs see it; replace it');
  if (config !== undefined && holdsKey([config.text], settings))
    throw new Refused('a key stands in the file of choices, which is no place for it; replace it');
  return settings;
}
