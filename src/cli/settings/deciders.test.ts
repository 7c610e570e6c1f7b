import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, settingOf, UnusableSettings, variableNames } from '#target';
import { type CommandRow, commandGroups } from '../command-table.ts';
import { flagOf } from '../program.ts';
import { configSchema } from './config-schema.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
const [, section = ''] = /^## What decides where .*?$(.*?)^## /ms.exec(page) ?? [];

/** The rows of the list: names, and who may decide. */
const rows = [...section.matchAll(/^(`.*?`) \| .*? \| (.*)$/gm)].map(([, names = '', who = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  who,
}));

const listed = rows.flatMap(({ names }) => names);

const ofDecider = {
  key: /^any source, no argument$|^any source; a `\.env` that nobody named only within its folder$/,
  address: /^the source of the key$/,
  order:
    /^the source of the key, or the environment$|^the source of the key, the environment, or `ramp-conformance\.json`$/,
} as const;

describe('the list of what decides where a key, an order or a report goes', () => {
  test('names each setting that does, with the source that the table of settings has', () => {
    const deciding = variableNames.filter((name) => settingOf(name).decider !== 'label');
    const settings = listed.filter((name) => name.startsWith('RAMP_') && name !== 'RAMP_ENVIRONMENT');
    expect(settings.toSorted()).toEqual(deciding.toSorted());
    for (const { names, who } of rows)
      for (const name of names.filter((each) => settings.includes(each))) {
        const { decider } = settingOf(name as (typeof variableNames)[number]);
        expect([name, who]).toEqual([name, expect.stringMatching(decider === 'label' ? /never/ : ofDecider[decider])]);
      }
  });

  test('names each option with a place', () => {
    const optionsOf = ({ options = {}, commands = [] }: CommandRow): readonly string[] => [
      ...Object.entries(options).flatMap(([name, { value = '' }]) =>
        // What is read alone, such as waivers and recordings, sends nothing anywhere.
        /^(?:url|file|dir)$/.test(value) && name !== 'waivers' ? [flagOf(name)] : [],
      ),
      ...commands.flatMap(optionsOf),
    ];
    const options = new Set(Object.values(commandGroups).flat().flatMap(optionsOf));
    expect([...options, '--target'].toSorted()).toEqual(listed.filter((name) => name.startsWith('--')).toSorted());
  });

  test('names each member of the configuration file that does', () => {
    const judging = [
      '$schema',
      'profile',
      'gate',
      'seed',
      'baseline',
      'waivers',
      'require',
      'release',
      'leaveOut',
      'changes',
    ];
    const members = Object.keys(configSchema.shape).filter((name) => !judging.includes(name) && name !== 'report');
    // Budgets are settings by another name.
    expect(members.toSorted()).toEqual([...listed.filter((name) => /^[a-z]+$/.test(name)), 'budgets'].toSorted());
  });
});

const key = { RAMP_API_KEY: 'full-key-of-a-test' };

/** Settings that are no key, by their deciders; each in the source where it stands, all at once. */
const named = (...deciders: readonly string[]) =>
  variableNames.filter((name) => deciders.includes(settingOf(name).decider));
const others = named('address', 'order', 'label');
const set = Object.fromEntries(others.map((name) => [name, 'x']));
const address = { RAMP_BASE_URL: 'https://ramp.example.com' };

/** The settings that are refused because another source has the key. */
const refusedIn = (file: Record<string, string>, env: Record<string, string>, settingsFile?: string) => {
  const cwd = mkdtempSync(join(tmpdir(), 'ramp-deciders-'));
  const lines = Object.entries(file).map((each) => `${each.join('=')}\n`);
  writeFileSync(join(cwd, settingsFile ?? '.env'), lines.join(''));
  try {
    readSettings({ cwd, env: { ...env }, ...(settingsFile && { settingsFile }) });
  } catch (error) {
    expect(error).toBeInstanceOf(UnusableSettings);
    const { problems } = error as UnusableSettings;
    return others.filter((name) =>
      problems.some((each) => new RegExp(`^RAMP_API_KEY comes from .*\\b${name}\\b.* from `).test(each)),
    );
  }
  return [];
};

describe('a setting is refused where it decides and another source has the key', () => {
  test('of a `.env` that nobody named beside a key of the environment', () => {
    expect(refusedIn({ ...set, ...address }, key)).toEqual(named('address', 'order'));
  });

  test('of the environment beside a key of `.env`', () => {
    expect(refusedIn(key, { ...set, ...address })).toEqual(named('address'));
  });

  test('of a file that --settings names', () => {
    expect(refusedIn({ ...set, ...address }, key, 'vendor.env')).toEqual([]);
  });
});
