import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ConfiguredSettings } from '#target';
import { type CommandCall, type Option, Refused } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isNo } from '../terminal/typed.ts';
import { parseConfig, readConfigText } from './config-file.ts';
import type { Config, ConfigFile, ConfiguredBudgets } from './config-form.ts';

export const usualConfig = 'ramp-conformance.json';

export const configOption: Option = {
  name: 'config',
  value: 'file',
  meaning: `choices that are no secret (default: ${usualConfig}, where there is one)`,
};

/** Options of every command that a file of choices speaks to. */
export const configOptions: readonly Option[] = [
  configOption,
  { name: 'target', value: 'name', meaning: 'the target of this name in the file of choices' },
];

type ConfiguredTarget = NonNullable<ConfigFile['targets']>[string];

const budgetVariables: Readonly<Record<keyof ConfiguredBudgets, string>> = {
  concurrency: 'RAMP_CONCURRENCY',
  requestsPerSecond: 'RAMP_REQUESTS_PER_SECOND',
  maxRequests: 'RAMP_MAX_REQUESTS',
  timeoutMs: 'RAMP_TIMEOUT_MS',
  deadlineS: 'RAMP_DEADLINE_S',
};

const budgetTexts = (budgets: ConfiguredBudgets = {}) =>
  Object.fromEntries(
    Object.entries(budgets).map(([name, value]) => [
      budgetVariables[name as keyof ConfiguredBudgets],
      String(value),
    ]),
  );

interface Named {
  readonly name: string;
  readonly target: ConfiguredTarget;
}

const targetIn = ({ targets = {} }: ConfigFile, name: string, shown: string): Named => {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target) return { name, target };
  const names = Object.keys(targets);
  const known = names.length === 0 ? `${shown} names none` : `${shown} has ${names.join(', ')}`;
  throw new Refused(`--target ${isNo(name, 'target', names, `: ${known}`)}`);
};

const settingsOf = (file: ConfigFile, named: Named | undefined): ConfiguredSettings => {
  const keyVariables = Object.values(file.targets ?? {}).flatMap(({ keys = {} }) =>
    Object.values(keys).filter((name) => name !== undefined),
  );
  const texts = budgetTexts(file.budgets);
  if (named === undefined) return { texts, keyVariables };
  const { keys = {}, settings, budgets } = named.target;
  const own = { ...settings, ...budgetTexts(budgets) };
  return { texts, keyVariables, target: { name: named.name, texts: own, keys } };
};

/** By option; `placed` gives the path, seen from here, of what the file names. */
const defaultsOf = (
  file: ConfigFile,
  named: Named | undefined,
  placed: (path: string) => string,
): Config['defaults'] => {
  const { profile, gate, seed, baseline, waivers, require } = { ...file, ...named?.target };
  const reports = named
    ? (named.target.reports ?? join(file.reports ?? 'reports', named.name))
    : file.reports;
  return {
    ...(profile && { profile }),
    ...(gate && { gate }),
    ...(baseline && { baseline }),
    ...(require && { require }),
    ...(seed !== undefined && { seed: String(seed) }),
    ...(waivers && { waivers: placed(waivers) }),
    ...(reports && { reports: placed(reports) }),
  };
};

interface AskedConfig {
  /** File that was named. */
  readonly config: string | undefined;
  readonly target: string | undefined;
}

/**
 * Reads the file of choices.
 * @throws Refused for a file or a target that is not there, and a file that cannot be used
 */
export function readConfig({ config, target: name }: AskedConfig, { cwd }: Pick<Terminal, 'cwd'>): Config {
  const path = resolve(cwd, config ?? usualConfig);
  const text = readConfigText(path, config !== undefined);
  const shown = basename(path);
  const file: ConfigFile = text === undefined ? {} : parseConfig(text, shown);
  const named = name === undefined ? undefined : targetIn(file, name, shown);
  const placed = (each: string) => relative(cwd, resolve(dirname(path), each)) || '.';
  return {
    text: text ?? '',
    settings: settingsOf(file, named),
    leaveOut: named?.target.leaveOut ?? file.leaveOut ?? [],
    targets: Object.keys(file.targets ?? {}),
    defaults: defaultsOf(file, named, placed),
  };
}

/** A call as the file of choices completes it: what was typed takes precedence. */
export function withConfig(call: CommandCall): CommandCall {
  if (!call.command.options.some(({ name }) => name === configOption.name)) return call;
  return completed(
    call,
    readConfig({ config: call.text('config'), target: call.text('target') }, call.terminal),
  );
}

/** The same for one of several targets, which shares what was typed; its reports are a folder of their own all the same. */
export function withTarget(call: CommandCall, target: string): CommandCall {
  const own = completed(call, readConfig({ config: call.text('config'), target }, call.terminal));
  if (!call.given('reports')) return own;
  const reports = join(call.text('reports') ?? 'reports', target);
  return { ...own, text: (name) => (name === 'reports' ? reports : own.text(name)) };
}

function completed(call: CommandCall, config: Config): CommandCall {
  const { options } = call.command;
  const usual = (name: string) => {
    const option = call.given(name) ? undefined : options.find((each) => each.name === name);
    const value = option && config.defaults[name];
    const fits = typeof value !== 'string' || option?.oneOf?.includes(value) !== false;
    return fits ? value : undefined;
  };
  return {
    ...call,
    config,
    text: (name) => {
      const value = usual(name);
      return typeof value === 'string' ? value : call.text(name);
    },
    texts: (name) => {
      const value = usual(name);
      return Array.isArray(value) ? value : call.texts(name);
    },
  };
}
