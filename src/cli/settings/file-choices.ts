import { basename, dirname, join, relative, resolve } from 'node:path';
import { type ConfiguredSettings, settingOf } from '#target';
import { type FileChoices, Refused } from '../command.ts';
import { notA } from '../terminal/printable.ts';
import { parseConfig, readConfigText } from './config-file.ts';
import { budgetVariables, type ConfigFile, type ConfiguredBudgets } from './config-schema.ts';
import { usualConfig } from './options.ts';

const budgetTexts = (budgets: ConfiguredBudgets = {}) =>
  Object.fromEntries(
    budgetVariables.flatMap((variable) => {
      const value = budgets[settingOf(variable).budget?.name ?? ''];
      return value === undefined ? [] : [[variable, String(value)]];
    }),
  );

interface Named {
  readonly name: string;
  readonly target: NonNullable<ConfigFile['targets']>[string];
}

const targetIn = ({ targets = {} }: ConfigFile, name: string, shown: string): Named => {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target) return { name, target };
  const names = Object.keys(targets);
  const known = names.length === 0 ? `${shown} names none` : `${shown} has ${names.join(', ')}`;
  throw new Refused(notA(name, 'target', names, `: ${known}`));
};

const settingsOf = (file: ConfigFile, named: Named | undefined): ConfiguredSettings => {
  const keyVariables = Object.values(file.targets ?? {}).flatMap(({ keys = {} }) =>
    Object.values(keys).flatMap((name) => (name === undefined ? [] : [name, `${name}_FILE`])),
  );
  const texts = budgetTexts(file.budgets);
  if (named === undefined) return { texts, keyVariables };
  const { keys = {}, settings, budgets } = named.target;
  return {
    texts,
    keyVariables,
    target: { name: named.name, texts: { ...settings, ...budgetTexts(budgets) }, keys },
  };
};

/** Keyed by option; `placed` turns a path of the file into one seen from here. */
const defaultsOf = (
  file: ConfigFile,
  named: Named | undefined,
  placed: (path: string) => string,
): FileChoices['defaults'] => {
  const { profile, gate, seed, baseline, waivers, require, release } = {
    ...file,
    ...named?.target,
  };
  const reports = named
    ? (named.target.reports ?? join(file.reports ?? 'reports', named.name))
    : file.reports;
  return {
    profile,
    gate,
    baseline,
    require,
    release,
    seed: seed === undefined ? undefined : String(seed),
    waivers: waivers && placed(waivers),
    reports: reports && placed(reports),
  };
};

interface Asked {
  readonly cwd: string;
  readonly config?: string | undefined;
  readonly target?: string | undefined;
}

/** A command that takes no `--config` has none. */
export const noFileChoices: FileChoices = {
  text: '',
  settings: { texts: {}, keyVariables: [] },
  leaveOut: [],
  defaults: {},
};

/**
 * Reads the configuration file.
 * @throws Refused for a file or a target that is not there, and a file that cannot be used
 */
export function readFileChoices({ config, target, cwd }: Asked): FileChoices {
  const path = resolve(cwd, config ?? usualConfig);
  const content = readConfigText(path, config !== undefined);
  const shown = basename(path);
  const file: ConfigFile = content === undefined ? {} : parseConfig(content, shown);
  const named = target === undefined ? undefined : targetIn(file, target, shown);
  const placed = (each: string) => relative(cwd, resolve(dirname(path), each)) || '.';
  return {
    text: content ?? '',
    settings: settingsOf(file, named),
    leaveOut: named?.target.leaveOut ?? file.leaveOut ?? [],
    defaults: defaultsOf(file, named, placed),
  };
}
